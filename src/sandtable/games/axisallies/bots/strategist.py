"""The strategist of Global 1940: searches whole turns, judged by exact odds and by the enemy's best reply."""

from __future__ import annotations

from sandtable.games.axisallies.bots import attacking, moving
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.marches import Columns
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.bots.schemes import Staff
from sandtable.games.axisallies.model import GlobalState
from sandtable.planning import Budget, Idea, improve

JUDGEMENTS = 150
"""Plans that are judged for one phase of movement where the table says nothing else."""


class GlobalStrategist(GlobalPlanner):
    """Plays one power like the planner, but weighs whole plans against each other before it moves."""

    def __init__(self, seed: bytes, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.budget = budget or Budget(JUDGEMENTS)

    def begin(self, state: GlobalState, seat: str) -> None:
        """The best plan that the budget finds."""
        if ".combat_move" in state.here.at:
            self._ideas = self._attacks(state, seat)
        else:
            self._ideas = moving.plan(state, seat, self._marches(state, seat))

    def _marches(self, state: GlobalState, seat: str) -> list[Idea]:
        columns = Columns(state, seat)
        best = improve(columns.first(), columns.value, columns.vary, columns.cross, self.budget, self._dice)
        return list(columns.written(best[0].plan))

    def _attacks(self, state: GlobalState, seat: str) -> list[Idea]:
        free = spared(state, seat, all_of_them=True)
        staff = Staff(state, seat, free)
        usual = staff.read(attacking.choice(state, seat, spared(state, seat)))
        first = [usual, ()]
        best = improve(first, staff.value, staff.vary, staff.cross, self.budget, self._dice)
        return attacking.moves(state, seat, staff.written(best[0].plan), spared(state, seat))
