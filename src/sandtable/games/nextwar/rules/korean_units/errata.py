"""Korea, errata: counters that are taken out of the game."""

from __future__ import annotations

from sandtable.games.nextwar.scenario.counters import Counter

REMOVED = ("2-196",)
"""The armoured brigade of Japan, 7/North."""


# rule: NWK-ERR.1, NWK-ERR.2
def is_removed(counter: Counter) -> bool:
    """Whether the errata take a counter out of the game."""
    return counter.sheet in REMOVED
