"""What is thrown by hand in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command import phosphorus
from sandtable.games.fieldsoffire.rules.command.signals import areas_for, cards_for
from sandtable.games.fieldsoffire.rules.urban.throwing import allows, areas_to_throw, reaches
from sandtable.games.fieldsoffire.rules.weapons.grenades import why_not_target
from tests.games.fieldsoffire.board import card, key, play, why
from tests.games.fieldsoffire.town import COMPLEX, HALL, OFFICES, POST, TERRACE, VILLA, area, town, words

ME, FOE = "1/1 PLT", "NVA squad 1"
COLUMNS = (
    "street",
    "adjacent_street",
    "ground_floor",
    "single_storey_roof",
    "upper_storey",
    "multi_storey_roof",
    "courtyard",
)


@pytest.mark.parametrize(
    ("start", "row"),
    [
        pytest.param("street", "YYYYNNY", marks=pytest.mark.rule("FF-13.9.T.street", "FF-13.9.T")),
        pytest.param("ground_floor", "YNYYYNY", marks=pytest.mark.rule("FF-13.9.T.ground", "FF-13.9.T")),
        pytest.param("single_storey_roof", "YYYYNNY", marks=pytest.mark.rule("FF-13.9.T.lowroof", "FF-13.9.T")),
        pytest.param("upper_storey", "YNYNYYY", marks=pytest.mark.rule("FF-13.9.T.upper", "FF-13.9.T")),
        pytest.param("multi_storey_roof", "YYNNYYY", marks=pytest.mark.rule("FF-13.9.T.highroof", "FF-13.9.T")),
        pytest.param("courtyard", "YNYYNNY", marks=pytest.mark.rule("FF-13.9.T.court", "FF-13.9.T")),
    ],
)
def test_the_table_of_throwing_is_as_printed(start: str, row: str) -> None:
    assert "".join("Y" if allows(start, goal) else "N" for goal in COLUMNS) == row


def thrown(start: str, cards: dict[str, str], **fields: Any) -> set[str]:
    state = town({ME: start}, cards, **fields)
    return words(state, areas_to_throw(state, key(state, ME)))


def on(at: str, *spots: str) -> set[str]:
    return {f"{at} {spot}" for spot in spots}


@pytest.mark.rule("FF-13.9.1", "FF-13.9.T.street")
def test_from_a_street_it_goes_around_the_corner_across_the_street_and_into_the_ground_floors() -> None:
    cards = {"R2C2": COMPLEX, "R3C2": COMPLEX, "R2C3": COMPLEX}
    found = thrown("R2C2 street_n", cards)
    assert found == on("R2C2", "street_n", "street_e", "street_w", "building_1", "building_2") | {"R3C2 street_s"}
    assert on("R2C2", "roof_1", "roof_2") <= thrown("R2C2 street_n", {"R2C2": TERRACE})
    assert "R2C2 courtyard" in thrown("R2C2 street_n", {"R2C2": VILLA})
    for side, at, half in (("s", "R1C2", "n"), ("e", "R2C3", "w"), ("w", "R2C1", "e")):
        assert f"{at} street_{half}" in thrown(f"R2C2 street_{side}", {"R2C2": HALL, at: HALL})
    assert not on("R2C2", "roof_1", "upper_1") & thrown("R2C2 street_n", {"R2C2": OFFICES})


@pytest.mark.rule("FF-13.9.2", "FF-13.9.T.ground", "FF-13.9.T.upper", "FF-13.9.T.highroof", "FF-13.9.T.lowroof")
def test_inside_it_goes_through_the_level_and_one_up_or_down_in_the_same_rooms() -> None:
    streets = on("R2C2", "street_n", "street_e", "street_s", "street_w")
    cards = {"R2C2": OFFICES, "R3C2": OFFICES}
    assert thrown("R2C2 building_1", cards) == streets | on("R2C2", "building_1", "building_2", "upper_1")
    assert thrown("R2C2 upper_1", cards) == streets | on("R2C2", "building_1", "upper_1", "upper_2", "roof_1")
    roofs = on("R2C2", "upper_1", "roof_1", "roof_2")
    assert thrown("R2C2 roof_1", cards) == streets | roofs | {"R3C2 street_s"}
    low = thrown("R2C2 roof_1", {"R2C2": TERRACE, "R2C1": HALL})
    assert low == streets | on("R2C2", "building_1", "roof_1", "roof_2") | {"R2C1 street_e"}
    yard = thrown("R2C2 courtyard", {"R2C2": VILLA, "R2C1": HALL})
    assert yard == streets | on("R2C2", "building_1", "courtyard")


@pytest.mark.rule("FF-13.9.2")
def test_into_a_joined_building_it_goes_on_the_same_level() -> None:
    cards = {"R2C2": COMPLEX, "R2C3": COMPLEX}
    markers = {1: {"kind": "joined", "at": "R2C2", "value": 2}}
    found = thrown("R2C2 building_1", cards, markers=markers)
    assert {one for one in found if one.startswith("R2C3")} == on("R2C3", "building_1", "building_2")
    assert not {one for one in thrown("R2C2 building_1", cards) if one.startswith("R2C3")}
    yards = {"R2C2": VILLA, "R2C3": VILLA}
    assert not {one for one in thrown("R2C2 courtyard", yards, markers=markers) if one.startswith("R2C3")}
    outside = thrown("R2C2 street_n", cards, markers=markers)
    assert not {one for one in outside if one.startswith("R2C3")}


@pytest.mark.rule("FF-13.9.1")
def test_the_street_of_the_next_card_is_in_reach_only_where_it_is_the_other_half_of_the_own() -> None:
    state = town({}, {"R2C2": HALL, "R3C2": HALL, "R2C3": HALL})

    def can(a: str, b: str) -> bool:
        return reaches(state, area(state, a), area(state, b))

    assert can("R2C2 street_n", "R3C2 street_s")
    assert not can("R2C2 street_e", "R3C2 street_s")
    assert not can("R2C2 street_n", "R3C2 street_n")
    assert not can("R2C2 street_n", "R2C3 street_n")
    assert not can("R2C2 street_n", "R3C2 building_1")
    assert not can("R2C2 street_n", "R2C2 street_s")


def refused(state: FieldsState, thrower: str) -> tuple[str, str]:
    """Why the enemy is no target for somebody's grenades."""
    no = why_not_target(state, key(state, thrower), key(state, FOE))
    assert no is not None
    return no.rule, no.key


# -- grenades ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.9.1", "FF-13.9.T", "FF-13.9.a")
def test_hand_grenades_cross_the_street_without_a_launcher_and_cost_nothing() -> None:
    team = "Assault Team 1"
    cards = {"R2C2": HALL, "R3C2": HALL, "R4C2": HALL}
    foe = {FOE: {"at": "R3C2 street_s", "held": True}}
    state = town({team: "R2C2 street_n", **foe}, cards)
    hit = play(state, {"grenade": team, "target": FOE}, deck=(4, 3))
    assert "log.grenade_hit" in [one.key for one in hit.entries]
    assert not [one for one in hit.entries if one.key == "log.attempt" and one.params["unit"] != key(state, team)][1:]
    (marker,) = (one for one in hit.state.markers.values() if one.kind == "grenade")
    assert (marker.cover, marker.side) == (area(state, "R3C2 street_s"), "")
    far = town({team: "R2C2 street_e", **foe}, cards)
    assert refused(far, team) == ("FF-7.10.1.b", "refuse.out_of_reach")
    from_outside = town({team: "R1C2", FOE: {"at": "R2C2 street_s", "held": True}}, cards)
    assert refused(from_outside, team) == ("FF-7.10.1.b", "refuse.out_of_reach")
    to_outside = town({team: "R2C2 street_s", FOE: {"at": "R1C2", "held": True}}, cards)
    assert refused(to_outside, team) == ("FF-7.10.1.b", "refuse.out_of_reach")
    unarmed = town({"1 PLT HQ": "R2C2 street_n", **foe}, cards)
    assert refused(unarmed, "1 PLT HQ") == ("FF-7.10.1.b", "refuse.out_of_reach")
    litter = town({"Litter Team 1": "R2C2 street_n", **foe}, cards)
    assert why(litter, {"grenade": "Litter Team 1", "target": FOE}).rule == "FF-4.2.5.litter.co"


@pytest.mark.rule("FF-13.9.T", "FF-13.9.T.street", "FF-13.9.2")
def test_on_one_card_the_table_says_who_can_be_reached() -> None:
    state = town({ME: "R2C2 street_n", FOE: {"at": "R2C2 upper_1", "held": True}}, {"R2C2": POST})
    assert refused(state, ME) == ("FF-13.9.T", "refuse.no_throw_there")
    below = town({ME: "R2C2 upper_1", FOE: {"at": "R2C2 building_1", "held": True}}, {"R2C2": POST})
    assert "log.grenade_hit" in [
        one.key for one in play(below, {"grenade": ME, "target": FOE}, deck=(4, 3, 5, 6)).entries
    ]


@pytest.mark.rule("FF-13.9.T.los")
def test_a_grenade_needs_a_target_that_is_seen() -> None:
    state = town({ME: "R2C2 street_n", FOE: {"at": "R2C2 courtyard", "held": True}}, {"R2C2": VILLA})
    assert refused(state, ME) == ("FF-13.9.T.los", "refuse.target_not_seen")


@pytest.mark.rule("FF-13.9.1", "FF-7.10.1.e")
def test_nobody_throws_across_the_street_while_he_is_engaged_on_his_own_card() -> None:
    units = {ME: "R2C2 street_n", FOE: {"at": "R3C2 street_s", "held": True}}
    cards = {"R2C2": HALL, "R3C2": HALL}
    near = {"NVA squad 2": {"at": "R2C2 building_1", "held": True}}
    assert refused(town({**units, **near}, cards), ME) == ("FF-7.10.1.e", "refuse.engaged_here")
    unseen = {"NVA squad 2": {"at": "R2C2 street_s", "held": True}}
    play(town({**units, **unseen}, cards), {"grenade": ME, "target": FOE}, deck=(4, 3))


@pytest.mark.rule("FF-13.8.1.f", "FF-7.10.5.c")
def test_only_the_other_side_of_an_area_throws_back() -> None:
    units = {ME: "R2C2 building_1", "2/1 PLT": "R2C2 building_2", FOE: "R2C2 building_2"}
    state = town(units, {"R2C2": COMPLEX})
    step = play(state, {"grenade": ME, "target": FOE}, deck=(4, 3, 5, 6))
    throwers = [one.params["unit"].id for one in step.entries if one.key in ("log.grenade_hit", "log.grenade_missed")]
    assert throwers == [key(state, ME), key(state, FOE)]


# -- smoke and gas -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.9.1", "FF-13.9.2", "FF-13.9.3")
def test_smoke_is_thrown_into_an_area_and_stays_there() -> None:
    cards = {"R2C2": HALL, "R3C2": HALL}
    assets = {1: {"kind": "smoke", "holder": ME}, 2: {"kind": "illum", "holder": ME}}
    state = town({ME: "R2C2 street_n"}, cards, assets=assets)
    me, here, there = key(state, ME), card(state, "R2C2"), card(state, "R3C2")
    assert cards_for(state, me, "smoke") == (here, there)
    assert words(state, areas_for(state, me, "smoke", there)) == {"R3C2 street_s"}
    assert areas_for(state, me, "illum", there) == ()
    across = play(state, {"pyrotechnics": ME, "asset": 1, "card": "R3C2"}).state
    (marker,) = across.markers.values()
    assert (marker.at, marker.cover) == (there, area(state, "R3C2 street_s"))
    own = play(state, {"pyrotechnics": ME, "asset": 1, "card": "R2C2", "cover": "R2C2 building_1"}).state
    assert [one.cover for one in own.markers.values()] == [area(state, "R2C2 building_1")]
    open_ground = town({ME: "R1C2"}, cards, assets=assets)
    assert cards_for(open_ground, key(open_ground, ME), "smoke") == (card(state, "R1C2"),)
    assert areas_for(open_ground, key(open_ground, ME), "smoke", card(state, "R1C2")) == ()
    plain = play(open_ground, {"pyrotechnics": ME, "asset": 1, "card": "R1C2"}).state
    assert [one.cover for one in plain.markers.values()] == [0]


@pytest.mark.rule("FF-13.9.3", "FF-4.4.3.c")
def test_gas_is_breathed_in_its_own_area_only() -> None:
    from sandtable.games.fieldsoffire.rules.command.gas import gassed

    markers = {1: {"kind": "smoke", "at": "R2C2", "cover": "R2C2 street_n", "value": 1, "form": "CS"}}
    state = town({ME: "R2C2 street_n", "2/1 PLT": "R2C2 building_1"}, {"R2C2": HALL}, markers=markers)
    assert gassed(state) == (key(state, ME),)
    whole = {1: {"kind": "smoke", "at": "R2C2", "value": 1, "form": "CS"}}
    both = town({ME: "R2C2 street_n", "2/1 PLT": "R2C2 building_1"}, {"R2C2": HALL}, markers={**markers, 2: whole[1]})
    assert set(gassed(both)) == {key(state, ME), key(state, "2/1 PLT")}


@pytest.mark.rule("FF-13.9.3", "FF-13.9.1", "FF-4.4.3.b3")
def test_phosphorus_burns_and_smokes_in_the_area_of_its_target() -> None:
    cards = {"R2C2": HALL, "R3C2": HALL}
    assets = {1: {"kind": "wp", "holder": ME}}
    state = town({ME: "R2C2 street_n", FOE: {"at": "R3C2 street_s", "held": True}}, cards, assets=assets)
    hit = play(state, {"phosphorus": ME, "target": FOE}, deck=(4, 3)).state
    target = area(state, "R3C2 street_s")
    assert {(one.kind, one.cover) for one in hit.markers.values()} == {("grenade", target), ("smoke", target)}
    far = town({ME: "R2C2 street_e", FOE: {"at": "R3C2 street_s", "held": True}}, cards, assets=assets)
    no = phosphorus.why_not_target(far, key(far, ME), key(far, FOE))
    assert no is not None
    assert no.rule == "FF-4.4.3.b"
    covers = {1: {"at": "R1C1"}}
    units = {ME: "R1C1", FOE: {"at": "R1C1", "cover": 1, "held": True}}
    ordinary = town(units, cards, assets=assets, covers=covers)
    burning = play(ordinary, {"phosphorus": ME, "target": FOE}, deck=(4, 3, 5, 6)).state
    assert [one.cover for one in burning.markers.values() if one.kind == "smoke"] == [0], "it fills the whole card"


@pytest.mark.rule("FF-13.9.1", "FF-13.9.2", "FF-13.9.3")
def test_gas_from_a_launcher_goes_into_any_area_in_view_of_the_next_card() -> None:
    state = town({ME: "R2C2 building_1"}, {"R2C2": HALL, "R3C2": HALL})
    found = areas_for(state, key(state, ME), "cs", card(state, "R3C2"))
    assert words(state, found) == {"R3C2 building_1", "R3C2 street_s"}
