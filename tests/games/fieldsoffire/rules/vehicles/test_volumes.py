"""Volumes of fire against vehicles (10.5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.vehicles.volumes import suffer, volumes_on_vehicle
from tests.games.fieldsoffire.board import card, drafted, key
from tests.games.fieldsoffire.rules.vehicles.field import field

PANZER, TANK = "German Panzer IV 1", "M4 12"
SQUAD, LMG, HMG = "German Grenadier squad 1/Gp", "German LMG team 1", "German HMG team 1"


def on(units: dict[str, Any], target: str = TANK, **more: Any) -> set[str]:
    state = field(units, **more)
    return set(volumes_on_vehicle(state, key(state, target)))


@pytest.mark.rule("FF-10.5.3", "FF-10.5.3.a")
def test_fire_of_units_without_guns_against_tanks_counts_and_that_of_guns_does_not() -> None:
    assert on({TANK: "R1C2", LMG: "R2C2"}) == {"A"}
    # beside a squad in its sights the 88 fires, but not at the tank
    assert on({TANK: "R1C2", "1/1 PLT": "R1C2", "German 88mm 1": "R2C2"}) == set()
    assert on({TANK: "R1C2", "1/1 PLT": "R1C2", "German 88mm 1": "R2C2", LMG: "R2C2"}) == {"A"}
    assert on({TANK: "R1C2", "German Panzerschreck team 1": "R2C2"}) == {"S"}
    assert on({TANK: "R1C2", "1/1 PLT": "R1C2", PANZER: {"at": "R2C2", "pinned": True}}) == set()
    assert on({TANK: "R1C2", LMG: {"at": "R2C2", "pinned": True}}) == {"pinned"}
    light = {PANZER: "R3C2", SQUAD: "R3C2", "M5 32": "R1C2"}
    assert on(light, PANZER) == set()


@pytest.mark.rule("FF-10.5.3.a")
def test_fire_inside_a_card_touches_only_the_side_it_is_meant_for() -> None:
    assert on({TANK: "R1C2", LMG: "R1C2", "1/1 PLT": "R1C2"}) == {"A"}
    assert on({PANZER: "R1C2", LMG: "R1C2", "1/1 PLT": "R1C2"}, PANZER) == {"S"}


@pytest.mark.rule("FF-10.5.3", "FF-7.10.2.c", "FF-10.6.d", "FF-7.15.c")
def test_shells_and_what_lies_on_the_vehicle_itself_count() -> None:
    markers = {
        1: {"kind": "incoming", "at": "R1C2", "value": -4},
        2: {"kind": "airstrike", "at": "R1C2", "value": -5},
        3: {"kind": "grenade", "at": "R1C2", "unit": TANK, "value": -4},
        4: {"kind": "grenade", "at": "R1C2", "unit": TANK, "value": -4},
        5: {"kind": "mines", "at": "R1C2", "unit": TANK, "value": -4},
        6: {"kind": "sniper", "at": "R1C2", "unit": TANK, "by": "German Sniper 1", "value": -3},
        7: {"kind": "grenade", "at": "R1C2", "unit": "M4 13", "value": -4},
        8: {"kind": "concentrated", "at": "R1C2", "unit": TANK},
    }
    markers[9] = {"kind": "indirect", "at": "R1C2", "by": "German Sniper 1"}
    units = {TANK: "R1C2", "M4 13": "R1C2", "German Sniper 1": "R2C2"}
    fires = {"German Sniper 1": {"at": "R1C2"}}
    more = {"markers": markers, "fires": fires, "frozen": True}
    assert on(units, **more) == {"incoming", "airstrike", "grenade", "mines", "sniper", "S", "H"}
    assert on(units, markers={7: markers[7]}, fires=fires) == {"S"}
    assert on(units, "M4 13", markers={7: markers[7]}, fires=fires) == {"grenade", "S"}


def _suffered(state: FieldsState, deck: list[int], **how: bool) -> tuple[Any, dict[str, Any]]:
    d = drafted(state, deck)
    assert suffer(d, key(state, TANK), **how)
    entry = next(one for one in d.entries if one.key == "log.at_volume")
    parts = {part.key.removeprefix("modifier."): part.amount for part in entry.modifiers}
    return d, {"vof": entry.params["vof"], "sum": entry.params["sum"], "parts": parts}


@pytest.mark.rule("FF-10.5.3", "FF-10.5.3.b", "FF-10.6.d", "FF-7.10.2.c")
def test_only_the_strongest_is_resolved_with_a_gun_of_nothing() -> None:
    markers = {
        1: {"kind": "grenade", "at": "R1C2", "unit": TANK, "value": -4},
        2: {"kind": "grenade", "at": "R1C2", "unit": TANK, "value": -4},
    }
    state = field({TANK: "R1C2", LMG: "R2C2"}, markers=markers)
    d, told = _suffered(state, [1])
    assert told == {
        "vof": "grenade",
        "sum": 7,
        "parts": {"at_gun": 0, "at_grenade": -2, "at_defence": 0, "terrain": 0, "at_number": 9},
    }
    assert d.now.units[key(state, TANK)].attacked
    assert len([one for one in d.entries if one.key == "log.at_volume"]) == 1


@pytest.mark.rule("FF-10.5.3", "FF-10.5.1.f", "FF-10.6.i")
def test_a_vehicle_on_the_move_and_the_border_that_the_fire_crosses_count() -> None:
    wood = {"terrain": {"wood": {"cc": 3, "cc_low": 1, "edges": {"n": "dark"}}}}
    state = field({TANK: "R1C2", LMG: "R2C2"}, facts=wood, cards={"R1C2": {"terrain": "wood"}})
    _, told = _suffered(state, [1], moving=True)
    assert told["parts"] == {
        "at_gun": 0, "at_a": 2, "at_defence": 0, "terrain": 3, "at_moving": 1, "at_number": 9
    }  # fmt: skip


@pytest.mark.rule("FF-10.5.3", "FF-7.10.2.c", "FF-10.5.3.a")
def test_every_card_from_which_the_strongest_fire_comes_counts_for_the_ground_and_the_own_card_does_not() -> None:
    wood = {"terrain": {"wood": {"cc": 3, "cc_low": 1, "edges": {"e": "dark"}}}}
    cards = {"R1C2": {"terrain": "wood"}}
    units = {TANK: "R1C2", LMG: "R2C2", "German LMG team 2": "R1C3"}
    fires = {TANK: {"at": "R2C2"}}
    _, told = _suffered(field(units, facts=wood, cards=cards, fires=fires), [1])
    assert told["parts"]["terrain"] == 3
    swapped = {TANK: "R1C2", "German LMG team 2": "R2C2", LMG: "R1C3"}
    _, told = _suffered(field(swapped, facts=wood, cards=cards, fires=fires), [1])
    assert told["parts"]["terrain"] == 3
    every = {
        "terrain": {
            "wood": {"cc": 3, "cc_low": 1, "edges": dict.fromkeys(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "dark")}
        }
    }
    _, told = _suffered(field({TANK: "R1C2", LMG: "R1C2"}, facts=every, cards=cards), [1])
    assert told["parts"]["terrain"] == 1


@pytest.mark.rule("FF-10.5.3")
def test_nothing_happens_to_a_vehicle_under_no_fire() -> None:
    state = field({TANK: "R1C2"})
    d = drafted(state)
    assert not suffer(d, key(state, TANK))


@pytest.mark.rule("FF-7.15.c", "FF-10.6.k")
def test_a_snipers_shot_at_a_vehicle_is_gone_once_it_is_resolved() -> None:
    markers = {1: {"kind": "sniper", "at": "R1C2", "unit": TANK, "by": "German Sniper 1", "value": -3}}
    state = field({TANK: "R1C2", "German Sniper 1": "R2C2"}, markers=markers, fires={"German Sniper 1": {"at": "R1C2"}})
    d, told = _suffered(state, [1])
    assert (told["vof"], told["parts"]["at_sniper"]) == ("sniper", 1)
    assert not d.now.markers


@pytest.mark.rule("FF-10.5.3", "FF-10.5.3.a")
def test_fire_of_one_kind_counts_with_all_the_cards_from_which_it_comes() -> None:
    fires = {LMG: {"at": "R2C2"}, "German LMG team 2": {"at": "R2C2"}}
    still = {name: {"at": "R2C2", "held": True} for name in (TANK, "1/1 PLT")}
    state = field({**still, LMG: "R3C2", "German LMG team 2": "R2C3"}, fires=fires)
    assert set(volumes_on_vehicle(state, key(state, TANK))["A"]) == {card(state, "R3C2"), card(state, "R2C3")}


@pytest.mark.rule("FF-10.5.3")
def test_of_two_attacks_that_are_worth_the_same_one_is_always_the_one() -> None:
    lies = {"at": "R1C2", "unit": TANK, "value": -4}
    for order in ((1, 2), (2, 1)):
        markers = {order[0]: {"kind": "mines", **lies}, order[1]: {"kind": "grenade", **lies}}
        _, told = _suffered(field({TANK: "R1C2"}, markers=markers), [1])
        assert told["vof"] == "grenade"
