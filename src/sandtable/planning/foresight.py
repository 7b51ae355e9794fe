"""Play in the mind: plans are played out against an enemy who may do anything, and the best is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sandtable.kernel import Action, Dice, Game, Refusal, State, Verb, View
from sandtable.planning.answers import anything
from sandtable.planning.protocol import NoAnswer

S = TypeVar("S", bound=State)

Rounds = tuple[tuple[int, int], ...]
"""Round by round how many of the plans are tried, and how often each has been tried in the end."""
MOST_STEPS = 2000
"""Answers after which a trial is broken off."""


class Mind(Protocol):
    """Who answers for one's own side in the mind."""

    def decide(self, table: Any) -> Action: ...


@dataclass
class ImaginedChair:
    """A seat at the table of the mind."""

    seat: str
    view: View[Any]
    verbs: tuple[Verb[Any, Any], ...]

    @property
    def state(self) -> Any:
        """The position as the seat knows it."""
        return self.view.state


def play_out(
    game: Game[S],
    state: S,
    seat: str,
    mind: Mind,
    dice: Dice,
    most: int = MOST_STEPS,
    *,
    enemies: Mapping[str, Mind] | None = None,
    is_far: Callable[[S], bool] | None = None,
) -> S:
    """Play a game to its end, or until it has gone far enough: oneself by one's own lights, the enemy by his.

    Enemies without a mind of their own do anything.
    """
    for _ in range(most):
        if not state.flow or game.ending(state) is not None or (is_far is not None and is_far(state)):
            break
        asked = state.here.waiting[0]
        verbs = game.open_verbs(state, asked)
        if asked == seat:
            action = mind.decide(ImaginedChair(seat, game.view(state, seat), verbs))
        elif enemies is not None and asked in enemies:
            action = enemies[asked].decide(ImaginedChair(asked, game.view(state, asked), verbs))
        else:
            action = imagined_enemy(verbs, state, asked, dice)
        step = game.apply(state, asked, action, dice)
        if isinstance(step, Refusal):
            break
        state = step.state
    return state


def imagined_enemy(verbs: tuple[Verb[Any, Any], ...], state: State, seat: str, dice: Dice) -> Action:
    """Any answer of the enemy."""
    action = anything(verbs, state, seat, dice)
    if action is None:
        raise NoAnswer(seat, state.here.at)
    return action


def choose(count: int, rounds: Rounds, outcome: Callable[[int, int], float], won: float = 1.0) -> int:
    """The best of some plans: all are tried, the better ones more often.

    One that has won as often as the best are tried in the end, and never failed, is taken at once.
    """
    found: list[list[float]] = [[] for _ in range(count)]
    left, sure = list(range(count)), rounds[-1][1]

    def mean(plan: int) -> float:
        return sum(found[plan]) / len(found[plan])

    for most, trials in rounds:
        left = sorted(left, key=lambda n: (-mean(n) if found[n] else 0.0, n))[:most]
        for plan in left:
            while len(found[plan]) < (trials if min(found[plan], default=won) < won else sure):
                found[plan].append(outcome(plan, len(found[plan])))
            if min(found[plan]) >= won:
                return plan
    return max(left, key=lambda n: (mean(n), -n))
