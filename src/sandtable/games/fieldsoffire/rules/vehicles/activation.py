"""Activation for the Vehicle phase: whom an order of the command phase makes ready (4.2.1i, 10.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.command.orders import pay, why_not_order
from sandtable.games.fieldsoffire.rules.vehicles.orders import ACTIVATION
from sandtable.games.fieldsoffire.rules.vehicles.weapons import weapons_of
from sandtable.games.fieldsoffire.scenario.units import VEHICLE
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FF-4.2.1i, FF-4.2.1i.to, FF-10.4
def why_not_ready(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot be activated: a vehicle, pinned or not, or unpinned men who can fight vehicles."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    if unit.activated:
        return refuse("FF-4.2.1i", "refuse.ready_already", me, unit=me)
    if kind.kind == VEHICLE:
        return None
    if not weapons_of(state, key) or state.cards[unit.at].kind == STAGING:
        return refuse("FF-4.2.1i.to", "refuse.no_at_unit", me, unit=me)
    if unit.pinned:
        return refuse("FF-4.2.1i.to", "refuse.pinned", me, unit=me)
    return None


# rule: FF-4.2.1i, FF-4.2.1i.who, FF-10.1.2.e
def why_not_activate(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot be ordered to be ready now: in General Initiative anybody, else by one whom it obeys."""
    return why_not_ready(state, key) or why_not_order(state, key, ACTIVATION)


# rule: FF-10.4, FF-4.2.1i
def activate(d: Draft[FieldsState], key: int) -> None:
    """Put an Activated marker on a unit for one command."""
    pay(d, key, ACTIVATION)
    d.edit("units", key, activated=True)
    me = Ref("unit", key)
    d.log("log.unit_activated", "FF-10.4", me, unit=me)
