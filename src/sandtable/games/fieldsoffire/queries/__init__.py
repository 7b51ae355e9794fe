"""What the umpire tells beside the rules: chances of an attempt before it is made, sight and nets on the map."""

from __future__ import annotations

from sandtable.games.fieldsoffire.queries import chances, overlays
from sandtable.kernel.queries import Query

QUERIES: dict[str, Query] = {
    "odds": chances.odds,
    "sight": overlays.sight,
    "nets": overlays.nets,
}
