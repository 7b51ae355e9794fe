"""Rail movement: who may board, how far trains go, what the lines carry."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.special_movement import rail
from sandtable.games.eastfront.rules.supply import supply
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

LINE = tuple(5300 + n for n in range(9, 22))
BRANCH = (5312, 5412, 5512, 5612, 5712, 5812, 5912)
RAILS = [[a, b] for a, b in (*pairwise(LINE), *pairwise(BRANCH))]
SOURCES = {"axis": {"hexes": ["5309"]}, "soviet": {"hexes": ["5309"]}}
CAPACITY = {"axis": {"converted": 2, "captured": 1}, "soviet": {"soviet": 3}}
CONVERTED = dict.fromkeys((*LINE, *BRANCH), "converted")
NEW = [
    {"id": "Rail Guns", "type": "railway_artillery", "side": "soviet", "front": "3-1-9", "stack": 2},
    {"id": "Coast Guns", "type": "coastal_artillery", "side": "soviet", "front": "2-1-3", "stack": 1},
    {
        "id": "Big Guns",
        "type": "super_heavy_artillery",
        "side": "axis",
        "front": "2-1-0",
        "mobile": "0-1-3",
        "stack": 0,
    },
]
SHAPE = {"label": "x", "nation": "soviet", "size": "regiment", "steps": 1}


def lines(
    pieces: dict[str, Any],
    side: str = "axis",
    *,
    rails: dict[int, str] | None = None,
    card: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
    **more: Any,
) -> CrimeaState:
    """A line from a source on the edge southwards, with a branch to the east."""
    known = {
        "rails": RAILS,
        "units": {"new": [{**SHAPE, **row} for row in NEW]},
        "card": {"supply_sources": SOURCES, "rail_capacity": CAPACITY, **(card or {})},
        **(facts or {}),
    }
    state = rails if rails is not None else (CONVERTED if side == "axis" else {})
    return board(f"{side}.movement", pieces, facts=known, scenario="7", rails=state, **more)


def ride(unit: str, to: int) -> dict[str, Any]:
    return {"do": "entrain", "unit": unit, "to": to}


# -- who ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB4.11")
@pytest.mark.parametrize("scenario", ["1", "7"])
def test_there_is_no_rail_movement_unless_the_scenario_allows_it(scenario: str) -> None:
    state = board("axis.movement", scenario=scenario, bare=False)
    no = why(state, "axis", ride("46 Inf Div", 5516 if scenario == "7" else 3606))
    assert (no.rule, no.key) == ("EF-PB4.11", "refuse.no_rail_movement")
    one_side = lines({"156 Rifle Div": 5310}, "soviet", card={"rail_capacity": {"axis": {"converted": 2}}})
    assert why(one_side, "soviet", ride("156 Rifle Div", 5311)).rule == "EF-PB4.11"


@pytest.mark.rule("EF-11.11", "EF-11.12.a", "EF-10.73.a")
def test_a_unit_goes_by_rail_for_one_point_a_hex_and_does_nothing_else() -> None:
    hills = {"hexes": {h: {"terrain": "hill", "woods": True} for h in LINE[2:]}}
    state = lines({"47(+) Rgt/22 Div": 5310}, facts=hills)
    step = play(state, "axis", ride("47(+) Rgt/22 Div", 5321))
    assert where(step.state, "47(+) Rgt/22 Div") == 5321
    assert logged(step, "moved_by_rail").params["spent"] == 11
    piece = step.state.pieces[key(step.state, "47(+) Rgt/22 Div")]
    assert (piece.busy, piece.travelled) == (True, True)
    assert why(step.state, "axis", {"move": "47(+) Rgt/22 Div", "path": [5320]}).rule == "EF-10.52"
    assert why(step.state, "axis", ride("47(+) Rgt/22 Div", 5320)).rule == "EF-10.52"


@pytest.mark.rule("EF-11.12.a")
def test_who_has_moved_this_phase_boards_no_train() -> None:
    moved = lines({"47(+) Rgt/22 Div": {"hex": 5310, "moved": "move"}}, begun=True)
    assert why(moved, "axis", ride("47(+) Rgt/22 Div", 5311)).rule == "EF-10.52"
    halfway = lines({"47(+) Rgt/22 Div": {"hex": 5310, "spent": 2}}, begun=True)
    assert why(halfway, "axis", ride("47(+) Rgt/22 Div", 5311)).rule == "EF-11.12.a"


@pytest.mark.rule("EF-11.11")
def test_who_may_not_board() -> None:
    hungry = {"47(+) Rgt/22 Div": {"hex": 5310, "supply": 2}, "16(+) Rgt/22 Div": {"hex": 5310, "supply": 1}}
    state = lines({**hungry, "65(+) Rgt/22 Div": 5411, "Big Guns": 5310})
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5311)).rule == "EF-11.11"
    assert may(state, "axis", ride("16(+) Rgt/22 Div", 5311))
    assert why(state, "axis", ride("65(+) Rgt/22 Div", 5311)).key == "refuse.rail_net"
    assert why(state, "axis", ride("Big Guns", 5311)).key == "refuse.rail_firing"
    near = lines({"47(+) Rgt/22 Div": 5310, "106 Rifle Div": 5412})
    assert why(near, "axis", ride("47(+) Rgt/22 Div", 5309)).key == "refuse.rail_near"
    assert may(lines({"47(+) Rgt/22 Div": 5310, "106 Rifle Div": 5413}), "axis", ride("47(+) Rgt/22 Div", 5309))


@pytest.mark.rule("EF-11.11", "EF-6.4.b")
def test_the_line_must_lead_to_a_source() -> None:
    gap = {h: now for h, now in CONVERTED.items() if h != 5311}
    state = lines({"47(+) Rgt/22 Div": 5313}, rails=gap)
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5314)).key == "refuse.rail_net"
    soviet = lines({"143 Rifle Bde": 5313}, "soviet")
    assert may(soviet, "soviet", ride("143 Rifle Bde", 5912))
    theirs = lines({"143 Rifle Bde": 5313}, "soviet", control={5311: "axis"})
    assert why(theirs, "soviet", ride("143 Rifle Bde", 5314)).key == "refuse.rail_net"


@pytest.mark.rule("EF-PB4.12")
def test_soviet_coastal_guns_do_not_travel() -> None:
    state = lines({"Coast Guns": 5310, "24 Art Rgt": 5310}, "soviet")
    assert why(state, "soviet", ride("Coast Guns", 5311)).rule == "EF-PB4.12"
    assert may(state, "soviet", ride("24 Art Rgt", 5311))


# -- how far -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-11.12.a", "EF-10.63.b")
def test_trains_keep_three_hexes_from_the_enemy_and_out_of_his_zones() -> None:
    state = lines({"47(+) Rgt/22 Div": 5310, "106 Rifle Div": 5712})
    assert may(state, "axis", ride("47(+) Rgt/22 Div", 5412))
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5512)).rule == "EF-11.12.a"
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5612)).rule == "EF-10.63.b"
    # Friends in the hex take the zone away from a supply line, not from a train.
    held = lines({"47(+) Rgt/22 Div": 5310, "16(+) Rgt/22 Div": 5612, "106 Rifle Div": 5712})
    assert why(held, "axis", ride("47(+) Rgt/22 Div", 5612)).rule == "EF-10.63.b"


@pytest.mark.rule("EF-11.12.a")
def test_lines_change_only_where_they_meet() -> None:
    beside = [[5412, 5413], [5413, 5414]]
    state = lines(
        {"47(+) Rgt/22 Div": 5310}, facts={"rails": [*RAILS, *beside[1:]]}, rails={**CONVERTED, 5413: "converted"}
    )
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5413)).key == "refuse.rail_net"
    joined = lines(
        {"47(+) Rgt/22 Div": 5310}, facts={"rails": [*RAILS, *beside]}, rails={**CONVERTED, 5413: "converted"}
    )
    assert may(joined, "axis", ride("47(+) Rgt/22 Div", 5413))


@pytest.mark.rule("EF-11.12.a", "EF-PB2.34.d")
def test_sixty_points_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rail.LIMIT == 60
    monkeypatch.setattr(rail, "LIMIT", 5)
    state = lines({"47(+) Rgt/22 Div": 5309})
    assert may(state, "axis", ride("47(+) Rgt/22 Div", 5314))
    assert why(state, "axis", ride("47(+) Rgt/22 Div", 5315)).key == "refuse.rail_far"


@pytest.mark.rule("EF-11.15", "EF-13.21")
@pytest.mark.parametrize("level", [1, 2])
def test_a_hex_in_a_zone_of_interdiction_costs_twelve(level: int) -> None:
    state = lines({"143 Rifle Bde": 5309}, "soviet", interdiction={5312: level})
    found = rail.destinations(state, key(state, "143 Rifle Bde"))
    # 5310 is free of it; 5311, 5312 and 5313 are in the zone.
    assert (found[5310], found[5311], found[5314]) == (1, 13, 38)
    within = lines({"143 Rifle Bde": 5311}, "soviet", interdiction={5312: level})
    assert why(within, "soviet", ride("143 Rifle Bde", 5310)).rule == "EF-11.11"
    axis = lines({"47(+) Rgt/22 Div": 5309}, interdiction={5312: level})
    assert rail.destinations(axis, key(axis, "47(+) Rgt/22 Div"))[5314] == 5


@pytest.mark.rule("EF-13.26")
def test_interdiction_touches_neither_other_movement_nor_supply() -> None:
    pieces = {"143 Rifle Bde": 5312, "106 Rifle Div": 5412}
    plain, under = lines(pieces, "soviet"), lines(pieces, "soviet", interdiction={5312: 2})
    for name in pieces:
        assert movement.destinations(plain, key(plain, name)) == movement.destinations(under, key(under, name))
    assert supply.supplied_hexes(plain, "soviet") == supply.supplied_hexes(under, "soviet")


@pytest.mark.rule("EF-11.12.c")
def test_heavy_guns_go_by_their_own_allowance_and_nearer_to_the_enemy() -> None:
    state = lines({"Big Guns": {"hex": 5310, "back": True}})
    assert list(rail.destinations(state, key(state, "Big Guns"))) == [5309, 5311, 5312, 5313, 5412]
    guns = {"Big Guns": {"hex": 5310, "back": True}, "47(+) Rgt/22 Div": 5310}
    near = lines({**guns, "143 Rifle Bde": 5513})
    assert may(near, "axis", ride("Big Guns", 5412))
    assert not may(near, "axis", ride("47(+) Rgt/22 Div", 5412))
    too_near = lines({**guns, "24 Art Rgt": 5512})
    assert why(too_near, "axis", ride("Big Guns", 5412)).rule == "EF-11.12.a"
    free = lines({"Rail Guns": 5309}, "soviet")
    assert why(free, "soviet", {"move": "Rail Guns", "path": [5310]}).rule == "EF-11.12.c"
    assert 5318 in rail.destinations(free, key(free, "Rail Guns"))
    # They may leave a zone of interdiction, where others may not even board.
    leaving = lines({"Rail Guns": 5311, "143 Rifle Bde": 5311}, "soviet", interdiction={5312: 1})
    assert may(leaving, "soviet", ride("Rail Guns", 5310))
    assert not may(leaving, "soviet", ride("143 Rifle Bde", 5310))


# -- capacity ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-11.13")
def test_the_capacity_is_counted_in_stacking_points() -> None:
    pieces = {"156 Rifle Div": 5310, "51 Army HQ": 5310, "143 Rifle Bde": 5310, "Rail Guns": 5310, "24 Art Rgt": 5310}
    state = lines({**pieces, "157 Rifle Div": 5310}, "soviet")
    no = why(state, "soviet", ride("157 Rifle Div", 5311))  # four points, and the lines carry three
    assert (no.rule, no.params["need"], no.params["left"]) == ("EF-11.13", 4, 3)
    state = play(state, "soviet", ride("51 Army HQ", 5311)).state
    assert state.tracks["rail_soviet"] == 1
    assert why(state, "soviet", ride("156 Rifle Div", 5311)).rule == "EF-11.13"
    state = play(state, "soviet", ride("143 Rifle Bde", 5311)).state
    assert why(state, "soviet", ride("24 Art Rgt", 5311)).rule == "EF-11.13"
    # Railway guns have trains of their own.
    state = play(state, "soviet", ride("Rail Guns", 5311)).state
    assert state.tracks["rail_soviet"] == 3
    state = play(state, "soviet", {"do": "done"}).state
    assert asked(state).get("soviet", "") != "turn.soviet.movement.moves"
    later = lines(pieces, "soviet", tracks={"tracks": {"vp": 0, "rail_soviet": 3}})
    assert may(later, "soviet", ride("24 Art Rgt", 5311))


@pytest.mark.rule("EF-11.13", "EF-11.11", "EF-11.12.a")
def test_supplies_take_a_point_each_and_dumps_two() -> None:
    goods = {
        1: {"side": "axis", "hex": "5310"},
        2: {"side": "axis", "hex": "5310", "points": 2},
        3: {"side": "axis", "hex": "5310", "moved": True},
        4: {"side": "axis", "hex": "5411"},
    }
    state = lines({}, supplies=goods)
    assert why(state, "axis", {"do": "ship", "supply": 4, "to": 5320}).rule == "EF-11.11"
    sent = play(state, "axis", {"do": "ship", "supply": 2, "to": 5320})
    assert sent.state.supplies[2].hex == 5320
    assert logged(sent, "shipped").params["spent"] == 10
    assert why(sent.state, "axis", {"do": "ship", "supply": 1, "to": 5320}).rule == "EF-11.13"
    one = play(state, "axis", {"do": "ship", "supply": 1, "to": 5320}).state
    assert why(one, "axis", {"do": "ship", "supply": 2, "to": 5320}).rule == "EF-11.13"
    assert why(one, "axis", {"do": "haul", "supply": 1, "path": [5321]}).rule == "EF-6.84"
    tired = lines({}, supplies=goods, begun=True)
    assert why(tired, "axis", {"do": "ship", "supply": 3, "to": 5320}).rule == "EF-11.12.a"


@pytest.mark.rule("EF-11.14")
def test_reinforcements_come_in_by_rail_and_take_capacity() -> None:
    card = {"axis": {"reinforcements": [{"turn": 161, "hex": "5309", "unit": "47(+) Rgt/22 Div"}]}}
    waiting = {"47(+) Rgt/22 Div": {"box": "active"}, "16(+) Rgt/22 Div": 5310}
    state = lines(waiting, card=card)
    assert may(state, "axis", {"do": "enter", "unit": "47(+) Rgt/22 Div"})
    step = play(state, "axis", ride("47(+) Rgt/22 Div", 5321))
    assert where(step.state, "47(+) Rgt/22 Div") == 5321
    assert logged(step, "moved_by_rail").params["spent"] == 13
    assert why(step.state, "axis", ride("16(+) Rgt/22 Div", 5311)).rule == "EF-11.13"
    assert why(step.state, "axis", {"move": "47(+) Rgt/22 Div", "path": [5320]}).rule == "EF-10.52"
    full = lines(waiting, card=card, rails={h: now for h, now in CONVERTED.items() if h != 5309})
    assert why(full, "axis", ride("47(+) Rgt/22 Div", 5321)).rule == "EF-11.14"


@pytest.mark.rule("EF-11.14", "EF-23.43.a")
def test_a_super_heavy_gun_stays_on_its_mobile_side_as_it_comes_in_by_rail() -> None:
    name = "641 S-H Art Bn"
    card = {"axis": {"reinforcements": [{"turn": 161, "hex": "5309", "unit": name, "state": "mobile"}]}}
    state = lines({name: {"box": "active", "back": True}}, card=card)
    state = play(state, "axis", ride(name, 5311)).state
    assert (where(state, name), state.pieces[key(state, name)].back) == (5311, True)


# -- captured lines ----------------------------------------------------------------------------------------------------

MIXED = {h: "converted" if h <= 5312 else "captured" for h in LINE}


@pytest.mark.rule("EF-PB2.34.e", "EF-PB2.34.d")
def test_a_change_of_gauge_costs_fifteen_either_way() -> None:
    state = lines({"Axis Rcn Bn": 5310}, rails=MIXED)
    found = rail.destinations(state, key(state, "Axis Rcn Bn"))
    assert (found[5312], found[5313], found[5321]) == (2, 17, 25)
    back = lines({"Axis Rcn Bn": 5314}, rails=MIXED)
    assert rail.destinations(back, key(back, "Axis Rcn Bn"))[5312] == 16


@pytest.mark.rule("EF-PB2.34.e")
def test_who_cannot_pay_the_change_stays_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rail, "LIMIT", 16)
    state = lines({"Axis Rcn Bn": 5310}, rails=MIXED)
    assert may(state, "axis", ride("Axis Rcn Bn", 5312))
    assert why(state, "axis", ride("Axis Rcn Bn", 5313)).key == "refuse.rail_far"


@pytest.mark.rule("EF-PB2.34.g")
def test_one_point_goes_on_along_a_captured_line() -> None:
    state = lines({"Axis Rcn Bn": 5310, "190 AG Bn": 5310, "47(+) Rgt/22 Div": 5310}, rails=MIXED)
    no = why(state, "axis", ride("47(+) Rgt/22 Div", 5313))
    assert (no.rule, no.params["left"]) == ("EF-PB2.34.g", 1)
    assert may(state, "axis", ride("47(+) Rgt/22 Div", 5312))
    state = play(state, "axis", ride("Axis Rcn Bn", 5313)).state
    assert {name: n for name, n in state.tracks.items() if name.startswith("rail")} == {
        "rail_converted": 1,
        "rail_captured": 1,
    }
    assert why(state, "axis", ride("190 AG Bn", 5313)).rule == "EF-PB2.34.g"
    assert may(state, "axis", ride("190 AG Bn", 5312))
    none = lines({"Axis Rcn Bn": 5310}, rails=MIXED, card={"rail_capacity": {"axis": {"converted": 2}}})
    assert why(none, "axis", ride("Axis Rcn Bn", 5313)).rule == "EF-PB2.34.g"


@pytest.mark.rule("EF-PB2.34.g")
def test_a_card_may_wait_for_a_place_to_fall() -> None:
    terms = {"rail_capacity": {"axis": {"converted": 2, "captured": {"points": 1, "once_held": "6014"}}}}
    before = lines({"Axis Rcn Bn": 5310}, rails=MIXED, card=terms, control={6014: "soviet"})
    assert why(before, "axis", ride("Axis Rcn Bn", 5313)).rule == "EF-PB2.34.g"
    after = lines({"Axis Rcn Bn": 5310}, rails=MIXED, card=terms, control={6014: "axis"})
    assert may(after, "axis", ride("Axis Rcn Bn", 5313))


@pytest.mark.rule("EF-PB2.34.e")
@pytest.mark.parametrize(("bridge", "open_line"), [([], False), (["road"], False), (["rail"], True)])
def test_a_major_river_needs_a_rail_bridge(bridge: list[str], open_line: bool) -> None:
    river = {"sides": {"5312-5313": {"river": "major", "bridge": bridge}}}
    state = lines({"Axis Rcn Bn": 5310}, facts=river)
    assert may(state, "axis", ride("Axis Rcn Bn", 5313)) is open_line
    assert (5313 in supply.nets(state, "axis")) is open_line
    held = lines({"Axis Rcn Bn": 5310}, facts=river, control={5313: "soviet", 5314: "soviet"})
    assert (5314 in supply.nets(held, "axis")) is open_line  # whoever was there last


def test_more_than_the_lines_carry_cannot_be() -> None:
    state = lines({}, tracks={"tracks": {"vp": 0}})
    assert rail.broken(state) is None
    with pytest.raises(Exception, match="3 stacking points went by converted rail"):
        lines({}, tracks={"tracks": {"vp": 0, "rail_converted": 3}})


FLAK = {"id": "Fixed Flak", "type": "anti_air", "side": "soviet", "front": "1-1-0", "stack": 1}


@pytest.mark.rule("EF-PB6.22")
def test_flak_without_wheels_goes_by_rail_from_town_to_town() -> None:
    towns = {"5315": {"place": "town"}, "5318": {"place": "city"}}
    facts = {"units": {"new": [{**SHAPE, **FLAK}]}, "hexes": towns}
    state = lines({"Fixed Flak": 5315}, "soviet", facts=facts)
    assert not may(state, "soviet", {"move": "Fixed Flak", "path": [5316]})
    assert rail.destinations(state, key(state, "Fixed Flak")).keys() == {5318}
    assert why(state, "soviet", {"do": "entrain", "unit": "Fixed Flak", "to": 5317}).rule == "EF-PB6.22"
    assert where(play(state, "soviet", {"do": "entrain", "unit": "Fixed Flak", "to": 5318}).state, "Fixed Flak") == 5318
