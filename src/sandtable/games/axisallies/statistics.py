"""What is worth a curve over a game: money, production, forces and victory cities of each power."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.income.income import production
from sandtable.games.axisallies.rules.victory.victory import cities

SERIES = ("production", "treasury", "territories", "forces", "victory_cities")


def count(state: GlobalState) -> Mapping[str, Mapping[str, int]]:
    """The figures of every power in a position, by series and seat."""
    powers = state.board.powers.values()
    found: dict[str, dict[str, int]] = {name: {power.id: 0 for power in powers} for name in SERIES}
    for power in powers:
        found["production"][power.id] = sum(production(state, power.id, economy) for economy in power.economies)
        found["treasury"][power.id] = sum(state.treasury[economy] for economy in power.economies)
    for territory in state.territories.values():
        if territory.holder:
            found["territories"][territory.holder] += 1
    for unit in state.units.values():
        if unit.owner in found["forces"]:
            found["forces"][unit.owner] += state.board.kinds[unit.kind].cost
    for at in cities(state).values():
        if holder := state.territories[at].holder:
            found["victory_cities"][holder] += 1
    return found
