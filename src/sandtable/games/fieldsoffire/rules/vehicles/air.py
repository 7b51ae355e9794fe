"""Aircraft that break off or leave: what the results of fire do to them (10.7)."""

from __future__ import annotations

from msgspec import structs

from sandtable.games.fieldsoffire.model import AVAILABLE, HOLDING, ON_CALL, OUTBOUND, REMOVED, FieldsState
from sandtable.games.fieldsoffire.rules.transport.boxes import is_transport, lift_of, put_in, sort_of
from sandtable.games.fieldsoffire.scenario.vehicles import GUNSHIP
from sandtable.kernel import Draft, Ref


def of_sort(state: FieldsState, sort: str) -> tuple[int, ...]:
    """The company's aircraft of a sort, wherever they are."""
    return tuple(key for key in state.units if sort_of(state, key) == sort)


def leave(d: Draft[FieldsState], key: int, box: str) -> None:
    """Take an aircraft off the map."""
    if key in d.now.fires:
        d.drop("fires", key)
    d.edit("units", key, at=0, cover=0, box=box, pinned=False, acted=True, activated=False)
    me = Ref("unit", key)
    d.log("log.flies_off", "FF-10.8.6", me, unit=me)


# rule: FF-10.7.A, FF-10.7.A.dmg, FF-10.7.A.und
def abort(d: Draft[FieldsState], key: int, *, damaged: bool) -> None:
    """An aircraft breaks off: damaged for the mission, else for a turn; a transport goes to its boxes."""
    if is_transport(d.now, key):
        if damaged:
            d.put("lifts", key, structs.replace(lift_of(d.now, key), grounded=True, planned=False))
        put_in(d, key, OUTBOUND if damaged else HOLDING)
        return
    if damaged:
        leave(d, key, REMOVED)
        return
    # rule: FF-10.8.5.stay
    if sort_of(d.now, key) == GUNSHIP:
        leave(d, key, ON_CALL if d.now.turn < lift_of(d.now, key).turn else REMOVED)
        return
    leave(d, key, AVAILABLE)
