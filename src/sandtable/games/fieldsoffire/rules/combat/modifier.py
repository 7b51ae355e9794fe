"""The net combat modifier of a unit under fire, with every part of it named (6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import (
    AIRSTRIKE,
    BOOBY_TRAP,
    CLAYMORE,
    CONCENTRATED,
    DEMOLITION_MISS,
    GRENADE,
    GRENADE_MISS,
    INCOMING,
    INDIRECT,
    MINES,
    SMOKE,
    SNIPER,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.combat.volume import PROTECTIVE, Volume, is_crossfire, is_local_fire, volumes
from sandtable.games.fieldsoffire.rules.ground.cover import crowding
from sandtable.games.fieldsoffire.rules.ground.terrain import burst_of, concealment
from sandtable.games.fieldsoffire.rules.urban.fighting import spares
from sandtable.games.fieldsoffire.rules.visibility.light import illumination, light_value, weather_value
from sandtable.games.fieldsoffire.rules.visibility.sights import NOTHING
from sandtable.games.fieldsoffire.rules.weapons.capability import H
from sandtable.games.fieldsoffire.scenario.deck import LEAST_NCM, MOST_NCM
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.games.fieldsoffire.scenario.town import STOREY, is_area
from sandtable.kernel import Modifier, Ref, Sum, derived

ON_ONE = (GRENADE, SNIPER, MINES, BOOBY_TRAP, CLAYMORE)
"""Markers that are a volume of fire on the unit or the cover they lie on."""
SEE_NOTHING = (GRENADE, INCOMING, AIRSTRIKE, MINES, BOOBY_TRAP, CLAYMORE)
"""Fire on which visibility has no effect: it is not aimed by eye."""
THROUGH_SMOKE = (GRENADE, INCOMING, AIRSTRIKE, MINES)
UPSTAIRS = (H, INCOMING, INDIRECT)
"""Fire to which the upper storeys of a town give way."""
WEAK_STOREY = -1
BURSTS = (GRENADE, INCOMING, AIRSTRIKE)
"""Fire under which men who crowd together suffer more."""


class Reading(NamedTuple):
    """The volume of fire that counts for a unit, and the modifier with its parts."""

    volume: Volume
    parts: Sum

    @property
    def total(self) -> int:
        """The number to look up on an action card."""
        return self.parts.total


@derived("markers")
def markers_on(state: FieldsState) -> dict[int, tuple[Marker, ...]]:
    """The markers of each card."""
    found: dict[int, list[Marker]] = {}
    for marker in state.markers.values():
        if marker.at:
            found.setdefault(marker.at, []).append(marker)
    return {card: tuple(markers) for card, markers in found.items()}


def is_on(state: FieldsState, marker: Marker, key: int) -> bool:
    """Whether a marker lies on a unit, or on the cover or area it is in and does not spare its side.

    What lies on a vehicle lies on those who ride on it.
    """
    unit = state.units[key]
    if marker.unit or not unit.cover:
        return bool(marker.unit) and marker.unit in (key, unit.aboard)  # rule: FF-10.8.1.fire, FF-10.8.2.a
    return marker.cover == unit.cover and not spares(state, marker, key)


# rule: FF-6.3.6
def volumes_on(state: FieldsState, key: int) -> list[Volume]:
    """Every volume of fire that touches a unit: that of the whole card, of opponents beside it, and what lies on it."""
    unit, side = state.units[key], state.board.sides[key]
    # rule: FF-8.5.d, FF-6.2.1.a, FF-6.2.1.b
    found = [one for one in volumes(state).get(unit.at, ()) if one.touches(side, unit.cover)]
    grenades = 0
    misses: list[Volume] = []
    is_alone = unit.at not in volumes(state)
    for marker in markers_on(state).get(unit.at, ()):
        is_alone = is_alone and (not is_local_fire(marker) or marker.kind in MISSES)
        # rule: FF-6.2.1.c, FF-7.15.f
        if marker.kind == GRENADE and is_on(state, marker, key):
            grenades += marker.value  # rule: FF-7.10.2
        # rule: FF-6.2.3.sniper, FF-6.2.1.d
        elif marker.kind in ON_ONE and marker.kind != GRENADE and marker.unit == key:
            found.append(Volume(marker.kind, marker.value, by=(marker.by,)))
        elif marker.kind in (GRENADE_MISS, DEMOLITION_MISS):
            misses.append(Volume(marker.kind, state.board.marker(MISSES[marker.kind], "ncm")))
    # rule: FF-7.10.2.a
    if grenades:
        found.append(Volume(GRENADE, grenades))
    # rule: FF-6.2.4.c, FF-6.2.4.d, FF-7.10.4
    return misses[:1] if is_alone else found


MISSES = {GRENADE_MISS: "mod.grenade_miss", DEMOLITION_MISS: "mod.demolition_miss"}


# rule: FF-6.4.a, FFT-ncm-table
def net_combat_modifier(state: FieldsState, key: int) -> Reading | None:
    """The modifier for a unit: of all fire on it that which is worst for it once everything is counted."""
    readings = [Reading(one, _summed(state, key, one)) for one in volumes_on(state, key)]
    if not readings:
        return None
    # rule: FF-6.4.b, FF-9.0.b
    worst = min(readings, key=lambda reading: (reading.total, reading.volume))
    return Reading(worst.volume, _clamped(worst.parts))


# rule: FF-6.4.c
def _clamped(parts: Sum) -> Sum:
    """No lower than -4 and no higher than +6."""
    total = parts.total
    if total < LEAST_NCM:
        return parts + Modifier("FF-6.4.c", "modifier.least", LEAST_NCM, op="least")
    if total > MOST_NCM:
        return parts + Modifier("FF-6.4.c", "modifier.most", MOST_NCM, op="most")
    return parts


def _summed(state: FieldsState, key: int, volume: Volume) -> Sum:
    """The parts in the order of the formula: fire, modifiers of fire, visibility, the defender and his ground."""
    return Sum.of(
        (
            Modifier(VALUE_RULE.get(volume.kind, "FF-6.2.3"), f"modifier.vof_{_word(volume.kind)}", volume.value),
            *_fire_modifiers(state, key, volume),
            *_visibility(state, key, volume),
            *_status(state, key),
            *_ground(state, key, volume),
        )
    )


VALUE_RULE = {
    "S": "FF-6.2.2.s",
    "A": "FF-6.2.2.a",
    "H": "FF-6.2.2.h",
    "pinned": "FF-6.2.2.pin",
    PROTECTIVE: "FF-7.2.4.g",
    GRENADE: "FF-7.10.2",
    SNIPER: "FF-6.2.3.sniper",
    GRENADE_MISS: "FF-6.2.4.c",
    DEMOLITION_MISS: "FF-6.2.4.d",
}


def _word(kind: str) -> str:
    return kind.lower()


# rule: FF-6.2.4.e
def _fire_modifiers(state: FieldsState, key: int, volume: Volume) -> Iterator[Modifier]:
    """Concentrated fire, crossfire and misses: they apply whatever volume of fire counts."""
    unit = state.units[key]
    markers = markers_on(state).get(unit.at, ())
    aimed = sum(one.kind == CONCENTRATED and is_on(state, one, key) for one in markers)
    # rule: FF-6.2.4.a
    if aimed:
        each = state.board.marker("mod.concentrated_fire", "ncm")
        yield Modifier("FF-6.2.4.a", "modifier.concentrated", aimed * each)
    if is_crossfire(state, unit.at, unit.cover):
        yield Modifier("FF-6.2.4.b", "modifier.crossfire", state.board.marker("mod.crossfire", "ncm"))
    kinds = {one.kind for one in markers}  # rule: FF-6.2.4.f
    # rule: FF-6.2.4.c, FF-6.2.4.d
    for kind, rule in ((GRENADE_MISS, "FF-6.2.4.c"), (DEMOLITION_MISS, "FF-6.2.4.d")):
        if kind in kinds and volume.kind != kind:
            yield Modifier(rule, f"modifier.{kind}", state.board.marker(MISSES[kind], "ncm"))


# rule: FF-9.0.a
def _visibility(state: FieldsState, key: int, volume: Volume) -> Iterator[Modifier]:
    """Light, weather and smoke, for fire that is aimed by eye; a final protective line is laid beforehand."""
    at = state.units[key].at
    # rule: FF-9.0.c, FF-7.9.2.b, FF-7.10.2.b
    is_aimed = volume.kind not in SEE_NOTHING
    # rule: FF-7.2.4.b2
    if is_aimed and volume.kind != PROTECTIVE:
        # rule: FF-6.4.j, FF-9.2.c
        light = max(0, light_value(state) + illumination(state).get(at, 0))
        # rule: FF-6.4.m
        if light and not volume.unhindered:  # rule: FF-9.3.1, FF-9.3.2
            yield Modifier("FF-6.4.m", "modifier.light", light)
        # rule: FF-6.4.k
        if weather_value(state) and volume.unhindered != NOTHING:  # rule: FF-9.3.3
            yield Modifier("FF-6.4.k", "modifier.weather", weather_value(state))
    # rule: FF-6.4.l, FF-9.3.3, FFT-ncm-table
    if (
        volume.kind not in THROUGH_SMOKE
        and volume.unhindered != NOTHING
        and (smoke := smoke_on(state, at, state.units[key].cover))
    ):
        yield Modifier("FF-6.4.l", "modifier.smoke", smoke)


# rule: FF-5.4.a, FF-5.4.b
def smoke_on(state: FieldsState, card: int, area: int = 0) -> int:
    """What the best smoke on a card gives; several do not add up, and in a town it fills the area where it lies."""
    return max(
        (
            one.value
            for one in markers_on(state).get(card, ())
            if one.kind in SMOKES and (not is_area(one.cover) or one.cover == area)
        ),
        default=0,
    )


SMOKES = (SMOKE, "burning_wreck")


# rule: FF-6.4.d, FF-6.4.e, FF-4.2.5.pinned.ncm
def _status(state: FieldsState, key: int) -> Iterator[Modifier]:
    """Pinned men keep their heads down, Exposed ones are seen."""
    unit, markers = state.units[key], state.board
    if unit.pinned:
        yield Modifier("FF-6.4.d", "modifier.pinned", markers.marker("st.pinned", "ncm"))
    if unit.exposed:
        yield Modifier("FF-6.4.e", "modifier.exposed", markers.marker("st.exposed", "ncm"))


# rule: FF-7.10.3.a, FF-7.11.4.a, FF-7.3.2.c3
def _ground(state: FieldsState, key: int, volume: Volume) -> Iterator[Modifier]:
    """The card, the cover on it unless a critical attack robs it of its value, crowding, and the burst icon."""
    unit = state.units[key]
    # rule: FF-6.4.f
    yield Modifier("FF-6.4.f", "modifier.terrain", concealment(state, unit.at, sources_of(state, unit.at)))
    if unit.cover:
        # rule: FF-13.8.1.g
        value = 0 if is_stripped(state, key) else state.covers[unit.cover].value
        # rule: FF-6.4.g
        if value:
            yield Modifier("FF-6.4.g", "modifier.cover", value, points=(Ref("unit", key),))
        close = _is_close(state, key, volume)
        crowd = crowding(state, unit.cover, state.board.sides[key], close=close) if volume.kind in BURSTS else 0
        # rule: FF-6.4.h
        if crowd:
            yield Modifier("FF-6.4.h", "modifier.crowding", crowd)
    # rule: FF-13.3.b, FF-13.3.e
    if volume.kind in UPSTAIRS and unit.cover and state.covers[unit.cover].kind == STOREY:
        yield Modifier("FF-13.3.e", "modifier.upstairs", WEAK_STOREY)
    # rule: FF-6.4.i
    if volume.kind in (INCOMING, INDIRECT) and (burst := burst_of(state, unit.at)):
        yield Modifier("FF-6.4.i", "modifier.burst", burst)


# rule: FF-5.2.3.a, FF-7.3.2.a
def sources_of(state: FieldsState, card: int) -> tuple[int, ...]:
    """The cards from which fire comes across the borders of a card, that of launchers and mortar teams included."""
    units = state.units
    shot = (one.by for one in markers_on(state).get(card, ()) if one.kind == GRENADE and one.by in units)
    sources = (*(one.source for one in volumes(state).get(card, ())), *(units[key].at for key in shot))
    return tuple(one for one in sources if one and one != card and direction(card, one) >= 0)


def _is_close(state: FieldsState, key: int, volume: Volume) -> bool:
    """Whether grenades among a volume of fire come from the unit's own card."""
    unit, units = state.units[key], state.units
    throwers = [
        one.by
        for one in markers_on(state).get(unit.at, ())
        if one.kind == GRENADE and volume.kind == GRENADE and is_on(state, one, key)
    ]
    return any(one in units and units[one].at == unit.at for one in throwers)


def is_stripped(state: FieldsState, key: int) -> bool:
    """Whether a critical attack lies on a unit's cover."""
    unit = state.units[key]
    return any(one.critical and is_on(state, one, key) for one in markers_on(state).get(unit.at, ()))
