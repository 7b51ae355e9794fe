"""The planner: looks at the question, asks the department it belongs to, and gives the first legal answer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from sandtable.kernel import Action, SeededDice, State, View
from sandtable.kernel.offers import last_resort, usual
from sandtable.planning.answers import Idea, Verbs, first_legal
from sandtable.planning.protocol import Chair

S = TypeVar("S", bound=State)


class Planner(Generic[S]):
    """Plays one seat: plans a phase when it begins, answers everything else as it comes.

    Everything it does follows from what its seat sees. Its seed is only needed where no idea is left and some answer
    must be drawn. A game says what a phase is (:meth:`phase`), what is planned when it begins (:meth:`begin`) and what
    is proposed (:meth:`propose`).
    """

    most_answers = 400
    """Answers within one planned phase after which it only looks for a way out."""

    def __init__(self, seed: bytes) -> None:
        self._dice = SeededDice(seed)
        self._phase: Hashable = ()
        self._ideas: list[Idea] = []
        self._answers = 0

    def decide(self, table: Chair) -> Action:
        """The first of its ideas that the rules allow; then the end of the phase; then anything legal."""
        view, seat = table.view, table.seat
        state: S = view.state
        verbs = {verb.name: verb for verb in table.verbs}
        phase = self.phase(state, seat, verbs)
        if phase is not None:
            if phase != self._phase:
                self._phase, self._answers, self._ideas = phase, 0, []
                self.begin(state, seat)
            self._answers += 1
        is_patient = phase is None or self._answers < self.most_answers
        return (
            (self.propose(view, seat, verbs) if is_patient else None)
            or self.way_out(state, seat, verbs)
            or self.default(state, seat, verbs)
            or last_resort(verbs.values(), state, seat, self._dice)
        )

    def phase(self, state: S, seat: str, verbs: Verbs) -> Hashable | None:
        """The phase at hand, as far as plans go; ``None`` for a question that leaves the plan as it is."""
        raise NotImplementedError

    def begin(self, state: S, seat: str) -> None:
        """A phase begins: whatever is planned for it as a whole."""

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """The next step of the plan, or what a department proposes."""
        raise NotImplementedError

    def way_out(self, state: S, seat: str, verbs: Verbs) -> Action | None:
        """The end of the phase, where one may end it."""
        raise NotImplementedError

    def default(self, state: S, seat: str, verbs: Verbs) -> Action | None:
        """The answer the umpire himself proposes, verb by verb."""
        return next((action for verb in verbs.values() if (action := usual(verb, state, seat)) is not None), None)

    def next_step(self, state: S, seat: str, verbs: Verbs) -> Action | None:
        """The next step of the plan that may be done; what may not is dropped."""
        while self._ideas:
            action = first_legal(state, seat, verbs, [self._ideas.pop(0)])
            if action is not None:
                return action
        return None
