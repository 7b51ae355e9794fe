"""Korea, 15: optional rules that are no more than a figure."""

from __future__ import annotations

from sandtable.games.nextwar.model import US, KoreaState
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel import Modifier

UNREADY = BUDGET = -2


# rule: NWK-15.12
def readiness(state: KoreaState, key: int) -> tuple[Modifier, ...]:
    """What units of the US Army, not of the marines, lack in efficiency."""
    counter = state.board.units[key]
    if not state.board.settings.low_readiness or counter.nation != US or counter.branch:
        return ()
    return (Modifier("NWK-15.12", "modifier.us_readiness", UNREADY),)


# rule: NWK-15.13
def budget(state: KoreaState) -> tuple[Modifier, ...]:
    """What a Congress without cuts adds to the roll for a group of reinforcements."""
    cuts_rejected = state.board.settings.no_budget_cuts
    return (Modifier("NWK-15.13", "modifier.budget", BUDGET),) if cuts_rejected else ()


# rule: NWK-15.14
def chinese_points(state: KoreaState) -> int:
    """Air points that China adds each turn, where the option brings it in."""
    extra = data("options")["prc_schedule"]
    offered = state.board.settings.prc_intervention and state.board.name in extra["scenarios"]
    return int(extra["air"]["points"]) if offered and state.turn >= extra["air"]["turn"] else 0
