"""Whole battles with random forces and random answers: they end, and nothing is offered in vain."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.battles import next_battles
from sandtable.kernel import Dice, Refusal, SeededDice
from sandtable.kernel.actions import Action
from sandtable.kernel.cases.position import build, open_scenario
from sandtable.kernel.offers import sample
from tests.games.axisallies.board import at

LAND = ("infantry", "artillery", "mech_infantry", "tank", "fighter", "tactical_bomber", "strategic_bomber")
SHIPS = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "transport")
NORMANDY = at("Normandy Bordeaux")
ZONE = 110
PATIENCE = 400


def pick(dice: Dice, words: tuple[str, ...]) -> str:
    return words[dice.draw(range(len(words)))]


def forces(dice: Dice) -> dict[int, dict[str, Any]]:
    """A German landing with a fleet, some tanks and aircraft against the French and the British."""
    enemies = ("uk", "france")
    fleet = {"owner": "germany", "at": ZONE, "task": "attack"}
    army = {"owner": "germany", "at": NORMANDY, "task": "attack", "origin": at("Holland Belgium")}
    units: list[dict[str, Any]] = [
        *({**fleet, "kind": pick(dice, SHIPS), "origin": 112} for _ in range(dice.draw(range(1, 7)))),
        *({**fleet, "kind": pick(dice, LAND[4:])} for _ in range(dice.draw(range(3)))),
        *({**army, "kind": pick(dice, LAND)} for _ in range(dice.draw(range(5)))),
        *({"kind": pick(dice, SHIPS), "owner": pick(dice, enemies), "at": ZONE} for _ in range(dice.draw(range(6)))),
        *(
            {"kind": pick(dice, (*LAND, "aa_gun")), "owner": pick(dice, enemies), "at": NORMANDY}
            for _ in range(dice.draw(range(6)))
        ),
    ]
    rows = {1 + n: unit for n, unit in enumerate(units)}
    for key, unit in tuple(rows.items()):
        mine = unit["owner"] == "germany"
        if unit["kind"] == "transport" and mine:
            rows[len(rows) + 1] = {
                "kind": "infantry", "owner": "germany", "at": ZONE, "aboard": key, "task": "assault", "target": NORMANDY
            }  # fmt: skip
        if unit["kind"] == "carrier" and not mine:
            rows[len(rows) + 1] = {"kind": "fighter", "owner": pick(dice, ("uk", "france")), "at": ZONE, "aboard": key}
    return rows


def answer(state: GlobalState, seat: str, dice: Dice) -> Action:
    """A random legal answer of a seat; every verb on offer must lead to one."""
    verbs = [v for v in GAME.open_verbs(state, seat) if any(o.do == v.name for o in GAME.offers(state, seat))]  # type: ignore[union-attr]
    assert verbs, f"{seat} can say nothing at {state.here.at}"
    action = sample(verbs[dice.draw(range(len(verbs)))], state, seat, dice)
    assert action is not None, f"an offer at {state.here.at} leads nowhere"
    return action


@pytest.mark.rule("AA-9.3.std.end", "AA-9.3.std.steps")
@pytest.mark.parametrize("seed", range(60))
def test_random_assaults_come_to_an_end(seed: int) -> None:
    dice = SeededDice(f"assault {seed}".encode())
    units = forces(dice)
    data = {
        "position": {
            "only": True,
            "at": "germany.combat.battles",
            "battles": {
                ZONE: {"kind": "sea", "attacker": "germany"},
                NORMANDY: {"kind": "land", "attacker": "germany", "zones": [ZONE]},
            },
            "units": units,
        }
    }
    state: GlobalState = build(GAME, open_scenario(GAME, data), data, dice).state
    for _ in range(PATIENCE):
        if not next_battles(state):
            break
        seat = state.here.waiting[0]
        step = GAME.apply(state, seat, answer(state, seat, dice), dice)
        assert not isinstance(step, Refusal), step
        state = step.state
        assert GAME.broken(state) is None
    assert not next_battles(state)
    assert all(battle.on_attacker is None and battle.on_defender is None for battle in state.battles.values())
