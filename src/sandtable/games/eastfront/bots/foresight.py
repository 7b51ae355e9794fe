"""Foresight: plans are played out in the mind, against an enemy who may do anything, and the best is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from sandtable.games.eastfront.bots.goals import cut_off, is_safe, stakes
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.kernel import Action, Dice, Refusal, Verb, View
from sandtable.kernel.offers import leaves, sample

Rounds = tuple[tuple[int, int], ...]
"""Round by round how many of the plans are tried, and how often each has been tried in the end."""
OFTEN: Rounds = ((99, 3), (3, 8))
SELDOM: Rounds = ((99, 2), (2, 4))
STEPS = 2000
"""Answers after which a trial is broken off."""
DRAWS = 20
"""Answers drawn for the enemy before he takes the first that there is."""
WON = 1.0
PER_STEP = 0.005
"""What a Soviet step more or less is worth where the game is decided either way: it will be close next time."""


class Mind(Protocol):
    """Who answers for one's own side in the mind."""

    def decide(self, table: Any) -> Action: ...


@dataclass
class Chair:
    """A seat at the table of the mind."""

    seat: str
    view: View[Any]
    verbs: tuple[Verb[Any, Any], ...]


def play_out(state: CrimeaState, seat: str, mind: Mind, dice: Dice) -> CrimeaState:
    """Play the game to its end: oneself by one's own lights, the enemy at random."""
    for _ in range(STEPS):
        if not state.flow or GAME.ending(state) is not None:
            break
        asked = state.here.waiting[0]
        verbs = GAME.open_verbs(state, asked)
        if asked == seat:
            action = mind.decide(Chair(seat, GAME.view(state, seat), verbs))
        else:
            action = _anything(state, asked, verbs, dice)
        step = GAME.apply(state, asked, action, dice)
        if isinstance(step, Refusal):
            break
        state = step.state
    return state


def _anything(state: CrimeaState, seat: str, verbs: tuple[Verb[Any, Any], ...], dice: Dice) -> Action:
    """Any answer of the enemy."""
    for _ in range(DRAWS):
        verb = verbs[dice.draw(range(len(verbs)))]
        action = sample(verb, state, seat, dice)
        if action is not None and verb.judge(state, seat, action) is None:
            return action
    return next(action for verb in verbs for action in leaves(verb, state, seat))


def score(state: CrimeaState, side: str) -> float:
    """How well a game has ended for a side: won or not, and how far from it."""
    lost = state.tracks.get("soviet_steps", 0) + (cut_off(state, SOVIET) if stakes(state).counts_cut_off else 0)
    return WON * is_safe(state, side) + PER_STEP * (lost if side == AXIS else -lost)


def choose(count: int, rounds: Rounds, outcome: Callable[[int, int], float]) -> int:
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
            while len(found[plan]) < (trials if min(found[plan], default=WON) < WON else sure):
                found[plan].append(outcome(plan, len(found[plan])))
            if min(found[plan]) >= WON:
                return plan
    return max(left, key=lambda n: (mean(n), -n))
