"""Rules 8.3.1.8 and 8.5.1: ferries, and what a move leaves behind."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.movement.marching import destinations
from tests.games.nextwar.board import INF, LIGHT, MECH, ROK_INF, at, board, key, logged, may_move, move, play, why_move

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
