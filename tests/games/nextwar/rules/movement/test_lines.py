"""Korea, 5.5: boxes and movement lines off the map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement import lines, marching, setting_out
from sandtable.games.nextwar.rules.movement.distances import distance
from tests.games.nextwar.board import (
    INF,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_INF,
    ROK_MECH,
    at,
    board,
    key,
    logged,
    may,
    may_move,
    move,
    play,
    where,
    why,
    why_move,
)


def off_map(units: dict[str, Any], first: str = "allied", **more: Any) -> KoreaState:
    told = {"weather": "clear", "initiative": "", "scenario": "all_in", **more}
    return board(told.pop("at", QUIET), units, first=first, **told)


@pytest.mark.rule("NWK-5.5.2", "NWK-5.5.2.a", "NWK-5.5.1.a")
def test_a_highway_in_the_south_a_primary_road_in_the_north() -> None:
    state = off_map({ROK_MECH: "busan"})
    out = move(state, "allied", ROK_MECH, "S4023")  # seven hexes at a third
    assert where(out, ROK_MECH) == "S4023"
    group = marching.march(state, (key(state, ROK_MECH),))
    assert group.steps(())[at(state, "S4023")] == 14
    north = off_map({MECH: "N3800"}, first="dprk")
    ways = marching.march(north, (key(north, MECH),)).steps(())
    assert ways[at(north, "hamhung")] == 9  # three hexes at a half
    between = off_map({MECH: "N2600"}, first="dprk")
    assert marching.march(between, (key(between, MECH),)).steps(())[at(between, "N2500")] == 3
    assert where(move(between, "dprk", MECH, "N2500"), MECH) == "N2500"


@pytest.mark.rule("NWK-5.5.2.a")
def test_the_lengths_of_all_lines() -> None:
    state = off_map({INF: "N3010"})
    found = sorted(
        (state.board.ground[line.start].label, state.board.ground[line.to].label, line.hexes)
        for line in lines.lines(state)
    )
    assert len(found) == 16
    assert ("S3423", "Busan", 11) in found
    assert ("N3600", "Hamhung/Hungnam", 4) in found
    part = board(QUIET, {INF: "N3010"}, facts={"card": {"area": {"sheet": "N"}}})
    assert lines.lines(part) == ()


@pytest.mark.rule("NWK-5.5.1.a")
def test_only_its_owner_enters_a_box() -> None:
    state = off_map({INF: "S4023", ROK_MECH: "N3800"}, first="dprk")
    assert why_move(state, "dprk", INF, "Busan").rule == "NWK-5.5.1.a"
    assert why_move(off_map({ROK_MECH: "N3800"}), "allied", ROK_MECH, "Hamhung/Hungnam").rule == "NWK-5.5.1.a"
    assert may_move(off_map({ROK_MECH: "S4023"}), "allied", ROK_MECH, "Busan")


@pytest.mark.rule("NWK-5.5.2")
def test_on_from_the_map_hex_with_what_is_left() -> None:
    state = off_map({ROK_MECH: "busan"})
    assert may_move(state, "allied", ROK_MECH, "S4023", "S4022")
    blocked = off_map({ROK_MECH: "busan", INF: "S4023"})
    assert why_move(blocked, "allied", ROK_MECH, "S4023").rule == "NW-8.2.2.a"


@pytest.mark.rule("NWK-5.5.2")
def test_who_cannot_reach_the_end_sets_out_and_is_credited() -> None:
    # Eleven hexes at a half are five and a half points; infantry has four.
    state = off_map({ROK_INF: "busan"})
    assert not may_move(state, "allied", ROK_INF, "S3423")
    action = {"do": "set_out", "unit": ROK_INF, "to": "S3423"}
    on_the_way = play(state, "allied", action).state
    unit = on_the_way.units[key(state, ROK_INF)]
    assert (where(on_the_way, ROK_INF), unit.spent, unit.moved) == ("Busan", -24, True)
    later = off_map({ROK_INF: {"hex": "busan", "spent": -24, "toward": "S3423"}})
    assert not may_move(later, "allied", ROK_INF, "S4023")  # the line it is on, and no other
    out = move(later, "allied", ROK_INF, "S3423")
    assert (where(out, ROK_INF), out.units[key(out, ROK_INF)].toward) == ("S3423", 0)
    walker = marching.march(later, (key(later, ROK_INF),)).walkers[0]
    assert walker.budget == 48
    # Who can get there has to.
    assert why(off_map({ROK_MECH: "busan"}), "allied", {**action, "unit": ROK_MECH}).rule == "NWK-5.5.2"
    assert why(off_map({ROK_INF: "S4010"}), "allied", action).rule == "NWK-5.5.2"


@pytest.mark.rule("NWK-5.5.2")
def test_into_a_box_the_rest_is_owed() -> None:
    state = off_map({ROK_INF: "S3423"})
    there = play(state, "allied", {"do": "set_out", "unit": ROK_INF, "to": "Busan"}).state
    assert (where(there, ROK_INF), there.units[key(there, ROK_INF)].spent) == ("Busan", 9)
    moved = off_map({ROK_INF: {"hex": "S3423", "moved": True}})
    assert not may(moved, "allied", {"do": "set_out", "unit": ROK_INF, "to": "Busan"})


@pytest.mark.rule("NWK-5.5.2", "NWK-5.5.2.a")
def test_in_a_storm_lines_cost_what_roads_do() -> None:
    state = off_map({ROK_INF: "N2600"}, weather="storm")
    assert marching.march(state, (key(state, ROK_INF),)).steps(())[at(state, "N2800")] == 3 * 6


@pytest.mark.rule("NWK-5.5.2")
def test_nobody_sets_out_for_where_he_cannot_go() -> None:
    action = {"do": "set_out", "unit": ROK_INF, "to": "S3423"}
    assert why(off_map({ROK_INF: "busan", INF: "S3423"}), "allied", action).rule == "NW-8.2.2.a"
    free = off_map({ROK_INF: "busan"})
    assert why(free, "allied", {**action, "to": "S3422"}).rule == "NWK-5.5.2"
    no = setting_out.why_not_toward(free, key(free, ROK_INF), at(free, "S3422"))
    assert no is not None
    assert no.key == "refuse.no_line"
    theirs = off_map({INF: "S3423"}, first="dprk")
    assert why(theirs, "dprk", {**action, "unit": INF, "to": "busan"}).rule == "NWK-5.5.1.a"
    # Eleven hexes at a half are 33 sixths: with two points from before and four of today it gets there just so.
    exact = {"hex": "busan", "spent": -9, "toward": "S3423"}
    assert why(off_map({ROK_INF: exact}), "allied", action).key == "refuse.must_arrive"
    assert may(off_map({ROK_INF: {**exact, "spent": -8}}), "allied", action)
    home = off_map(
        {ROK_INF: "busan"}, facts={"units": {ROK_INF: {"reserve": "HR"}}, "hexes": {"S3423": {"country": "DPRK"}}}
    )
    assert why(home, "allied", action).rule == "NWK-7.1.2.c"


@pytest.mark.rule("NWK-5.5.2")
def test_setting_out_is_told_and_takes_the_segment() -> None:
    step = play(off_map({ROK_INF: "S3423"}), "allied", {"do": "set_out", "unit": ROK_INF, "to": "busan"})
    entry = logged(step, "set_out")
    assert (entry.rule, entry.params["spent"]) == ("NWK-5.5.2", "4")
    assert step.state.units[key(step.state, ROK_INF)].moved
    part = board(QUIET, {MECH: "N2500"}, first="dprk", facts={"card": {"area": {"sheet": "N"}}}, initiative="")
    assert lines.ways(part, "mechanised") == {}


@pytest.mark.rule("NWK-5.5.1.e")
def test_ranges_to_boxes_add_the_line() -> None:
    state = off_map({INF: "N3010", OTHER_INF: "N3011"})
    assert distance(state, at(state, "S4023"), at(state, "busan")) == 7
    assert distance(state, at(state, "busan"), at(state, "S4021")) == 9
    assert distance(state, at(state, "N3800"), at(state, "hamhung")) == 3
    assert distance(state, at(state, "S4021"), at(state, "japan")) > 1000
    assert distance(state, at(state, "busan"), at(state, "japan")) > 1000
    assert distance(state, at(state, "N3010"), at(state, "N3011")) == 1
    assert distance(state, at(state, "busan"), at(state, "busan")) == 0
