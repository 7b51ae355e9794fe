"""The Helicopter Control Card: four boxes beside the map, and what moves between them (1.2.5, 11.1.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    EVACUATED,
    LIFT_BOXES,
    PICKUP,
    FieldsState,
    Lift,
)
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.games.fieldsoffire.scenario.vehicles import AMPHIBIAN, HELICOPTER
from sandtable.kernel import Draft, Ref

TRANSPORTS = (HELICOPTER, AMPHIBIAN)


def sort_of(state: FieldsState, key: int) -> str:
    """What sort of vehicle a unit is; empty for men."""
    return state.board.sorts.get(key, "")


# rule: FF-11.1
def is_transport(state: FieldsState, key: int) -> bool:
    """Whether a unit is a transport helicopter of the company, or an amphibious carrier."""
    return sort_of(state, key) in TRANSPORTS


def transports(state: FieldsState) -> tuple[int, ...]:
    """Every transport of the company, on the map or in a box."""
    sorts, units = state.board.sorts, state.units
    return tuple(sorted(key for key, sort in sorts.items() if sort in TRANSPORTS and key in units))


# rule: FF-1.2.5.d, FF-11.1.4
def in_box(state: FieldsState, box: str) -> tuple[int, ...]:
    """The transports in a box; there is no limit to them."""
    return tuple(key for key in transports(state) if state.units[key].box == box)


def lift_of(state: FieldsState, key: int) -> Lift:
    """What is planned for an aircraft."""
    return state.lifts.get(key, Lift())


# rule: FF-11.1.4, FF-1.2.5.d, FF-11.3.b
def put_in(d: Draft[FieldsState], key: int, box: str) -> None:
    """Move a transport into a box, with everybody aboard: out of sight, out of fire, out of communication."""
    assert box in LIFT_BOXES
    for one in (key, *carried_by(d.now).get(key, ())):
        if one in d.now.fires:
            d.drop("fires", one)
        d.edit("units", one, at=0, cover=0, box=box, exposed=False)
    d.edit("units", key, acted=True, activated=False, pinned=False)
    me = Ref("unit", key)
    d.log("log.flies_to", "FF-11.1.4", me, unit=me, box=Ref("word", box))


# rule: FF-10.7.A.dmg, FF-11.1.1.t4
def come_home(d: Draft[FieldsState], key: int) -> None:
    """In the pick-up zone casualties are evacuated; from a damaged helicopter, which stays, everybody gets off."""
    put_in(d, key, PICKUP)
    types = d.now.board.types
    for one in carried_by(d.now).get(key, ()):
        if types[one].kind == CASUALTY:
            d.edit("units", one, aboard=0, box=EVACUATED)
            d.put("points", "evacuated", d.now.points.get("evacuated", 0) + 1)
        elif lift_of(d.now, key).grounded:
            d.edit("units", one, aboard=0)
