"""Which cover an enemy takes on a card: going back the safest, going forward one to fire from (8.6.1 E)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import markers_on
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.movement import covers_to_enter
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.terms.presence import grounded, rating
from sandtable.games.fieldsoffire.rules.weapons.capability import fires_from
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.games.fieldsoffire.scenario.town import is_area


# rule: FF-8.6.1.E.a
def protection(state: FieldsState, key: int, cover: int) -> int:
    """What a cover marker is worth to one more unit: its value, less for crowding and for fire aimed at it."""
    row = state.covers[cover]
    crowd = works.steps_under(state, cover, state.board.sides[key]) + state.units[key].steps - works.ROOM
    aimed = [marker.value for marker in markers_on(state).get(row.at, ()) if marker.cover == cover and not marker.unit]
    return row.value - max(0, crowd) + sum(min(0, value) or -1 for value in aimed)


# rule: FF-8.6.1.E, FF-8.6.1.E.a
def shelter(state: FieldsState, key: int, card: int) -> int:
    """The cover marker of a card that protects a unit best; 0 where there is none for it."""
    found = covers_to_enter(state, key, card)
    return max(found, key=lambda cover: (protection(state, key, cover), -cover), default=0)


# rule: FF-8.6.1.E, FF-8.6.1.E.b
def firing_position(state: FieldsState, key: int, card: int) -> int:
    """The cover marker of a card with the highest value from which a unit can fire at opponents; 0 without one."""
    found = [cover for cover in covers_to_enter(state, key, card) if fires_at_somebody(state, key, card, cover)]
    return max(found, key=lambda cover: (state.covers[cover].value, -cover), default=0)


# rule: FF-8.6.1.E.b
def fires_at_somebody(state: FieldsState, key: int, card: int, cover: int) -> bool:
    """Whether a unit under a cover marker of a card would have an opponent in sight, range and arc."""
    row, printed, kind = state.covers[cover], rating(state, key), state.board.types[key]
    if not printed.is_printed or not fires_from(kind, printed, row.kind, state.units[key].flipped):
        return False
    for other in grounded(state):
        to = state.units[other].at
        far = distance(card, to)
        if not printed.least <= far <= printed.most or not _sees_from(state, card, cover, other):
            continue
        if row.facing < 0 or direction(card, to) == row.facing:
            return True
    return False


def _sees_from(state: FieldsState, card: int, cover: int, other: int) -> bool:
    """Whether somebody under a cover marker or in an area sees the card of an opponent, in a town his area."""
    target = state.units[other]
    area = target.cover if is_area(target.cover) else 0
    return sees(state, card, target.at, state.covers[cover].up, out=cover, into=area)
