"""Volumes of fire against vehicles: which of them counts, and that it is resolved as AT combat (10.5.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIR_FIRE,
    GRENADE,
    INDIRECT,
    MINES,
    SNIPER,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.combat.modifier import is_on, markers_on
from sandtable.games.fieldsoffire.rules.combat.volume import PROTECTIVE, volumes
from sandtable.games.fieldsoffire.rules.terms.presence import rating
from sandtable.games.fieldsoffire.rules.vehicles.resolution import against, resolve, volume_parts
from sandtable.games.fieldsoffire.rules.weapons.capability import A, H, is_at_capable
from sandtable.kernel import Draft, Sum

AS_HEAVY = (PROTECTIVE, INDIRECT, AIR_FIRE)
"""Volumes of fire that are heavy fire by another name."""
ON_IT = (GRENADE, MINES, SNIPER)
"""Markers that count where they lie on the vehicle itself."""


# rule: FF-10.5.3, FF-10.5.3.a
def volumes_on_vehicle(state: FieldsState, key: int) -> dict[str, tuple[int, ...]]:
    """The fire on a vehicle by its kind, with the cards that it comes from; grenades count once, however many."""
    unit, side = state.units[key], state.board.sides[key]
    found: dict[str, tuple[int, ...]] = {}
    for one in volumes(state).get(unit.at, ()):
        if not one.touches(side, unit.cover) or (one.by and all(_is_ignored(state, firer) for firer in one.by)):
            continue
        kind = H if one.kind in AS_HEAVY else one.kind
        found[kind] = (*found.get(kind, ()), *((one.source,) if one.source else ()))
    # rule: FF-7.10.2.c, FF-7.15.c
    for marker in markers_on(state).get(unit.at, ()):
        if marker.kind in ON_IT and is_on(state, marker, key):
            found[marker.kind] = ()
    return found


# rule: FF-10.5.3.a
def _is_ignored(state: FieldsState, firer: int) -> bool:
    """Whether a unit's basic fire does nothing to vehicles: those rated A or H who fight them with their guns."""
    return is_at_capable(state, firer) and rating(state, firer).basic in (A, H)


# rule: FF-10.5.3
def suffer(d: Draft[FieldsState], key: int, *, moving: bool = False) -> bool:
    """Resolve the strongest volume of fire on a vehicle, if there is any; whether there was."""
    found = volumes_on_vehicle(d.now, key)
    if not found:
        return False
    kind = min(found, key=lambda one: (Sum.of(volume_parts(d.now, key, one)).total, one))
    sources = tuple(dict.fromkeys(found[kind]))
    parts = (*volume_parts(d.now, key, kind), *against(d.now, key, sources, moving=moving))
    # rule: FF-7.15.c
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == SNIPER and marker.unit == key:
            d.drop("markers", number)
    resolve(d, key, parts, "FF-10.5.3", fire=kind)
    return True
