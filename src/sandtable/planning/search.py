"""Search over whole plans: they are varied and crossed, the good ones are kept, until the budget is used up.

A game brings the plans, what can be changed in one, and what a plan is worth; everything else is here. With a budget
that counts judgements the same seed finds the same plan everywhere; with one of seconds the table decides how long.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sandtable.kernel import Dice

P = TypeVar("P", bound=Hashable)

KEPT = 6
"""Plans that are worked on at a time."""
CROSSED = 4
"""One new plan of so many is made of two others."""
STALE = 40
"""Plans that were seen before, one after the other, after which there is nothing new to find."""


@dataclass
class Budget:
    """How much may be thought: so many judgements, and, where a clock is given, so many seconds."""

    judgements: int
    seconds: float = 0.0
    clock: Callable[[], float] | None = None
    spent: int = field(default=0, init=False)
    _began: float = field(default=0.0, init=False)

    def begin(self) -> None:
        """A new question: the budget is whole again."""
        self.spent = 0
        self._began = self.clock() if self.clock is not None else 0.0

    def spend(self) -> bool:
        """Take one judgement; false where nothing is left."""
        if self.spent >= self.judgements:
            return False
        if self.clock is not None and self.seconds and self.clock() - self._began >= self.seconds:
            return False
        self.spent += 1
        return True


class Paced:
    """A bot that is given seconds. It counts what it tries instead, so that it plays the same again anywhere."""

    _seconds = 0

    @property
    def budget(self) -> int:
        """The seconds that the table gives for an answer; none where it says nothing."""
        return self._seconds

    @budget.setter
    def budget(self, seconds: int) -> None:
        self._seconds = seconds
        self.pace(seconds)

    def pace(self, seconds: int) -> None:
        """Turn seconds into what may be tried, where they do not depend on the position."""


@dataclass(frozen=True)
class Found(Generic[P]):
    """A plan and what it is worth."""

    worth: float
    plan: P


def improve(
    first: Sequence[P],
    judge: Callable[[P], float],
    vary: Callable[[P, Dice], P],
    cross: Callable[[P, P, Dice], P],
    budget: Budget,
    dice: Dice,
) -> list[Found[P]]:
    """The best plans that were found, the best first; among equals the one that was found first."""
    budget.begin()
    seen: dict[P, None] = {}
    best: list[Found[P]] = []

    def look(plan: P) -> bool:
        seen[plan] = None
        best.append(Found(judge(plan), plan))
        best.sort(key=lambda found: -found.worth)
        del best[KEPT:]
        return True

    for plan in dict.fromkeys(first):
        # The first plan is judged whatever the budget: something has to be done.
        if budget.spend() or not best:
            look(plan)
    stale = 0
    while best and stale < STALE:
        one = best[_drawn(len(best), dice)].plan
        if len(best) > 1 and dice.draw(range(CROSSED)) == 0:
            plan = cross(one, best[dice.draw(range(len(best)))].plan, dice)
        else:
            plan = vary(one, dice)
        if plan in seen:
            stale += 1
            continue
        stale = 0
        if not budget.spend():
            break
        look(plan)
    return best


def _drawn(count: int, dice: Dice) -> int:
    """One of the plans at hand, the better ones more often."""
    return min(dice.draw(range(count)), dice.draw(range(count)))
