"""The activity level: how hot the fighting is, which decides how easily contacts are made."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    CONTACT,
    ENEMY,
    ENGAGED,
    HEAVILY_ENGAGED,
    MINES,
    NO_CONTACT,
    PENDING,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.combat.directions import directions_of
from sandtable.games.fieldsoffire.rules.combat.volume import marked, volumes
from sandtable.games.fieldsoffire.rules.picture import HOLDS, PICTURE
from sandtable.games.fieldsoffire.rules.terms.presence import presences
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.kernel import Draft, derived

LEVELS = ("no_contact", "contact", "engaged", "heavily_engaged")
BUSY = 2
"""Occupied cards under fire from which on the company is Engaged."""


# rule: FF-8.1
@derived(*PICTURE, **HOLDS)
def activity(state: FieldsState) -> int:
    """The level that the map shows now.

    A marker of any kind, mines nobody has found and fire missions still to come included, rules out No Contact.
    """
    occupied = presences(state)
    # Mines lie in wait: they keep the level at Contact but are no fire under which a card would be.
    under_fire = {*volumes(state), *_local_fire(state)}
    hot = [card for card in occupied if card in under_fire and occupied[card].is_occupied]
    # rule: FF-8.1.c
    if len(hot) >= BUSY:
        # rule: FF-8.1.d
        return HEAVILY_ENGAGED if any(one.is_joint for one in occupied.values()) else ENGAGED
    # rule: FF-8.1.b, FF-8.1.a, FF-8.1.e
    if under_fire or directions_of(state) or _lies_in_wait(state) or _is_enemy_spotted(state):
        return CONTACT
    return NO_CONTACT


def _local_fire(state: FieldsState) -> set[int]:
    """Cards with fire on single targets, mines aside."""
    if not marked(state):
        return set()
    mines = {marker.at for marker in state.markers.values() if marker.kind == MINES}
    others = {marker.at or state.units[marker.unit].at for marker in state.markers.values() if marker.kind != MINES}
    return {card for card in marked(state) if card not in mines or card in others}


def _lies_in_wait(state: FieldsState) -> bool:
    return any(marker.kind in (MINES, PENDING) for marker in state.markers.values())


def _is_enemy_spotted(state: FieldsState) -> bool:
    types = state.board.types
    return any(
        unit.at and not unit.unspotted and types[key].side == ENEMY and types[key].kind != CASUALTY
        for key, unit in state.units.items()
    )


# rule: FF-8.1, FF-8.2.4.d
def update(d: Draft[FieldsState]) -> None:
    """Set the level to what the map shows."""
    level = activity(d.now)
    if level != d.now.activity:
        d.set(activity=level)
        d.log("log.activity", "FF-8.1", level=LEVELS[level])
