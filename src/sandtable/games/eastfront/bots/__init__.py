"""Players of Crimea; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.eastfront.bots.greedy import CrimeaGreedy
    from sandtable.games.eastfront.bots.planner import CrimeaPlanner
    from sandtable.games.eastfront.bots.strategist import CrimeaStrategist
    from sandtable.planning import Task


def planner(seed: bytes) -> CrimeaPlanner:
    """The army staff: masses where the odds pay, and keeps its line and its supply."""
    from sandtable.games.eastfront.bots.planner import CrimeaPlanner

    return CrimeaPlanner(seed)


def greedy(seed: bytes) -> CrimeaGreedy:
    """The hothead: mass by mass where the odds pay most."""
    from sandtable.games.eastfront.bots.greedy import CrimeaGreedy

    return CrimeaGreedy(seed)


def strategist(seed: bytes) -> CrimeaStrategist:
    """The army group: tries its plans against an enemy who plans as well."""
    from sandtable.games.eastfront.bots.strategist import CrimeaStrategist

    return CrimeaStrategist(seed)


BOTS: dict[str, Callable[[bytes], CrimeaPlanner]] = {"greedy": greedy, "planner": planner, "strategist": strategist}


def task(name: str) -> Task:
    """One of the tasks that a person can hand over."""
    from sandtable.games.eastfront.bots.tasks import TASKS as KNOWN

    return KNOWN[name]


TASKS = ("fleet", "air", "rail", "supply")
"""The names of what can be handed over, without loading the staff that does it."""
