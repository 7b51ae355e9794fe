"""Sight in towns: along streets, across them, out of windows, and what smoke and walls take away (13.8.2, 13.9.3).

A line of sight leaves a card and enters another along *lanes*. In one of the four main directions these are the front,
straight across the street that lies between, and a street along either side; across a corner they are the open
crossing and the two streets that meet there. Two areas see each other where they have a lane in common and nothing
stands in it. Ordinary ground has every lane.
"""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import JOINED, Cover, FieldsState
from sandtable.games.fieldsoffire.rules.ground.elevation import SCREENS, blocks, level, screens
from sandtable.games.fieldsoffire.rules.memory import lies, unless, unless_markers
from sandtable.games.fieldsoffire.rules.urban.areas import (
    areas_on,
    block_of,
    is_diagonal,
    is_indoors,
    joined,
    neighbours,
    side_of,
    sides_towards,
    towns,
)
from sandtable.games.fieldsoffire.scenario import town
from sandtable.games.fieldsoffire.scenario.ground import direction, line, opposite
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, ROOF, STOREY, STREET, STREET_OF, is_area
from sandtable.kernel import derived

FRONT = -1
"""The lane straight across the street, or across a crossing; other lanes are known by the side of a street."""


# rule: FF-13.3.b, FF-13.3.f
def rise(state: FieldsState, row: Cover) -> int:
    """Levels above its card: one upstairs, and one more on the roof."""
    if row.kind == ROOF:
        return 1 + state.board.terrain[state.cards[row.at].terrain].storeys
    return int(row.kind == STOREY)


# rule: FF-13.4.2.a
def is_walled_in(state: FieldsState, row: Cover) -> bool:
    """Whether a wall hides an area from outside its card: the yard and the ground floor of a compound."""
    return row.kind in (COURTYARD, BUILDING) and block_of(state, row.at).wall


@derived("markers", markers=unless_markers(*SCREENS))
def smoked(state: FieldsState) -> frozenset[int]:
    """Areas with smoke of their own in them."""
    return frozenset(
        marker.cover for marker in state.markers.values() if marker.kind in SCREENS and is_area(marker.cover)
    )


# rule: FF-13.9.3, FF-13.9.3.b
def is_in_smoke(state: FieldsState, card: int, area: int) -> bool:
    """Whether smoke keeps those in an area from looking out: it fills the area, or the whole card."""
    return area in smoked(state) or card in screens(state)


# -- on one card -------------------------------------------------------------------------------------------------------


# rule: FF-13.8.2
def sees_within(state: FieldsState, card: int, out: int, into: int) -> bool:
    """Whether two areas of a card see each other: the building stands between opposite streets only.

    Nobody looks out of smoke; into it everybody may.
    """
    if not is_area(out) or not is_area(into) or out == into:
        return True
    a, b = state.covers[out], state.covers[into]
    if is_in_smoke(state, card, out):
        return False
    if a.kind == b.kind == STREET:
        return side_of(b) != opposite(side_of(a))
    if STREET in (a.kind, b.kind):
        return not is_walled_in(state, b if a.kind == STREET else a)
    # rule: FF-13.4.2.b, FF-13.1.f
    return True


# -- from card to card -------------------------------------------------------------------------------------------------


# rule: FF-13.8.2
def lanes(state: FieldsState, card: int, area: int, towards: int) -> frozenset[int]:
    """The lanes in which somebody looks out of a card in a direction."""
    sides = sides_towards(towards)
    along = sides if is_diagonal(towards) else neighbours(towards)
    if card not in towns(state):
        return frozenset((FRONT, *_street_lanes(towards, along)))
    row = state.covers[area]
    if is_walled_in(state, row):
        return frozenset()
    if row.kind != STREET:
        # A building that goes on across the border looks down the street that ends there.
        # rule: FF-13.7
        open_ends = [side for side in along if (card, side) in joined(state)]
        return frozenset((FRONT, *_street_lanes(towards, open_ends)))
    side = side_of(row)
    return frozenset((FRONT,) if side == towards else _street_lanes(towards, (side,)) if side in along else ())


def _street_lanes(towards: int, sides: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Streets as lanes: along a row or column by their side; across a corner by their axis, the same from both ends."""
    return tuple(side % 4 if is_diagonal(towards) else side for side in sides)


# rule: FF-13.8.2
@derived(*("cards", "covers", "markers"), cards=unless(lies, "cards"), markers=unless_markers(JOINED, *SCREENS))
def sees_across(state: FieldsState, a: int, b: int, up_a: bool, up_b: bool, out: int, into: int) -> bool:
    """Whether somebody in an area of one card sees an area of another; with 0 from or to any area of an urban card."""
    towards = direction(a, b)
    if towards < 0:
        return False
    starts = _ends(state, a, out)
    goals = _ends(state, b, into)
    return any(_sees(state, a, b, start, goal, up_a, up_b) for start in starts for goal in goals)


def _ends(state: FieldsState, card: int, area: int) -> tuple[int, ...]:
    """The areas that are meant on a card; 0 for the whole of an ordinary one."""
    if card not in towns(state):
        return (0,)
    return (area,) if is_area(area) else areas_on(state, card)


def _sees(state: FieldsState, a: int, b: int, out: int, into: int, up_a: bool, up_b: bool) -> bool:
    towards = direction(a, b)
    if is_in_smoke(state, a, out):
        return False
    ends = (
        level(state, a) + (rise(state, state.covers[out]) if out else up_a),
        level(state, b) + (rise(state, state.covers[into]) if into else up_b),
    )
    shared = lanes(state, a, out, towards) & lanes(state, b, into, opposite(towards))
    return any(_is_clear(state, a, b, lane, min(ends), max(ends), out, into) for lane in shared)


# rule: FF-13.8.2, FF-13.9.3, FF-13.9.3.a
def _is_clear(state: FieldsState, a: int, b: int, lane: int, low: int, high: int, out: int, into: int) -> bool:
    """Whether nothing stands in a lane: ground, houses, smoke on the way, or in the streets before the windows."""
    towards = direction(a, b)
    fumes = smoked(state)
    windows = (*_before(state, a, out, towards), *_before(state, b, into, opposite(towards)))
    if not fumes.isdisjoint(windows):
        return False
    for card in line(a, b):
        if card in screens(state):
            return False
        if lane != FRONT and card in towns(state):
            if is_diagonal(towards):
                return False
            street = town.area(card, STREET_OF[lane])
            if street not in areas_on(state, card) or street in fumes:
                return False
        elif blocks(state, card, towards, low, high):
            return False
    return True


# rule: FF-13.9.3.a
def _before(state: FieldsState, card: int, area: int, towards: int) -> tuple[int, ...]:
    """The streets of its own card that a look out of a building must cross: at a corner both."""
    if not area or not is_indoors(state.covers[area]):
        return ()
    return tuple(town.area(card, STREET_OF[side]) for side in sides_towards(towards))
