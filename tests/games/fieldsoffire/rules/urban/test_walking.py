"""How the enemy takes cover and falls back in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy import situations, snipers
from sandtable.games.fieldsoffire.rules.enemy.advancing import advance
from sandtable.games.fieldsoffire.rules.enemy.conduct import take_cover, why_not_cover
from sandtable.games.fieldsoffire.rules.enemy.falling_back import fall_back, why_not_fall_back
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat, ways_back
from sandtable.games.fieldsoffire.rules.urban import walking
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import card, drafted, key
from tests.games.fieldsoffire.town import COMPLEX, GARDEN, HALL, HOUSES, POST, VILLA, area, town, where, words

ME, FOE = "1/1 PLT", "NVA squad 1"
MANY = tuple(range(1, 51))


def shuffled(state: FieldsState) -> Draft[FieldsState]:
    """A draft in which any number of cards may be drawn."""
    return drafted(state, MANY)


# -- taking cover and falling back -------------------------------------------------------------------------------------


@pytest.mark.rule("FF-13.2.3", "FF-13.1.b")
def test_an_enemy_in_the_street_takes_cover_in_a_building_and_one_inside_has_it() -> None:
    state = town({FOE: "R2C2 street_n"}, {"R2C2": COMPLEX})
    assert why_not_cover(state, key(state, FOE)) is None
    d = shuffled(state)
    take_cover(d, key(state, FOE))
    assert where(d.now, FOE) in ("R2C2 building_1", "R2C2 building_2")
    inside = town({FOE: "R2C2 building_1"}, {"R2C2": COMPLEX})
    assert why_not_cover(inside, key(inside, FOE)) is not None


@pytest.mark.rule("FF-13.2.3")
def test_he_goes_through_several_areas_to_get_there() -> None:
    state = town({FOE: "R2C2 street_n"}, {"R2C2": GARDEN})
    d = shuffled(state)
    take_cover(d, key(state, FOE))
    assert where(d.now, FOE) == "R2C2 building_1", "over the wall and through the yard"
    exposed = town({FOE: {"at": "R2C2 street_n", "exposed": True}}, {"R2C2": GARDEN})
    assert why_not_cover(exposed, key(exposed, FOE)) is not None, "over the wall only while he is unexposed"
    hole = {1: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_w"}}
    around = town({FOE: {"at": "R2C2 street_n", "exposed": True}}, {"R2C2": GARDEN}, markers=hole)
    way = walking.way_inside(around, key(around, FOE))
    assert [around.covers[one].area for one in way] == ["street_w", "courtyard", "building_1"]


@pytest.mark.rule("FF-13.2.3", "FF-13.2.5")
def test_new_fire_stops_him_on_his_way() -> None:
    markers = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    shells = town({FOE: {"at": "R3C3", "held": True}}, {"R2C2": HALL}, markers=markers)
    d = shuffled(shells)
    from sandtable.games.fieldsoffire.rules.ground.movement import move

    move(d, key(shells, FOE), card(shells, "R2C2"))
    walking.go_inside(d, key(shells, FOE))
    assert where(d.now, FOE) == "R2C2 street_n"
    assert d.now.units[key(shells, FOE)].stopped


@pytest.mark.rule("FF-13.2.3")
def test_of_two_buildings_as_near_he_takes_the_one_that_protects_better() -> None:
    facts = {"terrain": {"odd": {"town": {"kind": "separate", "buildings": [2, 5]}}}}
    state = town({FOE: "R2C2 street_n"}, {"R2C2": "odd"}, facts=facts)
    assert words(state, walking.way_inside(state, key(state, FOE))) == {"R2C2 building_2"}
    crowd = {f"NVA squad {number}": {"at": "R2C2 building_2", "held": True} for number in (2, 3)}
    full = town({FOE: "R2C2 street_n", **crowd}, {"R2C2": "odd"}, facts=facts)
    assert words(full, walking.way_inside(full, key(full, FOE))) == {"R2C2 building_1"}
    held = town({FOE: "R2C2 street_n", ME: {"at": "R2C2 building_2", "held": True}}, {"R2C2": "odd"}, facts=facts)
    assert words(held, walking.way_inside(held, key(held, FOE))) == {"R2C2 building_1"}, "the other is held"


@pytest.mark.rule("FF-13.2.4", "FF-13.2.4.a")
def test_falling_back_leads_to_the_next_card_and_there_into_a_building() -> None:
    cards, narrow = {"R3C1": HALL, "R2C1": HALL}, {"map": {"columns": 1}}
    state = town({FOE: {"at": "R2C1 street_n", "held": True}}, cards, facts=narrow)
    d = shuffled(state)
    fall_back(d, key(state, FOE))
    assert where(d.now, FOE) == "R3C1 building_1"
    shut = {1: {"kind": "barricade", "at": "R3C1"}}
    closed = town({FOE: {"at": "R2C1 street_n", "held": True}}, cards, facts=narrow, markers=shut)
    d = shuffled(closed)
    fall_back(d, key(closed, FOE))
    assert where(d.now, FOE) == "R3C1 street_s"
    wrong = town({FOE: {"at": "R2C1 street_s", "held": True}}, cards, facts=narrow)
    assert why_not_fall_back(wrong, key(wrong, FOE)) is not None, "the house is in his way"


@pytest.mark.rule("FF-13.2.4", "FF-13.2.4.a", "FF-13.2.1.b")
def test_a_retreat_goes_where_the_area_leads_and_on_into_a_building() -> None:
    team = "Paralyzed Team 1"
    cards = {"R2C2": HALL, "R1C2": HALL}
    fire = {FOE: {"at": "R3C2"}}
    state = town({team: "R2C2 building_1", **fire}, cards, fires={FOE: {"at": "R2C2"}})
    d = shuffled(state)
    retreat(d)
    assert where(d.now, team) == "R1C2 building_1"
    opposite = town({team: "R2C2 street_n", **fire}, {"R2C2": HALL}, fires={FOE: {"at": "R2C2"}})
    assert ways_back(opposite, key(opposite, team)) == (), "the house is in his way"


@pytest.mark.rule("FF-13.2.3", "FFT-act-legend-7")
def test_an_advance_ends_in_a_building_of_the_next_card() -> None:
    cards = {"R3C2": HALL, "R2C2": HALL}
    state = town({FOE: {"at": "R3C2 street_s", "held": True}}, cards)
    d = shuffled(state)
    advance(d, key(state, FOE))
    assert where(d.now, FOE) == "R2C2 building_1"


@pytest.mark.rule("FF-13.1.b", "FF-13.1.e")
@pytest.mark.parametrize(("spot", "covered"), [("street_n", False), ("building_1", True)])
def test_for_his_activity_checks_a_street_is_open_ground(spot: str, covered: bool) -> None:
    state = town({FOE: {"at": f"R2C2 {spot}", "pinned": True}}, {"R2C2": HALL})
    verdicts = [situations.pinned_covered(state, key(state, FOE)), situations.pinned_open(state, key(state, FOE))]
    assert [not one for one in verdicts] == [covered, not covered]
    joint = town({FOE: f"R2C2 {spot}", ME: "R2C2 street_e"}, {"R2C2": HALL})
    verdicts = [situations.joint_covered(joint, key(joint, FOE)), situations.joint_open(joint, key(joint, FOE))]
    assert [not one for one in verdicts] == [covered, not covered]


@pytest.mark.rule("FF-8.8.c", "FF-13.5")
def test_a_spotted_sniper_stays_in_a_barricaded_house_or_a_compound() -> None:
    def stays(terrain: str, spot: str, **fields: Any) -> bool:
        state = town({"NVA Sniper 1": f"R2C2 {spot}"}, {"R2C2": terrain}, **fields)
        return snipers.stays(state, key(state, "NVA Sniper 1"))

    shut = {1: {"kind": "barricade", "at": "R2C2"}}
    assert stays(HALL, "building_1", markers=shut)
    assert not stays(HALL, "building_1")
    assert not stays(HALL, "street_n", markers=shut)
    assert stays(VILLA, "upper_1")
    assert not stays(VILLA, "courtyard")


@pytest.mark.rule("FF-8.8.b", "FF-13.8.2")
def test_a_sniper_is_hidden_again_in_an_area_that_nobody_sees() -> None:
    def decides(spot: str) -> str:
        state = town({"NVA Sniper 1": f"R2C2 {spot}", ME: "R1C2"}, {"R2C2": HOUSES, "R3C2": HOUSES})
        return snipers.decide(state, key(state, "NVA Sniper 1"))[1]

    assert decides("street_n") == "hide"
    assert decides("building_1") == "withdraw"


@pytest.mark.rule("FF-13.2.3", "FF-13.2.4", "FF-13.2.4.a")
def test_only_those_outdoors_in_a_town_look_for_a_way_inside() -> None:
    upstairs = town({FOE: "R2C2 upper_1", "NVA squad 2": "R1C1"}, {"R2C2": POST})
    assert walking.way_inside(upstairs, key(upstairs, FOE)) == ()
    assert walking.way_inside(upstairs, key(upstairs, "NVA squad 2")) == ()
    walled = town({FOE: "R2C2 building_1"}, {"R2C2": GARDEN})
    street = area(walled, "R2C2 street_n")
    assert walking.way_to(walled, key(walled, FOE), lambda one: one == street) == (), "Exposed nobody climbs the wall"
    hole = {1: {"kind": "breach", "at": "R2C2", "cover": "R2C2 street_n"}}
    holed = town({FOE: "R2C2 building_1"}, {"R2C2": GARDEN}, markers=hole)
    assert len(walking.way_to(holed, key(holed, FOE), lambda one: one == street)) == 2
