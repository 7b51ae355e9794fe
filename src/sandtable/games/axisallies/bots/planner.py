"""The planner of Global 1940: a general staff that weighs every attack by its odds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.bots import answering, attacking, buying, moving, politics, shipping, works
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action, View
from sandtable.kernel.offers import usual
from sandtable.planning import Idea, Planner, Verbs, first_legal, is_legal

DIPLOMACY = ("ask", "request", "share", "withhold")
"""Dealings with other powers that nobody enters into for want of a better idea."""


class GlobalPlanner(Planner[GlobalState]):
    """Plays one power; plans a movement phase when it begins and again when the plan is used up, then ends it."""

    most_answers = 600

    def phase(self, state: GlobalState, seat: str, verbs: Verbs) -> Hashable | None:
        """Movement phases are planned; what interrupts them changes nothing in the plan."""
        return (state.round, state.here.at, seat) if "move" in verbs else None

    def begin(self, state: GlobalState, seat: str) -> None:
        """The plan of a movement phase."""
        self._ideas = (attacking.plan if ".combat_move" in state.here.at else moving.plan)(state, seat)

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """The next step of the plan; in other phases what the departments propose."""
        if "move" in verbs:
            return self.next_step(view.state, seat, verbs)
        return first_legal(view.state, seat, verbs, _ideas(view.state, seat, verbs))

    def way_out(self, state: GlobalState, seat: str, verbs: Verbs) -> Action | None:
        """The end of a movement phase; where it may not end, what still has to be brought home."""
        if "move" not in verbs:
            return None
        if is_legal(state, seat, verbs, Done()):
            return Done()
        if self._answers >= self.most_answers:
            return None
        more = [*shipping.strays(state, seat), *shipping.rescues(state, seat), *_way_down(state, seat)]
        return first_legal(state, seat, verbs, more)

    def default(self, state: GlobalState, seat: str, verbs: Verbs) -> Action | None:
        """The answer the umpire himself proposes, verb by verb, ends of phases last."""
        for verb in sorted(verbs.values(), key=lambda verb: verb.ends):
            if verb.name not in DIPLOMACY and (action := usual(verb, state, seat)) is not None:
                return action
        return None


def _ideas(state: GlobalState, seat: str, verbs: Verbs) -> Iterator[Idea]:
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
