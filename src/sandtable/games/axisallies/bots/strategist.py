"""The general staff: looks at the question, asks the department it belongs to, and gives the first legal answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.bots import answering, attacking, buying, moving, politics, shipping, works
from sandtable.games.axisallies.bots.ideas import Idea
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action, SeededDice, Verb, View
from sandtable.kernel.offers import last_resort, usual

PATIENCE = 600
"""Answers within one phase after which it only looks for a way out."""
DIPLOMACY = ("ask", "request", "share", "withhold")
"""Dealings with other powers that nobody enters into for want of a better idea."""


class Table(Protocol):
    """What a seat is given: what it sees and what it may answer."""

    seat: str

    @property
    def view(self) -> View[Any]: ...

    @property
    def verbs(self) -> tuple[Verb[Any, Any], ...]: ...


class Staff:
    """Plays one power; plans a phase when it begins and again when the plan is used up, then ends it.

    Everything it does follows from the position. Its seed is only needed where no idea is left and some answer must be
    drawn.
    """

    def __init__(self, seed: bytes) -> None:
        self._dice = SeededDice(seed)
        self._phase: tuple[object, ...] = ()
        self._ideas: list[Idea] = []
        self._answers = 0

    def decide(self, table: Table) -> Action:
        """The first of its ideas that the rules allow; then the end of the phase; then anything legal."""
        state: GlobalState = table.view.state
        verbs = {verb.name: verb for verb in table.verbs}
        if "move" in verbs:
            action = self._planned(state, table.seat, verbs)
        else:
            action = _first_legal(state, table.seat, verbs, _ideas(state, table.seat, verbs))
        return (
            action or _default(state, table.seat, verbs) or last_resort(verbs.values(), state, table.seat, self._dice)
        )

    def _planned(self, state: GlobalState, seat: str, verbs: dict[str, Verb[Any, Any]]) -> Action | None:
        """The next step of the plan of a movement phase."""
        phase = (state.round, state.here.at, seat)
        if phase != self._phase:
            self._phase, self._answers = phase, 0
            is_combat = ".combat_move" in state.here.at
            self._ideas = (attacking.plan if is_combat else moving.plan)(state, seat)
        self._answers += 1
        while self._ideas and self._answers < PATIENCE:
            idea = self._ideas.pop(0)
            action = _first_legal(state, seat, verbs, [idea])
            if action is not None:
                return action
        if _is_legal(state, seat, verbs, Done()):
            return Done()
        more = [*shipping.strays(state, seat), *shipping.rescues(state, seat), *_way_down(state, seat)]
        return _first_legal(state, seat, verbs, more) if self._answers < PATIENCE else None


def _ideas(state: GlobalState, seat: str, verbs: dict[str, Verb[Any, Any]]) -> Iterator[Idea]:
    """What the departments propose for everything but movement."""
    if "buy" in verbs:
        yield from buying.purchases(state, seat)
        yield (Done(),)
    if "deploy" in verbs:
        yield from buying.placements(state, seat)
        yield (Done(),)
    if "declare" in verbs:
        yield from politics.declarations(state, seat)
        yield (Done(),)
    if "research" in verbs:
        yield from works.research(state, seat)
    if "breakthrough" in verbs:
        yield from works.breakthrough(state, seat)
    yield from answering.answers(state, seat, frozenset(verbs))


def _way_down(state: GlobalState, seat: str) -> Iterator[Idea]:
    """Aircraft that were not brought down yet, anywhere."""
    return iter(moving.plan(state, seat)) if ".noncombat" in state.here.at else iter(())


def _first_legal(state: GlobalState, seat: str, verbs: dict[str, Verb[Any, Any]], ideas: Any) -> Action | None:
    return next((a for idea in ideas for a in idea if _is_legal(state, seat, verbs, a)), None)


def _is_legal(state: GlobalState, seat: str, verbs: dict[str, Verb[Any, Any]], action: Action) -> bool:
    verb = verbs.get(str(type(action).__struct_config__.tag))
    return verb is not None and verb.judge(state, seat, action) is None


def _default(state: GlobalState, seat: str, verbs: dict[str, Verb[Any, Any]]) -> Action | None:
    """The answer the umpire himself proposes, verb by verb, ends of phases last."""
    for verb in sorted(verbs.values(), key=lambda verb: verb.ends):
        if verb.name not in DIPLOMACY and (action := usual(verb, state, seat)) is not None:
            return action
    return None
