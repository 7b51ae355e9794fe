"""How high the ground is, and what of it lets a line of sight through."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import AIRSTRIKE, BURNING_WRECK, INCOMING, SMOKE, FieldsState
from sandtable.games.fieldsoffire.rules.memory import lies, unless, unless_markers
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, line, opposite
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import C
from sandtable.kernel import derived

BASE = 1
"""The level of ground without hills."""
HIGHEST = 99
"""Higher than any hill."""
SCREENS = (SMOKE, BURNING_WRECK, INCOMING, AIRSTRIKE)


def level(state: FieldsState, card: int) -> int:
    """The level of a card: 1, and what its hills or its own print add; a card that lies face down counts as 1."""
    found = state.cards.get(card)
    # rule: FF-5.2.2.hid
    if found is None or not found.terrain:
        return BASE
    # rule: FF-5.2.2.a, FF-5.2.2.f, FF-5.2.2.C
    return BASE + found.hills + state.board.terrain[found.terrain].level


# rule: FF-5.2.1.g, FF-13.8.2
def height(state: FieldsState, card: int) -> int:
    """How high a card stands in the way: its level, and the upper storeys of a town; other buildings never count."""
    ground = state.board.terrain[state.cards[card].terrain]
    return level(state, card) + (ground.town is not None and ground.storeys)


def lets_through(state: FieldsState, card: int, towards: int) -> bool:
    """Whether both borders that a line crosses are white: a Hill's dark ones replace those of the ground on it."""
    found = state.cards[card]
    # rule: FF-5.2.2.A, FF-5.2.2.A.1
    if found.hills:
        return False
    # rule: FF-5.2.1.b, FF-5.2.1.h
    borders = state.board.terrain[found.terrain].open
    return borders[opposite(towards)] and borders[towards]


# rule: FF-5.2.1.g
def blocks(state: FieldsState, card: int, towards: int, low: int, high: int) -> bool:
    """Whether the ground of a card between two ends at these levels blocks the line; buildings on it never do."""
    found = state.cards.get(card)
    if found is None or not found.terrain:
        return True  # nothing is there to look across, or nobody knows what
    ground = height(state, card)
    # rule: FF-5.2.2.b
    if ground < low or (ground == low and low < high):
        return False  # both ends, or the higher one, look over it
    # rule: FF-5.2.2.d
    if ground > high or (ground == high and low < high):
        return True  # ground as high as the observer hides what is lower behind it
    return not lets_through(state, card, towards)  # rule: FF-5.2.2.e


# rule: FF-5.2.1.a, FF-5.2.1.b
@derived("cards", cards=unless(lies, "cards"))
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


# rule: FF-8.4.5.a
def could_be_clear(state: FieldsState, a: int, b: int, up: bool) -> bool:
    """Whether somebody on one card would see the top of a hill on another, however high, over what lies between."""
    towards, low = direction(a, b), level(state, a) + up
    return not any(blocks(state, card, towards, low, HIGHEST) for card in line(a, b))


# rule: FF-5.4, FF-5.4.c, FF-5.2.1.i
@derived("markers", markers=unless_markers(*SCREENS))
def screens(state: FieldsState) -> frozenset[int]:
    """Cards with smoke, a burning wreck, Incoming or an Airstrike; signals screen nothing, nor what fills one area."""
    return frozenset(
        marker.at for marker in state.markers.values() if marker.kind in SCREENS and not is_area(marker.cover)
    )
