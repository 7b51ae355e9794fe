"""The greedy player of Korea: attack by attack where the table pays most, and never a thought further."""

from __future__ import annotations

from sandtable.games.nextwar.bots.orders import HEADLONG
from sandtable.games.nextwar.bots.planner import KoreaPlanner


class KoreaGreedy(KoreaPlanner):
    """Plays one side like a staff that keeps no guard and no reserve."""

    standing_orders = HEADLONG
