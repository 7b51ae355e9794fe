"""Combats on bare ground, for tests: who attacks N3011, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat import battle as rules
from sandtable.kernel import Draft, ScriptedDice, Step
from tests.games.nextwar.board import INF, ROK_INF, Where, board, key, play

TARGET = "N3011"
AROUND = ("N3010", "N3110", "N3111", "N3012", "N2911", "N2910")
"""The neighbours of the target."""


def standing(
    units: Mapping[str, Where] | None = None,
    *,
    ground: Mapping[str, Any] | None = None,
    at: str = "initiative.combat",
    facts: Mapping[str, Any] | None = None,
    **fields: Any,
) -> KoreaState:
    """A combat segment of the DPRK: by default one division against another in open ground."""
    told = {**(facts or {})}
    if ground is not None:
        told["hexes"] = {TARGET: dict(ground), **told.get("hexes", {})}
    return board(at, units or {INF: "N3010", ROK_INF: TARGET}, facts=told, **fields)


def attack(state: KoreaState, *units: str, seat: str = "dprk", dice: Sequence[int] = ()) -> Step[KoreaState]:
    """Declare an attack on the target; with a single attacker and defender the die is rolled at once."""
    return play(state, seat, {"do": "attack", "target": TARGET, "units": list(units)}, dice)


def battle(state: KoreaState, *units: str, defenders: Sequence[str] = (), side: str = "dprk", **more: Any) -> Battle:
    """A combat as data, for rules that only look at it."""
    place = state.board.place(TARGET)
    against = tuple(key(state, name) for name in defenders) or tuple(
        k for k, u in state.units.items() if u.hex == place
    )
    return Battle(side, place, tuple(key(state, name) for name in units), against, **more)


def resulting(
    state: KoreaState,
    result: str,
    *attackers: str,
    lead: str = "",
    defence: str = "",
    defenders: Sequence[str] = (),
    dice: Sequence[int] = (),
) -> KoreaState:
    """A combat after a result has been read: up to the first question that it raises, or to its end."""
    names = attackers or (INF,)
    fight = battle(state, *names, defenders=defenders)
    first = key(state, defence) if defence else fight.defenders[0]
    script = ScriptedDice(dice)
    d = Draft(state, script)
    d.call("battle.defence_losses", replace(fight, attack_lead=key(state, lead or names[0]), defence_lead=first))
    rules.apply(d, result)
    found = GAME.play_on(d).state
    assert script.left == (), f"not drawn: {script.left}"
    return found
