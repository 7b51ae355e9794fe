"""What a side is after follows from its card."""

from __future__ import annotations

import pytest

from sandtable import registry
from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.model import ALLIED, DPRK
from sandtable.kernel import SeededDice

GAME = registry.game("nextwar")


def opening(scenario: str) -> goals.KoreaState:
    return GAME.start(GAME.open(scenario), SeededDice(b"x")).state  # type: ignore[return-value]


def test_seoul_is_what_the_train_to_seoul_is_about() -> None:
    state = opening("train_to_seoul")
    assert set(goals.named(state, DPRK)) == set(state.board.capitals[DPRK])
    assert goals.is_attacker(state, DPRK)
    assert not goals.is_attacker(state, ALLIED)
    most = max(goals.pull(state, DPRK).items(), key=lambda item: item[1])[0]
    assert most in state.board.capitals[DPRK]


@pytest.mark.parametrize(
    "scenario", ["uijeongbu_blues", "incheon_again", "militarized_zone", "all_in", "they_did_what"]
)
def test_every_card_names_places_that_both_sides_value(scenario: str) -> None:
    state = opening(scenario)
    for side in (ALLIED, DPRK):
        places = set(goals.named(state, side))
        assert places
        assert all(goals.worth(state, side)[place] >= goals.DECISIVE / 3 for place in places)


def test_what_pulls_fades_with_every_hex() -> None:
    state = opening("train_to_seoul")
    goal = state.board.capitals[DPRK][0]
    field = goals.spread(state, {goal: 10.0})
    assert field[goal] == 10.0
    beside = [h for h in state.board.near[goal] if h in field]
    assert beside
    assert all(field[h] == pytest.approx(10.0 * goals.FADES) for h in beside)


def test_what_is_held_is_not_wanted_and_what_is_near_the_enemy_is_guarded() -> None:
    state = opening("train_to_seoul")
    seoul = set(state.board.capitals[DPRK]) - state.board.closed
    assert seoul
    assert seoul <= set(goals.wanted(state, DPRK))
    assert not seoul & set(goals.wanted(state, ALLIED))
    assert set(goals.threatened(state, ALLIED))


def test_nobody_wants_what_lies_outside_of_the_playing_area() -> None:
    state = opening("train_to_seoul")
    assert state.board.closed.intersection(state.board.capitals[DPRK])
    assert not state.board.closed.intersection(goals.wanted(state, DPRK))


def test_what_the_verdict_hangs_on_is_never_safe() -> None:
    state = opening("incheon_again")
    assert state.board.place("N2522") in goals.threatened(state, DPRK)


def test_a_way_along_roads_is_shorter_than_one_over_mountains() -> None:
    state = opening("all_in")
    goal = state.board.capitals[DPRK][0]
    way = goals.way_to(state, goal)
    assert way[goal] == 0.0
    assert goals.way_to(state, goal) is way
    steps = [way[h] for h in state.board.near[goal] if h in way]
    assert min(steps) == goals.ROAD
    assert max(way.values()) > 10
