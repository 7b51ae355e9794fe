"""Moving in towns: from street to street, through doors and breaches, up the stairs, over walls (13.2 to 13.7)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, GRENADE, SMOKE, Cover, FieldsState
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, rating
from sandtable.games.fieldsoffire.rules.urban.areas import (
    OUTDOORS,
    areas_on,
    barricaded,
    block_of,
    breached,
    is_indoors,
    is_town,
    joined,
    neighbours,
    side_of,
    sides_towards,
)
from sandtable.games.fieldsoffire.scenario.ground import COMPLEX, COMPOUND, direction, opposite
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, ROOF, STOREY, STREET, is_area, rooms
from sandtable.kernel import Ref, Refusal, refuse

# -- buildings ---------------------------------------------------------------------------------------------------------


# rule: FF-13.2.2.a
def why_not_inside(state: FieldsState, key: int, area: int) -> Refusal | None:
    """Why a unit may not go into a building area: somebody holds it, and nothing keeps his head down."""
    at, side, me = state.covers[area].at, state.board.sides[key], Ref("unit", key)
    found = on_card(state, at)
    inside = [one for one in (*found.friendly, *found.enemy) if state.units[one].cover == area]
    # rule: FF-13.2.2.a1
    if any(state.board.sides[one] == side for one in inside):
        return None
    holders = [one for one in inside if rating(state, one).is_printed]
    # rule: FF-13.2.2.a2
    is_suspect = side == FRIENDLY and bool(state.cards[at].contact)
    # rule: FF-13.2.2.a2
    if not holders and not is_suspect:
        return None
    if _is_stormed(state, at, area, holders):
        return None
    return refuse("FF-13.2.2.a", "refuse.building_held", me, Ref("cover", area), unit=me, area=Ref("cover", area))


# rule: FF-13.2.2.a3
def _is_stormed(state: FieldsState, at: int, area: int, holders: list[int]) -> bool:
    """Whether a building can be entered by assault: grenades on its holders, all of them pinned, or smoke about."""
    markers = state.markers.values()
    if any(one.kind == SMOKE and one.at == at for one in markers):
        return True
    is_shelled = any(one.kind == GRENADE and one.cover == area for one in markers)
    return bool(holders) and (is_shelled or all(state.units[one].pinned for one in holders))


# rule: FF-13.5, FF-13.5.a, FF-13.6.b
def is_shut(state: FieldsState, start: Cover, start_area: int) -> bool:
    """Whether a barricade keeps those outside a building out of it: not where there is a breach in their area."""
    return start.kind in OUTDOORS and start.at in barricaded(state) and start_area not in breached(state)


# rule: FF-13.4.1, FF-13.4.1.b, FF-13.6.a
def is_over_wall(state: FieldsState, street: int, exposed: bool) -> bool:
    """Whether somebody gets across the wall of a compound: through a breach in the street, or over it unexposed."""
    return street in breached(state) or not exposed


# -- within a card -----------------------------------------------------------------------------------------------------


# rule: FF-13.2.1, FF-13.2.1.c, FF-13.2.2.b
def next_to(state: FieldsState, area: int, exposed: bool) -> tuple[int, ...]:
    """The areas of its card to which one move leads from an area, whoever holds them."""
    at = state.covers[area].at
    block = block_of(state, at).kind
    return tuple(other for other in areas_on(state, at) if other != area and _leads(state, block, area, other, exposed))


def _leads(state: FieldsState, block: str, area: int, other: int, exposed: bool) -> bool:
    """Whether one move leads from one area of a card to another."""
    a, b = state.covers[area], state.covers[other]
    # rule: FF-13.2.1.c
    if a.kind == b.kind == STREET:
        return side_of(b) in neighbours(side_of(a))
    kinds = {a.kind, b.kind}
    # rule: FF-13.4.1
    if kinds == {STREET, COURTYARD}:
        return is_over_wall(state, area if a.kind == STREET else other, exposed)
    # rule: FF-13.1.f, FF-13.4.1
    if BUILDING in kinds and not kinds.isdisjoint(OUTDOORS):
        is_door = (COURTYARD in kinds) is (block == COMPOUND)
        return is_door and not is_shut(state, a, area)
    # rule: FF-13.2.2.b, FF-13.3.d
    if a.kind == b.kind:
        return block == COMPLEX and a.kind in (BUILDING, STOREY)
    return rooms(a.area) == rooms(b.area) and _is_stair(state, a, b)


# rule: FF-13.3.a, FF-13.3.d, FF-13.3.f
def _is_stair(state: FieldsState, a: Cover, b: Cover) -> bool:
    """Whether stairs lead from one level to another: to the upper storey, and from the highest floor to the roof."""
    top = STOREY if state.board.terrain[state.cards[a.at].terrain].storeys else BUILDING
    return {a.kind, b.kind} in ({BUILDING, STOREY}, {top, ROOF})


# rule: FF-4.2.2f.eff, FF-13.2.1, FF-13.2.3
def ways_within(state: FieldsState, key: int) -> tuple[int, ...]:
    """The areas of its urban card to which a unit may move now."""
    unit = state.units[key]
    return tuple(area for area in next_to(state, unit.cover, unit.exposed) if is_open(state, key, area))


# rule: FF-13.2.2.a4
def is_open(state: FieldsState, key: int, area: int) -> bool:
    """Whether nobody keeps a unit out of an area."""
    return not is_indoors(state.covers[area]) or why_not_inside(state, key, area) is None


# -- from card to card -------------------------------------------------------------------------------------------------


# rule: FF-13.2.1, FF-13.2.1.a, FF-13.6.c
def ways_in(state: FieldsState, key: int, to: int) -> tuple[int, ...]:
    """The areas of an urban card in which a unit may arrive from the card next to it, doors and breaches judged."""
    return tuple(area for area in arrivals(state, key, to) if is_open(state, key, area))


def arrivals(state: FieldsState, key: int, to: int) -> tuple[int, ...]:
    """The areas of an urban card to which one move leads from where a unit is, whoever holds them."""
    unit = state.units[key]
    towards = direction(unit.at, to)
    if is_area(unit.cover):
        start = state.covers[unit.cover]
        if is_indoors(start) and (unit.at, towards) in joined(state):
            return _through_joined(state, start, to)
        if start.kind == STREET and (unit.at, towards) in joined(state):
            return _alongside(state, start, to)
        if not leaves_by(state, start, towards, is_to_street=True):
            return ()
    back = opposite(towards)
    streets = [
        area
        for area in areas_on(state, to)
        if state.covers[area].kind == STREET and side_of(state.covers[area]) in sides_towards(back)
    ]
    return (*streets, *_through_breaches(state, to, streets))


# rule: FF-13.6, FF-13.6.c, FF-13.4.1.a
def _through_breaches(state: FieldsState, to: int, streets: list[int]) -> tuple[int, ...]:
    """The ground floors into which breaches in these streets lead at once; into a compound nobody comes that way."""
    if block_of(state, to).kind == COMPOUND or breached(state).isdisjoint(streets):
        return ()
    return tuple(area for area in areas_on(state, to) if state.covers[area].kind == BUILDING)


# rule: FF-13.7, FF-13.7.b, FF-13.3.d
def _through_joined(state: FieldsState, start: Cover, to: int) -> tuple[int, ...]:
    """The areas of a joined building on the same level; nobody goes from roof to roof."""
    if start.kind == ROOF:
        return ()
    return tuple(area for area in areas_on(state, to) if state.covers[area].kind == start.kind)


# rule: FF-13.7, FF-13.7.a
def _alongside(state: FieldsState, start: Cover, to: int) -> tuple[int, ...]:
    """Past a joined border the street alongside goes on; others have no fellow there."""
    return tuple(area for area in areas_on(state, to) if state.covers[area].area == start.area)


# rule: FF-13.2.1, FF-13.2.1.b, FF-13.2.1.c
def leaves_by(state: FieldsState, start: Cover, towards: int, *, is_to_street: bool) -> bool:
    """Whether one can leave an urban card in a direction: from the street that faces it.

    From a ground floor only into the street of the next card; not from behind a wall, nor from upstairs.
    """
    if start.kind == STREET:
        return side_of(start) in sides_towards(towards)
    return start.kind == BUILDING and is_to_street and block_of(state, start.at).kind != COMPOUND


# rule: FF-13.2.1
def why_not_there(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot go to the next card where one of the two is urban: it is on the wrong side of its own."""
    unit = state.units[key]
    if not state.board.is_urban:  # equivalent[never]: without urban cards every way is open
        return None
    if is_town(state, to):
        is_possible = bool(ways_in(state, key, to))
    elif is_area(unit.cover):
        is_possible = leaves_by(state, state.covers[unit.cover], direction(unit.at, to), is_to_street=False)
    else:
        is_possible = True
    if is_possible:
        return None
    me, card = Ref("unit", key), Ref("place", to)
    return refuse("FF-13.2.1", "refuse.wrong_side_of_block", me, card, unit=me, card=card)


# rule: FF-13.7.b
def is_indoor_passage(state: FieldsState, start: int, goal: int) -> bool:
    """Whether a move leads from building to building across a joined border, where nobody sees it."""
    if not (is_area(start) and is_area(goal)):
        return False
    a, b = state.covers[start], state.covers[goal]
    return is_indoors(a) and is_indoors(b) and (a.at, direction(a.at, b.at)) in joined(state)
