"""Snipers: the one man they aim at (7.15)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import SNIPER, FieldsState, Marker, opponent
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.kernel import Draft, Ref


def snipers(state: FieldsState) -> tuple[int, ...]:
    """Snipers who fire."""
    return tuple(key for key in state.fires if (gun := capability(state, key)) is not None and gun.snipes)


# rule: FF-7.15.b, FF-3.7.4.b
def targets_of(state: FieldsState, key: int) -> tuple[int, ...]:
    """Whom a sniper may hit on the card he fires at: spotted opponents whom he sees himself; if Exposed, only those."""
    side, units = state.board.sides[key], state.units
    found = tuple(
        other
        for other in on_card(state, state.fires[key].at).of(opponent(side))
        if not units[other].unspotted and sees_unit(state, key, other)  # rule: FF-5.2.1.f, FF-5.2.1.j
    )
    # rule: FF-6.1.1.g, FF-7.15.e
    return tuple(other for other in found if units[other].exposed) or found


# rule: FF-7.15.b, FF-3.7.4.b
def choose_targets(d: Draft[FieldsState]) -> None:
    """At the start of Combat Effects each sniper's shot is laid on one target, whom chance decides."""
    for key in snipers(d.now):
        found = targets_of(d.now, key)
        if not found:
            continue
        target, draws = random_one(d, "sniper", found)
        value = d.now.board.marker("vof.sniper", "ncm")
        number = max(d.now.markers, default=0) + 1
        d.put("markers", number, Marker(SNIPER, at=d.now.fires[key].at, unit=target, value=value, by=key))
        me, aim = Ref("unit", key), Ref("unit", target)
        d.log("log.sniper_aims", "FF-7.15.b", me, aim, draws=draws, unit=me, target=aim)


# rule: FF-7.15.c
def waits(state: FieldsState, marker: Marker) -> bool:
    """Whether a sniper's shot lies on a vehicle: it stays there until the next Vehicle phase."""
    return marker.kind == SNIPER and bool(marker.unit) and state.board.types[marker.unit].is_vehicle


# rule: FF-7.15.c
def is_lost(state: FieldsState, marker: Marker) -> bool:
    """Whether a shot that waits is lost: the sniper moves, or fires elsewhere, or its target has gone."""
    if not waits(state, marker):
        return False
    fire, target = state.fires.get(marker.by), state.units.get(marker.unit)
    return fire is None or fire.at != marker.at or target is None or target.at != marker.at


# rule: FF-7.15.c
def lapse(d: Draft[FieldsState]) -> None:
    """Take off the shots that are lost."""
    for number, marker in tuple(d.now.markers.items()):
        if is_lost(d.now, marker):
            d.drop("markers", number)


# rule: FF-4.1.2.sniper, FF-7.15.d
def is_sniped_at(state: FieldsState, card: int) -> bool:
    """Whether a sniper fires at a card: every headquarters there feels it, whoever was hit."""
    return any(state.fires[key].at == card for key in snipers(state))
