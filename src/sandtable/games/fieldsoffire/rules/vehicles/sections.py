"""Sections of attack helicopters: which are in play, and whether one can be called (10.8.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import AVAILABLE, ON_CALL, FieldsState
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of
from sandtable.games.fieldsoffire.rules.vehicles.air import of_sort
from sandtable.games.fieldsoffire.scenario.vehicles import GUNSHIP

SECTION = 2
"""Helicopters of a section, and the turns for which they stay."""


def section(state: FieldsState) -> tuple[int, ...]:
    """The attack helicopters, pending or over the map."""
    return tuple(key for key in of_sort(state, GUNSHIP) if state.units[key].at or state.units[key].box == ON_CALL)


def free(state: FieldsState) -> tuple[int, ...]:
    """Attack helicopters that can be called."""
    return tuple(key for key in of_sort(state, GUNSHIP) if state.units[key].box == AVAILABLE)


# rule: FF-10.8.5, FF-10.8.5.call
def can_be_called(state: FieldsState) -> bool:
    """Whether a call makes sense: no section is in play, or the one over the map is to have another target."""
    found = section(state)
    if not found:
        return len(free(state)) >= SECTION
    return all(state.units[key].at and lift_of(state, key).turn == state.turn for key in found)
