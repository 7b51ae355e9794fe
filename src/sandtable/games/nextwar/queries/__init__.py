"""What the umpire tells beside the rules: overlays on the map, and the chances of an attack before it is made."""

from __future__ import annotations

from sandtable.games.nextwar.queries import chances, display, overlays
from sandtable.kernel.queries import Query

QUERIES: dict[str, Query] = {
    "zoc": overlays.zones,
    "reach": overlays.reach,
    "supply": overlays.supply,
    "threat": overlays.threat,
    "control": overlays.control,
    "odds": chances.odds,
    "display": display.display,
}
