"""Moving in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.ground.movement import covers_to_enter, move, why_not_enter
from sandtable.games.fieldsoffire.rules.urban.entering import (
    arrivals,
    is_indoor_passage,
    next_to,
    ways_in,
    ways_within,
    why_not_inside,
)
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why
from tests.games.fieldsoffire.town import (
    COMPLEX,
    GARDEN,
    HALL,
    HOUSES,
    OFFICES,
    TERRACE,
    VILLA,
    area,
    town,
    where,
    words,
)

ME, FOE = "1/1 PLT", "NVA squad 1"
N, E, S, W = 0, 2, 4, 6


def steps(terrain: str, spot: str, *, exposed: bool = False, **fields: Any) -> set[str]:
    """The words of the areas next to one."""
    state = town({}, {"R2C2": terrain}, **fields)
    return {state.covers[one].area for one in next_to(state, area(state, f"R2C2 {spot}"), exposed)}


def entry(start: str, to: str, cards: dict[str, str], **fields: Any) -> set[str]:
    """The areas in which a unit can arrive."""
    state = town({ME: start}, cards, **fields)
    return words(state, arrivals(state, key(state, ME), card(state, to)))


# -- within a card -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.2.1", "FF-13.2.1.c", "FF-13.2.2.a", "FF-13.1.f")
def test_a_street_leads_around_the_corners_and_into_every_building_but_not_to_the_other_side() -> None:
    assert steps(COMPLEX, "street_n") == {"street_e", "street_w", "building_1", "building_2"}
    assert steps(COMPLEX, "street_e") == {"street_n", "street_s", "building_1", "building_2"}
    assert steps(COMPLEX, "street_w", exposed=True) == {"street_n", "street_s", "building_1", "building_2"}


@pytest.mark.rule("FF-13.2.2.b", "FF-13.3.a", "FF-13.3.d", "FF-13.2.1.b")
def test_rooms_of_one_building_lead_to_each_other_and_up_and_down_only_within_their_own() -> None:
    streets = {"street_n", "street_e", "street_s", "street_w"}
    assert steps(COMPLEX, "building_1") == {*streets, "building_2", "upper_1"}
    assert steps(COMPLEX, "upper_1") == {"building_1", "upper_2"}
    assert steps(HOUSES, "building_1") == streets, "houses apart are left by the street"


@pytest.mark.rule("FF-13.3.f", "FF-13.3.b", "FF-13.3.d")
def test_the_roof_is_above_the_highest_floor_and_leads_to_no_other_roof() -> None:
    assert steps(OFFICES, "roof_1") == {"upper_1"}
    assert steps(OFFICES, "upper_1") == {"building_1", "upper_2", "roof_1"}
    assert steps(TERRACE, "roof_2") == {"building_2"}
    assert "roof_1" in steps(TERRACE, "building_1")
    assert "roof_1" not in steps(OFFICES, "building_1")


@pytest.mark.rule("FF-13.4.1", "FF-13.4.1.b", "FF-13.6.a")
def test_a_compound_is_entered_over_the_wall_by_the_unexposed_or_through_a_breach() -> None:
    assert steps(VILLA, "street_n") == {"street_e", "street_w", "courtyard"}
    assert steps(VILLA, "street_n", exposed=True) == {"street_e", "street_w"}
    hole = {1: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_n"}}
    assert "courtyard" in steps(VILLA, "street_n", exposed=True, markers=hole)
    assert "courtyard" not in steps(VILLA, "street_e", exposed=True, markers=hole)
    assert steps(VILLA, "courtyard") == {"building_1", "street_n", "street_e", "street_s", "street_w"}
    assert steps(VILLA, "courtyard", exposed=True, markers=hole) == {"building_1", "street_n"}
    assert steps(VILLA, "building_1") == {"courtyard", "upper_1"}, "the house has no door to the street"


@pytest.mark.rule("FF-13.5", "FF-13.5.a", "FF-13.6.b", "FF-13.6")
def test_a_barricade_closes_all_buildings_from_outside_but_not_between_rooms_nor_from_inside() -> None:
    shut = {1: {"kind": "barricade", "at": "R2C2"}}
    for street in ("street_n", "street_e", "street_s", "street_w"):
        assert not {"building_1", "building_2"} & steps(COMPLEX, street, markers=shut)
    assert steps(COMPLEX, "building_1", markers=shut) == steps(COMPLEX, "building_1")
    elsewhere = {1: {"kind": "barricade", "at": "R2C1"}}
    assert "building_1" in steps(COMPLEX, "street_n", markers=elsewhere)
    holed = {**shut, 2: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_n"}}
    assert {"building_1", "building_2"} <= steps(COMPLEX, "street_n", markers=holed), "to every room behind it"
    assert not {"building_1", "building_2"} & steps(COMPLEX, "street_e", markers=holed)


@pytest.mark.rule("FF-13.6.a", "FF-13.4.1", "FF-13.5")
def test_a_barricaded_house_in_a_compound_needs_a_second_breach_from_the_yard() -> None:
    markers: dict[int, Any] = {
        1: {"kind": "barricade", "at": "R2C2"},
        2: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_n"},
    }
    assert "building_1" not in steps(GARDEN, "courtyard", markers=markers)
    markers[3] = {"kind": "breach", "at": "R2C2", "cover": "R2C2 courtyard"}
    assert "building_1" in steps(GARDEN, "courtyard", markers=markers)
    assert "building_1" not in steps(GARDEN, "street_n", markers=markers)


@pytest.mark.rule("FF-13.2.1", "FF-13.2.3", "FF-4.2.2f.eff")
def test_a_unit_moves_through_areas_as_often_as_there_are_commands_and_is_exposed() -> None:
    state = town({ME: "R2C2 street_e"}, {"R2C2": COMPLEX})
    assert words(state, covers_to_enter(state, key(state, ME), card(state, "R2C2"))) == {
        f"R2C2 {one}" for one in ("street_n", "street_s", "building_1", "building_2")
    }
    for spot in ("R2C2 building_1", "R2C2 upper_1", "R2C2 upper_2", "R2C2 building_2", "R2C2 street_w"):
        state = play(state, {"move_within": ME, "cover": spot}).state
        assert where(state, ME) == spot
        assert state.units[key(state, ME)].exposed
    assert why(state, {"move_within": ME, "cover": "R2C2 street_e"}).rule == "FF-4.2.2f"


@pytest.mark.rule("FF-13.2.1.d", "FF-5.1.4.c", "FF-4.2.2g.cond")
def test_nobody_infiltrates_between_areas() -> None:
    units = {ME: {"at": "R2C2 street_e"}, FOE: {"at": "R2C3", "unspotted": False}}
    state = town(units, {"R2C2": COMPLEX})
    assert state.fires
    assert why(state, {"infiltrate_within": ME, "cover": "R2C2 building_1"}).rule == "FF-5.1.4.c"


# -- into buildings ----------------------------------------------------------------------------------------------------


def inside(units: dict[str, Any], markers: dict[int, Any] | None = None, contact: str = "", who: str = ME) -> bool:
    state = town(
        {ME: "R2C2 street_n", **units}, {"R2C2": {"terrain": COMPLEX, "contact": contact}}, markers=markers or {}
    )
    return why_not_inside(state, key(state, who), area(state, "R2C2 building_1")) is None


HOLDER = {FOE: {"at": "R2C2 building_1", "held": True}}


@pytest.mark.rule("FF-13.2.2.a", "FF-13.2.2.a2")
def test_an_empty_building_is_entered_unless_something_may_wait_on_the_card() -> None:
    assert inside({})
    assert inside({FOE: {"at": "R2C2 building_2", "held": True}})
    assert not inside(HOLDER)
    assert not inside({}, contact="B")
    assert inside({"NVA Litter Team 1": {"at": "R2C2 building_1"}}), "nobody there who could fire"
    enemy = town({FOE: "R2C2 street_n"}, {"R2C2": {"terrain": COMPLEX, "contact": "B"}})
    assert why_not_inside(enemy, key(enemy, FOE), area(enemy, "R2C2 building_1")) is None, "markers are his own"


@pytest.mark.rule("FF-13.2.2.a1", "FF-13.2.2.a")
def test_own_men_inside_let_others_in() -> None:
    assert inside({**HOLDER, "2/1 PLT": "R2C2 building_1"})
    assert inside({"2/1 PLT": "R2C2 building_1"}, contact="B")
    assert not inside({**HOLDER, "2/1 PLT": "R2C2 building_2"})


@pytest.mark.rule("FF-13.2.2.a3")
def test_a_held_building_is_stormed_under_grenades_smoke_or_when_all_inside_are_pinned() -> None:
    thrown = {"kind": "grenade", "at": "R2C2", "value": -4, "by": ME}
    assert inside(HOLDER, {1: {**thrown, "cover": "R2C2 building_1"}})
    assert not inside(
        {**HOLDER, "NVA squad 2": {"at": "R2C2 building_2", "held": True}}, {1: {**thrown, "cover": "R2C2 building_2"}}
    )
    aimed = {"kind": "concentrated", "at": "R2C2", "cover": "R2C2 building_1", "by": "2/1 PLT"}
    firer = {"2/1 PLT": "R2C2 street_e"}
    assert not inside({**HOLDER, **firer}, {1: aimed}), "fire alone does not do it"
    assert not inside({}, contact="B"), "nobody is pinned where nobody is known to be"
    smoke = {"kind": "smoke", "at": "R2C2", "value": 2, "cover": "R2C2 street_w"}
    assert inside(HOLDER, {1: smoke})
    assert inside({}, {1: smoke}, contact="B")
    assert not inside(HOLDER, {1: {**smoke, "at": "R2C3", "cover": 0}})
    assert not inside(HOLDER, {1: {"kind": "grenade_miss", "at": "R2C2"}})
    pinned = {FOE: {"at": "R2C2 building_1", "held": True, "pinned": True}}
    assert inside(pinned)
    assert not inside({**pinned, "NVA squad 2": {"at": "R2C2 building_1", "held": True}})


@pytest.mark.rule("FF-13.2.2.a", "FF-13.2.2.a4")
def test_a_held_building_is_not_offered_from_the_street_nor_from_the_rooms_beside_it() -> None:
    for start in ("R2C2 street_n", "R2C2 building_2"):
        state = town({ME: start, **HOLDER}, {"R2C2": COMPLEX})
        assert "R2C2 building_1" not in words(state, ways_within(state, key(state, ME)))
        assert why(state, {"move_within": ME, "cover": "R2C2 building_1"}).rule == "FF-4.2.2f"
    state = town({ME: "R2C2 street_n", **HOLDER}, {"R2C2": COMPLEX})
    no = why_not_inside(state, key(state, ME), area(state, "R2C2 building_1"))
    assert no is not None
    assert (no.rule, no.key) == ("FF-13.2.2.a", "refuse.building_held")
    upstairs = town({ME: "R2C2 building_2", FOE: {"at": "R2C2 upper_2", "held": True}}, {"R2C2": COMPLEX})
    assert "R2C2 upper_2" not in words(upstairs, ways_within(upstairs, key(upstairs, ME))), "storeys are held too"


# -- from card to card -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.2.1", "FF-13.2.1.a")
def test_an_urban_card_is_entered_in_the_nearest_street_and_across_a_corner_in_one_of_two() -> None:
    cards = {"R2C2": COMPLEX}
    assert entry("R2C1", "R2C2", cards) == {"R2C2 street_w"}
    assert entry("R1C2", "R2C2", cards) == {"R2C2 street_s"}
    assert entry("R1C1", "R2C2", cards) == {"R2C2 street_w", "R2C2 street_s"}
    assert entry("R3C3", "R2C2", cards) == {"R2C2 street_n", "R2C2 street_e"}
    moved = play(town({ME: "R1C1"}, cards), {"move": ME, "to": "R2C2", "cover": "R2C2 street_w"}).state
    assert where(moved, ME) == "R2C2 street_w"
    assert moved.units[key(moved, ME)].exposed
    first = play(town({ME: "R2C1"}, cards), {"move": ME, "to": "R2C2"}).state
    assert where(first, ME) == "R2C2 street_w"
    assert why(town({ME: "R2C1"}, cards), {"move": ME, "to": "R2C2", "cover": "R2C2 street_s"}).rule == "FF-4.2.2a"


@pytest.mark.rule("FF-13.2.1.b", "FF-13.2.1")
def test_out_of_a_building_one_move_leads_to_the_own_street_or_to_that_of_the_next_block() -> None:
    cards = {"R2C2": HALL, "R2C3": COMPLEX, "R3C3": HOUSES}
    assert entry("R2C2 building_1", "R2C3", cards) == {"R2C3 street_w"}
    assert entry("R2C2 building_1", "R3C3", cards) == {"R3C3 street_w", "R3C3 street_s"}
    state = town({ME: "R2C2 building_1"}, cards)
    assert why(state, {"move": ME, "to": "R2C1"}).rule == "FF-13.2.1", "to open ground only from the street"
    assert not entry("R2C3 upper_1", "R2C2", cards), "nobody leaves from upstairs"
    walled = {"R2C2": VILLA, "R2C3": COMPLEX}
    assert not entry("R2C2 building_1", "R2C3", walled)
    assert not entry("R2C2 courtyard", "R2C3", walled)


@pytest.mark.rule("FF-13.2.1", "FF-13.2.1.c")
def test_a_card_is_left_from_the_street_that_faces_the_way() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": HALL}
    for spot, goes in (("street_e", True), ("street_n", False), ("street_w", False), ("street_s", False)):
        state = town({ME: f"R2C2 {spot}"}, cards)
        assert (why_not_enter(state, key(state, ME), card(state, "R2C3")) is None) is goes
        assert (why_not_enter(state, key(state, ME), card(state, "R3C3")) is None) is (spot in ("street_e", "street_n"))
    assert entry("R2C2 street_e", "R2C3", cards) == {"R2C3 street_w"}
    no = why_not_enter(state, key(state, ME), card(state, "R2C3"))
    assert no is not None
    assert (no.rule, no.key) == ("FF-13.2.1", "refuse.wrong_side_of_block")


@pytest.mark.rule("FF-13.6.c", "FF-13.6", "FF-13.4.1.a")
def test_through_a_breach_one_move_leads_from_the_next_card_into_any_room_but_not_into_a_compound() -> None:
    hole = {1: {"kind": "breach", "at": "R2C3", "cover": "R2C3 street_w"}}
    cards = {"R2C2": HALL, "R2C3": COMPLEX}
    streets, rooms = {"R2C3 street_w"}, {"R2C3 building_1", "R2C3 building_2"}
    assert entry("R2C2 street_e", "R2C3", cards, markers=hole) == streets | rooms
    assert entry("R2C2 building_1", "R2C3", cards, markers=hole) == streets | rooms
    assert entry("R1C3", "R2C3", cards, markers=hole) == {"R2C3 street_s"}, "another street has no hole"
    assert entry("R2C2 street_e", "R2C3", {"R2C2": HALL, "R2C3": VILLA}, markers=hole) == streets
    held = town({ME: "R2C2 street_e", FOE: {"at": "R2C3 building_1", "held": True}}, cards, markers=hole)
    assert words(held, ways_in(held, key(held, ME), card(held, "R2C3"))) == {*streets, "R2C3 building_2"}


@pytest.mark.rule("FF-13.6.c", "FF-13.2.5")
def test_fire_in_the_street_does_not_stop_those_who_come_through_a_breach() -> None:
    hole = {1: {"kind": "breach", "at": "R2C3", "cover": "R2C3 street_w"}}
    gun = {"NVA MG team 1": {"at": "R3C3 street_w"}, "2/1 PLT": {"at": "R2C3 street_w", "held": True}}
    cards = {"R2C2": HALL, "R2C3": COMPLEX, "R3C3": HALL}
    fires = {"NVA MG team 1": {"at": "R2C3"}}
    state = town({ME: {"at": "R2C2 street_e", "held": True}, **gun}, cards, markers=hole, fires=fires)
    inside = play(state, {"move": ME, "to": "R2C3", "cover": "R2C3 building_1"}).state
    assert not inside.units[key(inside, ME)].stopped
    outside = play(state, {"move": ME, "to": "R2C3", "cover": "R2C3 street_w"}).state
    assert outside.units[key(outside, ME)].stopped


JOINED = {1: {"kind": "joined", "at": "R2C2", "value": E}}


@pytest.mark.rule("FF-13.7", "FF-13.7.a", "FF-13.7.b", "FF-13.3.d")
def test_joined_buildings_are_one_and_have_no_street_between_them() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": COMPLEX}
    assert entry("R2C2 building_1", "R2C3", cards, markers=JOINED) == {"R2C3 building_1", "R2C3 building_2"}
    assert entry("R2C3 building_2", "R2C2", cards, markers=JOINED) == {"R2C2 building_1", "R2C2 building_2"}
    assert entry("R2C2 upper_1", "R2C3", cards, markers=JOINED) == {"R2C3 upper_1", "R2C3 upper_2"}
    assert entry("R2C2 street_n", "R2C3", cards, markers=JOINED) == {"R2C3 street_n"}, "the street goes on alongside"
    assert entry("R2C2 street_w", "R2C3", cards, markers=JOINED) == set()
    assert entry("R1C1", "R2C2", cards, markers=JOINED) == {"R2C2 street_s", "R2C2 street_w"}
    assert entry("R1C3", "R2C2", cards, markers=JOINED) == {"R2C2 street_s"}
    assert steps(COMPLEX, "street_n", markers=JOINED) == {"street_w", "building_1", "building_2"}
    roofs = {"R2C2": OFFICES, "R2C3": OFFICES}
    assert entry("R2C2 roof_1", "R2C3", roofs, markers=JOINED) == set()


@pytest.mark.rule("FF-13.7.b", "FF-13.7", "FF-4.2.2a.exp", "FF-5.1.2.b")
def test_nobody_is_exposed_between_joined_buildings_and_may_go_on() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": COMPLEX}
    state = town({ME: "R2C2 building_1"}, cards, markers=JOINED)
    inside = play(state, {"move": ME, "to": "R2C3", "cover": "R2C3 building_2"}).state
    assert (where(inside, ME), inside.units[key(inside, ME)].exposed) == ("R2C3 building_2", False)
    along = play(town({ME: "R2C2 street_n"}, cards, markers=JOINED), {"move": ME, "to": "R2C3"}).state
    assert along.units[key(along, ME)].exposed
    out = town({ME: "R2C2 building_1"}, {**cards, "R3C2": COMPLEX}, markers=JOINED)
    assert play(out, {"move": ME, "to": "R3C2"}).state.units[key(out, ME)].exposed
    barred = town({ME: "R2C2 building_1"}, cards, markers={**JOINED, 2: {"kind": "barricade", "at": "R2C3"}})
    rooms = words(barred, ways_in(barred, key(barred, ME), card(barred, "R2C3")))
    assert rooms == {"R2C3 building_1", "R2C3 building_2"}


# -- under fire --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.2.5", "FF-13.2.5.a")
def test_whoever_moves_into_new_fire_goes_no_farther_this_turn() -> None:
    units = {ME: "R2C2 street_s", "2/1 PLT": {"at": "R2C2 street_e", "held": True}, FOE: "R2C3 building_1"}
    state = town(units, {"R2C2": HALL, "R2C3": HALL})
    stopped = play(state, {"move_within": ME, "cover": "R2C2 street_e"}).state
    assert stopped.units[key(state, ME)].stopped
    assert why(stopped, {"move_within": ME, "cover": "R2C2 street_s"}).rule == "FF-13.2.5"
    safe = play(state, {"move_within": ME, "cover": "R2C2 street_w"}).state
    assert not safe.units[key(state, ME)].stopped
    known = play(state, {"move_within": "2/1 PLT", "cover": "R2C2 building_1"}).state
    assert not known.units[key(state, "2/1 PLT")].stopped, "it was under that fire already"


@pytest.mark.rule("FF-13.2.5", "FF-13.2.5.a")
def test_fire_stops_those_who_come_from_another_card_and_not_on_open_ground() -> None:
    units = {ME: {"at": "R1C2", "held": True}, "2/1 PLT": {"at": "R2C2 street_s", "held": True}, FOE: {"at": "R2C1"}}
    state = town(units, {"R2C2": HALL}, fires={FOE: {"at": "R2C2"}})
    moved = play(state, {"move": ME, "to": "R2C2"}).state
    assert moved.units[key(state, ME)].stopped
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    shelled = play(town({ME: "R1C2"}, {"R2C2": HALL}, markers=shells), {"move": ME, "to": "R2C2"}).state
    assert shelled.units[key(shelled, ME)].stopped
    under = town({ME: "R2C2 street_s"}, {"R2C2": HALL}, markers=shells)
    still = play(under, {"move_within": ME, "cover": "R2C2 street_e"}).state
    assert not still.units[key(still, ME)].stopped, "those shells were on it before"
    open_ground = town({ME: "R1C2"}, {"R4C4": HALL}, markers={1: {"kind": "incoming", "at": "R2C2", "value": -4}})
    assert not play(open_ground, {"move": ME, "to": "R2C2"}).state.units[key(open_ground, ME)].stopped
    plain = board({"1/1 PLT": "R1C2"}, markers={1: {"kind": "incoming", "at": "R2C2", "value": -4}})
    assert not play(plain, {"move": "1/1 PLT", "to": "R2C2"}).state.units[key(plain, "1/1 PLT")].stopped


@pytest.mark.rule("FF-13.2.5.a")
def test_after_cleanup_those_who_were_stopped_move_again() -> None:
    from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers

    d = drafted(town({ME: {"at": "R2C2 street_s", "stopped": True}}, {"R2C2": HALL}))
    clear_markers(d)
    assert not d.now.units[key(d.now, ME)].stopped


@pytest.mark.rule("FF-13.2.1", "FF-13.2.1.a")
def test_a_forced_move_ends_in_the_nearest_street_and_is_told() -> None:
    d = drafted(town({ME: "R1C1"}, {"R2C2": HALL}))
    move(d, key(d.now, ME), card(d.now, "R2C2"))
    assert where(d.now, ME) == "R2C2 street_s"
    assert [one.key for one in d.entries][:2] == ["log.moved", "log.in_area"]


@pytest.mark.rule("FF-13.2.2.a4", "FF-13.2.2.a")
def test_streets_are_entered_whoever_is_there_and_rooms_that_nobody_holds() -> None:
    foes = {FOE: {"at": "R2C2 street_e", "held": True}, "NVA squad 2": {"at": "R2C2 building_1", "held": True}}
    state = town({ME: "R2C2 street_n", **foes}, {"R2C2": COMPLEX})
    assert words(state, ways_within(state, key(state, ME))) == {
        "R2C2 street_e",
        "R2C2 street_w",
        "R2C2 building_2",
    }
    pinned = {**foes, "NVA squad 2": {"at": "R2C2 building_1", "held": True, "pinned": True}}
    stormed = town({ME: "R2C2 street_n", **pinned}, {"R2C2": COMPLEX})
    assert "R2C2 building_1" in words(stormed, ways_within(stormed, key(stormed, ME)))


@pytest.mark.rule("FF-13.2.1")
def test_beside_a_town_open_ground_is_crossed_as_ever() -> None:
    state = town({ME: "R1C1"}, {"R4C4": HALL})
    assert why_not_enter(state, key(state, ME), card(state, "R1C2")) is None


@pytest.mark.rule("FF-13.7.b", "FF-13.7")
def test_only_between_rooms_of_joined_cards_a_move_is_unseen() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": COMPLEX, "R3C2": COMPLEX}
    state = town({}, cards, markers=JOINED)

    def unseen(start: str, goal: str) -> bool:
        ends = (area(state, one) if one else 0 for one in (start, goal))
        return is_indoor_passage(state, *ends)

    assert unseen("R2C2 building_1", "R2C3 building_2")
    assert not unseen("R2C2 street_n", "R2C3 building_2")
    assert not unseen("R2C2 building_1", "R2C3 street_n")
    assert not unseen("R2C2 building_1", "R3C2 building_1")
    assert not unseen("R2C2 building_1", "R2C2 building_2")
    assert not unseen("", "R2C3 building_2")
    assert not unseen("R2C2 building_1", "")


@pytest.mark.rule("FF-13.2.5")
def test_shells_on_the_next_card_are_new_fire_and_so_is_another_gun() -> None:
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -4}, 2: {"kind": "incoming", "at": "R1C2", "value": -4}}
    state = town({ME: "R1C2"}, {"R2C2": HALL}, markers=shells)
    step = play(state, {"move": ME, "to": "R2C2"})
    assert step.state.units[key(state, ME)].stopped
    assert "log.stopped_by_fire" in [one.key for one in step.entries]
    guns = {FOE: {"at": "R2C3 building_1"}, "NVA squad 2": {"at": "R3C2 building_1"}}
    mate = {"2/1 PLT": {"at": "R2C2 building_1", "held": True}}
    fires = {FOE: {"at": "R2C2"}, "NVA squad 2": {"at": "R2C2"}}
    cards = {"R2C2": HALL, "R2C3": HALL, "R3C2": HALL}
    under = town({ME: {"at": "R2C2 street_e", "held": True}, **guns, **mate}, cards, fires=fires)
    both = play(under, {"move_within": ME, "cover": "R2C2 building_1"}).state
    assert both.units[key(under, ME)].stopped, "the other gun had not reached it"
