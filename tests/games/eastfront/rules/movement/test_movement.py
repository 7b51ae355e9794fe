"""Ground movement: what it costs, where it stops, who moves when."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.actions.fighting import Retreat
from sandtable.games.eastfront.actions.moving import Move
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import Supply, side_key
from sandtable.games.eastfront.rules.movement.movement import (
    allowance,
    begin_phase,
    destinations,
    half_mp,
    mover,
    ways,
)
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import board, key, marked, may, play, why

MOT, FOOT, TANK, AXIS_CAV = "SS LAH Rcn Bn", "73 Inf Div", "5(+) Tank Rgt", "Rom 8(-) Cav Bde"
ROAD = [["3604", "3605", "primary"], ["3605", "3606", "primary"], ["3606", "3607", "primary"]]


def cost(name: str, path: list[int], weather: str = "dry", at: str = "axis.movement", **facts: Any) -> int:
    """Half movement points of a path from 3604."""
    state = board(at, {name: 3604}, facts=facts, weather=weather)
    walk = mover(state, key(state, name)).walk(tuple(path))
    assert hasattr(walk, "spent"), walk
    spent: int = walk.spent
    return spent


@pytest.mark.rule("EF-10.71", "EFT-terrain", "EF-10.58")
@pytest.mark.parametrize(
    ("name", "terrain", "weather", "halves"),
    [
        (FOOT, "open", "dry", 2),
        (FOOT, "open", "mud", 4),
        (MOT, "open", "mud", 6),
        (FOOT, "open", "frost", 2),
        (FOOT, "open", "snow", 4),
        (FOOT, "hill", "dry", 4),
        (FOOT, "hill", "mud", 6),
        (FOOT, "sand", "dry", 4),
        (MOT, "sand", "dry", 6),
        (FOOT, "marsh", "dry", 4),
        (MOT, "marsh", "mud", 6),
        (FOOT, "marsh", "frost", 2),
        (FOOT, "swamp", "dry", 6),
        (FOOT, "swamp", "frost", 4),
        (MOT, "swamp", "frost", 6),
    ],
)
def test_terrain_costs(name: str, terrain: str, weather: str, halves: int) -> None:
    assert cost(name, [3605], weather, hexes={"3605": {"terrain": terrain}}) == halves


@pytest.mark.rule("EF-10.72", "EF-10.72.ex")
def test_hill_woods_and_river_add_up_to_five_for_a_motorised_unit() -> None:
    hexes = {"3605": {"terrain": "hill", "woods": True}}
    assert cost(MOT, [3605], hexes=hexes, sides={"3604-3605": {"river": "minor"}}) == 10


@pytest.mark.rule("EF-10.72")
def test_woods_cost_foot_units_one_more() -> None:
    assert cost(FOOT, [3605], hexes={"3605": {"woods": True}}) == 4


@pytest.mark.rule("EF-10.78.a", "EF-10.73.b3")
def test_motorised_units_enter_swamp_only_by_road_or_rail() -> None:
    swamp = {"hexes": {"3605": {"terrain": "swamp"}}}
    state = board(pieces={MOT: 3604}, facts=swamp)
    assert why(state, "axis", {"move": MOT, "path": [3605]}).rule == "EF-10.78.a"
    rail = board(pieces={MOT: 3604}, facts={**swamp, "rails": [["3604", "3605"]]})
    assert may(rail, "axis", {"move": MOT, "path": [3605]})
    # and they leave it the same way
    assert not may(rail, "axis", {"move": MOT, "path": [3605, 3606]})


@pytest.mark.rule("EF-10.78.b")
def test_frozen_swamp_is_open_from_any_side() -> None:
    assert cost(MOT, [3605, 3606], "frost", hexes={"3605": {"terrain": "swamp"}}) == 8


@pytest.mark.rule("EF-10.73.b1", "EF-10.73.b2")
def test_a_railway_lightens_woods_and_bridges_rivers() -> None:
    facts = {"hexes": {"3605": {"woods": True}}, "sides": {"3604-3605": {"river": "minor"}}}
    assert cost(FOOT, [3605], **facts) == 6
    assert cost(FOOT, [3605], rails=[["3604", "3605"]], **facts) == 2


@pytest.mark.rule("EF-10.74.a")
@pytest.mark.parametrize(
    ("road", "terrain", "halves"),
    [("primary", "hill", 1), ("secondary", "open", 1), ("secondary", "hill", 2)],
)
def test_roads_replace_terrain(road: str, terrain: str, halves: int) -> None:
    assert cost(FOOT, [3605], hexes={"3605": {"terrain": terrain}}, roads=[["3604", "3605", road]]) == halves


@pytest.mark.rule("EF-10.74.b")
def test_the_rulebooks_road_examples() -> None:
    hills = {"3605": {"terrain": "hill"}, "3606": {"terrain": "hill"}}
    assert cost(FOOT, [3605], hexes=hills, roads=ROAD) == 1
    assert cost(FOOT, [3605], hexes=hills, roads=[["3604", "3605", "secondary"]]) == 2
    assert cost(FOOT, [3605, 3606], hexes=hills, roads=ROAD) == 2
    mixed = [["3604", "3605", "secondary"], ["3605", "3606", "primary"]]
    assert cost(FOOT, [3605, 3606], hexes=hills, roads=mixed) == 3


@pytest.mark.rule("EF-10.74.c")
def test_leaving_the_road_makes_up_for_the_hex_that_was_entered_by_it() -> None:
    hexes = {"3605": {"terrain": "hill", "woods": True}}
    river = {"3604-3605": {"river": "minor"}}
    # hill and woods 2 + 2, then open ground 1; the river under the road is not paid
    assert cost(MOT, [3605, 3705], hexes=hexes, roads=ROAD, sides=river) == 10
    # leaving across a river 4 + 1 + 1
    assert cost(MOT, [3605, 3705], hexes=hexes, roads=ROAD, sides={"3605-3705": {"river": "minor"}}) == 12


@pytest.mark.rule("EF-10.75.b", "EF-10.75.c1", "EF-10.75.c2")
@pytest.mark.parametrize(
    ("name", "road", "weather", "terrain", "halves"),
    [
        (FOOT, "primary", "mud", "open", 2),
        (FOOT, "primary", "frost", "open", 1),
        (FOOT, "primary", "snow", "open", 2),
        (FOOT, "secondary", "frost", "hill", 2),
        (FOOT, "secondary", "arctic", "open", 4),
        (FOOT, "secondary", "mud", "open", 4),
        (MOT, "secondary", "mud", "open", 6),
        (FOOT, "secondary", "mud", "hill", 6),
    ],
)
def test_roads_in_bad_weather(name: str, road: str, weather: str, terrain: str, halves: int) -> None:
    hexes = {"3605": {"terrain": terrain, "woods": terrain == "hill"}}
    assert cost(name, [3605], weather, hexes=hexes, roads=[["3604", "3605", road]]) == halves


@pytest.mark.rule("EF-10.75.a")
def test_highways_do_not_mind_the_weather() -> None:
    assert cost(MOT, [3605], "mud", roads=[["3604", "3605", "highway"]]) == 1


@pytest.mark.rule("EF-10.75.c2")
def test_soviet_armour_is_not_heavy_in_mud() -> None:
    state = board("soviet.motorised", {TANK: 3604}, weather="mud")
    assert mover(state, key(state, TANK)).walk((3605,)).spent == 4  # type: ignore[union-attr]


@pytest.mark.rule("EF-5.14", "EF-5.14.x")
def test_mud_lingers_in_woods_for_a_turn() -> None:
    facts = {"hexes": {"3605": {"woods": True}}}
    fresh = board(pieces={FOOT: 3604}, facts=facts)
    after = board(pieces={FOOT: 3604}, facts=facts, past=["mud"])
    assert destinations(fresh, key(fresh, FOOT))[3605] == 4
    assert destinations(after, key(after, FOOT))[3605] == 6


@pytest.mark.rule("EF-10.64", "EF-10.65")
def test_an_enemy_zone_costs_one_more_and_stops() -> None:
    state = board(pieces={FOOT: 3604, "106 Rifle Div": 3607})
    assert destinations(state, key(state, FOOT))[3606] == 2 + 2 + 2
    no = why(state, "axis", {"move": FOOT, "path": [3605, 3606, 3506]})
    assert (no.rule, [point.id for point in no.points]) == ("EF-10.65", [3606])


@pytest.mark.rule("EF-10.66", "EF-10.67", "EF-10.62", "EF-11.92")
def test_no_way_from_zone_to_zone_but_around() -> None:
    state = board(pieces={FOOT: 3606, "106 Rifle Div": 3607})
    assert why(state, "axis", {"move": FOOT, "path": [3506]}).rule == "EF-10.66"
    assert may(state, "axis", {"move": FOOT, "path": [3605, 3505]})
    # out of the zone, across a free hex, and in again
    assert may(state, "axis", {"move": FOOT, "path": [3505, 3506]})


@pytest.mark.rule("EF-10.61")
def test_friendly_zones_do_not_matter() -> None:
    state = board(pieces={FOOT: 3604, "46 Inf Div": 3606})
    assert destinations(state, key(state, FOOT))[3605] == 2


@pytest.mark.rule("EF-10.4", "EF-10.52")
def test_a_path_goes_hex_by_hex_within_the_allowance_once_a_phase() -> None:
    state = board(pieces={FOOT: 3604})
    assert why(state, "axis", {"move": FOOT, "path": [3606]}).rule == "EF-10.4"
    far = [3603, 3602, 3601, 3501, 3401]
    assert may(state, "axis", {"move": FOOT, "path": far})
    no = why(state, "axis", {"move": FOOT, "path": [*far, 3301]})
    assert no.rule == "EF-10.52"
    assert (no.params["need"], no.params["left"]) == ("1", "0")
    moved = play(state, "axis", {"move": FOOT, "path": [3603]}).state
    assert why(moved, "axis", {"move": FOOT, "path": [3602]}).rule == "EF-10.52"


def test_the_log_tells_the_way_that_a_unit_took() -> None:
    step = play(board(pieces={FOOT: 3604}), "axis", {"move": FOOT, "path": [3603, 3602]})
    told = next(entry for entry in step.entries if entry.key == "log.moved")
    assert [point.id for point in told.points if point.of == "place"] == [3604, 3603, 3602]


@pytest.mark.rule("EF-10.52")
def test_a_new_phase_lets_units_move_again() -> None:
    state = board(pieces={MOT: 3604})
    state = play(state, "axis", {"move": MOT, "path": [3605]}).state
    for _ in range(2):
        state = play(state, "axis", {"do": "done"}).state
    assert may(state, "axis", {"move": MOT, "path": [3606]})


@pytest.mark.rule(
    "EF-10.11", "EF-10.21", "EF-10.58", "EFT-movement-phases", "EF-4.2.B5", "EF-10.0.c", "EFT-ma-conversion"
)
@pytest.mark.parametrize(
    ("at", "name", "halves"),
    [
        ("axis.movement", FOOT, 10),
        ("axis.motorised", FOOT, 0),
        ("axis.movement", MOT, 18),
        ("axis.motorised", MOT, 9),
        ("axis.motorised", AXIS_CAV, 6),
        ("axis.motorised", "49 Art Rgt", 0),
        ("soviet.motorised", TANK, 8),
        ("soviet.movement", TANK, 4),
        ("soviet.motorised", "40 Cav Div", 5),
        ("soviet.motorised", "106 Rifle Div", 0),
        ("soviet.movement", "106 Rifle Div", 8),
        ("soviet.movement", "51 Army HQ", 10),
        ("soviet.motorised", "51 Army HQ", 0),
    ],
)
def test_shares_of_the_allowance(at: str, name: str, halves: int) -> None:
    state = board(at, {name: 3604})
    assert half_mp(state, key(state, name)) == halves
    assert allowance(state, key(state, name)).rounded_down() == halves


@pytest.mark.rule("EF-6.71")
def test_out_of_supply_takes_two_points_before_halving() -> None:
    state = board("axis.motorised", {MOT: {"hex": "3604", "supply": 2}, AXIS_CAV: {"hex": "3604", "supply": 2}})
    assert half_mp(state, key(state, MOT)) == 7
    assert half_mp(state, key(state, AXIS_CAV)) == 6


@pytest.mark.rule("EFT-cold-ma")
@pytest.mark.parametrize(
    ("at", "name", "weather", "halves"),
    [
        ("axis.movement", MOT, "frost", 16),
        ("axis.movement", "49 Art Rgt", "frost", 8),
        ("axis.movement", MOT, "snow", 18),
        ("axis.movement", MOT, "arctic", 16),
        ("axis.motorised", MOT, "snow", 0),
        ("axis.motorised", AXIS_CAV, "snow", 6),
        ("axis.motorised", MOT, "frost", 8),
        ("soviet.motorised", TANK, "snow", 8),
        ("axis.movement", FOOT, "frost", 10),
    ],
)
def test_cold_slows_the_axis(at: str, name: str, weather: str, halves: int) -> None:
    state = board(at, {name: 3604}, weather=weather)
    assert half_mp(state, key(state, name)) == halves


@pytest.mark.rule("EFT-cold-ma")
def test_who_is_kept_by_snow_is_told_so_and_others_that_it_is_not_their_phase() -> None:
    state = board("axis.motorised", {MOT: 3604, FOOT: 3604}, weather="snow")
    assert why(state, "axis", {"move": MOT, "path": [3605]}).rule == "EFT-cold-ma"
    assert why(state, "axis", {"move": FOOT, "path": [3605]}).rule == "EFT-movement-phases"


@pytest.mark.rule("EF-18.12")
def test_enemy_works_cost_one_more_once() -> None:
    line = {"3604-3605": {"fortified": {"defender": "3605"}}}
    plain = board(pieces={FOOT: 3604}, facts={"sides": line})
    assert destinations(plain, key(plain, FOOT))[3605] == 4
    both = board(pieces={FOOT: 3604}, facts={"sides": line}, strongpoints={"3605": {"side": "soviet"}})
    assert destinations(both, key(both, FOOT))[3605] == 4
    road = board(pieces={FOOT: 3604}, facts={"sides": line, "roads": ROAD})
    assert destinations(road, key(road, FOOT))[3605] == 3
    building = board(pieces={FOOT: 3604}, strongpoints={"3605": {"side": "soviet", "building": True}})
    assert destinations(building, key(building, FOOT))[3605] == 2


@pytest.mark.rule("EF-10.76.c")
def test_a_major_river_takes_the_whole_allowance_and_stops_guns_and_armour() -> None:
    side = {"sides": {"3604-3605": {"river": "major"}}}
    units = {FOOT: 3604, "49 Art Rgt": 3604, "190 AG Bn": 3604}
    state = board(pieces=units, facts=side)
    assert may(state, "axis", {"move": FOOT, "path": [3605]})
    assert why(state, "axis", {"move": FOOT, "path": [3605, 3606]}).rule in ("EF-10.52", "EF-10.65")
    assert not may(state, "axis", {"move": "49 Art Rgt", "path": [3605]})
    assert not may(state, "axis", {"move": "190 AG Bn", "path": [3605]})
    assert not may(state, "axis", {"move": FOOT, "path": [3504, 3604, 3605]})


@pytest.mark.rule("EF-10.76.a", "EF-10.76.b", "EF-10.76.d")
def test_bridges_and_ice_open_a_major_river() -> None:
    side = {"3604-3605": {"river": "major", "bridge": ["road"]}}
    assert cost(FOOT, [3605], sides=side, roads=ROAD) == 1
    rail = {"3604-3605": {"river": "major", "bridge": ["rail"]}}
    assert cost(FOOT, [3605], sides=rail, rails=[["3604", "3605"]]) == 2
    assert cost(FOOT, [3605], "snow", sides={"3604-3605": {"river": "major"}}) == 4 + 2


@pytest.mark.rule("EF-10.77.a", "EF-10.77.b")
def test_lakes_freeze_and_the_sea_stays_closed() -> None:
    lake, sea = {"sides": {"3604-3605": {"water": "lake"}}}, {"sides": {"3604-3605": {"water": "sea"}}}
    assert not may(board(pieces={FOOT: 3604}, facts=lake), "axis", {"move": FOOT, "path": [3605]})
    assert may(board(pieces={FOOT: 3604}, facts=lake, weather="snow"), "axis", {"move": FOOT, "path": [3605]})
    assert not may(board(pieces={FOOT: 3604}, facts=sea, weather="snow"), "axis", {"move": FOOT, "path": [3605]})


@pytest.mark.rule("EF-PB8.26.b")
def test_the_sivash_is_crossed_with_engineers_two_points_a_side() -> None:
    side = {"sides": {"3604-3605": {"water": "sivash"}}}
    small = "47(+) Rgt/22 Div"
    alone = board(pieces={small: 3604}, facts=side)
    assert not may(alone, "axis", {"move": small, "path": [3605]})
    helped = board(pieces={small: 3604, "65(+) Rgt/22 Div": 3604, "690 Eng Rgt": 3604, FOOT: 3604}, facts=side)
    assert not may(helped, "axis", {"move": FOOT, "path": [3605]})  # a division is too big
    after = play(helped, "axis", {"move": small, "path": [3605]}).state
    assert not may(after, "axis", {"move": "65(+) Rgt/22 Div", "path": [3605]})
    soviet = board("soviet.movement", {"106 Rifle Div": 3604}, facts=side)
    assert not may(soviet, "soviet", {"move": "106 Rifle Div", "path": [3605]})


@pytest.mark.rule("EF-23.41")
def test_super_heavy_guns_keep_to_roads() -> None:
    gun = "641 S-H Art Bn"
    state = board(pieces={gun: {"hex": "3604", "back": True}}, facts={"roads": ROAD})
    assert destinations(state, key(state, gun)) == {3605: 2, 3606: 4, 3607: 6}
    mud = [["3604", "3605", "secondary"]]
    dry = board(pieces={gun: {"hex": "3604", "back": True}}, facts={"roads": mud})
    assert destinations(dry, key(dry, gun)) == {3605: 2}
    wet = board(pieces={gun: {"hex": "3604", "back": True}}, facts={"roads": mud}, weather="frost")
    assert destinations(wet, key(wet, gun)) == {}


@pytest.mark.rule("EF-23.43.a")
def test_super_heavy_guns_in_firing_position_do_not_move() -> None:
    state = board(pieces={"641 S-H Art Bn": 3604}, facts={"roads": ROAD})
    assert why(state, "axis", {"move": "641 S-H Art Bn", "path": [3605]}).rule == "EFT-movement-phases"


@pytest.mark.rule("EF-10.0.a")
def test_only_own_units_on_the_map_move() -> None:
    state = board(pieces={FOOT: 3604, "106 Rifle Div": 3608, "50 Inf Div": {"box": "cadre", "steps": 0}})
    assert why(state, "axis", {"move": "106 Rifle Div", "path": [3607]}).rule == "EF-10.0.a"
    assert why(state, "axis", {"move": "50 Inf Div", "path": [3607]}).rule == "EF-10.0.a"


@pytest.mark.rule("EF-10.56", "EF-22.81")
def test_markers_keep_units_where_they_are() -> None:
    units = {"106 Rifle Div": {"hex": "3604", "garrison": True}, "156 Rifle Div": {"hex": "3604", "no_move": 1}}
    state = board("soviet.movement", units)
    assert why(state, "soviet", {"move": "106 Rifle Div", "path": [3605]}).rule == "EF-22.81"
    assert why(state, "soviet", {"move": "156 Rifle Div", "path": [3605]}).rule == "EF-10.56"


@pytest.mark.rule("EF-11.91", "EF-11.94", "EF-11.95", "EF-6.72")
def test_the_one_hex_move() -> None:
    hexes = {"3605": {"terrain": "hill", "woods": True}}
    slow = {"129 Mot Rgt/22 Pz": {"hex": "3604"}, "106 Rifle Div": 3607}
    state = board("axis.motorised", slow, facts={"hexes": hexes, "sides": {"3604-3605": {"river": "minor"}}})
    # 5 points for a unit with three and a half
    step = play(state, "axis", {"move": "129 Mot Rgt/22 Pz", "path": [3605]})
    assert step.state.pieces[key(state, "129 Mot Rgt/22 Pz")].hex == 3605
    starved = board(
        "axis.motorised",
        {"129 Mot Rgt/22 Pz": {"hex": "3604", "supply": 2}},
        facts={"hexes": hexes, "sides": {"3604-3605": {"river": "minor"}}},
    )
    assert why(starved, "axis", {"move": "129 Mot Rgt/22 Pz", "path": [3605]}).rule == "EF-10.52"


@pytest.mark.rule("EF-11.51", "EF-11.52", "EF-11.53", "EF-11.54", "EF-11.55", "EF-11.56", "EF-10.13", "EF-10.66")
def test_fast_motorised_units_infiltrate_at_the_price_of_everything() -> None:
    units = {MOT: 3606, FOOT: 3606, "106 Rifle Div": 3607}
    state = board(pieces=units)
    step = play(state, "axis", {"move": MOT, "path": [3506]})
    assert step.entries[0].params["spent"] == "9"
    assert not may(state, "axis", {"move": FOOT, "path": [3506]})
    assert not may(board("axis.motorised", units), "axis", {"move": MOT, "path": [3506]})
    assert why(board(pieces=units, weather="mud"), "axis", {"move": MOT, "path": [3506]}).rule == "EF-11.56"
    works = board(pieces=units, strongpoints={"3506": {"side": "soviet"}})
    assert not may(works, "axis", {"move": MOT, "path": [3506]})
    starved = board(pieces={**units, MOT: {"hex": "3606", "supply": 2}})
    assert why(starved, "axis", {"move": MOT, "path": [3506]}).rule == "EF-11.54"


@pytest.mark.rule("EF-11.52")
def test_cavalry_infiltrates_only_through_cover() -> None:
    units = {AXIS_CAV: 3606, "106 Rifle Div": 3607}
    assert not may(board(pieces=units), "axis", {"move": AXIS_CAV, "path": [3506]})
    woods = {"hexes": {"3606": {"woods": True}, "3506": {"woods": True}}}
    assert may(board(pieces=units, facts=woods), "axis", {"move": AXIS_CAV, "path": [3506]})


@pytest.mark.rule("EF-10.24.a", "EF-11.53")
def test_soviet_motorised_units_infiltrate_in_their_motorised_phase() -> None:
    units = {"13 AT Rgt": 3606, "73 Inf Div": 3607}
    facts = {"units": {"13 AT Rgt": {"colour": "yellow"}}}
    assert may(board("soviet.motorised", units, facts=facts), "soviet", {"move": "13 AT Rgt", "path": [3506]})
    assert not may(board("soviet.movement", units, facts=facts), "soviet", {"move": "13 AT Rgt", "path": [3506]})


@pytest.mark.rule("EF-18.14")
def test_a_strongpoint_being_built_is_lost_to_whoever_passes() -> None:
    state = board(pieces={FOOT: 3604}, strongpoints={"3605": {"side": "soviet", "building": True}})
    assert not play(state, "axis", {"move": FOOT, "path": [3605, 3606]}).state.strongpoints


@pytest.mark.rule("EF-10.79")
def test_a_unit_may_leave_a_major_city_into_a_zone() -> None:
    city = {"hexes": {"3606": {"place": "major_city"}}}
    state = board(pieces={FOOT: 3606, "106 Rifle Div": 3607}, facts=city)
    assert may(state, "axis", {"move": FOOT, "path": [3506]})


@pytest.mark.rule("EF-10.71", "EF-10.74.c")
@pytest.mark.parametrize("name", [FOOT, MOT, AXIS_CAV, "49 Art Rgt"])
def test_paths_and_reach_agree_on_every_cost(name: str) -> None:
    """The cheapest of all paths, found one by one, is what the search says."""
    hexes = {"3605": {"terrain": "hill"}, "3505": {"woods": True}, "3606": {"terrain": "marsh"}}
    facts = {
        "hexes": hexes,
        "roads": [*ROAD, ["3605", "3505", "secondary"]],
        "sides": {"3605-3606": {"river": "minor"}},
    }
    state = board(pieces={name: 3604, "106 Rifle Div": 3608}, facts=facts)
    guide = mover(state, key(state, name))
    slow: dict[int, int] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        path = pending.pop()
        for to, spent in guide.steps(path).items():
            if spent <= min(guide.budget, 8):
                slow[to] = min(spent, slow.get(to, spent))
                pending.append((*path, to))
    fast = {h: spent for h, spent in destinations(state, key(state, name)).items() if spent <= 8}
    assert fast == slow


@pytest.mark.rule("EF-10.0.b")
@pytest.mark.parametrize(("at", "seat", "name"), [("axis.movement", "axis", FOOT), ("axis.motorised", "axis", MOT)])
def test_units_out_of_supply_still_move(at: str, seat: str, name: str) -> None:
    state = board(at, {name: {"hex": "3604", "supply": 2}})
    fed = board(at, {name: 3604})
    assert may(state, seat, {"move": name, "path": [3605]})
    share = 2 if at == "axis.movement" else 1
    assert half_mp(fed, key(fed, name)) - half_mp(state, key(state, name)) == 2 * share


MARKED = {"card": {"switches": {"replacements": {"value": "cards"}}}}


@pytest.mark.rule("EF-10.12")
@pytest.mark.parametrize("at", ["axis.movement", "axis.motorised"])
def test_axis_units_that_receive_replacements_stay_for_the_whole_segment(at: str) -> None:
    state = board(at, {MOT: {"hex": "3604", "receiving": True}, FOOT: 3610})
    assert why(state, "axis", {"move": MOT, "path": [3605]}).rule == "EF-10.12"


@pytest.mark.rule("EF-10.22")
@pytest.mark.parametrize("at", ["soviet.motorised", "soviet.movement"])
def test_soviet_units_that_receive_replacements_stay_for_the_whole_segment(at: str) -> None:
    state = board(at, {"39 Tank Bde": {"hex": "3610", "receiving": True}})
    assert why(state, "soviet", {"move": "39 Tank Bde", "path": [3611]}).rule == "EF-10.22"


@pytest.mark.rule("EF-10.12", "EF-10.22")
@pytest.mark.parametrize(
    ("at", "seat", "worn", "mover", "rule"),
    [
        ("axis.movement", "axis", FOOT, MOT, "EF-10.12"),
        ("soviet.motorised", "soviet", "156 Rifle Div", "39 Tank Bde", "EF-10.22"),
    ],
)
def test_units_are_marked_before_anybody_moves(at: str, seat: str, worn: str, mover: str, rule: str) -> None:
    tracks = {"tracks": {f"{seat}_type_i": 5}}
    state = board(at, {worn: {"hex": "3604", "steps": 1}, mover: 3610}, facts=MARKED, tracks=tracks)
    assert may(state, seat, {"receive": worn})
    moved = play(state, seat, {"move": mover, "path": [3611]}).state
    assert why(moved, seat, {"receive": worn}).rule == rule


@pytest.mark.rule("EF-10.23")
def test_motorised_phases_have_overruns_and_motorised_arrivals() -> None:
    tanks = ["I Bn/204 Pz", "II Bn/204 Pz", "III Bn/204 Pz"]
    axis = board("axis.motorised", {**dict.fromkeys(tanks, 3605), "24 Art Rgt": 3606})
    assert may(axis, "axis", {"overrun": tanks, "path": [3605, 3606]})
    brigades = ["39 Tank Bde", "40 Tank Bde", "55 Tank Bde", "124-126 Tank Bn"]
    soviet = board("soviet.motorised", {**dict.fromkeys(brigades, 3605), "49 Art Rgt": 3606})
    assert may(soviet, "soviet", {"overrun": brigades, "path": [3605, 3606]})
    rows = [{"turn": 48, "unit": name, "hex": "3604"} for name in (MOT, FOOT)]
    card = {"card": {"axis": {"reinforcements": rows}}}
    state = board("axis.motorised", {MOT: {"box": "active"}, FOOT: {"box": "active"}}, facts=card)
    assert may(state, "axis", {"enter": MOT})
    assert not may(state, "axis", {"enter": FOOT})
    rows = [{"turn": 48, "unit": name, "hex": "3614"} for name in ("39 Tank Bde", "156 Rifle Div")]
    east = {"card": {"soviet": {"units": [], "air": {}, "reinforcements": rows}}}
    waiting = {"39 Tank Bde": {"box": "active"}, "156 Rifle Div": {"box": "active"}}
    state = board("soviet.motorised", waiting, facts=east)
    assert may(state, "soviet", {"enter": "39 Tank Bde"})
    assert not may(state, "soviet", {"enter": "156 Rifle Div"})


@pytest.mark.rule("EF-10.55")
def test_nobody_leaves_the_map() -> None:
    state = board("axis.movement", {FOOT: 3601})
    no = GAME.why_not(state, "axis", Move(key(state, FOOT), (3600,)))
    assert no is not None
    assert no.rule == "EF-10.55"


@pytest.mark.rule("EF-10.55", "EF-16.42.c")
def test_a_substitute_driven_over_the_edge_of_the_map_can_be_used_again() -> None:
    pieces = {"RSC strong 1": 3601, "106 Rifle Div": 3602, "156 Rifle Div": 3701, "271 Rifle Div": 3501}
    bare = board("soviet.combat", pieces)
    fight = {
        "attack": 3601,
        "units": [key(bare, "106 Rifle Div")],
        "defenders": [key(bare, "RSC strong 1")],
        "retreat_defender": 2,
        "result": "-/R",
    }
    state = board(
        [{"phase": "soviet.combat", "waiting": ["soviet"]}, "battle.result.defender_retreat"],
        pieces,
        attacks={"3601": {"side": "soviet", "hexes": ["3601"], "units": ["106 Rifle Div"]}},
        battle=fight,
    )
    assert state.pieces[key(state, "RSC strong 1")].box == "pool"


@pytest.mark.rule("EF-10.55")
def test_no_retreat_leads_off_the_map() -> None:
    pieces = {"156 Rifle Div": 3601, "46 Inf Div": 3602}
    bare = board("axis.combat", pieces)
    own, foe = key(bare, "156 Rifle Div"), key(bare, "46 Inf Div")
    state = board(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.result.defender_retreat"],
        pieces,
        attacks={"3601": {"side": "axis", "hexes": ["3601"], "units": ["46 Inf Div"]}},
        battle={"attack": 3601, "units": [foe], "defenders": [own], "retreat_defender": 2, "result": "-/R"},
    )
    no = GAME.why_not(state, "soviet", Retreat((own,), (3600, 3500)))
    assert no is not None
    assert no.rule == "EF-10.55"
    near = GAME.why_not(state, "soviet", Retreat((own,), (3604, 3605)))
    assert near is not None
    assert near.rule != "EF-10.55"


BOG = {"hexes": {h: {"terrain": "swamp"} for h in ("3604", "3603", "3504")}}


@pytest.mark.rule("EF-10.78.c")
@pytest.mark.parametrize("weather", ["dry", "mud"])
def test_vehicles_caught_in_a_thawed_swamp_flounder_to_firm_ground(weather: str) -> None:
    state = board("axis.movement", {MOT: 3604}, facts=BOG, weather=weather)
    assert may(state, "axis", {"move": MOT, "path": [3605]})
    assert not may(state, "axis", {"move": MOT, "path": [3603]})
    assert not may(state, "axis", {"move": MOT, "path": [3605, 3606]})
    assert set(destinations(state, key(state, MOT))) == {3503, 3605, 3703, 3704}
    hungry = board("axis.movement", {MOT: {"hex": "3604", "supply": 2}}, facts=BOG, weather=weather)
    assert not may(hungry, "axis", {"move": MOT, "path": [3605]})
    frozen = board("axis.movement", {MOT: 3604}, facts=BOG, weather="frost")
    assert may(frozen, "axis", {"move": MOT, "path": [3603]})


@pytest.mark.rule("EF-10.78.c")
def test_on_a_road_through_the_swamp_nobody_is_caught() -> None:
    road = {**BOG, "roads": [["3604", "3603", "primary"]]}
    state = board("axis.movement", {MOT: 3604}, facts=road)
    assert may(state, "axis", {"move": MOT, "path": [3603]})
    assert not may(state, "axis", {"move": MOT, "path": [3605]})


@pytest.mark.rule("EF-10.77.b")
@pytest.mark.parametrize("weather", ["dry", "mud", "frost", "snow", "arctic"])
def test_no_weather_opens_the_sea(weather: str) -> None:
    sea = {"hexes": {"3605": {"terrain": "sea"}}}
    state = board(pieces={FOOT: 3604}, facts=sea, weather=weather)
    assert why(state, "axis", {"move": FOOT, "path": [3605]}).rule == "EF-10.77.b"


@pytest.mark.rule("EF-10.77.b")
@pytest.mark.parametrize("weather", ["dry", "snow"])
def test_shallow_water_bears_nobody_but_along_a_railway(weather: str) -> None:
    side, rifles = {"3604-3605": {"water": "sivash"}}, "106 Rifle Div"
    step = {"move": rifles, "path": [3605]}
    state = board("soviet.movement", {rifles: 3604}, facts={"sides": side}, weather=weather)
    assert not may(state, "soviet", step)
    dam = {"sides": {"3604-3605": {"water": "sivash", "bridge": ["rail"]}}, "rails": [["3604", "3605"]]}
    assert may(board("soviet.movement", {rifles: 3604}, facts=dam, weather=weather), "soviet", step)


@pytest.mark.rule("EF-10.79")
@pytest.mark.parametrize("weather", ["dry", "mud", "frost", "snow"])
@pytest.mark.parametrize("name", [FOOT, MOT])
def test_a_major_city_costs_half_a_point_in_any_weather(weather: str, name: str) -> None:
    assert cost(name, [3605], weather, hexes={"3605": {"place": "major_city"}}) == 1


@pytest.mark.rule("EF-4.2.B1", "EF-4.2.B5", "EF-4.2.C1", "EF-4.2.C5", "EF-10.52")
@pytest.mark.parametrize("at", ["axis.movement", "axis.motorised", "soviet.movement", "soviet.motorised"])
@pytest.mark.parametrize(
    "left", [{}, {"moved": "foot"}, {"spent": 1}, {"starts": 1}, {"company": 3605}, {"shown": True}]
)
def test_a_movement_phase_begins_afresh(at: str, left: dict[str, Any]) -> None:
    state = board(at, {FOOT: 3604, "106 Rifle Div": 3609})
    d = Draft(marked(state, FOOT, **left), NoDice())
    d.put("supplies", 1, Supply("axis", 3602, moved=True))
    d.put("crossings", side_key(3604, 3605), 1)
    begin_phase(d)
    piece = d.now.pieces[key(state, FOOT)]
    assert (piece.moved, piece.spent, piece.starts, piece.company, piece.shown) == ("", 0, 0, 3604, False)
    assert not d.now.crossings
    assert not d.now.supplies[1].moved


@pytest.mark.rule("EF-4.2.C1", "EF-4.2.C5", "EF-10.52")
@pytest.mark.parametrize(
    ("at", "activated", "moved"),
    [
        ("soviet.movement", True, "activated"),
        ("soviet.motorised", True, ""),
        ("soviet.movement", False, ""),
    ],
)
def test_who_was_activated_does_not_move_again(at: str, activated: bool, moved: str) -> None:
    state = board(at, {"106 Rifle Div": 3604})
    d = Draft(marked(state, "106 Rifle Div", activated=activated), NoDice())
    begin_phase(d)
    assert d.now.pieces[key(state, "106 Rifle Div")].moved == moved


@pytest.mark.rule("EF-10.52")
def test_the_whole_reach_is_what_the_search_finds_and_every_way_of_it_is_legal() -> None:
    state = board("axis.movement", {FOOT: 3604, "106 Rifle Div": 3607}, facts={"roads": ROAD})
    unit = key(state, FOOT)
    path = ways(state, "axis", unit)
    reach = path.reach()
    assert {place: way.cost for place, way in reach.items()} == destinations(state, unit)
    for place, way in reach.items():
        assert path.refusal(way.path) is None
        assert path.steps(way.path[:-1])[place] == way.cost
    widget = path.widget()
    assert widget.budget == half_mp(state, unit)
    assert set(widget.dangers.values()) == {"zone"}, "the zone of the riflemen stands on the way"
