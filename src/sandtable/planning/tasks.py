"""Single tasks that a person hands to the staff: run my fleet this turn, fly my aircraft, mend my railways.

A game names its tasks in the ``TASKS`` of its ``bots``; each covers some verbs and has a department that proposes. A
task never answers a question that others have a say in but with a verb of its own, and ends only what is its alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.kernel import Action, State
from sandtable.kernel.offers import usual
from sandtable.planning.answers import Idea, Verbs, first_legal
from sandtable.planning.protocol import Chair

Department = Callable[[Any, str, Verbs], Iterator[Idea]]
"""Proposes what to do from what a seat sees, with the verbs at hand."""


@dataclass(frozen=True)
class Task:
    """A part of a seat's work that the computer can do alone."""

    verbs: frozenset[str]
    """The verbs that belong to it."""
    propose: Department


def next_step(task: Task, table: Chair) -> Action | None:
    """What a task does now: its next step, the end of a question that is its own; ``None`` where it has no say."""
    state, seat = table.view.state, table.seat
    verbs = {verb.name: verb for verb in table.verbs}
    own = {name: verb for name, verb in verbs.items() if name in task.verbs}
    if not own:
        return None
    alone = all(name in own or verb.ends for name, verb in verbs.items())
    heard: Verbs = verbs if alone else own
    action = first_legal(state, seat, heard, task.propose(state, seat, heard))
    if action is not None or not alone:
        return action
    return _end(state, seat, verbs)


def _end(state: State, seat: str, verbs: Verbs) -> Action | None:
    """The end of the question, or what the umpire proposes where it cannot end."""
    ordered = sorted(verbs.values(), key=lambda verb: not verb.ends)
    return next((action for verb in ordered if (action := usual(verb, state, seat)) is not None), None)


def usually(*names: str) -> Department:
    """A department that does what the umpire proposes, verb by verb, as long as he proposes something."""

    def propose(state: Any, seat: str, verbs: Verbs) -> Iterator[Idea]:
        for name in names:
            if name in verbs and (action := usual(verbs[name], state, seat)) is not None:
                yield (action,)

    return propose
