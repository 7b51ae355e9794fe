"""The special rules of scenario 6."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import AXIS, SOVIET, Attack, Battle, CrimeaState
from sandtable.games.eastfront.rules.combat import battle as fights
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.kernel.state import successor
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


def owed(side: str, soviets: list[str], axis: list[str], result: str, **more: Any) -> tuple[str, str]:
    """Who has to take the first loss on either side of a battle with some units in 6011 and 6012."""
    own, foe = (axis, soviets) if side == AXIS else (soviets, axis)
    pieces = {**dict.fromkeys(own, 6011), **dict.fromkeys(foe, 6012)}
    facts = {"units": {"12 Rifle Bde": {"type": "engineer"}}, **more.pop("facts", {})}
    state = board(f"{side}.combat.attacks", pieces, facts=facts, **{**TURN, **more.pop("turn", {})})
    units, defenders = tuple(key(state, n) for n in own), tuple(key(state, n) for n in foe)
    attack = Attack(side, (6012,), units, cas=more.pop("cas", 0))
    state = successor(state, attacks={6012: attack})
    battle = Battle(6012, units, defenders=defenders, **more)
    found = fights._owed(state, Force(attack, units, (), battle.engineers, True), battle, result)
    return found.first_attacker, found.first_defender


@pytest.mark.rule("EFS-10.64.e")
@pytest.mark.parametrize(
    ("side", "cas", "hit"),
    [(AXIS, 1, ("", "armour")), (AXIS, 0, ("", "")), (SOVIET, -1, ("armour", "")), (SOVIET, 1, ("", ""))],
)
def test_axis_aircraft_hit_soviet_tanks_first(side: str, cas: int, hit: tuple[str, str]) -> None:
    """The first loss of any result, one that comes of staying where one should retreat too."""
    for result in ("1/1", "R/R"):
        assert owed(side, ["39 Tank Bde", "157 Rifle Div"], ["46 Inf Div"], result, cas=cas) == hit
    elsewhere = {"scenario": "9", "turn": 98}
    assert owed(side, ["39 Tank Bde"], ["46 Inf Div"], "1/1", cas=cas, turn=elsewhere) == ("", "")


@pytest.mark.rule("EFS-10.64.e", "EF-16.32.b", "EF-16.32.c", "EF-22.42")
def test_without_tanks_the_other_first_losses_stand() -> None:
    city = {"hexes": {"6012": {"place": "city"}}}
    helped = {"engineers": True, "facts": city, "cas": -1}
    assert owed(SOVIET, ["12 Rifle Bde", "157 Rifle Div"], ["46 Inf Div"], "1*/1", **helped)[0] == "engineer"
    assert owed(SOVIET, ["12 Rifle Bde", "39 Tank Bde"], ["46 Inf Div"], "1*/1", **helped)[0] == "armour"
    flak = {"facts": {"units": {"157 Rifle Div": {"type": "anti_tank"}}}, "cas": 1}
    assert owed(AXIS, ["157 Rifle Div"], ["I Bn/204 Pz"], "1*/1", **flak) == ("armour", "resists_armour")
    assert owed(AXIS, ["157 Rifle Div", "39 Tank Bde"], ["I Bn/204 Pz"], "1*/1", **flak) == ("armour", "armour")
    town = {"facts": {"hexes": {"6012": {"place": "town"}}}, "cas": 1}
    assert owed(AXIS, ["276 NKVD Rgt"], ["46 Inf Div"], "1/1", **town)[1] == "nkvd"
    assert owed(AXIS, ["276 NKVD Rgt", "39 Tank Bde"], ["46 Inf Div"], "1/1", **town)[1] == "armour"


@pytest.mark.rule("EF-16.32.a")
def test_engineers_who_undid_nothing_need_not_lose_the_first_step() -> None:
    plain = {"engineers": True, "facts": {"hexes": {"6012": {"terrain": "hill"}}}}
    assert owed(SOVIET, ["12 Rifle Bde"], ["46 Inf Div"], "1*/1", **plain) == ("", "")
