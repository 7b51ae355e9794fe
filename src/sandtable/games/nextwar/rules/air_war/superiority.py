"""Rules 22.10 and 22.10.2: the level of air superiority after the fight, and the AWACS of the US."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    ALLIED,
    CONTESTED,
    DPRK,
    IN_THE_AIR,
    SUPREMACY,
    AirBattle,
    KoreaState,
)
from sandtable.games.nextwar.rules.air_war.display import wing
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft

LEAST_AWACS, MOST_AWACS = 1, 4


def begin(d: Draft[KoreaState]) -> None:
    """Fight for the air, if both sides have sent anybody."""
    if wing(d.now, DPRK, IN_THE_AIR) and wing(d.now, ALLIED, IN_THE_AIR):
        d.call("air_battle", AirBattle())


# rule: NW-22.10.a, NW-22.10.2.d, NWS-ADV-6.3
def level(ours: int, theirs: int) -> tuple[str, bool]:
    """The level from the units left of two sides, and whether it is the first one's; counters count, not steps."""
    more, fewer = max(ours, theirs), min(ours, theirs)
    if not more:
        return CONTESTED, False
    if not fewer:
        return SUPREMACY, ours > theirs
    for row in chart("advanced/superiority_ratio")["rows"]:
        over, under = row["ratio"]
        if more * under >= fewer * over:
            return str(row["level"]), ours > theirs
    return CONTESTED, False


# rule: NWS-ADV-6.3
def determine(d: Draft[KoreaState]) -> None:
    """The level of the turn."""
    counts = {side: len(wing(d.now, side, IN_THE_AIR)) for side in (DPRK, ALLIED)}
    found, ours = level(counts[DPRK], counts[ALLIED])
    holder = "" if found == CONTESTED else DPRK if ours else ALLIED
    d.set(air_level=found, air_side=holder)
    d.log(
        "log.air_ratio",
        "NW-22.10.a",
        level=found,
        side=holder or d.now.first,
        dprk=counts[DPRK],
        allied=counts[ALLIED],
    )


# rule: NW-22.10.2.e, NWS-ADV-6.5
def update_awacs(d: Draft[KoreaState]) -> None:
    """The AWACS advantage of the US follows the level."""
    holder = d.now.air_side
    if not holder:
        return
    change = 1 if holder == ALLIED else -1
    now = min(max(d.now.awacs + change, LEAST_AWACS), MOST_AWACS)
    if now != d.now.awacs:
        d.set(awacs=now)
        d.log("log.awacs", "NW-22.10.2.e", by=holder, level=now)
