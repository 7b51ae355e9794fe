"""Players of Korea; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.nextwar.bots.planner import KoreaPlanner


def planner(seed: bytes) -> KoreaPlanner:
    """The joint staff: masses where the table pays, takes what counts and keeps what it has."""
    from sandtable.games.nextwar.bots.planner import KoreaPlanner

    return KoreaPlanner(seed)


BOTS: dict[str, Callable[[bytes], KoreaPlanner]] = {"planner": planner}
