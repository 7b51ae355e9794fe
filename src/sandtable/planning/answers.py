"""From ideas to answers: the first one that the rules allow, or any at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.kernel import Action, Dice, State, Verb
from sandtable.kernel.actions import name_of
from sandtable.kernel.offers import is_open, leaves, sample

Verbs = Mapping[str, Verb[Any, Any]]
"""The verbs of the phase at hand by their names."""
Idea = tuple[Action, ...]
"""Something to do, and what to do instead where it is not allowed."""

TRIES = 4
"""Samples of one verb before it is taken to have no answer."""


def is_legal(state: State, seat: str, verbs: Verbs, action: Action) -> bool:
    """Whether a seat may do something now."""
    verb = verbs.get(name_of(type(action)))
    return verb is not None and isinstance(action, verb.action) and verb.judge(state, seat, action) is None


def first_legal(state: State, seat: str, verbs: Verbs, ideas: Iterable[Idea]) -> Action | None:
    """The first thing that may be done of all that is proposed."""
    return next((action for idea in ideas for action in idea if is_legal(state, seat, verbs, action)), None)


def anything(verbs: Sequence[Verb[Any, Any]], state: State, seat: str, dice: Dice, zeal: int = 1) -> Action | None:
    """A random answer: a verb is drawn, then its arguments; ``None`` in a dead end.

    ``zeal`` is how much likelier a verb is drawn that does not end the phase.
    """
    left = list(verbs) if zeal == 1 else [v for v in verbs for _ in range(1 if v.ends else zeal)]
    while left:
        verb = left[dice.draw(range(len(left)))] if len(left) > 1 else left[0]
        for _ in range(TRIES):
            action = sample(verb, state, seat, dice)
            if action is not None:
                return action
            if len(verb.args) < 2 or not is_open(verb, state, seat):
                break  # only a later argument can turn out empty by bad luck
        while verb in left:
            left.remove(verb)
    # Samples may have missed a rare branch that has an answer: look at them one by one.
    return next((action for verb in verbs for action in leaves(verb, state, seat)), None)
