"""The greedy player of Global 1940: the best single step by exact odds, then the next, and no reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.axisallies.actions.buying import Buy
from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.bots import attacking, moving
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.marches import Columns
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.bots.schemes import Scheme, Staff
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.research.technology import cost
from sandtable.games.axisallies.rules.turns.powers import has_lost_capital
from sandtable.kernel import Action, View
from sandtable.planning import Idea, Verbs, first_legal

WORTH_IT = 0.5
"""What an attack must bring at least."""


class GlobalGreedy(GlobalPlanner):
    """Plays one power: whatever brings most at once is done, whatever it leaves open."""

    def begin(self, state: GlobalState, seat: str) -> None:
        """Attack after attack, the most profitable first; then everybody towards the front."""
        if ".combat_move" in state.here.at:
            self._ideas = _attacks(state, seat)
        else:
            columns = Columns(state, seat)
            self._ideas = moving.plan(state, seat, columns.written(_forward(columns)))

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """Infantry for all the money; anything else like the planner."""
        if "buy" in verbs:
            return first_legal(view.state, seat, verbs, _infantry(view.state, seat))
        return super().propose(view, seat, verbs)


def _attacks(state: GlobalState, seat: str) -> list[Idea]:
    free = spared(state, seat, all_of_them=True)
    staff = Staff(state, seat, free)
    scheme: Scheme = ()
    left = dict.fromkeys(staff.teams)
    while left:
        tried = {at: staff.opened(scheme, at, steal=False) for at in left}
        gains = {at: staff.war(sent).value for at, one in tried.items() if (sent := staff.attacks(one).get(at))}
        best = max(gains, key=lambda at: (gains[at], -at), default=0)
        if not best or gains[best] < WORTH_IT:
            break
        scheme = tried[best]
        left = {at: None for at in left if at != best and gains.get(at, 0.0) >= WORTH_IT}
    return attacking.moves(state, seat, staff.written(scheme), free)


def _forward(columns: Columns) -> tuple[int, ...]:
    """Every stack where it is drawn most."""
    found = []
    for keys, ways in columns.stacks:
        here = columns.state.units[keys[0]].at
        pulls = [columns.draw.get(way[-1] if way else here, 0.0) for way in ways]
        found.append(pulls.index(max(pulls)))
    return tuple(found)


def _infantry(state: GlobalState, seat: str) -> Iterator[Idea]:
    price = cost(state, seat, "infantry")
    for economy in state.board.powers[seat].economies:
        if not has_lost_capital(state, economy):
            most = state.treasury[economy] // price
            yield tuple(Buy(economy, {"infantry": n}) for n in range(most, 0, -1))
    yield (Done(),)
