"""Fire in towns: it reaches the areas that the firer sees, and those who share an area fight for it alone (13.8.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, Marker, opponent
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, sees, sees_unit
from sandtable.games.fieldsoffire.rules.terms.presence import NOBODY, presences
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on, is_town
from sandtable.games.fieldsoffire.rules.urban.sight import is_in_smoke


def is_in_view(state: FieldsState, key: int, other: int) -> bool:
    """Whether a unit must reckon with another: on ordinary ground always, in a town only if it sees it."""
    if not is_town(state, state.units[key].at) and not is_town(state, state.units[other].at):
        return True
    return sees_unit(state, key, other)


# rule: FF-13.8.1.a, FF-13.8.1.d, FF-13.1.d
def rivals(state: FieldsState, key: int) -> tuple[int, ...]:
    """Opponents in the very area of a unit on an urban card; those who are unspotted are as if absent."""
    unit, units = state.units[key], state.units
    if not is_town(state, unit.at):
        return ()
    others = presences(state).get(unit.at, NOBODY).of(opponent(state.board.sides[key]))
    return tuple(other for other in others if units[other].cover == unit.cover and not units[other].unspotted)


# rule: FF-13.8.1.a, FF-13.8.1.e, FF-13.8.2
def areas_in_view(state: FieldsState, key: int, card: int) -> tuple[int, ...]:
    """The areas of an urban card that a unit sees."""
    unit = state.units[key]
    return tuple(
        area
        for area in areas_on(state, card)
        if sees(state, unit.at, card, is_up(state, key), state.covers[area].up, out=unit.cover, into=area)
    )


# rule: FF-13.8.1.a, FF-13.8.1.d, FF-13.8.1.e
def reach(state: FieldsState, key: int, card: int) -> tuple[str, tuple[int, ...] | None]:
    """Whom the fire of a unit on a card touches: a side or, with an empty word, everybody; in these areas, or in all.

    Point blank on ordinary ground it is fired at the other side. In a town those who share their area with opponents
    fire at them and nowhere else; all others at whoever is in the areas they see, friend or foe, except where on their
    own card none but friends are.
    """
    at, other_side = state.units[key].at, opponent(state.board.sides[key])
    if not is_town(state, card):
        return (other_side if card == at else ""), None
    if card == at and rivals(state, key):
        return other_side, (state.units[key].cover,)
    areas = areas_in_view(state, key, card)
    return "", tuple(area for area in areas if not _is_own(state, key, area)) if card == at else areas


def _is_own(state: FieldsState, key: int, area: int) -> bool:
    """Whether an area of a unit's own card is held by its own side alone, so that nobody fires into it."""
    side, found = state.board.sides[key], presences(state).get(state.covers[area].at, NOBODY)
    inside = {state.board.sides[one] for one in (*found.friendly, *found.enemy) if state.units[one].cover == area}
    return inside == {side}


def is_blinded(state: FieldsState, key: int) -> bool:
    """Whether smoke keeps a unit from firing out of its card, or in a town out of its area."""
    unit = state.units[key]
    return is_in_smoke(state, unit.at, unit.cover)


# rule: FF-13.8.1.b, FF-13.8.1.f
def spares(state: FieldsState, marker: Marker, key: int) -> bool:
    """Whether an attack on an area passes a unit by: from inside the area it is made on the other side only."""
    return marker.side == state.board.sides[key]


# rule: FF-13.8.1.b, FF-13.8.1.f
def side_of_attack(state: FieldsState, key: int, at: int, area: int) -> str:
    """What is written on an attack: the side of an attacker who is in the area himself; nothing if it is on all."""
    unit = state.units[key]
    return state.board.sides[key] if (unit.at, unit.cover) == (at, area) else ""
