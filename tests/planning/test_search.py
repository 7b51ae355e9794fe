"""Plans are varied and crossed until the budget is used up, and the same seed finds the same plan."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel import Dice, SeededDice
from sandtable.planning import Budget, Paced, improve

Bits = tuple[int, ...]
AIM: Bits = (1, 0, 1, 1, 0, 1, 0, 1)
NONE: Bits = (0,) * 8
ALL: Bits = (1,) * 8


def judge(plan: Bits) -> float:
    return float(sum(a == b for a, b in zip(plan, AIM, strict=True)))


def vary(plan: Bits, dice: Dice) -> Bits:
    place = dice.draw(range(len(plan)))
    return (*plan[:place], 1 - plan[place], *plan[place + 1 :])


def cross(one: Bits, other: Bits, dice: Dice) -> Bits:
    cut = dice.draw(range(len(one)))
    return (*one[:cut], *other[cut:])


def test_a_better_plan_is_found() -> None:
    best = improve([NONE], judge, vary, cross, Budget(120), SeededDice(b"x"))
    assert best[0].plan == AIM
    assert [found.worth for found in best] == sorted((found.worth for found in best), reverse=True)


def test_the_same_seed_finds_the_same_and_no_more_is_judged_than_was_given() -> None:
    judged: list[Bits] = []

    def counting(plan: Bits) -> float:
        judged.append(plan)
        return judge(plan)

    budget = Budget(10)
    one = improve([NONE, ALL], counting, vary, cross, budget, SeededDice(b"y"))
    assert (len(judged), budget.spent) == (10, 10)
    assert improve([NONE, ALL], judge, vary, cross, Budget(10), SeededDice(b"y")) == one


def test_something_is_answered_without_any_budget() -> None:
    assert improve([NONE, ALL], judge, vary, cross, Budget(0), SeededDice(b"z"))[0].plan == NONE


def test_a_clock_ends_the_search() -> None:
    ticks: Iterator[float] = iter(range(100))
    budget = Budget(1_000, seconds=5.0, clock=lambda: next(ticks))
    improve([NONE], judge, vary, cross, budget, SeededDice(b"c"))
    assert budget.spent < 6


def test_nothing_new_ends_the_search() -> None:
    budget = Budget(10_000)
    alone: Bits = (0,)
    improve([alone], judge_one, lambda plan, dice: plan, lambda one, other, dice: one, budget, SeededDice(b"n"))
    assert budget.spent == 1


def judge_one(plan: Bits) -> float:
    return 0.0


def test_seconds_of_a_table_are_turned_into_what_may_be_tried() -> None:
    class Thinker(Paced):
        tried = 7

        def pace(self, seconds: int) -> None:
            self.tried = 3 * seconds

    thinker = Thinker()
    assert (thinker.budget, thinker.tried) == (0, 7)
    thinker.budget = 5
    assert (thinker.budget, thinker.tried) == (5, 15)
