"""What a board made by hand leaves open: figures as they are printed, and the card of what lies on somebody.

Nothing that is laid in play is open; it has its figures from the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import (
    AS_PRINTED,
    BOOBY_TRAP,
    BURNING_WRECK,
    CLAYMORE,
    CONCENTRATED,
    DEMOLITION,
    FLAME,
    GRENADE,
    MINES,
    SMOKE,
    SNIPER,
    Cover,
    FieldsState,
    Marker,
    opponent,
)
from sandtable.games.fieldsoffire.rules.ground.cover import HOUSES, TOWER, UPPER_STOREY, occupants
from sandtable.games.fieldsoffire.scenario.town import card_of, is_area
from sandtable.kernel import Draft, derived

ON_SOMEBODY = (GRENADE, CONCENTRATED, DEMOLITION, FLAME, SNIPER, MINES, BOOBY_TRAP, CLAYMORE)
"""Markers that lie on a unit or on a cover marker."""
PRINTED = {
    MINES: ("vof.mines", "ncm"),
    SNIPER: ("vof.sniper", "ncm"),
    BOOBY_TRAP: ("vof.booby_trap", "ncm"),
    CLAYMORE: ("asset.claymore", "ncm"),
    BURNING_WRECK: ("cover.burning_wreck", "smoke"),
}
"""Where the figure of a marker stands that has one only."""
SCREENS = {"": "screen.smoke_hc", "WP": "screen.wp", "CS": "screen.cs"}


def complete(d: Draft[FieldsState]) -> None:
    """Fill in what is open."""
    for number in open_covers(d.now):
        d.edit("covers", number, **figures_of(d.now, d.now.covers[number]))
    for number in open_markers(d.now):
        marker = d.now.markers[number]
        d.edit("markers", number, at=card_under(d.now, marker), value=marker.value or value_of(d.now, marker))
    for key in spent(d.now):
        d.edit("units", key, ammo=0)


@derived("covers")
def open_covers(state: FieldsState) -> tuple[int, ...]:
    """Cover markers without a figure."""
    return tuple(number for number, row in state.covers.items() if AS_PRINTED in (row.value, row.capacity))


@derived("markers")
def open_markers(state: FieldsState) -> tuple[int, ...]:
    """Markers without the card on which they lie, or without a figure that they carry."""
    return tuple(
        number
        for number, row in state.markers.items()
        if (row.kind in ON_SOMEBODY and not row.at) or (not row.value and value_of(state, row))
    )


@derived("units")
def spent(state: FieldsState) -> tuple[int, ...]:
    """Units that are out of ammunition and not told how much they have."""
    return tuple(key for key, unit in state.units.items() if unit.empty and unit.ammo)


def figures_of(state: FieldsState, cover: Cover) -> dict[str, Any]:
    """The figures of a cover marker that are not given: those printed on it, upstairs those of its house."""
    printed: Mapping[str, Any] = state.board.markers.get(f"cover.{cover.kind}") or {}
    value = printed.get("value", 1)
    if isinstance(value, list):
        house = (row.value for row in state.covers.values() if row.at == cover.at and row.kind in HOUSES)
        value = next((one for one in house if one != AS_PRINTED), value[0])
    return {
        "value": value if cover.value == AS_PRINTED else cover.value,
        "capacity": (printed.get("capacity") or 0) if cover.capacity == AS_PRINTED else cover.capacity,
        "up": cover.up or cover.kind in (UPPER_STOREY, TOWER),
    }


def card_under(state: FieldsState, marker: Marker) -> int:
    """The card on which a marker lies: its own, or that of its cover or of its unit."""
    if marker.at:
        return marker.at
    if marker.cover:
        return card_of(marker.cover) if is_area(marker.cover) else state.covers[marker.cover].at
    return state.units[marker.unit].at if marker.unit else 0


def value_of(state: FieldsState, marker: Marker) -> int:
    """The figure of a marker that is printed on it or in the briefing; 0 where it has none."""
    if marker.kind == SMOKE:
        return int(state.board.marker(SCREENS.get(marker.form, SCREENS[""]), "smoke"))
    if marker.kind == GRENADE:
        return int(state.board.mission.grenades[thrower_of(state, marker)])
    on_somebody = marker.kind == BURNING_WRECK or bool(marker.unit)
    if marker.kind not in PRINTED or not on_somebody:
        return 0
    name, figure = PRINTED[marker.kind]
    return int(state.board.marker(name, figure))


def thrower_of(state: FieldsState, marker: Marker) -> str:
    """Whose grenade it is: that of the unit which threw it, else of the opponents of those it lies on."""
    sides = state.board.sides
    if marker.by:
        return sides[marker.by]
    hit = marker.unit or next(iter(occupants(state).get(marker.cover, ())), 0)
    return opponent(sides[hit]) if hit else opponent("")
