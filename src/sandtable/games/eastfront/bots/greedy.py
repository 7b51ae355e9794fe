"""The greedy player of Crimea: mass by mass against the hex where the odds pay most, and never a thought further."""

from __future__ import annotations

from typing import Any

from sandtable.games.eastfront.bots import moving
from sandtable.games.eastfront.bots.ideas import Plan
from sandtable.games.eastfront.bots.planner import CrimeaPlanner
from sandtable.kernel import View


class CrimeaGreedy(CrimeaPlanner):
    """Plays one side by the best single attack, then the next."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, foresees=False)

    def _moves(self, view: View[Any], seat: str) -> Plan:
        return moving.plan(view.state, seat, moving.NARROW)
