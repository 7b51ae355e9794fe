"""Players of Global 1940; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.axisallies.bots.planner import GlobalPlanner


def planner(seed: bytes) -> GlobalPlanner:
    """The general staff: weighs every attack by its odds and guards what it cannot afford to lose."""
    # Odds need NumPy: it is loaded when somebody plays, not when bots are listed.
    from sandtable.games.axisallies.bots.planner import GlobalPlanner

    return GlobalPlanner(seed)


BOTS: dict[str, Callable[[bytes], GlobalPlanner]] = {"planner": planner}
