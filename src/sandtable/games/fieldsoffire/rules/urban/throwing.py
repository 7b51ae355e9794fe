"""What can be thrown by hand in a town, from where and into which areas (13.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.urban.areas import (
    areas_on,
    is_indoors,
    joined,
    neighbours,
    side_of,
)
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.ground import STEPS, direction, opposite
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, ROOF, STOREY, STREET, is_area, rooms

ADJACENT_STREET, LOW_ROOF, HIGH_ROOF = "adjacent_street", "single_storey_roof", "multi_storey_roof"
WORDS = {STREET: "street", BUILDING: "ground_floor", STOREY: "upper_storey", COURTYARD: "courtyard"}
"""What the table calls the areas; roofs are told apart by what is below them."""


def places(state: FieldsState, area: int) -> str:
    """The word of the table for where somebody is: roofs are low on one storey, high on more."""
    row = state.covers[area]
    if row.kind == ROOF:
        return HIGH_ROOF if state.board.terrain[state.cards[row.at].terrain].storeys else LOW_ROOF
    return WORDS[row.kind]


# rule: FF-13.9.T
def allows(start: str, goal: str) -> bool:
    """Whether the table lets somebody throw from one kind of place to another."""
    return any(row["from"] == start and row[goal] for row in chart("urban_throw_table")["rows"])


# rule: FF-13.9.1, FF-13.9.2, FF-13.9.T
def reaches(state: FieldsState, start: int, goal: int) -> bool:
    """Whether somebody in one area can throw into another: the table allows it, and the two lie next to each other."""
    column = _column(state, start, goal)
    return bool(column) and allows(places(state, start), column)


# rule: FF-13.9.1, FF-13.9.2
def _column(state: FieldsState, start: int, goal: int) -> str:
    """The column of the table for an area as a thrower sees it; empty where it is too far whatever it is."""
    a, b = state.covers[start], state.covers[goal]
    if start == goal:
        return places(state, goal)
    if a.at != b.at:
        if b.kind == STREET:
            return ADJACENT_STREET if _is_across(state, start, goal) else ""
        is_one_house = is_indoors(a) and a.kind == b.kind and (a.at, direction(a.at, b.at)) in joined(state)
        return places(state, goal) if is_one_house else ""
    if a.kind == b.kind == STREET:
        return ADJACENT_STREET if side_of(b) in neighbours(side_of(a)) else ""
    if is_indoors(a) and is_indoors(b) and a.kind != b.kind and rooms(a.area) != rooms(b.area):
        return ""  # up or down only within the same rooms
    return places(state, goal)


def _is_across(state: FieldsState, start: int, goal: int) -> bool:
    """Whether a street of the next card is the other half of a street of the thrower's card, or of his own street."""
    a, b = state.covers[start], state.covers[goal]
    side = opposite(side_of(b))
    return a.at + STEPS[side] == b.at and (a.kind != STREET or side_of(a) == side)


# rule: FF-13.9.1, FF-13.9.2, FF-13.9.T
def areas_to_throw(state: FieldsState, key: int) -> tuple[int, ...]:
    """Every area into which a unit in a town can throw by hand."""
    unit = state.units[key]
    if not is_area(unit.cover):
        return ()
    cards = (unit.at, *(unit.at + STEPS[side] for side in (0, 2, 4, 6)))
    return tuple(area for card in cards for area in areas_on(state, card) if reaches(state, unit.cover, area))
