"""Volumes of fire: what lies on each card, from outside on everybody, from inside on the other side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import (
    AIR_FIRE,
    AIRSTRIKE,
    BOOBY_TRAP,
    CLAYMORE,
    DEMOLITION,
    DEMOLITION_MISS,
    FIRE_LINE,
    FLAME,
    GRENADE,
    GRENADE_MISS,
    INCOMING,
    INDIRECT,
    MINES,
    SNIPER,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.ground.sight import is_clear, is_up, level, screens
from sandtable.games.fieldsoffire.rules.memory import unless_markers
from sandtable.games.fieldsoffire.rules.picture import HOLDS, PICTURE
from sandtable.games.fieldsoffire.rules.urban.fighting import reach
from sandtable.games.fieldsoffire.rules.visibility.sights import unhindered
from sandtable.games.fieldsoffire.rules.weapons.capability import H, armament, value_of
from sandtable.games.fieldsoffire.rules.weapons.lines import grazed, slope_of
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, line, ray
from sandtable.kernel import derived

FROM_ABOVE = (INCOMING, AIRSTRIKE, INDIRECT, AIR_FIRE)
"""Fire that comes down on a card without a direction."""
LOCAL = (GRENADE, GRENADE_MISS, DEMOLITION, DEMOLITION_MISS, FLAME, SNIPER, MINES, BOOBY_TRAP, CLAYMORE)
"""Markers that are a volume of fire on a unit, on a cover marker, or when nothing else lies on the card."""


PROTECTIVE = "protective"
"""The heavy fire of a final protective line."""


class Volume(NamedTuple):
    """One volume of fire on a card."""

    kind: str
    """S, A, H, pinned, protective; or the kind of a marker."""
    value: int
    source: int = 0
    """The card it comes from along a direction of fire; 0 where it comes from above or from the card itself."""
    by: tuple[int, ...] = ()
    """The units that fire it."""
    against: str = ""
    """The side it is fired at in point blank combat; empty where it touches everybody on the card."""
    unhindered: str = ""
    """What the sights of those who fire it see through: the ``light``, or ``all``."""
    areas: tuple[int, ...] | None = None
    """The areas of an urban card that it reaches; none where it lies on the whole card."""

    def touches(self, side: str, area: int) -> bool:
        """Whether it is fired at a side in an area."""
        return self.against in ("", side) and (self.areas is None or area in self.areas)


# rule: FF-6.1, FF-6.2.1.a
@derived(*PICTURE, **HOLDS)
def volumes(state: FieldsState) -> dict[int, tuple[Volume, ...]]:
    """Every basic volume of fire and all fire from off the map, by the card on which it lies."""
    found: dict[int, dict[tuple[str, int, str, tuple[int, ...] | None, str], list[int]]] = {}
    armed = armament(state)
    for key, fire in state.fires.items():
        gun = armed.get(key)
        if gun is None:
            continue
        at = state.units[key].at
        cards: tuple[int, ...] = (fire.at,)
        # rule: FF-7.2.2.a
        if gun.grazes and fire.at != at:
            cards = grazed(state, at, is_up(state, key), fire.at, gun, state.units[key].cover)
        # rule: FF-6.2.1.b
        letter, source = gun.at(distance(at, fire.at)), at if fire.at != at else 0
        for card in cards:
            lit = unhindered(state, key, card)
            found.setdefault(card, {}).setdefault((letter, source, *reach(state, key, card), lit), []).append(key)
    for at, key, card in protective_fire(state):
        found.setdefault(card, {}).setdefault((PROTECTIVE, at, *reach(state, key, card), ""), []).append(key)
    laid: dict[int, list[Volume]] = {}
    for card, rows in found.items():
        for (letter, at, side, areas, through), keys in rows.items():
            value = value_of(state, H if letter == PROTECTIVE else letter)
            laid.setdefault(card, []).append(Volume(letter, value, at, tuple(keys), side, through, areas))
    for marker in state.markers.values():
        if marker.kind in FROM_ABOVE:
            value = value_of(state, H) if marker.kind in (INDIRECT, AIR_FIRE) else marker.value
            laid.setdefault(marker.at, []).append(Volume(marker.kind, value, by=(marker.by,) if marker.by else ()))
    return {card: tuple(sorted(rows)) for card, rows in sorted(laid.items())}


# rule: FF-7.2.4.b, FF-7.2.4.b2, FF-7.2.4.g
def protective_fire(state: FieldsState) -> tuple[tuple[int, int, int], ...]:
    """Final protective lines that are fired, as card of the gun, gun and card under fire.

    Neither darkness nor a crew who keep their heads down changes them: the gun is laid.
    """
    found: list[tuple[int, int, int]] = []
    for key, unit in state.units.items():
        if not unit.protecting or unit.empty or unit.at in screens(state):
            continue
        if unit.exposed:  # rule: FF-7.2.1.b
            continue
        before, slope = level(state, unit.at), None
        for card in ray(unit.at, unit.protective):
            if card not in state.cards or not is_clear(state, unit.at, card, is_up(state, key), False):
                break
            # rule: FF-7.2.4.c
            here = level(state, card)
            slope = slope_of(before, here) if slope is None else slope
            if slope_of(before, here) != slope:
                break
            before = here
            found.append((unit.at, key, card))
            if card in screens(state):
                break
    return tuple(found)


# rule: FF-7.3.2.i, FF-7.3.2.h
@derived("markers", markers=unless_markers(INDIRECT))
def laid_indirectly(state: FieldsState) -> frozenset[int]:
    """Mortar sections that fire by indirect lay until Cleanup, and at nothing they see themselves."""
    return frozenset(marker.by for marker in state.markers.values() if marker.kind == INDIRECT)


# rule: FF-6.2.4.b, FF-6.2.4.g, FF-7.3.2.e
def entries(state: FieldsState, card: int, area: int = 0) -> tuple[int, ...]:
    """The directions from which fire enters a card or an area of it, that of both sides and of pinned firers included.

    Fire from one direction counts once, whatever its level; what comes from above has none. A mortar team that laid
    its line on the card counts even if its attempt failed.
    """
    found = {
        direction(card, one.source): None
        for one in volumes(state).get(card, ())
        if one.source and (one.areas is None or area in one.areas)
    }
    for marker in state.markers.values():
        if marker.kind == FIRE_LINE and marker.at == card and state.units[marker.by].at:
            found[direction(card, state.units[marker.by].at)] = None
    return tuple(sorted(found))


# rule: FF-6.2.4.b, FF-13.8.1.h
def is_crossfire(state: FieldsState, card: int, area: int = 0) -> bool:
    """Whether fire enters a card, or in a town one area of it, from two directions or more."""
    return len(entries(state, card, area)) > 1


@derived(*PICTURE, **HOLDS)
def lines_of_fire(state: FieldsState) -> frozenset[tuple[int, int]]:
    """Pairs of neighbouring cards between which somebody's fire passes, each pair in both orders."""
    found: set[tuple[int, int]] = set()
    for card, rows in volumes(state).items():
        for one in rows:
            if one.source:
                found.update(_borders(one.source, card))
    # rule: FF-6.3.6, FF-7.3.2.e
    for marker in state.markers.values():
        if marker.kind == FIRE_LINE and state.units[marker.by].at:
            found.update(_borders(state.units[marker.by].at, marker.at))
    return frozenset(found)


def _borders(source: int, card: int) -> Iterator[tuple[int, int]]:
    """The pairs of neighbours from one card to another along a line, each in both orders."""
    for a, b in pairwise((source, *line(source, card), card)):
        yield from ((a, b), (b, a))


# rule: FF-6.2.3
@derived("markers", "units")
def marked(state: FieldsState) -> frozenset[int]:
    """Cards with a marker that is a volume of fire of its own."""
    return frozenset(
        marker.at or state.units[marker.unit].at for marker in state.markers.values() if is_local_fire(marker)
    )


# rule: FF-7.9.2
def is_local_fire(marker: Marker) -> bool:
    """Whether a marker is fire on somebody or something; a Claymore only once it has found its target."""
    return marker.kind in LOCAL and (marker.kind != CLAYMORE or bool(marker.unit))


def is_under_fire(state: FieldsState, card: int) -> bool:
    """Whether any volume of fire marker lies on a card."""
    return card in volumes(state) or card in marked(state)
