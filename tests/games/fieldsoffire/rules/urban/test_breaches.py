"""Breaches, charges and flamethrowers in towns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.urban.areas import breached
from sandtable.games.fieldsoffire.rules.urban.breaches import blast, targets
from sandtable.games.fieldsoffire.rules.weapons import flames
from tests.games.fieldsoffire.board import drafted, key, play, why
from tests.games.fieldsoffire.town import COMPLEX, GARDEN, HALL, HOUSES, VILLA, area, town, where, words

SAPPERS, FOE = "Engineers", "NVA squad 1"
CHARGE = {1: {"kind": "demo", "holder": SAPPERS, "points": 2}}
FUEL = {1: {"kind": "flamethrower", "holder": SAPPERS, "points": 2}}


def hits(step: Any) -> list[str]:
    """Who was hit."""
    names = step.state.scenario.names["unit"]
    return [names[one.params["unit"].id] for one in step.entries if one.key == "log.hit"]


def holes(state: FieldsState) -> set[str]:
    return words(state, breached(state))


@pytest.mark.rule("FF-13.6.1", "FF-13.6.1.a", "FF-7.13.c")
def test_a_charge_is_placed_in_an_area_outside_and_makes_a_breach_at_once() -> None:
    state = town({SAPPERS: "R2C2 street_n"}, {"R2C2": HALL, "R3C2": HALL}, assets=CHARGE)
    assert words(state, targets(state, key(state, SAPPERS))) == {
        *(f"R2C2 street_{side}" for side in "new"),
        "R3C2 street_s",
    }
    step = play(state, {"place_charge": SAPPERS, "cover": "R3C2 street_s"}, deck=(5,))
    assert holes(step.state) == {"R3C2 street_s"}
    assert step.state.assets[1].points == 1
    again = targets(step.state, key(state, SAPPERS))
    assert "R3C2 street_s" not in words(state, again), "one hole is enough"
    yard = town({SAPPERS: "R2C2 courtyard"}, {"R2C2": GARDEN}, assets=CHARGE)
    assert "R2C2 courtyard" in words(yard, targets(yard, key(yard, SAPPERS)))


@pytest.mark.rule("FF-13.6.1.b", "FF-7.13.c", "FF-13.6.1")
def test_every_enemy_in_one_building_area_is_hit_at_once_and_no_friend() -> None:
    units = {
        SAPPERS: "R2C2 street_n",
        FOE: {"at": "R2C2 building_1", "held": True, "pinned": True, "unspotted": True},
        "NVA squad 2": {"at": "R2C2 building_2", "held": True, "pinned": True, "unspotted": True},
        "2/1 PLT": {"at": "R2C2 building_2", "held": True},
        "NVA squad 3": {"at": "R2C2 upper_2", "held": True, "unspotted": True},
    }
    state = town(units, {"R2C2": COMPLEX}, assets=CHARGE)
    for number in (1, 2):
        drawn = next(one for one, card in state.board.deck.items() if one != 5 and card.random.get(2) == number)
        step = play(state, {"place_charge": SAPPERS, "cover": "R2C2 street_n"}, deck=(drawn, 5))
        assert hits(step) == [{1: FOE, 2: "NVA squad 2"}[number]]


@pytest.mark.rule("FF-13.6.1.b", "FF-13.6.a", "FF-13.6.1", "FF-7.13.c")
def test_behind_the_wall_of_a_compound_only_those_in_the_yard_are_hit() -> None:
    units: dict[str, Any] = {
        SAPPERS: "R2C2 street_n",
        FOE: {"at": "R2C2 courtyard", "held": True},
        "NVA squad 2": {"at": "R2C2 building_1", "held": True},
    }
    state = town(units, {"R2C2": GARDEN}, assets=CHARGE)
    wall = play(state, {"place_charge": SAPPERS, "cover": "R2C2 street_n"}, deck=(5,))
    assert hits(wall) == [FOE]
    within = {SAPPERS: {"at": "R2C2 courtyard"}, "NVA squad 2": {**units["NVA squad 2"], "unspotted": True}}
    inside = town(within, {"R2C2": GARDEN}, assets=CHARGE)
    house = play(inside, {"place_charge": SAPPERS, "cover": "R2C2 courtyard"}, deck=(5,))
    assert hits(house) == ["NVA squad 2"]
    assert "log.breach_hits" in [one.key for one in house.entries]


@pytest.mark.rule("FF-13.6.1", "FF-7.13.c", "FF-13.8.1.b")
def test_under_fire_a_charge_is_thrown_and_a_miss_shakes_the_whole_target_card() -> None:
    units = {SAPPERS: "R2C2 street_n", FOE: "R3C2 building_1"}
    state = town(units, {"R2C2": HALL, "R3C2": HALL}, assets=CHARGE)
    assert why(state, {"place_charge": SAPPERS, "cover": "R3C2 street_s"}).rule == "FF-7.13.d"
    missed = play(state, {"throw_charge": SAPPERS, "cover": "R3C2 street_s"}, deck=(4, 5)).state
    assert holes(missed) == set()
    assert [(one.kind, one.at) for one in missed.markers.values()] == [
        ("demolition_miss", missed.covers[area(state, "R3C2 street_s")].at)
    ]
    thrown = play(state, {"throw_charge": SAPPERS, "cover": "R3C2 street_s"}, deck=(4, 3, 5))
    assert holes(thrown.state) == {"R3C2 street_s"}
    assert hits(thrown) == [FOE]


@pytest.mark.rule("FF-13.6.2")
def test_other_weapons_make_a_breach_where_the_campaign_says_so() -> None:
    rcl = "NVA Type 56 75mm RCL 1"
    for weapons, spot, found in (
        (["rcl"], "R2C2 building_1", {"R2C2 street_n"}),
        ([], "R2C2 building_1", set()),
        (["rkt"], "R2C2 building_1", set()),
        (["nva.rcl75"], "R2C2 building_1", {"R2C2 street_n"}),
        (["rcl"], "R2C2 street_n", set()),
    ):
        plan = {"breachers": weapons} if weapons else None
        facts = {"mission": {"setup": {"town": plan}}}
        d = drafted(town({rcl: "R3C2"}, {"R2C2": HALL}, facts=facts))
        for _ in range(2):
            blast(d, key(d.now, rcl), area(d.now, spot))
        assert holes(d.now) == found
        assert len(d.now.markers) == len(found)


@pytest.mark.rule("FF-13.6.2")
def test_a_rocket_that_hits_a_building_opens_it_on_the_side_of_the_firer() -> None:
    rpg = "NVA RPG team 1"
    state = town({rpg: {"at": "R3C2", "ammo": 3}, "2/1 PLT": {"at": "R2C2 building_1", "held": True}}, {"R2C2": HALL})
    from sandtable.games.fieldsoffire.rules.weapons.grenades import throw

    d = drafted(state, deck=(4, 3))
    assert throw(d, key(state, rpg), key(state, "2/1 PLT"))
    assert holes(d.now) == {"R2C2 street_n"}


@pytest.mark.rule("FF-13.6.1", "FF-13.6.1.a", "FF-7.13.c")
def test_on_ordinary_ground_a_charge_lies_on_its_cover_until_it_explodes() -> None:
    covers = {1: {"at": "R1C1", "kind": "bunker", "value": 4}}
    state = town({SAPPERS: "R1C1"}, {"R2C2": HALL}, covers=covers, assets=CHARGE)
    placed = play(state, {"place_charge": SAPPERS, "cover": 1}).state
    assert [(one.kind, one.cover) for one in placed.markers.values()] == [("demolition", 1)]


# -- flamethrowers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-7.14.f", "FF-13.1.b")
def test_a_flamethrower_is_used_from_a_street_against_rooms_without_friends() -> None:
    units = {SAPPERS: "R2C2 street_n", "2/1 PLT": {"at": "R2C2 building_2", "held": True}}
    state = town(units, {"R2C2": COMPLEX}, assets=FUEL)
    assert words(state, flames.targets(state, key(state, SAPPERS))) == {
        "R2C2 building_1",
        "R2C2 upper_1",
        "R2C2 upper_2",
    }
    hidden = town(
        {**units, FOE: {"at": "R2C2 building_1", "unspotted": True, "held": True}}, {"R2C2": COMPLEX}, assets=FUEL
    )
    assert "R2C2 building_1" not in words(hidden, flames.targets(hidden, key(hidden, SAPPERS)))
    seen = {FOE: {"at": "R2C2 building_1", "held": True}}
    spotted = town({**units, **seen}, {"R2C2": COMPLEX}, assets=FUEL)
    assert "R2C2 building_1" in words(spotted, flames.targets(spotted, key(spotted, SAPPERS)))
    outside = town({SAPPERS: "R1C1"}, {"R2C2": HALL}, assets=FUEL, covers={1: {"at": "R1C1"}})
    assert flames.why_not_flame(outside, key(outside, SAPPERS)) is None
    assert flames.targets(outside, key(outside, SAPPERS)) == (1,)
    yard = town({SAPPERS: "R2C2 courtyard"}, {"R2C2": GARDEN}, assets=FUEL)
    assert why(yard, {"flame": SAPPERS, "cover": "R2C2 building_1"}).rule == "FF-7.14.f"
    inside = town({SAPPERS: "R2C2 building_1"}, {"R2C2": COMPLEX}, assets=FUEL)
    assert why(inside, {"flame": SAPPERS, "cover": "R2C2 building_2"}).rule == "FF-7.14.e"
    assert why(state, {"flame": SAPPERS, "cover": "R2C2 street_n"}).rule == "FF-4.2.4g"


@pytest.mark.rule("FF-7.14.f")
@pytest.mark.parametrize(("terrain", "outside"), [(VILLA, {"courtyard"}), (HOUSES, {"street_e", "street_n"})])
def test_survivors_of_a_flamethrower_come_out_into_the_yard_or_into_a_street_by_chance(
    terrain: str, outside: set[str]
) -> None:
    markers = {1: {"kind": "flame", "at": "R2C2", "cover": "R2C2 building_1", "by": SAPPERS}}
    units = {SAPPERS: {"at": "R2C2 street_n", "held": True}, FOE: {"at": "R2C2 building_1", "held": True}}
    found = set()
    for number in (2, 20):
        d = drafted(town(units, {"R2C2": terrain}, markers=markers), deck=(4, number))
        flames.burn(d)
        spots = {where(d.now, d.now.scenario.names["unit"][one]) for one, unit in d.now.units.items() if unit.exposed}
        assert len(spots) == 1
        found |= spots
        assert "log.driven_to" in [one.key for one in d.entries]
    assert {one.partition(" ")[2] for one in found} == outside


@pytest.mark.rule("FF-7.14.f")
def test_on_ordinary_ground_they_come_out_into_the_open() -> None:
    markers = {1: {"kind": "flame", "at": "R1C1", "cover": 1, "by": SAPPERS}}
    units = {SAPPERS: {"at": "R1C1", "held": True}, FOE: {"at": "R1C1", "cover": 1, "held": True}}
    d = drafted(town(units, {"R2C2": HALL}, covers={1: {"at": "R1C1"}}, markers=markers), deck=(4,))
    flames.burn(d)
    assert {unit.cover for unit in d.now.units.values() if unit.exposed} == {0}


@pytest.mark.rule("FF-7.14.f")
def test_out_of_an_empty_house_nobody_comes_and_no_way_is_drawn() -> None:
    markers = {1: {"kind": "flame", "at": "R2C2", "cover": "R2C2 building_1"}}
    d = drafted(town({}, {"R2C2": HALL}, markers=markers))
    flames.burn(d)
    assert not d.entries
