"""Orders to vehicles and those aboard: which there are, who gives them, and who hears whom (10.1, 10.2.1, 10.8.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.nets import (
    BN_TAC,
    CO_TAC,
    set_on,
    vehicle_net,
    why_not_linked,
    why_not_on_company_net,
)
from sandtable.games.fieldsoffire.rules.terms.presence import beside, carried_by
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, HQ_CO, HQ_HIGHER, HQ_PLATOON, STAFF
from sandtable.games.fieldsoffire.scenario.vehicles import FAC, TRANSPORT, is_crewless, is_fired_from, machines
from sandtable.kernel import Ref, Refusal, refuse

ACTIVATION, BOARDING, UNPIN, CEASE, SHIFT = "4.2.1i", "4.2.2h", "4.2.3a", "4.2.4k", "4.2.4l"
CALLING, MARKING = "4.2.4i", "10.8.6"
TO_OBSERVERS = (CALLING, MARKING)
"""The orders of an observer in the air."""
TO_VEHICLES = (ACTIVATION, BOARDING, UNPIN, CEASE, SHIFT)
"""The orders of the menu that vehicles take."""
HEAD_ORDER = "4.2.1a"
"""The activation of a headquarters."""
RALLY_MENU, COMBAT_MENU = "4.2.3", "4.2.4"


# rule: FF-10.1.2, FF-10.1.2.a
def why_not_to_vehicle(state: FieldsState, key: int, action: str) -> Refusal | None:
    """Why an order of the menu is none for a vehicle; its headquarters is activated like any other."""
    kind, me = state.board.types[key], Ref("unit", key)
    if machines()[kind.vehicle].sort == FAC:  # rule: FF-10.8.6
        return (
            None
            if action in TO_OBSERVERS
            else refuse("FF-10.8.6", "refuse.not_for_vehicles", me, unit=me, action=action)
        )
    if action in TO_VEHICLES or (action == HEAD_ORDER and kind.leads):
        # rule: FF-10.8.1.jeep, FF-10.8.8
        if is_crewless(kind) and action != BOARDING and not carried_by(state).get(key):
            return refuse("FF-10.8.1.jeep", "refuse.nobody_drives", me, unit=me)
        return None
    return refuse("FF-10.1.2.a", "refuse.not_for_vehicles", me, unit=me, action=action)


# rule: FF-10.2.1.a, FF-10.8.1.fire
def why_not_to_passenger(state: FieldsState, key: int, action: str) -> Refusal | None:
    """Why a unit aboard takes no such order: on jeeps and trucks it fights and rallies, elsewhere it only sits."""
    carrier, me = state.units[key].aboard, Ref("unit", key)
    if is_fired_from(state.board.types[carrier]) and action.startswith((RALLY_MENU, COMBAT_MENU, "4.2.1")):
        return None
    if state.board.types[key].commands and action == HEAD_ORDER:
        return None
    return refuse("FF-10.2.1.a", "refuse.aboard", me, unit=me)


def is_transport(state: FieldsState, key: int) -> bool:
    """Whether it is a jeep or a truck, without a radio and of no platoon."""
    return machines()[state.board.types[key].vehicle].sort == TRANSPORT


# rule: FF-10.1.2.c, FF-10.1.2.d
def why_not_commands(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a vehicle takes no orders from a headquarters or staff unit."""
    above, kind = state.board.types[hq], state.board.types[key]
    me, head = Ref("unit", key), Ref("unit", hq)
    if above.kind in (HQ_CO, HQ_HIGHER):
        return None
    if kind.platoon:
        is_its_own = above.leads and state.units[hq].platoon == state.units[key].platoon
        return None if is_its_own else refuse("FF-10.1.2.c", "refuse.other_platoon", me, unit=me, hq=head)
    if is_transport(state, key) and not above.leads:  # rule: FF-10.8.1.truck
        return None
    is_assigned = above.kind == HQ_PLATOON and state.units[key].platoon == state.units[hq].platoon
    if above.kind == STAFF or is_assigned:
        return None
    return refuse("FF-10.1.2.d", "refuse.other_platoon", me, unit=me, hq=head)


# rule: FF-10.1.1.e
def why_not_reach(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a vehicle does not hear a headquarters: its platoon always, others by radio, jeeps and trucks by voice."""
    head, unit = state.units[hq], state.units[key]
    me, there = Ref("unit", key), Ref("unit", hq)
    # rule: FF-10.1.1.a
    if state.board.types[hq].leads and head.platoon == unit.platoon:
        return None
    if state.board.types[key].kind == AIRCRAFT:  # rule: FF-10.8.6
        if set_on(state, hq, CO_TAC):
            return None
        return refuse("FF-10.8.6", "refuse.no_set", there, unit=there, net="co_tac")
    # rule: FF-10.8.1.jeep, FF-10.8.1.truck
    if is_transport(state, key):
        is_near = (head.at, head.cover) == (unit.at, beside(state, key)) and not head.pinned
        if is_near and head.aboard in (0, key):
            return None
        return refuse("FF-10.8.1.truck", "refuse.out_of_earshot", me, there, unit=me, hq=there)
    return why_not_by_vehicle_net(state, hq, key)


# rule: FF-10.1.1.b, FF-10.1.1.d
def why_not_by_vehicle_net(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a headquarters does not reach a vehicle by radio: the company's net in Vietnam, the battalion's before."""
    if vehicle_net(state) == CO_TAC:
        return why_not_on_company_net(state, hq, key)
    if not set_on(state, hq, BN_TAC):
        me, there = Ref("unit", key), Ref("unit", hq)
        return refuse("FF-10.1.1.e", "refuse.vehicle_not_by_voice", me, there, unit=me, hq=there)
    return why_not_linked(state, hq, key, BN_TAC)
