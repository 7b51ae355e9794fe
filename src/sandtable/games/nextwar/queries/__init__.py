"""What the umpire tells beside the rules: overlays on the map, and the chances of an attack before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.queries import chances, display, overlays
from sandtable.kernel.queries import Query, Suggestion


def _propose(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Suggestion | None:
    """What is proposed; whoever never asks needs no planner."""
    from sandtable.games.nextwar.queries import proposals

    return proposals.propose(state, seat)


QUERIES: dict[str, Query] = {
    "zoc": overlays.zones,
    "reach": overlays.reach,
    "supply": overlays.supply,
    "threat": overlays.threat,
    "control": overlays.control,
    "detection": overlays.detection,
    "interdiction": overlays.interdiction,
    "odds": chances.odds,
    "display": display.display,
    "propose": _propose,
}
