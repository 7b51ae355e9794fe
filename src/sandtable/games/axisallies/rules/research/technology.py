"""Chapter 13: what a power's breakthroughs change, as numbers other chapters ask for."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.scenario import UPGRADE


def knows(state: GlobalState, power: str, technology: str) -> bool:
    """Whether a power has made a breakthrough; it is never shared with allies."""
    return power in state.powers and technology in state.powers[power].technologies


def effect(state: GlobalState, power: str, technology: str) -> dict[str, Any]:
    """The figures of a breakthrough a power has made; empty when it has not."""
    row = state.powers.get(power)
    if row is None or technology not in row.technologies:
        return {}
    for row in state.board.tables["research"]["breakthroughs"]:
        if row["id"] == technology:
            figures: dict[str, Any] = row["effect"]
            return figures
    raise KeyError(technology)


# rule: AA-13.t2.3
def cost(state: GlobalState, power: str, kind: str) -> int:
    """What a unit or installation costs a power."""
    if kind in state.board.installations:
        return state.board.installations[kind].cost
    if kind == UPGRADE:
        return state.board.installations["minor_ic"].upgrade_cost
    cheaper: int = effect(state, power, "improved_shipyards").get("cost", {}).get(kind, 0)
    return cheaper or state.board.kinds[kind].cost


# rule: AA-13.t1.4
def capacity(state: GlobalState, power: str, works: str) -> int:
    """How many units an undamaged complex mobilizes in a turn."""
    raised: int = effect(state, power, "increased_factory_production").get(f"{works}_capacity", 0)
    return raised or state.board.installations[works].capacity


# rule: AA-13.t1.4
def damage_per_ipc(state: GlobalState, power: str) -> int:
    """How many damage points one IPC repairs."""
    better: int = effect(state, power, "increased_factory_production").get("damage_per_ipc", 0)
    return better or 1 // int(state.board.tables["installations"]["repair_cost"])
