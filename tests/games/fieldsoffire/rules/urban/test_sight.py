"""Sight in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.ground.sight import sees, sees_card, sees_unit, unseen_in_sight
from tests.games.fieldsoffire.board import card, key
from tests.games.fieldsoffire.town import COMPLEX, HALL, OFFICES, POST, TERRACE, VILLA, area, town

E = 2
GRID = {f"R{row}C{column}": COMPLEX for row in (1, 2, 3, 4) for column in (1, 2, 3, 4)}


def see(a: str, b: str, cards: dict[str, Any] | None = None, **fields: Any) -> bool:
    """Whether two units in areas, or on cards, see each other; it must be the same from both ends."""
    units = {"1/1 PLT": a, "2/1 PLT": b}
    state = town(units, cards if cards is not None else GRID, **fields)
    one, other = key(state, "1/1 PLT"), key(state, "2/1 PLT")
    found = sees_unit(state, one, other)
    assert fields or found is sees_unit(state, other, one)
    return found


@pytest.mark.rule("FF-13.8.2", "FF-13.1.f")
@pytest.mark.parametrize("spot", ["building_1", "building_2", "upper_1"])
def test_a_building_sees_its_streets_the_buildings_around_and_the_street_across(spot: str) -> None:
    here = f"R2C2 {spot}"
    for side in "nesw":
        assert see(here, f"R2C2 street_{side}")
    for other in ("R3C2", "R3C3", "R2C3", "R1C3", "R1C2", "R1C1", "R2C1", "R3C1"):
        assert see(here, f"{other} building_2")
    assert see(here, "R2C2 building_2")
    assert see(here, "R3C2 street_s")
    assert see(here, "R2C1 street_e")
    for hidden in ("R3C2 street_n", "R3C2 street_e", "R3C2 street_w", "R3C3 street_s", "R3C3 street_w"):
        assert not see(here, hidden)
    assert not see(here, "R4C2 building_1"), "a block of houses is between"


@pytest.mark.rule("FF-13.8.2")
def test_a_street_sees_around_its_corners_across_and_along_but_not_to_the_other_side() -> None:
    here = "R2C2 street_n"
    assert see(here, "R2C2 street_e")
    assert see(here, "R2C2 street_w")
    assert not see(here, "R2C2 street_s")
    assert see(here, "R3C2 street_s")
    assert see(here, "R3C2 building_1")
    assert not see(here, "R3C2 street_n")
    assert not see(here, "R1C2 building_1")
    for along in ("R2C1 street_n", "R2C3 street_n", "R2C4 street_n", "R3C3 street_s", "R3C1 street_s"):
        assert see(here, along)
    for aside in (
        "R2C3 street_s",
        "R2C3 street_w",
        "R2C3 building_1",
        "R3C3 building_1",
        "R3C3 street_w",
        "R1C3 street_n",
    ):
        assert not see(here, aside)


@pytest.mark.rule("FF-13.8.2", "FF-13.0")
def test_open_ground_beside_a_town_sees_the_house_and_the_three_streets_that_are_turned_to_it() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": COMPLEX}
    assert see("R2C1", "R2C2 building_1", cards)
    for side, seen in (("w", True), ("n", True), ("s", True), ("e", False)):
        assert see("R2C1", f"R2C2 street_{side}", cards) is seen
    for side, seen in (("w", True), ("s", True), ("n", False), ("e", False)):
        assert see("R1C1", f"R2C2 street_{side}", cards) is seen
    assert see("R2C1", "R2C3 street_n", cards), "along the street"
    assert not see("R2C1", "R2C3 building_1", cards)
    assert not see("R2C1", "R2C3 street_w", cards)
    assert not see("R2C1", "R2C4", cards), "houses stand between"
    assert see("R2C2 street_n", "R2C4", cards)
    assert not see("R2C2 building_1", "R2C4", cards)
    assert see("R4C2", "R2C2 building_1", cards), "across open ground"
    assert see("R4C2", "R2C2 street_n", cards)
    assert see("R4C4", "R2C2 street_n", {"R2C2": COMPLEX})
    assert not see("R4C4", "R2C2 street_n", {"R2C2": COMPLEX, "R3C3": COMPLEX})
    assert not see("R1C1", "R2C3 street_w", cards), "no straight line"
    village = {"terrain": {"village": {"multi_story": True}}}
    assert see("R1C1", "R3C1", {"R2C1": "village", "R4C4": COMPLEX}, facts=village), "villages hide nothing"


@pytest.mark.rule("FF-13.8.2", "FF-13.3.b", "FF-13.3.f", "FF-5.2.2.f")
def test_upper_storeys_and_roofs_look_over_lower_houses() -> None:
    low = {"R1C1": OFFICES, "R2C1": HALL, "R3C1": OFFICES, "R2C2": OFFICES}
    assert not see("R1C1 building_1", "R3C1 building_1", low)
    assert see("R1C1 upper_1", "R3C1 upper_1", low)
    high = {**low, "R2C1": POST}
    assert not see("R1C1 upper_1", "R3C1 upper_1", high)
    assert see("R1C1 roof_1", "R3C1 roof_1", high), "one level above the storey"
    assert see("R1C1 roof_1", "R3C1 upper_1", high), "from above it looks over what is as high as the other"
    flat = {"R1C1": TERRACE, "R2C1": HALL, "R3C1": TERRACE}
    assert see("R1C1 roof_1", "R3C1 roof_1", flat), "a low roof is as high as a storey"
    assert not see("R1C1 roof_1", "R3C1 roof_1", {**flat, "R2C1": POST})


@pytest.mark.rule("FF-13.4.2.a", "FF-13.4.2.b", "FF-13.8.2")
def test_a_wall_hides_the_yard_and_the_ground_floor_and_inside_everybody_sees_everybody() -> None:
    cards = {"R2C2": VILLA, "R2C3": COMPLEX}
    for hidden in ("courtyard", "building_1"):
        assert not see(f"R2C2 {hidden}", "R2C2 street_n", cards)
        assert not see(f"R2C2 {hidden}", "R2C3 building_1", cards)
        assert not see(f"R2C2 {hidden}", "R2C1", cards)
    assert see("R2C2 upper_1", "R2C2 street_n", cards)
    assert see("R2C2 upper_1", "R2C3 building_1", cards)
    assert see("R2C2 courtyard", "R2C2 building_1", cards)
    assert see("R2C2 courtyard", "R2C2 upper_1", cards)
    low = {"terrain": {"villa": {"town": {"kind": "compound", "buildings": [3], "wall": False}}}}
    assert see("R2C2 courtyard", "R2C1", {"R2C2": "villa"}, facts=low)
    assert see("R2C2 courtyard", "R2C2 street_n", {"R2C2": "villa"}, facts=low)


@pytest.mark.rule("FF-13.7", "FF-13.7.a")
def test_a_joined_building_looks_down_the_street_that_ends_at_it() -> None:
    markers = {1: {"kind": "joined", "at": "R2C2", "value": E}}
    for house in ("R2C2 building_1", "R2C3 building_2"):
        assert see(house, "R1C2 street_e", markers=markers)
        assert see(house, "R1C3 street_w", markers=markers)
        assert see(house, "R3C2 street_e", markers=markers)
        assert not see(house, "R1C2 street_w", markers=markers)
        assert not see(house, "R1C2 street_e"), "without the marker it does not"
    assert see("R2C2 building_1", "R4C2 street_e", markers=markers), "as far as the street goes"
    assert not see("R2C2 building_1", "R4C2 street_w", markers=markers)
    assert see("R2C2 building_1", "R2C3 building_2", markers=markers)
    across = {1: {"kind": "joined", "at": "R2C2", "value": E}, 2: {"kind": "joined", "at": "R3C2", "value": E}}
    assert not see("R2C2 building_1", "R4C2 street_e", markers=across), "another house stands in the street"
    assert not see("R2C1 street_n", "R2C4 building_1", markers=markers)
    assert see("R2C1 street_n", "R2C4 street_n", markers=markers), "alongside it goes on"


def smoke(*places: str) -> dict[int, Any]:
    rows = [
        {"kind": "smoke", "at": one.partition(" ")[0], "value": 2, "cover": one if " " in one else 0} for one in places
    ]
    return dict(enumerate(rows, start=1))


@pytest.mark.rule("FF-13.9.3", "FF-13.9.3.b", "FF-13.8.2")
def test_nobody_looks_out_of_smoke_but_into_it_and_it_keeps_to_its_area_and_level() -> None:
    fumes = smoke("R2C2 building_1")
    assert not see("R2C2 building_1", "R2C3 building_1", markers=fumes)
    assert not see("R2C2 building_1", "R2C2 street_n", markers=fumes)
    assert not see("R2C2 building_1", "R2C2 upper_1", markers=fumes)
    assert see("R2C3 building_1", "R2C2 building_1", markers=fumes)
    assert see("R2C2 street_n", "R2C2 building_1", markers=fumes)
    for clear in ("R2C2 building_2", "R2C2 upper_1"):
        assert see(clear, "R2C3 building_1", markers=fumes)
    assert see("R2C2 building_1", "R2C2 building_1", markers=fumes), "those beside it it sees"
    whole = smoke("R2C2")
    assert not see("R2C2 building_2", "R2C3 building_1", markers=whole)
    assert not see("R2C2 building_2", "R2C2 street_n", markers=whole)


@pytest.mark.rule("FF-13.9.3.a", "FF-13.9.3")
def test_smoke_in_a_street_hides_the_windows_behind_it_at_every_level_and_both_ways() -> None:
    for fumes in (smoke("R2C2 street_e"), smoke("R2C3 street_w")):
        assert not see("R2C2 building_1", "R2C3 building_1", markers=fumes)
        assert not see("R2C2 upper_1", "R2C3 upper_1", markers=fumes)
    fumes = smoke("R2C2 street_e")
    assert not see("R2C2 building_1", "R2C3 street_w", markers=fumes)
    assert see("R2C3 building_1", "R2C2 street_e", markers=fumes), "into it"
    assert not see("R2C2 street_e", "R2C3 building_1", markers=fumes), "not out of it"
    assert see("R2C2 building_1", "R3C2 building_1", markers=fumes), "another street is clear"
    assert see("R2C2 building_1", "R2C2 street_e", markers=fumes)
    field = {"R2C2": COMPLEX}
    assert not see("R2C1", "R2C2 building_1", field, markers=smoke("R2C2 street_w"))
    assert see("R2C1", "R2C2 building_1", field, markers=smoke("R2C2 street_e"))


@pytest.mark.rule("FF-13.9.3.a")
@pytest.mark.parametrize("street", ["R2C2 street_n", "R2C2 street_e", "R3C3 street_s", "R3C3 street_w"])
def test_smoke_in_any_street_at_a_corner_hides_what_lies_across_it(street: str) -> None:
    assert not see("R2C2 building_1", "R3C3 building_1", markers=smoke(street))
    assert see("R2C2 building_1", "R3C3 building_1", markers=smoke("R2C2 street_w"))


@pytest.mark.rule("FF-13.9.3", "FF-13.8.2")
def test_smoke_in_a_street_hides_what_is_farther_along_it() -> None:
    assert not see("R2C1 street_n", "R2C3 street_n", markers=smoke("R2C2 street_n"))
    assert see("R2C1 street_n", "R2C3 street_n", markers=smoke("R2C2 street_s"))
    assert not see("R2C1 street_n", "R2C3 street_n", markers=smoke("R2C2"))


@pytest.mark.rule("FF-13.8.2")
def test_a_card_is_seen_where_any_area_of_it_is_and_who_looks_does_so_from_his_own() -> None:
    state = town({"1/1 PLT": "R2C2 street_n", "2/1 PLT": "R2C2 building_1"}, GRID)
    me, you = key(state, "1/1 PLT"), key(state, "2/1 PLT")
    assert sees_card(state, me, card(state, "R2C4"))
    assert not sees_card(state, me, card(state, "R1C2"))
    assert sees_card(state, you, card(state, "R1C2"))
    assert not sees_card(state, you, card(state, "R2C4"))
    here, there = card(state, "R2C2"), card(state, "R1C2")
    assert sees(state, here, there), "from some area somebody would"
    assert not sees(state, here, there, out=area(state, "R2C2 street_n"))
    assert sees(state, here, here, out=area(state, "R2C2 street_n"))
    assert sees(state, here, here, into=area(state, "R2C2 street_n"))


@pytest.mark.rule("FF-13.8.2", "FF-13.0")
def test_cards_face_down_are_turned_up_by_those_who_see_them_from_their_area() -> None:
    down = {"terrain": "face down", "pile": "main"}
    cards: dict[str, Any] = {"R2C2": HALL, "R2C3": down, "R2C1": down}
    piles = {"main": {"rest": [385, 386]}}
    state = town({"1/1 PLT": "R2C2 street_e"}, cards, piles=piles, deck=[385])
    assert not unseen_in_sight(state)
    assert not state.cards[card(state, "R2C1")].terrain
    assert state.board.terrain[state.cards[card(state, "R2C3")].terrain].name == "Detached houses"
    assert area(state, "R2C3 building_2") in state.covers, "and it has its areas at once"
