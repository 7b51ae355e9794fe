"""The sequence of play as data, and the little machine that walks it.

A game declares a tree of phases. A position in it is a stack of frames inside the state: the bottom frame stands in the
main sequence, each frame above it in a procedure that was called (a battle, a reaction inside that battle). The machine
runs until somebody has to be asked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from sandtable.kernel.actions import Verb
from sandtable.kernel.draft import Draft
from sandtable.kernel.state import Frame, Stage, State

S = TypeVar("S", bound=State)

LONGEST_WALK = 20_000
"""Phases the machine may enter without asking anybody before it is called an endless loop."""


class FlowError(Exception):
    """The declared sequence of play cannot be walked."""


@dataclass(frozen=True)
class Phase(Generic[S]):
    """A phase, segment or step of the rulebook: a group of ``phases``, a question (``who``), or automatic."""

    name: str
    rule: str = ""
    phases: tuple[Phase[S], ...] = ()
    who: Callable[[S], tuple[str, ...]] | None = None
    """Whom it asks; a phase that asks nobody is passed over."""
    verbs: tuple[Verb[S, Any], ...] = ()
    when: Callable[[S], bool] | None = None
    """Whether it takes place at all."""
    begin: Callable[[Draft[S]], None] | None = None
    end: Callable[[Draft[S]], None] | None = None
    over: Callable[[S, str], bool] | None = None
    """Whether a seat has nothing left to answer here, so that nobody has to press "done"."""
    again: Callable[[S], bool] | None = None
    """For a group: whether it starts over after its last phase."""
    prompt: Callable[[S, str], dict[str, Any]] | None = None
    """Parameters for the prompt's words."""


@dataclass(frozen=True, slots=True)
class _Node(Generic[S]):
    """A phase with everything the walk asks of its surroundings, worked out once."""

    phase: Phase[S]
    parent: str
    group: Phase[S] | None
    first: str
    """Its first phase, empty where it has none."""
    eldest: str
    """The first phase of its group: where the group starts over."""
    following: str
    """The next phase of its group, empty after the last."""


class Sequence(Generic[S]):
    """The main sequence of a game and the procedures that can be called on top of it."""

    def __init__(self, main: Phase[S], *procedures: Phase[S]) -> None:
        self.main = main
        self.procedures = procedures
        self._nodes: dict[str, _Node[S]] = {}
        for root in (main, *procedures):
            self._enlist(root, "", None, 0)
        for at, node in self._nodes.items():
            self._nodes[at] = dataclasses.replace(
                node,
                first=self._entry(node.first),
                eldest=self._entry(node.eldest),
                following=self._entry(node.following),
            )

    def _enlist(self, phase: Phase[S], parent: str, group: Phase[S] | None, index: int) -> None:
        at = f"{parent}.{phase.name}" if parent else phase.name
        if not phase.name or "." in phase.name:
            raise FlowError(f"{at!r} is no name for a phase")
        if at in self._nodes:
            raise FlowError(f"two phases are called {at}")
        if phase.phases and phase.who:
            raise FlowError(f"{at} both groups phases and asks; put the question into a phase of its own")
        if phase.again and not phase.phases:
            raise FlowError(f"{at} has no phases, so it cannot start over")
        if not phase.who and (phase.over or phase.verbs or phase.prompt):
            raise FlowError(f"{at} asks nobody, so it needs no verbs, no prompt and no end of asking")
        if phase.who and not phase.verbs:
            raise FlowError(f"{at} asks but accepts no answer")
        siblings = [f"{parent}.{one.name}" for one in group.phases] if group else [at]
        self._nodes[at] = _Node(
            phase,
            parent,
            group,
            first=f"{at}.{phase.phases[0].name}" if phase.phases else "",
            eldest=siblings[0],
            following=siblings[index + 1] if index + 1 < len(siblings) else "",
        )
        for number, child in enumerate(phase.phases):
            self._enlist(child, at, phase, number)

    def _entry(self, at: str) -> str:
        """Where the walk comes to by entering a phase: groups that neither begin nor may be passed over are no stop."""
        while at and (phase := self._nodes[at].phase).phases and phase.when is None and phase.begin is None:
            at = f"{at}.{phase.phases[0].name}"
        return at

    def __iter__(self) -> Iterator[tuple[str, Phase[S]]]:
        for at, node in self._nodes.items():
            yield at, node.phase

    def phase(self, at: str) -> Phase[S]:
        """The phase at that place."""
        try:
            return self._nodes[at].phase
        except KeyError:
            raise FlowError(f"there is no phase {at!r} in the sequence of play") from None

    def find(self, name: str) -> str:
        """The full place of a phase named by the end of its path, such as ``axis.combat``."""
        if name in self._nodes:
            return name
        hits = [at for at in self._nodes if at.endswith("." + name)]
        if len(hits) == 1:
            return hits[0]
        if not hits:
            raise FlowError(f"there is no phase {name!r} in the sequence of play")
        raise FlowError(f"{name!r} may be any of {', '.join(hits)}")

    def start(self) -> tuple[Frame[Any], ...]:
        """The flow of a new game."""
        return (Frame(self.main.name),)

    def run(self, d: Draft[S], settle: Callable[[Draft[S]], None], is_over: Callable[[S], bool]) -> None:
        """Walk on until somebody has to be asked or the game is over; ``settle`` runs after every change on the way."""
        seen = -1
        settled: tuple[Frame[Any], ...] | None = None
        for _ in range(LONGEST_WALK):
            if d.writes != seen:
                settle(d)
                if is_over(d.now):
                    return
                seen, settled = d.writes, d.now.flow
            if not d.now.flow:
                return
            if not self._walk(d):
                # Upkeep may depend on the phase: it has the last word before anybody is asked.
                before = d.now.flow
                if before is settled and d.writes == seen:
                    return
                settle(d)
                if d.writes == seen and d.now.flow is before:
                    return
        raise FlowError(f"the sequence of play runs in circles around {d.here.at}")

    def _walk(self, d: Draft[S]) -> bool:
        """Do one thing; false when the phase at hand waits for an answer."""
        frame = d.now.flow[-1]
        at, stage = frame.at, frame.stage
        node = self._nodes.get(at)
        if node is None:
            raise FlowError(f"there is no phase {at!r} in the sequence of play")
        phase = node.phase
        if stage == Stage.NEW:
            if phase.when is not None and not phase.when(d.now):
                self._next(d, node, frame.subject)
                return True
            if phase.begin is not None:
                d.move_to(Frame(at, frame.subject, (), Stage.BEGUN))
                phase.begin(d)
                return True
        if stage <= Stage.BEGUN:
            if node.first:
                d.move_to(Frame(node.first, frame.subject))
                return True
            # Where nobody is asked, as in most steps of a battle, nothing need be written before the phase is closed.
            if phase.who is not None and (seats := tuple(phase.who(d.now))):
                frame = Frame(at, frame.subject, seats, Stage.ASKING)
                d.move_to(frame)
                return self._ask(d, node, frame)
        if stage == Stage.ASKING:
            return self._ask(d, node, frame)
        self._close(d, node, frame)
        return True

    def _ask(self, d: Draft[S], node: _Node[S], frame: Frame[Any]) -> bool:
        """Drop the seats that have nothing left to answer; false when somebody is still waited for."""
        waiting, over = frame.waiting, node.phase.over
        if over is not None and waiting:
            waiting = tuple(seat for seat in waiting if not over(d.now, seat))
            if waiting != frame.waiting:
                frame = replace(frame, waiting=waiting)
                d.move_to(frame)
        if waiting:
            return False
        self._close(d, node, frame)
        return True

    def _close(self, d: Draft[S], node: _Node[S], frame: Frame[Any]) -> None:
        end = node.phase.end
        if end is not None:
            before = d.now.flow
            end(d)
            if d.now.flow is not before:
                raise FlowError(f"the end of {frame.at} moved the sequence of play; only begin and actions may")
        self._next(d, node, frame.subject)

    def _next(self, d: Draft[S], node: _Node[S], subject: Any) -> None:
        """Go on to what follows a phase: a sibling, the same group again, the end of the group, the caller."""
        group = node.group
        while group is not None:
            if node.following:
                d.move_to(Frame(node.following, subject))
                return
            if group.again is not None and group.again(d.now):
                d.move_to(Frame(node.eldest, subject))
                return
            if group.end is not None:
                d.move_to(Frame(node.parent, subject, (), Stage.CLOSING))
                return
            node = self._nodes[node.parent]  # nothing happens at the end of that group: go on to what follows it
            group = node.group
        d.set_flow(d.now.flow[:-1])
