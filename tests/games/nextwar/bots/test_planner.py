"""The staff of Korea: legal in every scenario, and better than chance."""

from __future__ import annotations

import pytest

from sandtable import registry
from sandtable.games.nextwar.bots import BOTS
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.kernel import Refusal, SeededDice
from sandtable.sim.driver import Players
from tools.arena import play

GAME = registry.game("nextwar")


QUICK = ("train_to_seoul", "incheon_again", "air_war")


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(info.name, marks=() if info.name in QUICK else pytest.mark.slow, id=info.name)
        for info in GAME.scenarios()
    ],
)
def test_it_answers_every_question_of_the_first_turns(scenario: str) -> None:
    board = GAME.open(scenario)
    dice = SeededDice(b"planner")
    players = Players(GAME, {seat: KoreaPlanner(b"a") for seat in board.seats}, b"a")
    state = GAME.start(board, dice).state
    for _ in range(60):
        if not GAME.prompts(state):
            break
        seat, action = players.answer(state)
        step = GAME.apply(state, seat, action, dice)
        assert not isinstance(step, Refusal)
        state = step.state


def test_the_same_seed_decides_the_same() -> None:
    board = GAME.open("train_to_seoul")
    said = []
    for _ in range(2):
        dice, state = SeededDice(b"x"), GAME.start(board, SeededDice(b"x")).state
        players = Players(GAME, {seat: KoreaPlanner(b"a") for seat in board.seats}, b"a")
        actions = []
        for _ in range(40):
            seat, action = players.answer(state)
            actions.append(action)
            step = GAME.apply(state, seat, action, dice)
            assert not isinstance(step, Refusal)
            state = step.state
        said.append(actions)
    assert said[0] == said[1]


def test_it_beats_chance_on_both_sides() -> None:
    won = [
        play("nextwar", ("planner", "random"), number, b"test", 20, ("east_coast_highway",)).won for number in (0, 1)
    ]
    assert won == [True, True]


def test_it_lands_where_a_landing_decides() -> None:
    found = play("nextwar", ("planner", "random"), 1, b"test", 20, ("incheon_again",))
    assert (found.side, found.won) == ("allied", True)


@pytest.mark.slow
def test_it_beats_chance_in_most_games() -> None:
    won = sum(play("nextwar", ("planner", "random"), number, b"series", 20).won for number in range(14))
    assert won >= 8


def test_it_is_on_the_roster() -> None:
    assert isinstance(BOTS["planner"](b"a"), KoreaPlanner)
