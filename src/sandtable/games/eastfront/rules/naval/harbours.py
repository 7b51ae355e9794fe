"""Play-book 8.46 and 8.48: what a port can feed, and what takes from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import SOVIET, SUPPLIED, CrimeaState, enemy
from sandtable.games.eastfront.rules.crimea_units.batteries import is_gun
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, on_map, stacks, strength
from sandtable.kernel import Modifier, Sum

BASES = ("naval_base", "axis_base")
DOUBLE = 2


# rule: EF-PB8.46.a, EF-PB8.48.d, EFT-ports
def supply_capacity(state: CrimeaState, place: int) -> Sum:
    """Stacking points that a port can feed: what its class gives less all that hampers it, doubled by a base."""
    chart: Mapping[str, Any] = state.board.charts["ports"]
    column, side = chart["columns"].index(state.board.ground[place].port), state.control.get(place, SOVIET)
    parts = [Modifier("EF-PB8.46.a", "modifier.port_class", chart["general_supply_points"][column])]
    # rule: EF-PB8.48.a
    if side == SOVIET and (level := interdiction_at(state, place)):
        amount = level * chart["per_interdiction_level"][column]
        parts.append(Modifier("EF-PB8.48.a", "modifier.port_interdicted", amount))
    # rule: EF-PB8.48.b
    if points := _points_in_range(state, enemy(side), place):
        amount = max(-points, chart["artillery_at_most"])
        parts.append(Modifier("EF-PB8.48.b", "modifier.port_under_fire", amount))
    # rule: EF-PB8.48.c
    if not _is_manned(state, side, place) and _is_beset(state, side, place):
        parts.append(Modifier("EF-PB8.48.c", "modifier.port_unmanned", 0, op="most"))
    if len(parts) > 1:
        parts.append(Modifier("EF-PB8.48.d", "modifier.port_least", 0, op="least"))
    # rule: EF-PB8.46.b
    if any(state.board.units[key].kind in BASES for key in _own(state, side, place)):
        parts.append(Modifier("EF-PB8.46.b", "modifier.port_base", DOUBLE, op="times"))
    return Sum.of(parts)


def _own(state: CrimeaState, side: str, place: int) -> tuple[int, ...]:
    return tuple(key for key in stacks(state).get(place, ()) if state.board.units[key].side == side)


# rule: EF-PB8.48.b
def _points_in_range(state: CrimeaState, side: str, place: int) -> int:
    """Support points of a side's guns in General Supply that reach a port."""
    found = 0
    for key in on_map(state, side):
        piece, unit = state.pieces[key], state.board.units[key]
        if piece.supply == SUPPLIED and is_gun(state, key) and state.board.distance(piece.hex, place) <= unit.range:
            found += strength(state, key).attack
    return found


# rule: EF-PB8.48.c
def _is_manned(state: CrimeaState, side: str, place: int) -> bool:
    """Whether a ground unit of a side is in a port, be it only supplies."""
    if _own(state, side, place):
        return True
    return any(unit.hex == place and unit.side == side for unit in state.supplies.values())


def _is_beset(state: CrimeaState, side: str, place: int) -> bool:
    held = holders(state)
    return any(held.get(near) == enemy(side) for near in state.board.grid.neighbours[place])
