"""Plans tried in the mind, and games played out there."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Action, SeededDice, State
from sandtable.planning import NoAnswer, RandomBot, SeatAtTable
from sandtable.planning.foresight import ImaginedChair, choose, imagined_enemy, play_out
from tests.small.skirmish import BLUE, GAME, RED

ROUNDS = ((99, 2), (2, 4))
WON = 1.0


class Watcher:
    """Answers at random and writes down what it was shown."""

    def __init__(self) -> None:
        self.shown: list[ImaginedChair] = []
        self._dice = SeededDice(b"watcher")

    def decide(self, table: Any) -> Action:
        self.shown.append(table)
        return imagined_enemy(table.verbs, table.view.state, table.seat, self._dice)


def start() -> State:
    return GAME.start(GAME.open("meeting"), SeededDice(b"start")).state


def test_a_plan_that_never_fails_is_taken_at_once() -> None:
    asked: list[tuple[int, int]] = []

    def outcome(plan: int, trial: int) -> float:
        asked.append((plan, trial))
        return WON

    assert choose(3, ROUNDS, outcome) == 0
    assert asked == [(0, n) for n in range(ROUNDS[-1][1])]


def test_the_plan_with_the_best_mean_is_chosen_and_the_two_best_are_tried_again() -> None:
    asked: list[int] = []

    def outcome(plan: int, trial: int) -> float:
        asked.append(plan)
        return (0.2, 0.5, 0.4)[plan]

    assert choose(3, ROUNDS, outcome) == 1
    assert [asked.count(plan) for plan in range(3)] == [2, 4, 4]


def test_the_trials_of_all_plans_use_the_same_dice() -> None:
    asked: dict[int, list[int]] = {}

    def outcome(plan: int, trial: int) -> float:
        asked.setdefault(plan, []).append(trial)
        return 0.0

    choose(2, ROUNDS, outcome)
    assert asked[0] == asked[1] == [0, 1, 2, 3]


def test_a_game_is_played_out_by_ones_own_lights_against_an_enemy_at_random() -> None:
    minds = [Watcher(), Watcher()]
    ends = [play_out(GAME, start(), BLUE, mind, SeededDice(b"y")) for mind in minds]
    assert GAME.ending(ends[0]) is not None
    assert ends[0] == ends[1]
    assert {chair.seat for chair in minds[0].shown} == {BLUE}
    assert all(chair.view.state == GAME.view(chair.view.state, BLUE).state for chair in minds[0].shown)


def test_a_trial_is_broken_off_in_the_end() -> None:
    mind = Watcher()
    assert play_out(GAME, start(), BLUE, mind, SeededDice(b"y"), most=3).flow
    assert len(mind.shown) <= 3


def test_the_enemy_of_the_mind_answers_like_the_random_bot() -> None:
    state = start()
    drawn = imagined_enemy(GAME.open_verbs(state, BLUE), state, BLUE, SeededDice(b"same"))
    assert drawn == RandomBot(b"same").decide(SeatAtTable(GAME, state, BLUE))


def test_an_enemy_without_an_answer_is_a_dead_end() -> None:
    with pytest.raises(NoAnswer, match="red is asked"):
        imagined_enemy((), start(), RED, SeededDice(b"x"))
