"""Transports in direct support: the company headquarters activates them, before it does anything else (11.1.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import HOLDING, INBOUND, PICKUP, FieldsState, Impulse
from sandtable.games.fieldsoffire.rules.command.nets import CO_TAC, set_on
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of, transports
from sandtable.games.fieldsoffire.scenario.ground import place_name
from sandtable.games.fieldsoffire.scenario.units import HQ_CO
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

ACTIVATION = "4.2.1i"
IN_THE_AIR = (INBOUND, HOLDING)
"""Boxes in which a helicopter waits for an order; from Outbound it comes home by itself."""


def in_support(state: FieldsState) -> tuple[int, ...]:
    """Transports that no plan moves."""
    return tuple(key for key in transports(state) if not lift_of(state, key).planned)


# rule: FF-11.1.1.one
@derived("units", "lifts")
def places(state: FieldsState) -> dict[str, tuple[int, ...]]:
    """Transports in direct support that wait for an order, by the box or the landing zone that they are in."""
    found: dict[str, list[int]] = {}
    for key in in_support(state):
        unit = state.units[key]
        if unit.activated or lift_of(state, key).grounded:
            continue
        if unit.at:
            found.setdefault(place_name(unit.at), []).append(key)
        elif unit.box in (PICKUP, *IN_THE_AIR):
            found.setdefault(unit.box, []).append(key)
    return {place: tuple(keys) for place, keys in sorted(found.items())}


# rule: FF-11.1.1.first, FF-11.1.1.move
def urgent(state: FieldsState) -> tuple[str, ...]:
    """Places of transports that have to move this turn, so that commands go to them first; in the PZ they can wait."""
    return tuple(place for place in places(state) if place != PICKUP)


# rule: FF-11.1, FF-11.1.1.t1, FF-11.1.4
def why_not_summon(state: FieldsState) -> Refusal | None:
    """Why transports are not activated now: the company headquarters does it, in its impulse, by its own net."""
    impulse = state.impulse
    if impulse is None or not impulse.hq or state.board.types[impulse.hq].kind != HQ_CO:
        return refuse("FF-11.1.1.t1", "refuse.only_company_summons")
    if impulse.left < 1:
        return refuse("FF-4.1.a", "refuse.no_commands", left=impulse.left, cost=1)
    if not set_on(state, impulse.hq, CO_TAC):
        head = Ref("unit", impulse.hq)
        return refuse("FF-11.1.1.t1", "refuse.no_set", head, unit=head, net="co_tac")
    return None


# rule: FF-11.1.1.one, FF-11.1.1.t1
def summon(d: Draft[FieldsState], place: str) -> None:
    """One command activates all transports of a box or of a card."""
    impulse = d.now.subject(Impulse)
    d.edit_subject(Impulse, left=impulse.left - 1, spent=impulse.spent + 1)
    for key in places(d.now)[place]:
        d.edit("units", key, activated=True)
        me = Ref("unit", key)
        d.log("log.unit_activated", "FF-11.1.1.one", me, unit=me)


# rule: FF-11.1.1.first
def why_not_yet(state: FieldsState) -> Refusal | None:
    """Why the company headquarters may not spend commands on anything else, nor end its impulse."""
    found = urgent(state)
    if not found or why_not_summon(state) is not None:
        return None
    return refuse("FF-11.1.1.first", "refuse.helicopters_first", places=len(found))
