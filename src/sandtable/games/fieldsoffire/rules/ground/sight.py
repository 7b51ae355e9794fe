"""Lines of sight: along eight directions, through white borders, over lower ground, into smoke but not through it."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIRSTRIKE,
    BURNING_WRECK,
    FRIENDLY,
    INCOMING,
    SMOKE,
    STAGING,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.visibility.light import horizon
from sandtable.games.fieldsoffire.rules.visibility.sights import pierces
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, line, opposite
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, C
from sandtable.kernel import derived

BASE = 1
"""The level of ground without hills."""
SCREENS = (SMOKE, BURNING_WRECK, INCOMING, AIRSTRIKE)


# rule: FF-5.2.2.a, FF-5.2.2.C, FF-5.2.2.f, FF-5.2.2.hid
def level(state: FieldsState, card: int) -> int:
    """The level of a card: 1, and what its hills or its own print add; a card that lies face down counts as 1."""
    found = state.cards.get(card)
    if found is None or not found.terrain:
        return BASE
    return BASE + found.hills + state.board.terrain[found.terrain].level


# rule: FF-5.2.2.B.a, FF-5.2.2.f
def unit_level(state: FieldsState, key: int) -> int:
    """The level of a unit: that of its card, one more in an upper storey."""
    unit = state.units[key]
    return level(state, unit.at) + is_up(state, key)


def is_up(state: FieldsState, key: int) -> bool:
    """Whether a unit stands in an upper storey or a tower."""
    under = state.units[key].cover
    return bool(under) and state.covers[under].up


# rule: FF-5.2.1.b, FF-5.2.1.h, FF-5.2.2.A, FF-5.2.2.A.1
def lets_through(state: FieldsState, card: int, towards: int) -> bool:
    """Whether both borders that a line crosses are white: a Hill's dark ones replace those of the ground on it."""
    found = state.cards[card]
    if found.hills:
        return False
    borders = state.board.terrain[found.terrain].open
    return borders[opposite(towards)] and borders[towards]


# rule: FF-5.2.1.g, FF-5.2.2.b, FF-5.2.2.d, FF-5.2.2.e
def blocks(state: FieldsState, card: int, towards: int, low: int, high: int) -> bool:
    """Whether the ground of a card between two ends at these levels blocks the line; buildings on it never do."""
    found = state.cards.get(card)
    if found is None or not found.terrain:
        return True  # nothing is there to look across, or nobody knows what
    ground = level(state, card)
    if ground < low or (ground == low and low < high):
        return False  # both ends, or the higher one, look over it
    if ground > high or (ground == high and low < high):
        return True  # ground as high as the observer hides what is lower behind it
    return not lets_through(state, card, towards)


# rule: FF-5.2.1.a, FF-5.2.1.b
@derived("cards")
def is_clear(state: FieldsState, a: int, b: int, up_a: bool, up_b: bool) -> bool:
    """Whether terrain lets one card see another: next to it always, farther along a straight line nothing blocks."""
    towards = direction(a, b)
    if towards < 0:
        return False
    if distance(a, b) == C:
        return True
    ends = level(state, a) + up_a, level(state, b) + up_b
    low, high = min(ends), max(ends)
    return not any(blocks(state, card, towards, low, high) for card in line(a, b))


# rule: FF-5.4, FF-5.4.c, FF-5.2.1.i
@derived("markers")
def screens(state: FieldsState) -> frozenset[int]:
    """Cards with smoke, a burning wreck, Incoming or an Airstrike; signals and flares screen nothing."""
    return frozenset(marker.at for marker in state.markers.values() if marker.kind in SCREENS)


# rule: FF-2.5.a, FF-2.5.B, FF-2.5.spot, FF-5.2.1.d, FF-5.2.1.e, FF-5.2.1.i, FF-4.4.3.a, FF-4.4.3.e
def sees(state: FieldsState, a: int, b: int, up_a: bool = False, up_b: bool = False, *, pierced: bool = False) -> bool:
    """Whether somebody on one card sees another: not out of smoke or through it, not beyond the horizon.

    ``pierced``: with night sights that carry him farther.
    """
    if a == b:
        return True
    cards = state.cards
    if a not in cards or b not in cards or STAGING in (cards[a].kind, cards[b].kind):
        return False
    far = distance(a, b)
    if far > horizon(state, b, pierced=pierced) or not is_clear(state, a, b, up_a, up_b):
        return False
    smoke = screens(state)
    return not smoke or (a not in smoke and (far == C or smoke.isdisjoint(line(a, b))))


# rule: FF-5.2.1.f, FF-5.2.1.j
def sees_unit(state: FieldsState, key: int, other: int) -> bool:
    """Whether one unit sees another itself, as attacks on single targets demand."""
    a, b = state.units[key], state.units[other]
    return sees(state, a.at, b.at, is_up(state, key), is_up(state, other), pierced=pierces(state, key, b.at))


# rule: FF-2.2.1.b, FF-5.2.b
@derived("cards", "markers", "light", "weather")
def unseen_from(state: FieldsState, at: int, up: bool) -> frozenset[int]:
    """Cards face down that somebody on a card has in sight; his own is one of them."""
    return frozenset(
        card for card, found in state.cards.items() if not found.terrain and (at == card or sees(state, at, card, up))
    )


# rule: FF-2.2.1.b, FF-5.2.b
def unseen_in_sight(state: FieldsState) -> tuple[int, ...]:
    """Cards face down that a friendly unit on the ground has in sight."""
    types = state.board.types
    posts = {
        (unit.at, is_up(state, key)): None
        for key, unit in state.units.items()
        if unit.at and types[key].side == FRIENDLY and types[key].kind != AIRCRAFT
    }
    found = {card for at, up in posts for card in unseen_from(state, at, up)}
    return tuple(card for card in state.cards if card in found) if found else ()
