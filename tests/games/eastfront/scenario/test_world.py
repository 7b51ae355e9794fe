"""The enlarged map in map Q: which hexes touch, how far they are, what stands in them and what reaches across."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.air.interdiction import mission_hexes
from sandtable.games.eastfront.rules.crimea_units import assault
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.soviet_units.soviet_units import is_within
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.special_units.artillery import range_to
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import overstacked, why_no_room, zoc
from sandtable.games.eastfront.scenario.world import World, number
from tests.games.eastfront.board import board, key, logged, may, play, why

FED = {"card": {"switches": {"general_supply": {"value": "always"}}}}
TURN: dict[str, Any] = {"scenario": "4", "turn": 90, "weather": "dry"}


def inside(*codes: int) -> tuple[int, ...]:
    return tuple(10_000 + code for code in codes)


def world(state: CrimeaState) -> World:
    assert isinstance(state.board.grid, World)
    return state.board.grid


@pytest.fixture(scope="module")
def real() -> World:
    grid = GAME.open("4").grid  # type: ignore[attr-defined]
    assert isinstance(grid, World)
    return grid


@pytest.mark.rule("EF-PB5.11")
def test_the_enlarged_map_is_in_play_in_four_scenarios_and_the_joined_game() -> None:
    enlarged = [info.name for info in GAME.scenarios() if GAME.open(info.name).is_enlarged]  # type: ignore[attr-defined]
    assert enlarged == ["3", "4", "5", "8", "10"]


# The printed example: 4023 touches four hexes of the enlarged map and no other.
@pytest.mark.rule("EF-PB5.33", "EF-PB5.13", "EF-PB5.12")
def test_map_q_and_the_enlarged_map_touch_where_the_examples_say(real: World) -> None:
    assert real.contacts[4023] == inside(1418, 1518, 1619, 1718)
    assert set(real.neighbours[11418]) == {*inside(1318, 1419, 1518), 3922, 4023}
    assert {4022, 4122, 4123} <= set(real.neighbours[4023])
    # 3923 lies under the enlarged map: nothing leads there
    assert 3923 in real.covered
    assert real.neighbours[3923] == ()
    assert all(3923 not in near for near in real.neighbours.values())
    transition = [h for h in real.inner.hexes if real.facing.get(h)]
    assert len(transition) == 57
    assert 11527 not in transition


@pytest.mark.rule("EF-PB5.15")
def test_seven_hexes_lie_over_one_of_map_q() -> None:
    drawn = GAME.board(GAME.open("4"))
    assert len(drawn["inset"]["covers"]) == 26
    assert (
        sorted(drawn["inset"]["covers"]["3827"]) == [str(h) for h in inside(1427, 1428, 1527, 1528, 1529, 1628, 1629)]
        or len(drawn["inset"]["covers"]["3827"]) == 7
    )
    assert "11528" in drawn["inset"]["covers"]["3827"]
    assert GAME.board(GAME.open("1"))["inset"] is None


@pytest.mark.rule("EF-PB5.21", "EF-PB5.14")
def test_the_ground_is_that_of_the_enlarged_map() -> None:
    ground = GAME.open("4").ground  # type: ignore[attr-defined]
    assert (ground[11527].port, ground[11527].place, ground[11526].works) == ("major", "city", "citadel")
    assert ground[3827].terrain == "covered"
    assert not ground[3827].is_land
    assert not ground[3827].port
    # sea hexes of map Q under it may hold ships for a time
    assert ground[3628].terrain == "sea"
    assert number("In-1418") == "11418"


@pytest.mark.rule("EF-PB5.62")
@pytest.mark.parametrize(
    ("a", "b", "span"),
    [
        (11527, 11530, 1),
        (11527, 11531, 2),
        (11418, 4023, 1),
        # three hexes inside make one outside, and what is over is dropped
        (11419, 4023, 2),
        (4023, 11418, 1),
        (4023, 11420, 1),
        (4023, 11421, 2),
        (4022, 11420, 2),
        (3501, 3504, 3),
    ],
)
def test_ranges_are_tripled_inside(real: World, a: int, b: int, span: int) -> None:
    assert real.span(a, b) == span


@pytest.mark.rule("EF-PB5.62")
def test_guns_and_staffs_reach_further_inside() -> None:
    state = board("axis.movement", {"51 Army Art": {"hex": "In-1521"}, "Coast HQ": {"hex": "In-1521"}}, **TURN)
    gun, staff = key(state, "51 Army Art"), key(state, "Coast HQ")
    assert range_to(state, gun, (11527,)) == 2
    assert range_to(state, gun, (11528,)) == 3
    assert is_within(state, staff, 11533)
    outside = board("axis.movement", {"Coast HQ": 4019}, **TURN)
    assert not is_within(outside, key(outside, "Coast HQ"), 4024 if 4024 not in world(outside).covered else 11719)


@pytest.mark.rule("EF-PB5.62")
def test_lines_of_communication_are_twice_as_long_inside() -> None:
    facts = {"card": {"supply_sources": {"axis": {"hexes": ["4023"]}}}}
    state = board("axis.movement", {"46 Inf Div": 4023}, control={"4023": "axis"}, facts=facts, **TURN)
    fed = supply.supplied_hexes(state, "axis")
    # two hexes of the enlarged map are one of map Q
    assert [fed[h] for h in inside(1418, 1419, 1420, 1421)] == [1, 1, 2, 2]
    assert (fed[4022], fed[4021]) == (1, 2)
    assert max(fed.values()) == 7


@pytest.mark.rule("EF-PB5.23", "EF-PB5.23.b")
def test_eight_points_stand_in_a_hex_of_the_enlarged_map() -> None:
    pieces: dict[str, Any] = {
        "46 Inf Div": {"hex": "In-1520"},
        "50 Inf Div": 4022,
        "820 Eng Rgt": 4022,
        "690 Eng Rgt": 4022,
    }
    state = board("axis.movement", pieces, **TURN)
    pair = (key(state, "820 Eng Rgt"),)
    assert why_no_room(state, pair, 11520) is None
    no = why_no_room(state, (*pair, key(state, "690 Eng Rgt")), 11520)
    assert no is not None
    assert (no.rule, no.params["limit"]) == ("EF-PB5.23", 8)
    # 6 + 2 + 2 points in a hex of map Q beside it are no more than ten
    assert overstacked(state, "axis") == ()
    crowd = board("axis.movement", {"46 Inf Div": {"hex": "In-1520"}, "50 Inf Div": {"hex": "In-1520"}}, **TURN)
    assert overstacked(crowd, "axis") == (11520,)


# The printed example: eight points in 1418 and two in 1718 fill what faces 4023.
@pytest.mark.rule("EF-PB5.23.a", "EF-PB5.22")
def test_ten_points_face_one_hex_of_map_q() -> None:
    pieces: dict[str, Any] = {
        "157 Rifle Div": {"hex": "In-1418"},
        "320 Rifle Div": {"hex": "In-1418"},
        "12 Rifle Bde": {"hex": "In-1718"},
        "83 Naval Bde": {"hex": "In-1420"},
        "46 Inf Div": 4023,
    }
    state = board("soviet.movement", pieces, **TURN)
    newcomer = (key(state, "83 Naval Bde"),)
    for place in inside(1518, 1619, 1718):
        no = why_no_room(state, newcomer, place)
        assert no is not None
        assert no.rule == "EF-PB5.23.a"
    # who stands there already moves along the boundary freely, and the other side counts for itself
    assert why_no_room(state, (key(state, "12 Rifle Bde"),), 11619) is None
    assert why_no_room(state, newcomer, 11419) is None
    assert why_no_room(state, (key(state, "46 Inf Div"),), 11518) is None
    assert overstacked(state, "soviet") == ()
    more = {**pieces, "83 Naval Bde": {"hex": "In-1518"}}
    assert set(overstacked(board("soviet.movement", more, **TURN), "soviet")) == set(inside(1418, 1518, 1718))


@pytest.mark.rule("EF-PB5.23.c")
def test_no_strongpoint_is_built_in_a_transition_hex() -> None:
    control = {"In-1518": "soviet", "In-1520": "soviet"}
    state = board("soviet.engineer.building", {"157 Rifle Div": {"hex": "In-1520"}}, control=control, facts=FED, **TURN)
    no = building.why_not_build(state, "soviet", 11518)
    assert no is not None
    assert no.rule == "EF-PB5.23.c"
    assert building.why_not_build(state, "soviet", 11520) is None


@pytest.mark.rule("EF-PB5.31", "EF-PB5.32", "EF-PB5.33")
def test_zones_cross_the_boundary_only_where_hexes_touch() -> None:
    out = zoc(board("axis.movement", {"46 Inf Div": 4023}, **TURN), "axis")
    assert set(inside(1418, 1518, 1619, 1718)) == {h for h in out if h > 10_000}
    assert {4022, 4122, 4123, 3922} <= set(out)
    within = zoc(board("axis.movement", {"157 Rifle Div": {"hex": "In-1418"}}, **TURN), "soviet")
    assert set(within) == {*inside(1318, 1419, 1518), 3922, 4023}
    deep = zoc(board("axis.movement", {"157 Rifle Div": {"hex": "In-1521"}}, **TURN), "soviet")
    assert len(deep) == 6
    assert all(h > 10_000 for h in deep)


ROAD = {"roads": [["3922", "In-1418", "secondary"], ["In-1418", "In-1419", "secondary"]]}


# The printed example: half a point from 3922 to 1418 by the road, another to 1419.
@pytest.mark.rule("EF-PB5.4", "EF-PB5.4.ex")
def test_a_road_leads_on_across_the_boundary() -> None:
    state = board("axis.movement", {"46 Inf Div": 3922}, facts=ROAD, **TURN)
    found = movement.destinations(state, key(state, "46 Inf Div"))
    assert (found[11418], found[11419]) == (1, 2)
    assert may(state, "axis", {"move": "46 Inf Div", "path": ["In-1418", "In-1419"]})


# The printed example: 1619 to 4023 over the river costs two and ends in the zone; from 1718 in a zone only by 1619.
@pytest.mark.rule("EF-PB5.4", "EF-PB5.4.ex")
def test_leaving_the_enlarged_map_costs_what_the_ground_outside_costs() -> None:
    facts = {"sides": {"4023-In-1619": {"river": "minor"}}}
    pieces: dict[str, Any] = {"46 Inf Div": {"hex": "In-1619"}, "157 Rifle Div": 4022}
    state = board("axis.movement", pieces, facts=facts, **TURN)
    found = movement.destinations(state, key(state, "46 Inf Div"))
    # one for the river and one for the open ground, in halves; the zone adds its own
    assert found[4023] == 2 * 2 + movement.EXTRA
    pieces = {"46 Inf Div": {"hex": "In-1718"}, "157 Rifle Div": 4122, "106 Rifle Div": {"hex": "In-1819"}}
    zoned = board("axis.movement", pieces, **TURN)
    no = why(zoned, "axis", {"move": "46 Inf Div", "path": ["4023"]})
    assert no.rule == "EF-10.66"
    assert may(zoned, "axis", {"move": "46 Inf Div", "path": ["In-1619"]})


@pytest.mark.rule("EF-PB5.42.b")
def test_strategic_movement_keeps_three_hexes_of_either_map_away() -> None:
    road = [
        [str(a), str(b), "primary"] for a, b in zip(inside(1518, 1519, 1520), inside(1519, 1520, 1521), strict=True)
    ]
    far = board(
        "axis.movement",
        {"46 Inf Div": {"hex": "In-1518"}, "157 Rifle Div": {"hex": "In-1524"}},
        facts={"roads": road, **FED},
        **TURN,
    )
    assert may(far, "axis", {"strategic": "46 Inf Div", "path": ["In-1519", "In-1520", "In-1521"]})
    near = board(
        "axis.movement",
        {"46 Inf Div": {"hex": "In-1518"}, "157 Rifle Div": {"hex": "In-1523"}},
        facts={"roads": road, **FED},
        **TURN,
    )
    assert not may(near, "axis", {"strategic": "46 Inf Div", "path": ["In-1519", "In-1520", "In-1521"]})


@pytest.mark.rule("EF-PB5.53")
def test_hexes_of_either_map_count_as_one(real: World) -> None:
    assert real.distance(4023, 11419) == 2
    assert real.distance(4122, 11419) == 3
    assert set(real.within(11418, 1)) == {11418, *inside(1318, 1419, 1518), 3922, 4023}
    assert set(real.within(4023, 1)) >= {4023, 4022, *inside(1418, 1518, 1619, 1718)}


@pytest.mark.rule("EF-PB5.9")
def test_every_hex_of_the_enlarged_map_is_a_mission_hex() -> None:
    flying = board(
        "strategic.interdiction.placing",
        {"157 Rifle Div": {"hex": "In-1521"}},
        air={1: {"side": "axis", "kind": "Ju88", "box": "ready"}},
        **TURN,
    )
    assert {11521, 11522, 4023} <= set(mission_hexes(flying, "axis").legal)
    assert 3923 not in mission_hexes(flying, "axis").legal


# -- railways, ships and flotillas -------------------------------------------------------------------------------------

RAILS = [[f"In-{1520 + n}", f"In-{1521 + n}"] for n in range(6)]
TRAIN = {
    "id": "Rail Guns",
    "label": "RG",
    "side": "axis",
    "nation": "german",
    "type": "railway_artillery",
    "size": "battalion",
    "stack": 1,
    "steps": 1,
    "front": "1-1-9",
}
LINE: dict[str, Any] = {
    "units": {"new": [TRAIN]},
    "rails": RAILS,
    "card": {
        "switches": {"general_supply": {"value": "always"}},
        "rail_capacity": {"soviet": {"soviet": 3}, "axis": {"converted": 9}},
    },
}


@pytest.mark.rule("EF-PB5.42.a")
def test_trains_count_hexes_of_the_enlarged_map_and_keep_three_of_them_from_the_enemy() -> None:
    held = {f"In-{code}": "soviet" for code in range(1520, 1527)}
    far = board(
        "soviet.movement",
        {"12 Rifle Bde": {"hex": "In-1520"}, "46 Inf Div": {"hex": "In-1529"}},
        facts=LINE,
        control=held,
        **TURN,
    )
    ride = {"do": "entrain", "unit": "12 Rifle Bde", "to": "In-1525"}
    step = play(far, "soviet", ride)
    assert logged(step, "moved_by_rail").params["spent"] == 5
    near = board(
        "soviet.movement",
        {"12 Rifle Bde": {"hex": "In-1520"}, "46 Inf Div": {"hex": "In-1527"}},
        facts=LINE,
        control=held,
        **TURN,
    )
    assert may(near, "soviet", {**ride, "to": "In-1524"})
    assert not may(near, "soviet", ride)


@pytest.mark.rule("EF-PB5.42.a")
def test_railway_guns_need_keep_no_distance_there() -> None:
    rails = {f"In-{code}": "converted" for code in range(1520, 1527)}
    held = {f"In-{code}": "axis" for code in range(1520, 1527)}
    # a lone gun has no zone: only the distance could stop them
    enemy = {"2+12 Coast Art": {"hex": "In-1526"}}
    for unit, near in (("Rail Guns", True), ("820 Eng Rgt", False)):
        pieces = {unit: {"hex": "In-1520"}, **enemy}
        state = board("axis.movement", pieces, facts=LINE, control=held, rails=rails, **TURN)
        order = {"do": "entrain", "unit": unit, "to": "In-1524"}
        assert may(state, "axis", order) is near
    lines = {**LINE, "rails": [["4010", "4011"], ["4011", "4012"], ["4012", "4013"]]}
    outside = board(
        "axis.movement",
        {"Rail Guns": 4010, "2+12 Coast Art": 4013},
        facts=lines,
        control=dict.fromkeys(("4010", "4011", "4012"), "axis"),
        rails=dict.fromkeys(("4010", "4011", "4012"), "converted"),
        **TURN,
    )
    assert not may(outside, "axis", {"do": "entrain", "unit": "Rail Guns", "to": "4012"})
    assert may(outside, "axis", {"do": "entrain", "unit": "Rail Guns", "to": "4011"})


@pytest.mark.rule("EF-PB5.42.c")
def test_ships_leave_the_harbour_of_the_enlarged_map_without_counting_hexes() -> None:
    hexes = {"In-1527": {"port": "major", "coastal": True, "zone": "sevastopol"}}
    state = board(
        "soviet.movement.sailing",
        {},
        ships={"DD-1": {"hex": "In-1527"}},
        facts={"hexes": hexes},
        control={"In-1527": "soviet"},
        **TURN,
    )
    step = play(state, "soviet", {"do": "voyage", "ship": "DD-1", "water": "sevastopol"})
    assert logged(step, "ship_sailed").params["spent"] == 1
    far = play(state, "soviet", {"do": "voyage", "ship": "DD-1", "water": "map_t"}, [5])
    assert logged(far, "ship_sailed").params["spent"] == 3


@pytest.mark.rule("EF-PB5.42.d")
def test_flotillas_go_from_map_to_map_by_sea_and_coast(real: World) -> None:
    theatre = GAME.open("4")
    place, seen = 11527, {11527}
    queue = [place]
    while queue:
        here = queue.pop()
        for near in flotillas.waters(theatre, here):  # type: ignore[arg-type]
            if near not in seen:
                seen.add(near)
                queue.append(near)
    assert any(h < 10_000 for h in seen)
    crossed = [(a, b) for a in seen if a > 10_000 for b in real.facing.get(a, ()) if b in seen]
    assert crossed
    inside, outside = crossed[0]
    state = board("soviet.movement", {"Flot Kiev": {"hex": f"In-{inside - 10_000}"}}, bare=False, **TURN)
    step = play(state, "soviet", {"do": "sail", "unit": "Flot Kiev", "path": [str(outside)]})
    assert logged(step, "moved").params["spent"] == "1"
    assert step.state.pieces[key(state, "Flot Kiev")].hex == outside


# -- fights along the boundary -----------------------------------------------------------------------------------------

# The printed picture: A2 in 3922, A3 in 4023, A5 in 4122; R1 in 1418, R2 in 1419, R4 in 1619.
PICTURE: dict[str, Any] = {
    "50 Inf Div": 3922,
    "46 Inf Div": 4023,
    "73 Inf Div": 4122,
    "157 Rifle Div": {"hex": "In-1418"},
    "320 Rifle Div": {"hex": "In-1419"},
    "106 Rifle Div": {"hex": "In-1619"},
}


@pytest.mark.rule("EF-PB5.51")
def test_who_attacks_across_the_boundary_attacks_all_that_have_him_in_their_zone() -> None:
    state = board("axis.declaration", PICTURE, **TURN)
    # A3 may attack R1 and R4, together or R1 alone as long as R4 is attacked too; never R2
    assert may(state, "axis", {"declare": ["In-1418", "In-1619"], "units": ["46 Inf Div"]})
    assert not may(state, "axis", {"declare": ["In-1419"], "units": ["46 Inf Div"]})
    alone = play(state, "axis", {"declare": ["In-1418"], "units": ["46 Inf Div"]}).state
    assert why(alone, "axis", {"do": "done"}).rule.startswith("EF-12")
    # A5 does not touch R4, A2 only R1
    assert not may(state, "axis", {"declare": ["In-1619"], "units": ["73 Inf Div"]})
    assert may(state, "axis", {"declare": ["In-1418"], "units": ["50 Inf Div"]})
    for other in ("In-1419", "In-1619"):
        assert not may(state, "axis", {"declare": [other], "units": ["50 Inf Div"]})


@pytest.mark.rule("EF-PB5.51")
def test_ten_points_attack_from_map_q_and_eight_stand_in_a_hex_of_the_enlarged_map() -> None:
    crowd = ("46 Inf Div", "820 Eng Rgt", "690 Eng Rgt")
    outside = board("axis.movement", {**dict.fromkeys(crowd, 4023), "157 Rifle Div": {"hex": "In-1418"}}, **TURN)
    assert overstacked(outside, "axis") == ()
    inside = board("axis.movement", {name: {"hex": "In-1420"} for name in crowd}, **TURN)
    assert overstacked(inside, "axis") == (11420,)


@pytest.mark.rule("EF-PB5.52")
def test_inside_a_unit_attacks_all_that_have_it_in_their_zone_unless_another_does() -> None:
    # A1 in 1318 has R1 in 1418 and R2 in 1419 beside it; if A2 attacks R1, A1 need only attack R2
    pieces: dict[str, Any] = {
        "16(+) Rgt/22 Div": {"hex": "In-1318"},
        "50 Inf Div": 3922,
        "157 Rifle Div": {"hex": "In-1418"},
        "320 Rifle Div": {"hex": "In-1319"},
    }
    state = board("axis.declaration", pieces, **TURN)
    one = play(state, "axis", {"declare": ["In-1319"], "units": ["16(+) Rgt/22 Div"]}).state
    assert why(one, "axis", {"do": "done"}).rule.startswith("EF-12")
    helped = play(one, "axis", {"declare": ["In-1418"], "units": ["50 Inf Div"]}).state
    assert may(helped, "axis", {"do": "done"})


@pytest.mark.rule("EF-PB5.52", "EF-PB5.23.d")
@pytest.mark.parametrize(
    ("near", "extra", "spared"),
    [
        ({"In-1521": {"works": "belt"}}, "820 Eng Rgt", True),
        ({"In-1521": {"works": "belt"}}, "16(+) Rgt/22 Div", False),
        ({}, "820 Eng Rgt", False),
    ],
)
def test_one_engineer_unit_more_than_eight_points_before_works(near: dict[str, Any], extra: str, spared: bool) -> None:
    pieces: dict[str, Any] = {
        "46 Inf Div": {"hex": "In-1520"},
        "47(+) Rgt/22 Div": {"hex": "In-1520"},
        extra: {"hex": "In-1520"},
        "157 Rifle Div": {"hex": "In-1521"},
    }
    state = board("axis.movement", pieces, facts={"hexes": near}, **TURN)
    assert assault.crowded(state, "axis") == (() if spared else (11520,))
    # works that nobody holds have no assault
    gone = board(
        "axis.movement", {k: v for k, v in pieces.items() if k != "157 Rifle Div"}, facts={"hexes": near}, **TURN
    )
    assert assault.crowded(gone, "axis") == (11520,)
    # two engineer units too many are too many
    more = board("axis.movement", {**pieces, "690 Eng Rgt": {"hex": "In-1520"}}, facts={"hexes": near}, **TURN)
    assert assault.crowded(more, "axis") == (11520,)
    razed = board("axis.movement", pieces, facts={"hexes": near}, razed={"In-1521": 80}, **TURN)
    assert assault.crowded(razed, "axis") == (11520,)


@pytest.mark.rule("EF-PB5.61")
def test_strongpoints_stand_in_the_hexes_of_the_enlarged_map_and_not_under_it(real: World) -> None:
    held = {"In-1520": "soviet"}
    state = board("soviet.engineer.building", {"157 Rifle Div": {"hex": "In-1520"}}, control=held, facts=FED, **TURN)
    assert building.why_not_build(state, "soviet", 11520) is None
    for place in sorted(real.covered)[:3]:
        no = building.why_not_build(state, "soviet", place)
        assert no is not None
        assert no.rule == "EF-PB5.61"
    for place in (4010, 9999):
        assert building.why_not_build(state, "soviet", place).rule == "EF-18.31"  # type: ignore[union-attr]
