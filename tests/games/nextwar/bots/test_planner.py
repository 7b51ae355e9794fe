"""The staff of Korea: legal in every scenario, and better than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import registry
from sandtable.games.nextwar.bots import BOTS, attacking
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.games.nextwar.rules.movement import marching
from sandtable.kernel import Refusal, SeededDice, Verb
from sandtable.sim.driver import Players
from tools.arena import play

GAME = registry.game("nextwar")


QUICK = ("incheon_again",)
JUDGED, WEIGHED, REACHED = 60, 400, 300
"""The most of each in one decision: answers asked of the rules, attacks weighed by the table, marches worked out."""


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
    board = GAME.open("incheon_again")
    said = []
    for _ in range(2):
        dice, state = SeededDice(b"x"), GAME.start(board, SeededDice(b"x")).state
        players = Players(GAME, {seat: KoreaPlanner(b"a") for seat in board.seats}, b"a")
        actions = []
        for _ in range(12):
            seat, action = players.answer(state)
            actions.append(action)
            step = GAME.apply(state, seat, action, dice)
            assert not isinstance(step, Refusal)
            state = step.state
        said.append(actions)
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("incheon_again", 30),
        pytest.param("militarized_zone", 120, marks=pytest.mark.slow),
        pytest.param("strategic_surprise", 200, marks=pytest.mark.slow),
    ],
)
def test_a_decision_asks_and_weighs_no_more_than_so_much(
    scenario: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            counts[name] += 1
            return function(*args, **named)

        return call

    monkeypatch.setattr(Verb, "judge", counted("judged", Verb.judge))
    monkeypatch.setattr(attacking, "outlook", counted("weighed", attacking.outlook))
    monkeypatch.setattr(marching, "destinations", counted("reached", marching.destinations))
    dice = SeededDice(b"planner")
    board = GAME.open(scenario)
    players = Players(GAME, {seat: KoreaPlanner(b"a") for seat in board.seats}, b"a")
    state, most = GAME.start(board, dice).state, Counter[str]()
    for _ in range(steps):
        if not GAME.prompts(state):
            break
        counts.clear()
        seat, action = players.answer(state)
        most |= counts
        step = GAME.apply(state, seat, action, dice)
        assert not isinstance(step, Refusal)
        state = step.state
    assert 0 < most["judged"] <= JUDGED
    assert 0 < most["weighed"] <= WEIGHED
    assert 0 < most["reached"] <= REACHED


@pytest.mark.slow
def test_it_beats_chance_on_both_sides() -> None:
    won = [play("nextwar", ("planner", "random"), n, b"test", 20, ("east_coast_highway",)).won for n in range(8)]
    assert sum(won) >= 7, "dice decide a game of four turns now and then"


@pytest.mark.parametrize(("number", "side"), [(0, "dprk"), (1, "allied")])
def test_it_lands_and_holds_where_a_landing_decides(number: int, side: str) -> None:
    found = play("nextwar", ("planner", "random"), number, b"test", 20, ("incheon_again",))
    assert (found.side, found.won) == (side, True)


@pytest.mark.slow
def test_it_beats_chance_in_nearly_all_games() -> None:
    won = sum(play("nextwar", ("planner", "random"), number, b"series", 20).won for number in range(14))
    assert won >= 13


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "games", "least"),
    [("air_war", 20, 16), ("strategic_surprise", 2, 2), ("tactical_surprise", 2, 2), ("extended_mobilization", 2, 2)],
)
def test_it_beats_chance_in_the_advanced_game(scenario: str, games: int, least: int) -> None:
    won = sum(play("nextwar", ("planner", "random"), n, b"series", 20, (scenario,)).won for n in range(games))
    assert won >= least


def test_it_is_on_the_roster() -> None:
    assert isinstance(BOTS["planner"](b"a"), KoreaPlanner)
