"""Players of Korea; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.nextwar.bots.greedy import KoreaGreedy
    from sandtable.games.nextwar.bots.planner import KoreaPlanner
    from sandtable.games.nextwar.bots.strategist import KoreaStrategist


def planner(seed: bytes) -> KoreaPlanner:
    """The joint staff: masses where the table pays, takes what counts and keeps what it has."""
    from sandtable.games.nextwar.bots.planner import KoreaPlanner

    return KoreaPlanner(seed)


def greedy(seed: bytes) -> KoreaGreedy:
    """The hothead: attacks wherever the table pays, and keeps no guard."""
    from sandtable.games.nextwar.bots.greedy import KoreaGreedy

    return KoreaGreedy(seed)


def strategist(seed: bytes) -> KoreaStrategist:
    """The combined command: tries its orders against an enemy who plans as well."""
    from sandtable.games.nextwar.bots.strategist import KoreaStrategist

    return KoreaStrategist(seed)


BOTS: dict[str, Callable[[bytes], KoreaPlanner]] = {"greedy": greedy, "planner": planner, "strategist": strategist}
