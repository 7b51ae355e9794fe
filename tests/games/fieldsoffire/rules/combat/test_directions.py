"""Directions of fire, and where fire along one comes down."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import Fire
from sandtable.games.fieldsoffire.rules.combat.directions import (
    can_hit,
    directions_of,
    joinable,
    landing,
    sees_part,
    stops_fire,
)
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.scenario.ground import EAST, NORTH
from tests.games.fieldsoffire.board import board, card, drafted, key

SQUAD = "German Grenadier squad 4/Gp"
PLACES = ("R2C1", "R2C2", "R1C2", "R1C3", "R3C3")


def lands(state, name, towards, aimed):  # type: ignore[no-untyped-def]
    gun = capability(state, key(state, name))
    assert gun is not None
    return landing(state, key(state, name), gun, towards, card(state, aimed))


@pytest.mark.rule("FF-6.3.1", "FF-1.2.6.pdfnote")
def test_a_direction_stands_on_the_card_of_the_firer_and_none_for_fire_at_the_own_card() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", SQUAD: {"at": "R1C3", "held": True}})
    assert directions_of(state) == {card(state, "R1C1"): (EAST,)}
    inside = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R1C1", "held": True}})
    assert directions_of(inside) == {}


@pytest.mark.rule("FF-6.1")
def test_fire_comes_down_on_the_nearest_occupied_card_of_its_line() -> None:
    state = board({"1/1 PLT": {"at": "R1C1"}, SQUAD: {"at": "R2C1", "held": True}, "German Litter Team 1": "R3C1"})
    assert lands(state, "1/1 PLT", NORTH, "R3C1") == card(state, "R2C1")


@pytest.mark.rule("FF-6.3.4.a", "FF-6.3.3.a")
def test_fire_on_an_empty_card_waits_there_and_never_goes_on_to_its_own_side() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R3C1"})
    assert lands(state, "1/1 PLT", NORTH, "R2C1") == card(state, "R2C1")
    enemy = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}})
    assert lands(enemy, "1/1 PLT", NORTH, "R2C1") == card(enemy, "R3C1")


@pytest.mark.rule("FF-5.3.2.b", "FF-5.3.2.e", "FF-5.3.2.g")
def test_who_is_in_a_bunker_fires_only_the_way_it_faces() -> None:
    covers = {1: {"at": "R1C1", "kind": "bunker", "value": 3, "capacity": 4, "facing": NORTH}}
    state = board({"1/1 PLT": {"at": "R1C1", "cover": 1}, SQUAD: {"at": "R1C2", "held": True}}, covers=covers)
    assert state.fires == {}
    ahead = board({"1/1 PLT": {"at": "R1C1", "cover": 1}, SQUAD: {"at": "R2C1", "held": True}}, covers=covers)
    assert list(ahead.fires) == [key(ahead, "1/1 PLT")]


@pytest.mark.rule("FF-6.1.2.c", "FF-5.2.1.f")
def test_a_unit_can_hit_a_card_of_which_it_sees_an_upper_storey_only() -> None:
    covers = {1: {"at": "R3C1", "kind": "upper_story", "value": 2, "up": True}}
    hedge = {"R2C1": {"terrain": "N25"}}
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "cover": 1, "held": True}}, covers=covers, cards=hedge)
    gun = capability(state, key(state, "1/1 PLT"))
    assert gun is not None
    assert can_hit(state, key(state, "1/1 PLT"), gun, card(state, "R3C1"))
    below = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}}, cards=hedge)
    assert not can_hit(below, key(below, "1/1 PLT"), gun, card(below, "R3C1"))


@pytest.mark.rule("FF-5.2.1.f", "FF-9.3.1", "FF-9.3.3")
@pytest.mark.parametrize(("sight", "sees"), [("", False), ("night_sight_ir", True), ("night_sight_thermal", True)])
def test_an_upper_storey_in_the_dark_is_seen_by_night_sights_only(sight: str, sees: bool) -> None:
    covers = {1: {"at": "R3C1", "kind": "upper_story", "value": 2, "up": True}}
    units = {"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "cover": 1, "held": True}}
    assets = {1: {"kind": sight, "holder": "1/1 PLT"}} if sight else {}
    hedge = {"R2C1": {"terrain": "N25"}}
    state = board(units, covers=covers, cards=hedge, assets=assets, tracks={"turn": 1, "light": "moon3"})
    assert sees_part(state, key(state, "1/1 PLT"), card(state, "R3C1")) is sees


@pytest.mark.rule("FF-6.3.2", "FF-6.3.5.a")
def test_only_fire_of_the_own_side_that_the_weapon_reaches_can_be_joined() -> None:
    state = board(
        {"1/1 PLT": "R1C1", "1/AT (Bazooka)": "R1C1", "2/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}},
        fires={"1/1 PLT": {"at": "R3C1"}},
    )
    for name, cards in (("2/1 PLT", (card(state, "R3C1"),)), ("1/AT (Bazooka)", ())):
        gun = capability(state, key(state, name))
        assert gun is not None
        assert joinable(state, key(state, name), gun) == cards


@pytest.mark.rule("FF-6.1.2.b", "FF-6.1.2.e")
def test_own_men_and_spotted_opponents_take_the_fire_that_comes_along_and_nobody_else() -> None:
    units = {
        "1/1 PLT": "R1C1",
        "Litter Team 1": "R2C1",
        SQUAD: {"at": "R2C2", "unspotted": True},
        "German Litter Team 1": "R1C2",
        "German Casualty 1": "R1C3",
    }
    state = board(units)
    found = {name: stops_fire(state, key(state, "1/1 PLT"), card(state, name)) for name in PLACES}
    assert found == {"R2C1": True, "R2C2": False, "R1C2": True, "R1C3": False, "R3C3": False}


@pytest.mark.rule("FF-6.1.2.c")
@pytest.mark.parametrize(
    ("name", "at", "others", "able"),
    [
        ("1/1 PLT", "R1C1", {}, True),
        ("1/1 PLT", "R3C1", {}, True),
        ("1/1 PLT", "R4C1", {}, False),
        ("1/1 PLT", "R3C2", {}, False),
        ("1/1 PLT", "R3C1", {"Litter Team 1": "R2C1"}, False),
        ("1/1 PLT", "R3C1", {"German Litter Team 1": "R2C1"}, False),
        ("1/1 PLT", "R3C1", {"German Litter Team 1": {"at": "R2C1", "unspotted": True}}, True),
        ("60mm Mtr Sec", "R1C1", {}, False),
        ("60mm Mtr Sec", "R2C1", {}, True),
        ("60mm Mtr Sec", "R3C1", {"Litter Team 1": "R2C1"}, True),
        (".50 cal HMG", "R3C1", {"Litter Team 1": "R2C1"}, False),
        (".50 cal HMG", "R2C1", {"Litter Team 1": "R3C1"}, True),
    ],
)
def test_who_can_put_his_fire_on_a_card(name: str, at: str, others: dict[str, Any], able: bool) -> None:
    rows = {"rows": 4, "columns": 4}
    state = board({name: "R1C1", **others}, scenario="normandy_1", facts={"map": rows})
    one = key(state, name)
    gun = capability(state, one)
    assert gun is not None
    assert can_hit(state, one, gun, card(state, at)) is able


@pytest.mark.rule("FF-6.3.2", "FF-6.3.5.a")
def test_only_fire_out_of_the_own_card_by_others_of_the_own_side_is_joined() -> None:
    units = {
        "1/1 PLT": "R2C2",
        "2/1 PLT": {"at": "R2C2", "held": True},
        "3/1 PLT": "R2C3",
        SQUAD: {"at": "R2C2", "unspotted": True, "held": True},
    }
    d = drafted(board(units))
    for name, at in {"1/1 PLT": "R3C2", "2/1 PLT": "R2C1", "3/1 PLT": "R3C3", SQUAD: "R1C2"}.items():
        d.put("fires", key(d.now, name), Fire(card(d.now, at)))
    one = key(d.now, "1/1 PLT")
    gun = capability(d.now, one)
    assert gun is not None
    assert joinable(d.now, one, gun) == (card(d.now, "R2C1"),)
    d.put("fires", key(d.now, "2/1 PLT"), Fire(card(d.now, "R2C2")))
    assert joinable(d.now, one, gun) == ()
