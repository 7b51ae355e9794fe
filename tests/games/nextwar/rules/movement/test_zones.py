"""Rule 8.2: where zones of control reach, and what they do to those who move."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement.marching import march
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.kernel.codec import decode_state, encode
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    at,
    board,
    key,
    may_move,
    move,
    play,
    why_move,
)

AROUND = {"N3109", "N3210", "N3211", "N3111", "N3011", "N3010"}
"""The neighbours of N3110."""


def zone(state: KoreaState, side: str = "allied") -> set[str]:
    return {state.board.ground[h].label for h in zoc(state, side)}


def hexes(**rows: Any) -> dict[str, Any]:
    return {"hexes": rows}


@pytest.mark.rule("NW-8.2.1.a")
def test_two_stack_points_have_a_zone_around_them() -> None:
    assert zone(board(units={ROK_INF: "N3110"})) == AROUND


@pytest.mark.rule("NW-8.2.1.a", "NW-2.3.7")
def test_one_stack_point_has_none_but_two_such_units_have() -> None:
    assert zone(board(units={ROK_BDE: "N3110"})) == set()
    assert zone(board(units={ROK_BDE: "N3110", "ROK 2/I Arm Bde": "N3110"})) == AROUND


@pytest.mark.rule("NW-2.3.7.a", "NW-8.2.1.a")
def test_halves_count_for_zones() -> None:
    battalions = {f"USMC {n}/3 Mar Bn": "N3110" for n in (1, 2, 3)}
    assert zone(board(units=battalions)) == set()
    assert zone(board(units={**battalions, "USMC 1/1 Mar Bn": "N3110"})) == AROUND


@pytest.mark.rule("NWK-2.2.e", "NW-8.2.1.a")
def test_an_outpost_has_no_zone() -> None:
    assert zone(board(units={"ROK Outpost 1": "N3110", ROK_BDE: "N3110"})) == set()


@pytest.mark.rule("NW-8.2.3.a")
@pytest.mark.parametrize("terrain", ["mountain", "urban", "sea"])
def test_zones_do_not_reach_into_mountains_towns_of_stone_and_the_sea(terrain: str) -> None:
    state = board(units={ROK_INF: "N3110"}, facts=hexes(N3109={"terrain": terrain}))
    assert zone(state) == AROUND - {"N3109"}


@pytest.mark.rule("NW-8.2.3.a", "NW-8.3.1.8.b", "NW-8.3.3.c")
@pytest.mark.parametrize(
    "side", [{"river": True}, {"river": True, "bridge": True}, {"water": True}, {"ferry": True, "water": True}]
)
def test_zones_do_not_reach_across_water(side: dict[str, Any]) -> None:
    state = board(units={ROK_INF: "N3110"}, facts={"sides": {"N3110-N3109": side}})
    assert zone(state) == AROUND - {"N3109"}


@pytest.mark.rule("NW-8.2.3.c", "NW-8.2.2.a")
def test_a_unit_holds_its_own_hex_whatever_its_terrain() -> None:
    state = board(units={ROK_BDE: "N3110", INF: "N3109"}, facts=hexes(N3110={"terrain": "mountain"}))
    assert why_move(state, "dprk", INF, "N3110").rule == "NW-8.2.2.a"


@pytest.mark.rule("NW-8.2.3.b")
def test_zones_respect_works_until_the_first_movement_is_over() -> None:
    works = hexes(N3109={"features": ["fort_dprk", "dmz"], "country": "DPRK"})
    state = board(units={ROK_INF: "N3110", INF: "N3009"}, facts=works, turn=1, opening=True)
    assert zone(state) == AROUND - {"N3109"}
    state = play(state, "dprk", {"do": "done"}).state
    assert zone(state) == AROUND


@pytest.mark.rule("NW-8.2.2.b")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    state = board(units={ROK_INF: "N3110", MECH: "N3107"})
    assert may_move(state, "dprk", MECH, "N3108", "N3109")
    no = why_move(state, "dprk", MECH, "N3108", "N3109", "N3009")
    assert (no.rule, no.points[0].id) == ("NW-8.2.2.b", at(state, "N3109"))


@pytest.mark.rule("NW-8.2.2.d", "NW-8.2.2.h")
def test_entering_a_zone_costs_a_point_unless_a_friend_is_there_who_does_not_lift_the_stop() -> None:
    state = board(units={ROK_INF: "N3110", INF: {"hex": "N3109", "spent": 0}, MECH: "N3107", LIGHT: "N3108"})
    alone = board(units={ROK_INF: "N3110", "DPRK 6/II Inf Div": {"hex": "N3106", "spent": 6}})
    # Three hexes and the zone are four points; with one spent already it is too far.
    assert why_move(alone, "dprk", "DPRK 6/II Inf Div", "N3107", "N3108", "N3109").rule == "NW-2.3.5"
    joined = board(units={ROK_INF: "N3110", "DPRK 6/II Inf Div": {"hex": "N3106", "spent": 6}, LIGHT: "N3109"})
    assert may_move(joined, "dprk", "DPRK 6/II Inf Div", "N3107", "N3108", "N3109")
    assert why_move(state, "dprk", MECH, "N3108", "N3109", "N3009").rule == "NW-8.2.2.b"


@pytest.mark.rule("NW-8.2.2.e")
def test_leaving_a_zone_costs_a_point_unless_a_friend_stays() -> None:
    lone = board(units={ROK_INF: "N3110", INF: "N3109"})
    assert why_move(lone, "dprk", INF, "N3108", "N3107", "N3106", "N3105").rule == "NW-2.3.5"
    assert may_move(lone, "dprk", INF, "N3108", "N3107", "N3106")
    kept = board(units={ROK_INF: "N3110", INF: "N3109", LIGHT: "N3109"})
    assert may_move(kept, "dprk", INF, "N3108", "N3107", "N3106", "N3105")
    # If both go together nobody stays.
    assert not may_move(kept, "dprk", [INF, LIGHT], "N3108", "N3107", "N3106", "N3105")


@pytest.mark.rule("NW-8.2.2.f")
def test_from_zone_to_zone_takes_all_movement_and_only_as_the_first_step() -> None:
    state = board(units={ROK_INF: "N3110", MECH: "N3109"})
    step = play(state, "dprk", {"do": "move", "units": [MECH], "path": ["N3210"]})
    assert step.entries[0].params["spent"] == "8"
    assert why_move(state, "dprk", MECH, "N3210", "N3209").rule == "NW-8.2.2.b"


@pytest.mark.rule("NW-8.2.2.g")
def test_zones_do_not_count_when_nobody_exerts_them_any_more() -> None:
    state = board(units={ROK_INF: "N3110", ROK_INF_2: "N3111"})
    state = board(units={ROK_INF: {"hex": "N3110", "steps": 1}})
    assert zone(state) == AROUND  # a reduced division of the ROK still has two points


@pytest.mark.rule("NW-8.2.1.a")
def test_the_index_of_zones_is_the_same_after_moves_as_when_made_afresh() -> None:
    state = board(units={ROK_INF: "N3110", INF: "N3104", MECH: "N3105", LIGHT: "N3106"})
    zoc(state, "dprk"), zoc(state, "allied")
    for unit, path in ((INF, ("N3103", "N3102")), (MECH, ("N3205", "N3206", "N3306")), (LIGHT, ("N3006",))):
        state = move(state, "dprk", unit, *path)
        fresh = decode_state(encode(state), type(state), state.scenario)
        assert zoc(state, "dprk") == zoc(fresh, "dprk")
        assert zoc(state, "allied") == zoc(fresh, "allied")


@pytest.mark.rule("NW-8.2.1.b")
def test_marines_aboard_have_no_zone() -> None:
    facts = {"hexes": {"N3110": {"terrain": "sea"}}}
    assert zone(board(units={"USMC III TF Mar Bde": "N3110"}, facts=facts)) == set()


@pytest.mark.rule("NW-8.2.2.e")
def test_leaving_any_other_hex_costs_nothing_and_by_road_the_zone_costs_the_same() -> None:
    free = board(units={INF: "N3105"})
    assert may_move(free, "dprk", INF, "N3104", "N3103", "N3102", "N3101")
    roads = {"sides": {f"N31{n:02d}-N31{n - 1:02d}": {"road": "primary"} for n in range(2, 10)}}
    state = board(units={ROK_INF: "N3110", INF: "N3109"}, facts=roads)
    step = play(state, "dprk", {"do": "move", "units": [INF], "path": ["N3108", "N3107"]})
    assert step.entries[0].params["spent"] == "2"
    kept = board(units={ROK_INF: "N3110", INF: "N3109", LIGHT: "N3109"}, facts=roads)
    step = play(kept, "dprk", {"do": "move", "units": [INF], "path": ["N3108", "N3107"]})
    assert step.entries[0].params["spent"] == "1"


@pytest.mark.rule("NW-8.2.1.a", "NW-8.2.1.b")
def test_units_off_the_map_have_no_zone() -> None:
    state = board(units={INF: "N3010", ROK_INF: "busan", ROK_INF_2: "N3020"}, scenario="all_in")
    assert {source for sources in zoc(state, "allied").values() for source in sources} == {at(state, "N3020")}


def price(state: KoreaState, unit: str, *path: str) -> int:
    walks = march(state, (key(state, unit),)).walk(tuple(at(state, place) for place in path))
    assert isinstance(walks, tuple), walks
    return max(walk.stop for walk in walks)


@pytest.mark.rule("NW-8.2.2.f")
def test_the_whole_allowance_goes_only_from_zone_to_zone() -> None:
    state = board(units={INF: "N3010", MECH: "N3008", ROK_INF: "N3011"})
    assert price(state, INF, "N3110") == 24  # all four points
    assert price(state, INF, "N3009") == 12  # out of the zone: a point for the ground, one for the zone
    assert price(state, MECH, "N3009") == 6
    near = board(units={MECH: "N3009", ROK_INF: "N3011"})
    assert price(near, MECH, "N3010") == 12  # into it
    rough = {"hexes": {h: {"terrain": "rough"} for h in ("N3010", "N3110")}}
    for here in ({"N3010": {"terrain": "rough"}}, {"N3110": {"terrain": "rough"}}):
        half = board(units={LIGHT: "N3010", ROK_INF: "N3011"}, facts={"hexes": here})
        assert price(half, LIGHT, "N3110") < 30
    slips = board(units={LIGHT: "N3010", ROK_INF: "N3011"}, facts=rough)
    assert price(slips, LIGHT, "N3110") == 12


@pytest.mark.rule("NW-8.2.2.b", "NW-8.2.2.h", "NW-8.3.1.5.b")
def test_who_has_to_stop_and_who_goes_on() -> None:
    rough = {"hexes": {h: {"terrain": "rough"} for h in ("N3010", "N3110")}}
    state = board(units={LIGHT: "N3009", ROK_INF: "N3011"}, facts=rough)
    assert may_move(state, "dprk", LIGHT, "N3010", "N3110")  # zones are nothing to it there
    home = {"hexes": {"N3010": {"terrain": "urban", "country": "DPRK"}}}
    assert may_move(board(units={MECH: "N3009"}, facts=home), "dprk", MECH, "N3010", "N3011")
    abroad = {"hexes": {"N3010": {"terrain": "urban", "country": "ROK"}}}
    assert why_move(board(units={MECH: "N3009"}, facts=abroad), "dprk", MECH, "N3010", "N3011").rule == "NW-8.4.2"
    city = {"hexes": {"N3010": {"features": ["city"], "country": "ROK"}}}
    assert may_move(board(units={MECH: "N3009"}, facts=city), "dprk", MECH, "N3010", "N3011")
    over = {**city, "sides": {"N3009-N3010": {"water": True, "bridge": True}}}
    assert why_move(board(units={MECH: "N3009"}, facts=over), "dprk", MECH, "N3010", "N3011").rule == "NW-8.4.2"
    plain = {"sides": {"N3009-N3010": {"water": True, "bridge": True}}}
    assert may_move(board(units={MECH: "N3009"}, facts=plain), "dprk", MECH, "N3010", "N3011")


@pytest.mark.rule("NW-8.2.2.d", "NW-8.2.2.e")
def test_a_friend_in_the_zone_saves_the_point_on_a_road_too() -> None:
    road = {"sides": {"N3009-N3010": {"road": "primary"}}}
    alone = board(units={MECH: "N3009", ROK_INF: "N3011"}, facts=road)
    assert price(alone, MECH, "N3010") == 9
    joins = board(units={MECH: "N3009", INF: "N3010", ROK_INF: "N3011"}, facts=road)
    assert price(joins, MECH, "N3010") == 3


@pytest.mark.rule("NW-8.2.3.b")
def test_while_the_first_movement_lasts_zones_reach_into_works_of_the_own_side() -> None:
    works = {
        "N3011": {"country": "DPRK", "features": ["fort_dprk"]},
        "N3009": {"country": "ROK", "features": ["fort_rok"]},
    }
    state = board(units={INF: "N3010"}, facts={"hexes": works}, opening=True)
    found = zoc(state, "dprk")
    assert (at(state, "N3011") in found, at(state, "N3009") in found, at(state, "N3110") in found) == (
        True,
        False,
        True,
    )
