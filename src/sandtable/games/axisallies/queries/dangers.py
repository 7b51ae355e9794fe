"""The overlay of threats: how many units the strongest enemy could send against each space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axisallies.bots import threats
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import Overlay


def threat(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """For every space that a power holds or stands in, the units that one enemy could throw at it next turn."""
    power = str(params.get("side") or seat or state.active or "germany")
    if power not in state.board.powers:
        raise UnknownName("power", power, tuple(state.board.powers))
    held = {at: None for at, land in state.territories.items() if land.holder == power}
    held |= {unit.at: None for unit in state.units.values() if unit.owner == power}
    counts = {at: sum(threats.threat(state, power, at).values()) for at in sorted(held)}
    return Overlay(places={str(at): count for at, count in counts.items() if count})
