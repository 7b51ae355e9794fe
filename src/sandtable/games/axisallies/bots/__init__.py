"""Players of Global 1940; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.axisallies.bots.greedy import GlobalGreedy
    from sandtable.games.axisallies.bots.planner import GlobalPlanner
    from sandtable.games.axisallies.bots.strategist import GlobalStrategist


def planner(seed: bytes) -> GlobalPlanner:
    """The general staff: weighs every attack by its odds and guards what it cannot afford to lose."""
    # Odds need NumPy: it is loaded when somebody plays, not when bots are listed.
    from sandtable.games.axisallies.bots.planner import GlobalPlanner

    return GlobalPlanner(seed)


def strategist(seed: bytes) -> GlobalStrategist:
    """The supreme command: weighs whole turns against the enemy's best reply before it moves."""
    from sandtable.games.axisallies.bots.strategist import GlobalStrategist

    return GlobalStrategist(seed)


def greedy(seed: bytes) -> GlobalGreedy:
    """The hothead: takes whatever the odds promise at once, and keeps no reserve."""
    from sandtable.games.axisallies.bots.greedy import GlobalGreedy

    return GlobalGreedy(seed)


BOTS: dict[str, Callable[[bytes], GlobalPlanner]] = {"greedy": greedy, "planner": planner, "strategist": strategist}
