"""Concentrated fire: when a marker on its target is lost again (7.11.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CONCENTRATED, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.ground.cover import occupants
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.kernel import Draft, Ref


# rule: FF-7.11.5, FF-7.11.5.a, FF-7.11.5.b
def is_lost(state: FieldsState, marker: Marker) -> bool:
    """Whether concentrated fire has lost its firer (moved, ceased, shifted, silenced) or its target (moved)."""
    fire = state.fires.get(marker.by)
    if fire is None or fire.at != marker.at or capability(state, marker.by) is None:
        return True
    if marker.unit:
        target = state.units.get(marker.unit)
        return target is None or target.at != marker.at or target.cover != marker.cover
    return marker.cover not in occupants(state)


# rule: FF-7.11.5.a
def drop_of(d: Draft[FieldsState], firer: int) -> None:
    """Take off the concentrated fire of a unit that moves, ceases or shifts its fire, even if it fires there again."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and marker.by == firer:
            _take_off(d, key)


def _take_off(d: Draft[FieldsState], key: int) -> None:
    marker = d.now.markers[key]
    d.drop("markers", key)
    card = Ref("place", marker.at)
    d.log("log.concentrated_lost", "FF-7.11.5", card, card=card, unit=Ref("unit", marker.by))


def lapse(d: Draft[FieldsState]) -> None:
    """Take off the concentrated fire that is lost."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and is_lost(d.now, marker):
            _take_off(d, key)
