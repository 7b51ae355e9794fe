"""The battle at hand, both sides face to face: what stands, what each hits on, what is hit and has still to fire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, Side, attackers, defenders, place_of
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.units.values import values_of
from sandtable.kernel.queries import BattleBoard, Force, Plate


def board(state: GlobalState, seat: str, params: Mapping[str, Any]) -> BattleBoard | None:
    """The battle that is being fought; with ``place``, one that is only planned. ``None`` where there is none."""
    fighting = bool(state.flow) and state.here.at.startswith("battle.")
    at = params.get("place", place_of(state) if fighting else None)
    if not isinstance(at, int) or at not in state.battles or state.battles[at].kind == "raid":
        return None
    battle = state.battles[at]
    return BattleBoard(
        place=at, round=battle.round, attack=_force(state, at, ATTACKER), defence=_force(state, at, DEFENDER)
    )


def _force(state: GlobalState, at: int, side: Side) -> Force:
    """The plates of a side: one for each kind and value, the highest value first."""
    keys = attackers(state, at) if side == ATTACKER else defenders(state, at)
    values, doomed = values_of(state, at, side), state.battles[at].doomed
    groups: dict[tuple[int, str], list[int]] = {}
    for key in keys:
        groups.setdefault((-values[key].total, state.units[key].kind), []).append(key)
    plates = tuple(
        Plate(
            kind=kind,
            value=-less,
            pieces=tuple(found),
            out=tuple(key for key in found if key in doomed),
            hurt=sum(bool(state.units[key].damaged) for key in found),
        )
        for (less, kind), found in sorted(groups.items())
    )
    owners = tuple(dict.fromkeys(state.units[key].owner for key in keys))
    worth = sum(type_of(state, state.units[key]).cost for key in keys if key not in doomed)
    return Force(
        seats=owners or ((state.battles[at].attacker,) if side == ATTACKER else ()), plates=plates, worth=worth
    )
