"""Play-book 8.45 to 8.48: what a port can feed and handle, and what takes from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import SOVIET, SUPPLIED, CrimeaState, Piece, enemy
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.crimea_units.batteries import is_gun
from sandtable.games.eastfront.rules.naval.captures import TAKEN
from sandtable.games.eastfront.rules.naval.ships import port_of, water_ref
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, on_map, stacks, strength
from sandtable.kernel import Draft, Modifier, Refusal, Sum, derived, refuse

NAVAL_BASE = "naval_base"
BASES = (NAVAL_BASE, "axis_base")
DOUBLE = 2
HANDLED = "load"
"""Tracks of ports: transport points that went over the quays of each in this turn."""


# rule: EF-PB8.46.a, EF-PB8.48.d, EFT-ports
def supply_capacity(state: CrimeaState, place: int) -> Sum:
    """Stacking points that a port can feed: what its class gives less all that hampers it, doubled by a base."""
    side = state.control.get(place, SOVIET)
    parts = [_by_class(state, state.board.ground[place].port, "general_supply_points", "EF-PB8.46.a")]
    parts += _hampered(state, side, place)
    # rule: EF-PB8.48.c
    if not _is_manned(state, side, place) and _is_beset(state, side, place):
        parts.append(Modifier("EF-PB8.48.c", "modifier.port_unmanned", 0, op="most"))
    if len(parts) > 1:
        parts.append(Modifier("EF-PB8.48.d", "modifier.port_least", 0, op="least"))
    # rule: EF-PB8.46.b
    if any(state.board.units[key].kind in BASES and _is_settled(state, key) for key in _own(state, side, place)):
        parts.append(Modifier("EF-PB8.46.b", "modifier.port_base", DOUBLE, op="times"))
    # rule: EF-PB8.55.c
    if place in state.evacuations:
        parts.append(Modifier("EF-PB8.55.c", "modifier.port_evacuated", 0, op="most"))
    # rule: EFS-10.44.h
    if winter_freeze.is_shut(state, place):
        parts.append(Modifier("EFS-10.44.h", "modifier.port_frozen", 0, op="most"))
    return Sum.of(parts)


def _by_class(state: CrimeaState, port: str, row: str, rule: str) -> Modifier:
    """What the class of a port gives."""
    chart: Mapping[str, Any] = state.board.charts["ports"]
    return Modifier(rule, "modifier.port_class", chart[row][chart["columns"].index(port)])


def _hampered(state: CrimeaState, side: str, place: int) -> list[Modifier]:
    """What aircraft and guns take from all that a port can do."""
    chart: Mapping[str, Any] = state.board.charts["ports"]
    found = []
    # rule: EF-PB8.48.a, EF-PB6.43
    if side == SOVIET and (level := interdiction_at(state, place)):
        each = chart["per_interdiction_level"][chart["columns"].index(state.board.ground[place].port)]
        found.append(Modifier("EF-PB8.48.a", "modifier.port_interdicted", level * each))
    # rule: EF-PB8.48.b
    if points := _points_in_range(state, enemy(side), place):
        amount = max(-points, chart["artillery_at_most"])
        found.append(Modifier("EF-PB8.48.b", "modifier.port_under_fire", amount))
    return found


# rule: EF-PB8.47
def _is_settled(state: CrimeaState, key: int) -> bool:
    """Whether a base is of use yet: from the turn after it came ashore."""
    return state.pieces[key].ashore != state.turn


# -- loading and unloading ---------------------------------------------------------------------------------------------


# rule: EF-PB8.45, EFT-ports
def load_capacity(state: CrimeaState, water: str) -> Sum:
    """Transport points that a port can load and unload in a turn; a base is of no use here, an evacuation is."""
    port = port_of(state.board, water)
    assert port is not None
    parts = [_by_class(state, port.port, "load_or_unload", "EF-PB8.45")]
    if water.isdigit() and (hampered := _hampered(state, SOVIET, int(water))):
        parts += [*hampered, Modifier("EF-PB8.48.d", "modifier.port_least", 0, op="least")]
    # rule: EF-PB8.55.c
    if water.isdigit() and int(water) in state.evacuations:
        parts.append(Modifier("EF-PB8.55.c", "modifier.port_evacuation", DOUBLE, op="times"))
    # rule: EFS-10.44.h
    if water.isdigit() and winter_freeze.is_shut(state, int(water)):
        parts.append(Modifier("EFS-10.44.h", "modifier.port_frozen", 0, op="most"))
    return Sum.of(parts)


# rule: EF-PB8.45
def quay_room(state: CrimeaState, water: str) -> int:
    """Transport points that a port can still load or unload in this turn: both count together."""
    return max(load_capacity(state, water).total - state.tracks.get(f"{HANDLED}_{water}", 0), 0)


# rule: EF-PB8.45
def why_no_quay(state: CrimeaState, water: str, points: int) -> Refusal | None:
    """Why a port cannot handle so much more in this turn."""
    if points <= (left := quay_room(state, water)):
        return None
    return refuse("EF-PB8.45", "refuse.quay_full", water_ref(water), water=water_ref(water), need=points, left=left)


def handle(d: Draft[CrimeaState], water: str, points: int) -> None:
    """Note what went over the quays of a port."""
    d.put("tracks", f"{HANDLED}_{water}", d.now.tracks.get(f"{HANDLED}_{water}", 0) + points)


def reopen(d: Draft[CrimeaState]) -> None:
    """A new turn: quays are free again, and ports that were taken in the last one can be used."""
    for track in tuple(d.now.tracks):
        if track.startswith((f"{HANDLED}_", f"{TAKEN}_")):
            d.drop("tracks", track)


# -- who is there ------------------------------------------------------------------------------------------------------


def _own(state: CrimeaState, side: str, place: int) -> tuple[int, ...]:
    return tuple(key for key in stacks(state).get(place, ()) if state.board.units[key].side == side)


def _changed_gun(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """Whether a gun came, went, was hit or fed: others put no port under fire."""
    if not state.board.units[key].artillery:
        return False
    return (old.hex, old.supply, old.steps, old.back) != (new.hex, new.supply, new.steps, new.back)


# rule: EF-PB8.48.b
@derived("pieces", pieces=memory.unless(_changed_gun))
def _points_in_range(state: CrimeaState, side: str, place: int) -> int:
    """Support points of a side's guns in General Supply that reach a port."""
    found = 0
    for key in on_map(state, side):
        piece, unit = state.pieces[key], state.board.units[key]
        if piece.supply == SUPPLIED and is_gun(state, key) and state.board.span(piece.hex, place) <= unit.range:
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
