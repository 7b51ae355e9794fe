"""Rules 8.3.1.8 and 8.5.1: ferries, and what a move leaves behind."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.movement import carrying_out
from sandtable.games.nextwar.rules.movement.marching import destinations
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    ROK_INF,
    at,
    board,
    draft,
    key,
    logged,
    may_move,
    move,
    play,
    why_move,
)

ID_5 = "ROK 5/VI Inf Div"
FERRY = {
    "hexes": {"N3016": {"country": "ROK"}, "N3017": {"country": "ROK"}},
    "sides": {"N3016-N3017": {"water": True, "ferry": True}},
}


@pytest.mark.rule("NW-8.3.1.8.a")
def test_a_ferry_takes_friends_of_its_country_at_the_cost_of_a_river() -> None:
    state = board("basic.second_movement", {ROK_INF: "N3016"}, facts=FERRY)
    step = play(state, "allied", {"do": "move", "units": [ROK_INF], "path": ["N3017"]})
    assert logged(step, "moved").params["spent"] == "2"
    assert destinations(state, key(state, ROK_INF))[at(state, "N3017")] == 12
    enemy = board(units={INF: "N3016"}, facts=FERRY, ferry_lost=False)
    assert why_move(enemy, "dprk", INF, "N3017").rule == "NW-8.3.3.b"


@pytest.mark.rule("NW-8.3.1.8.c")
def test_a_ferry_is_lost_once_an_enemy_stands_at_its_end() -> None:
    state = board(units={LIGHT: "N3015", ROK_INF: "N3018"}, facts=FERRY)
    state = move(state, "dprk", LIGHT, "N3016")
    assert state.ferry_lost
    later = board("basic.second_movement", {ROK_INF: "N3017"}, facts=FERRY, ferry_lost=True)
    assert why_move(later, "allied", ROK_INF, "N3016").rule == "NW-8.3.3.b"


@pytest.mark.rule("NW-8.3.1.8.a")
def test_the_ferry_of_the_map_joins_janghang_and_gunsan() -> None:
    state = board("basic.second_movement.moves", {}, bare=False, scenario="militarized_zone")
    ends = {tuple(sorted(state.board.ground[h].name for h in pair)) for pair in state.board.map.ferries}
    assert ends == {("Gunsan", "Janghang")}


@pytest.mark.rule("NW-8.2.2.a")
def test_an_enemy_hex_is_never_entered() -> None:
    state = board(units={MECH: "N3010", "ROK Outpost 1": "N3011"})
    assert why_move(state, "dprk", MECH, "N3011").rule == "NW-8.2.2.a"
    assert may_move(state, "dprk", MECH, "N3110", "N3111")


@pytest.mark.rule("NW-8.3.1.8.c")
def test_only_the_enemy_at_either_end_breaks_a_ferry_and_only_once() -> None:
    for start, end in (("N3015", "N3016"), ("N3018", "N3017")):
        step = play(board(units={LIGHT: start}, facts=FERRY), "dprk", {"do": "move", "units": [LIGHT], "path": [end]})
        assert step.state.ferry_lost
        assert logged(step, "ferry_lost").rule == "NW-8.3.1.8.c"
    assert not move(board(units={LIGHT: "N3014"}, facts=FERRY), "dprk", LIGHT, "N3015").ferry_lost
    friends = board("basic.second_movement", {ROK_INF: "N3015"}, facts=FERRY)
    assert not move(friends, "allied", ROK_INF, "N3016").ferry_lost
    lost = board(units={LIGHT: "N3015"}, facts=FERRY, ferry_lost=True)
    step = play(lost, "dprk", {"do": "move", "units": [LIGHT], "path": ["N3016"]})
    assert all(entry.key != "log.ferry_lost" for entry in step.entries)


@pytest.mark.rule("NW-8.3.1.8.a")
def test_a_ferry_in_a_storm_costs_what_a_river_does_then_and_leads_into_no_closed_ground() -> None:
    wet = {**FERRY, "hexes": {**FERRY["hexes"], "N3017": {"country": "ROK", "terrain": "flat"}}}
    prices = {}
    for weather in ("clear", "storm"):
        state = board("basic.second_movement", {ROK_INF: "N3016"}, facts=wet, weather=weather)
        prices[weather] = destinations(state, key(state, ROK_INF))[at(state, "N3017")]
    rows = chart("terrain")["rows"]
    for storm, weather in enumerate(("clear", "storm")):
        assert prices[weather] == min(24, rows["flat"][storm][0] + rows["river_or_ferry_side"][storm][0])
    marsh = {**FERRY, "hexes": {**FERRY["hexes"], "N3017": {"country": "ROK", "terrain": "marsh"}}}
    closed = board("basic.second_movement", {ROK_INF: "N3016"}, facts=marsh, weather="storm")
    assert at(closed, "N3017") not in destinations(closed, key(closed, ROK_INF))
    lost = board("basic.second_movement", {ROK_INF: "N3016"}, facts=FERRY, ferry_lost=True)
    assert why_move(lost, "allied", ROK_INF, "N3017").rule == "NW-8.3.3.b"


@pytest.mark.rule("NW-8.2.3.b")
def test_the_end_of_a_movement_segment_closes_what_it_opened() -> None:
    units = {LIGHT: {"hex": "N3010", "poised": True}, INF: "N3012"}
    state = board(units=units, opening=True, crowded=["N3010"])
    d = draft(state)
    carrying_out.end_segment(d)
    assert (d.now.opening, d.now.crowded, d.now.units[key(state, LIGHT)].poised) == (False, (), False)
    blues = board(
        "initiative.movement.moves",
        {INF: {"hex": "N3016", "moved": True}, ID_5: "N3017"},
        scenario="uijeongbu_blues",
        opening=False,
    )
    d = draft(blues)
    carrying_out.end_segment(d)
    assert d.now.units[key(blues, ID_5)].freed
    assert not d.now.opening
