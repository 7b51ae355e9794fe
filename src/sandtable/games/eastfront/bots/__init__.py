"""Players of Crimea; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.eastfront.bots.planner import CrimeaPlanner


def planner(seed: bytes) -> CrimeaPlanner:
    """The army staff: masses where the odds pay, and keeps its line and its supply."""
    from sandtable.games.eastfront.bots.planner import CrimeaPlanner

    return CrimeaPlanner(seed)


BOTS: dict[str, Callable[[bytes], CrimeaPlanner]] = {"planner": planner}
