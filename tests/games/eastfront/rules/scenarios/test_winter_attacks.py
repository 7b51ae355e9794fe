"""The special rules of scenario 6."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import AXIS, SOVIET, Attack, CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.games.eastfront.rules.scenarios import kerch
from tests.games.eastfront.board import board, key, play

TURN: dict[str, Any] = {"scenario": "6", "turn": 128, "weather": "frost"}


def strength_of(state: CrimeaState, attacker: str, target: int) -> int:
    unit = key(state, attacker)
    side = state.board.units[unit].side
    return combat.attack_strength(state, Force(Attack(side, (target,), (unit,)), (unit,))).total


@pytest.mark.rule("EFS-10.64.c")
def test_soviet_armour_counts_twice_against_the_tanks_of_22nd_panzer() -> None:
    near = {"39 Tank Bde": 6011, "12 Rifle Bde": 6011}
    plain = board("soviet.combat.attacks", {**near, "129 Mot Rgt/22 Pz": 6012}, **TURN)
    tanks = board("soviet.combat.attacks", {**near, "I Bn/204 Pz": 6012}, **TURN)
    others = board("soviet.combat.attacks", {**near, "190 AG Bn": 6012}, **TURN)
    assert strength_of(tanks, "39 Tank Bde", 6012) == 2 * strength_of(plain, "39 Tank Bde", 6012)
    assert strength_of(others, "39 Tank Bde", 6012) == strength_of(plain, "39 Tank Bde", 6012)
    assert strength_of(tanks, "12 Rifle Bde", 6012) == strength_of(plain, "12 Rifle Bde", 6012)
    axis = board("axis.combat.attacks", {"I Bn/204 Pz": 6011, "II Bn/204 Pz": 6012, "39 Tank Bde": 6110}, **TURN)
    assert strength_of(axis, "I Bn/204 Pz", 6110) == axis.board.units[key(axis, "I Bn/204 Pz")].front.attack
    elsewhere = board("soviet.combat.attacks", {**near, "I Bn/204 Pz": 6012}, scenario="7", turn=162, weather="dry")
    assert strength_of(elsewhere, "39 Tank Bde", 6012) == strength_of(plain, "39 Tank Bde", 6012)


def repulsed(side: str, own: str, foe: str) -> tuple[int, int]:
    """What a weak attack owes that is thrown back: steps, and hexes of retreat."""
    marked = {"6012": {"side": side, "hexes": ["6012"], "units": [own]}}
    state = board(f"{side}.combat.attacks", {own: 6011, foe: 6012}, attacks=marked, **TURN)
    state = play(state, side, {"resolve": 6012}).state
    # a 9 at 1-3 is 2R/-
    state = play(state, side, {"do": "assault", "units": [own], "support": []}, [9] if side == SOVIET else []).state
    if side == AXIS:
        state = play(state, side, {"command": "none"}, [9]).state
    battle = state.battle
    assert battle is not None
    assert battle.result == "2R/-"
    return battle.losses_attacker, battle.retreat_attacker


@pytest.mark.rule("EFS-10.64.d2")
def test_soviet_attackers_lose_a_step_more_and_stay() -> None:
    assert repulsed(SOVIET, "390 Rifle Div", "46 Inf Div") == (3, 0)
    assert repulsed(AXIS, "Rom 8(-) Cav Bde", "157 Rifle Div") == (2, 2)


@pytest.mark.rule("EFS-10.64.d1")
def test_orders_to_attack_come_by_turn() -> None:
    card = board("soviet.combat.attacks", {"390 Rifle Div": 6011}, **TURN).board.card["mandated_attacks"]
    assert {int(turn): count for turn, count in card["turns"].items()} == {126: 2, 127: 2, 128: 2, 129: 1, 130: 1}
    for turn, count in ((126, 2), (129, 1), (131, 0)):
        state = board("strategic.arrivals.scheduled", {"390 Rifle Div": 6011}, **{**TURN, "turn": turn})
        assert mandates.open_mandates(state) == count


@pytest.mark.rule("EFS-10.64.e")
@pytest.mark.parametrize(
    ("side", "cas", "hit"), [(AXIS, 1, SOVIET), (AXIS, 0, ""), (SOVIET, -1, SOVIET), (SOVIET, 1, "")]
)
def test_axis_aircraft_hit_soviet_tanks_first(side: str, cas: int, hit: str) -> None:
    state = board("soviet.combat.attacks", {"39 Tank Bde": 6011, "46 Inf Div": 6012}, **TURN)
    assert kerch.air_hits_armour(state, Attack(side, (6012,), (), cas=cas)) == hit
