"""Where vehicles go and stand, and what a move does (5.1.5, 10.5.2.C)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.contacts import due
from sandtable.games.fieldsoffire.rules.preparation.deployment import why_not_deploy
from sandtable.games.fieldsoffire.rules.vehicles.driving import drive, going, streets_to, why_not_drive, why_not_stand
from sandtable.games.fieldsoffire.rules.vehicles.riding import dismount, why_not_board
from sandtable.games.fieldsoffire.rules.vehicles.volumes import volumes_on_vehicle
from sandtable.games.fieldsoffire.scenario.ground import pile, place_name
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.kernel import Deck
from tests.games.fieldsoffire.board import card, drafted, key, play, why
from tests.games.fieldsoffire.rules.vehicles.field import field, turn_of

TANK = "M4 12"
GROUND = {"mud": {"vehicles": "slow"}, "bog": {"vehicles": "no"}, "cliff": {"edges": {"n": "black"}}}


def refused(units: dict[str, Any], to: str, name: str = TANK, **more: Any) -> str:
    state = field(units, facts={"terrain": GROUND}, **more)
    no = why_not_drive(state, key(state, name), card(state, to))
    return "" if no is None else no.rule


@pytest.mark.rule("FF-10.5.2.C", "FF-10.5.2.C.a", "FF-10.0.a")
def test_a_ground_vehicle_drives_to_the_next_card_but_not_onto_ground_that_bears_none() -> None:
    assert refused({TANK: "R1C2"}, "R2C3") == ""
    assert refused({TANK: "R1C2"}, "R3C2") == "FF-10.5.2.C"
    assert refused({TANK: "R6C2"}, "R7C2") == "FF-10.5.2.C"
    assert refused({TANK: "R1C2"}, "R2C2", cards={"R2C2": {"terrain": "bog"}}) == "FF-10.5.2.C.a"
    assert refused({TANK: "R1C2"}, "R2C2", cards={"R2C2": {"terrain": "mud"}}) == ""
    assert refused({TANK: "R1C2"}, "R2C2", cards={"R1C2": {"terrain": "cliff"}}) == "FF-5.2.1.c"
    assert refused({"1/1 PLT": "R1C2"}, "R2C2", "1/1 PLT") == "FF-10.0.a"


def test_a_vehicle_stays_within_the_limits_of_the_company_and_the_enemy_need_not() -> None:
    outside = {"R7C2": {"terrain": "plain", "kind": "outside"}}
    assert refused({TANK: "R6C2"}, "R7C2", cards=outside) == "FF-2.4.1.A.bound"
    assert refused({"German Panzer IV 1": "R6C2"}, "R7C2", "German Panzer IV 1", cards=outside) == ""
    assert refused({TANK: "R1C2"}, "R0C2") == ""
    held = field({TANK: "R1C2"}, facts={"mission": {"type": "defensive"}}, controls={"mlr": 1})
    no = why_not_drive(held, key(held, TANK), card(held, "R2C2"))
    assert no is not None
    assert no.rule == "FF-2.4.1.B.cross"


@pytest.mark.rule("FF-3.1.a", "FF-10.5.2.C")
def test_orders_of_higher_headquarters_hold_for_the_companys_vehicles_too() -> None:
    panzer = "German Panzer IV 1"
    orders = ({"hold_line": {"until": 9, "figure": 1}}, {"hold_up": {"until": 9}}, {"no_withdrawal": {"until": 9}})
    for standing, to in zip(orders, ("R2C2", "R2C2", "R0C2"), strict=True):
        assert refused({TANK: "R1C2"}, to, standing=standing) == "FF-3.1.a"
        assert refused({panzer: "R1C2"}, to, panzer, standing=standing) == refused({panzer: "R1C2"}, to, panzer)


@pytest.mark.rule("FF-5.1.5.a2")
def test_no_more_than_four_vehicles_of_a_side_are_on_a_card() -> None:
    four = dict.fromkeys(("M4 HQ 11", "M4 13", "M4 14", "M4 15"), "R2C2")
    assert refused({**four, TANK: "R1C2"}, "R2C2") == "FF-5.1.5.a2"
    three = dict.fromkeys(("M4 HQ 11", "M4 13", "M4 14"), "R2C2")
    assert refused({**three, TANK: "R1C2", "M4 15": "R1C1"}, "R2C2") == ""
    assert refused({**three, TANK: "R1C2", "German Panzer IV 1": "R2C2"}, "R2C2") == ""
    assert refused({**three, TANK: "R1C2", "Jeep": "R2C2"}, "R2C2") == "FF-5.1.5.a2"
    assert refused({**four, TANK: "R2C2"}, "R1C2") == ""
    inside = field({**three, TANK: "R2C2"})
    assert why_not_stand(inside, key(inside, TANK), card(inside, "R2C2")) is None
    staged = field({**dict.fromkeys(four, "R0C2"), TANK: "R1C2"})
    assert why_not_stand(staged, key(staged, TANK), card(staged, "R0C2")) is None


@pytest.mark.rule("FF-10.5.2.C.a")
def test_a_vehicle_must_stop_on_slow_ground_that_it_has_entered() -> None:
    cards = {"R2C2": {"terrain": "mud"}}
    state = turn_of(TANK, {TANK: "R1C2"}, facts={"terrain": GROUND}, cards=cards)
    entered = play(state, {"do": "drive_to", "card": "R2C2"}).state
    assert why(entered, {"do": "drive_to", "card": "R3C2"}).rule == "FF-10.5.2.C.a"
    leaving = turn_of(TANK, {TANK: "R2C2"}, facts={"terrain": GROUND}, cards=cards)
    out = play(leaving, {"do": "drive_to", "card": "R3C2"}).state
    assert play(out, {"do": "drive_to", "card": "R4C2"}).state.units[key(out, TANK)].at == card(out, "R4C2")


def test_the_staging_area_and_unknown_ground_are_free() -> None:
    state = field({}, facts={"terrain": GROUND}, cards={"R1C1": {"terrain": "mud"}, "R2C1": {"terrain": "face down"}})
    assert [going(state, card(state, name)) for name in ("R0C1", "R1C1", "R2C1", "R3C1")] == [
        "free",
        "slow",
        "free",
        "free",
    ]


@pytest.mark.rule("FF-10.5.2.C", "FF-10.8.1.exp")
def test_all_aboard_go_along_and_men_who_ride_are_exposed() -> None:
    units = {
        TANK: "R1C2",
        "1/1 PLT": {"at": "R1C2", "aboard": TANK},
        "Casualty 1": {"at": "R1C2", "aboard": TANK},
        "2/1 PLT": "R1C2",
    }
    state = field(units)
    d = drafted(state)
    drive(d, key(state, TANK), card(state, "R2C2"))
    places = {name: d.now.units[key(state, name)] for name in units}
    assert [places[name].at == card(state, "R2C2") for name in units] == [True, True, True, False]
    assert [places[name].exposed for name in units] == [False, True, False, False]
    assert [one.key for one in d.entries] == ["log.drove"]
    assert not places["1/1 PLT"].cover


@pytest.mark.rule("FF-10.5.2.C", "FF-10.8.1.exp", "FF-10.5.2.C.b")
def test_men_on_a_truck_break_off_their_fire_when_it_drives_and_fire_follows_the_last_who_leaves() -> None:
    units = {"Truck 1": "R1C2", "1/1 PLT": {"at": "R1C2", "aboard": "Truck 1"}, "German LMG team 1": "R1C2"}
    state = field(units)
    assert key(state, "1/1 PLT") in state.fires
    d = drafted(state)
    drive(d, key(state, "Truck 1"), card(state, "R2C2"))
    assert key(state, "1/1 PLT") not in d.now.fires
    assert d.now.fires[key(state, "German LMG team 1")].at == card(state, "R2C2")
    assert [one.key for one in d.entries] == ["log.drove", "log.fire_followed"]
    mined = field({TANK: "R1C2"}, markers={1: {"kind": "mines", "at": "R2C2"}}, cards={"R2C2": {"contact": "A"}})
    d = drafted(mined, [4, 1, 2])
    drive(d, key(mined, TANK), card(mined, "R2C2"))
    assert len(d.now.markers) == 2


@pytest.mark.rule("FF-5.1.5.a2")
def test_no_fifth_vehicle_starts_on_a_card() -> None:
    names = ("M4 HQ 11", "M4 13", "M4 14", "M4 15")
    inner = field({})
    start = start_cards(inner.board)[0]
    where = place_name(start)
    for count, found in ((4, "FF-5.1.5.a2"), (3, "")):
        state = field({**dict.fromkeys(names[:count], where), TANK: "R5C4"}, cards={where: {"kind": ""}})
        no = why_not_deploy(state, key(state, TANK), start)
        assert ("" if no is None else no.rule) == found


@pytest.mark.rule("FF-10.5.2.C")
def test_a_vehicle_that_drives_off_breaks_off_its_fire() -> None:
    state = field({TANK: "R1C2", "German LMG team 1": "R3C2", "1/1 PLT": "R5C4"})
    assert key(state, TANK) in state.fires
    d = drafted(state)
    drive(d, key(state, TANK), card(state, "R1C1"))
    assert key(state, TANK) not in d.now.fires


@pytest.mark.rule("FF-10.5.2.C.b")
def test_markers_on_the_way_stay_and_only_that_of_the_last_card_is_evaluated() -> None:
    cards = {"R2C2": {"contact": "A"}, "R3C2": {"contact": "B"}}
    state = turn_of(TANK, {TANK: "R1C2"}, cards=cards, tracks={"turn": 1, "activity": 0})
    state = play(state, {"do": "drive_to", "card": "R2C2"}).state
    state = play(state, {"do": "drive_to", "card": "R3C2"}).state
    assert due(state) == (card(state, "R3C2"),)
    assert state.cards[card(state, "R2C2")].contact == "A"


@pytest.mark.rule("FF-10.5.2.C", "FF-10.8.1.exp", "FF-10.5.2.C.b")
def test_ground_that_nobody_has_seen_is_turned_up_when_a_vehicle_enters_it() -> None:
    state = field({TANK: "R1C2"}, cards={"R2C2": {"terrain": "face down", "pile": "main"}}, frozen=True)
    number = next(one for one in pile("normandy") if not state.board.terrain[one].is_hill)
    d = drafted(state, [number])
    d.put("piles", "main", Deck.of(pile("normandy")))
    drive(d, key(state, TANK), card(state, "R2C2"))
    assert d.now.cards[card(state, "R2C2")].terrain == number


@pytest.mark.rule("FF-10.5.2.C")
def test_a_vehicle_turns_up_the_ground_that_it_enters_and_checks_for_mines() -> None:
    markers = {1: {"kind": "mines", "at": "R2C2"}}
    state = field({TANK: "R1C2"}, markers=markers)
    d = drafted(state, [4, 1, 2])
    drive(d, key(state, TANK), card(state, "R2C2"))
    assert [(one.kind, one.unit) for one in d.now.markers.values()] == [("mines", 0), ("mines", key(state, TANK))]


BLOCK = {"block": {"town": {"kind": "complex", "buildings": [6, 6]}}, **GROUND}


def urban(units: dict[str, Any]) -> FieldsState:
    """A board with a block on R2C2."""
    return field(units, facts={"terrain": BLOCK}, cards={"R2C2": {"terrain": "block"}})


def streets(at: str, spot: str, to: str, *more: str) -> set[str]:
    """The streets to which a tank in a street may drive."""
    blocks = {name: {"terrain": "block"} for name in {at, *more}}
    units = {TANK: {"at": at, "cover": f"{at} {spot}"}}
    state = field(units, facts={"terrain": BLOCK}, cards=blocks)
    tank, there = key(state, TANK), card(state, to)
    if why_not_drive(state, tank, there) is not None:
        assert why_not_drive(state, tank, there).rule == "FF-13.2.2.c"  # type: ignore[union-attr]
        return set()
    return {state.covers[one].area for one in streets_to(state, tank, there)}


@pytest.mark.rule("FF-13.2.2.c")
def test_in_a_town_vehicles_keep_to_the_streets() -> None:
    assert streets("R2C2", "street_n", "R2C2") == {"street_e", "street_w"}
    assert streets("R2C2", "street_n", "R3C2", "R3C2") == {"street_s"}
    assert streets("R2C2", "street_n", "R3C3", "R3C3") == {"street_s", "street_w"}
    assert streets("R2C2", "street_s", "R3C2", "R3C2") == set()
    open_ground = urban({TANK: {"at": "R2C2", "cover": "R2C2 street_n"}})
    for to, goes in (("R3C2", True), ("R1C2", False), ("R2C1", False), ("R3C1", True)):
        no = why_not_drive(open_ground, key(open_ground, TANK), card(open_ground, to))
        assert (no is None) is goes
    plain = field({TANK: "R2C2"})
    assert why_not_drive(plain, key(plain, TANK), card(plain, "R2C2")) is not None, "on other ground there are none"
    hole = {1: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_s"}}
    outside = field({TANK: "R1C2"}, facts={"terrain": BLOCK}, cards={"R2C2": {"terrain": "block"}}, markers=hole)
    found = streets_to(outside, key(outside, TANK), card(outside, "R2C2"))
    assert [outside.covers[one].area for one in found] == ["street_s"], "no vehicle goes through a breach"


@pytest.mark.rule("FF-13.2.2.c", "FF-10.5.1.d", "FF-10.5.1.f", "FF-10.5.2.C")
def test_a_move_between_the_streets_of_a_card_is_a_move_with_fire_on_both() -> None:
    units = {TANK: {"at": "R2C2", "cover": "R2C2 street_n"}, "1/1 PLT": "R4C4"}
    more = {"facts": {"terrain": BLOCK}, "cards": {"R2C2": {"terrain": "block"}}}
    state = turn_of(TANK, units, **more)
    assert why(state, {"drive_to": "R2C2", "cover": "R2C2 building_1"}).rule == "FF-10.5.2.C"
    moved = play(state, {"drive_to": "R2C2", "cover": "R2C2 street_e"}).state
    unit = moved.units[key(moved, TANK)]
    assert moved.covers[unit.cover].area == "street_e"
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    under = turn_of(TANK, units, **more, markers=shells)
    hit = play(under, {"drive_to": "R2C2", "cover": "R2C2 street_e"}, deck=(20, 21))
    assert [one for one in hit.entries if one.rule == "FF-10.5.3"], "the same fire counts again where it arrives"


@pytest.mark.rule("FF-13.2.2.c", "FF-10.2.1", "FF-10.2.1.b")
def test_a_vehicle_that_enters_a_town_is_in_the_nearest_street_and_its_riders_get_off_there() -> None:
    units = {TANK: "R1C2", "1/1 PLT": {"at": "R1C2", "aboard": TANK}}
    state = field(units, facts={"terrain": BLOCK}, cards={"R2C2": {"terrain": "block"}})
    d = drafted(state)
    drive(d, key(state, TANK), card(state, "R2C2"))
    street = d.now.units[key(state, TANK)].cover
    assert d.now.covers[street].area == "street_s"
    dismount(d, key(state, TANK), (key(state, "1/1 PLT"),), 0)
    assert d.now.units[key(state, "1/1 PLT")].cover == street
    drive(d, key(state, TANK), card(state, "R1C2"))
    assert d.now.units[key(state, TANK)].cover == 0
    beside = {"at": "R2C2", "cover": "R2C2 street_s"}
    far = urban({TANK: beside, "1/1 PLT": {"at": "R2C2", "cover": "R2C2 street_n"}})
    assert why_not_board(far, key(far, TANK), key(far, "1/1 PLT")) is not None
    near = urban({TANK: beside, "1/1 PLT": beside})
    assert why_not_board(near, key(near, TANK), key(near, "1/1 PLT")) is None


@pytest.mark.rule("FF-13.2.2.c", "FF-13.8.2")
def test_fire_in_a_town_touches_vehicles_in_the_streets_that_it_reaches() -> None:
    gun = {"German Grenadier squad 4/Gp": "R3C2"}
    for spot, touched in (("street_n", True), ("street_s", False)):
        mate = {"1/1 PLT": {"at": "R2C2", "cover": "R2C2 street_n", "held": True}}
        state = urban({TANK: {"at": "R2C2", "cover": f"R2C2 {spot}"}, **mate, **gun})
        assert bool(volumes_on_vehicle(state, key(state, TANK))) is touched
