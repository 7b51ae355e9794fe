"""When the enemy stops firing by himself, and when those who held their fire begin (8.6.4, 8.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of
from sandtable.games.fieldsoffire.scenario.units import VEHICLE
from sandtable.kernel import Draft, Ref


# rule: FF-8.6.4, FF-8.6.4.b
def has_valid_target(state: FieldsState, key: int) -> bool:
    """Whether the card on which an enemy's fire lies holds anybody whom it can hurt.

    For vehicles and guns that fight them with their own weapon only men count, also those on vehicles; those in
    aircraft sit out of reach.
    """
    types, gun = state.board.types, capability(state, key)
    found = on_card(state, state.fires[key].at).of(FRIENDLY)
    if gun is None or not gun.men_only:
        return bool(found)
    riders = [one for other in found if types[other].kind == VEHICLE for one in carried_by(state).get(other, ())]
    return any(types[other].is_infantry for other in (*found, *riders))


# rule: FF-8.6.4.a, FF-3.8.c, FF-3.4.2.a
def cease_fire(d: Draft[FieldsState]) -> None:
    """Every enemy whose fire lies where nobody is stops; the settling lets him open fire elsewhere."""
    sides = d.now.board.sides
    for key in tuple(d.now.fires):
        # rule: FF-8.6.4
        if sides[key] == ENEMY and not has_valid_target(d.now, key):
            d.drop("fires", key)
            drop_of(d, key)
            d.log("log.fire_ceased", "FF-8.6.4", Ref("unit", key), unit=Ref("unit", key), why="ceased")


# rule: FF-3.8.g, FF-8.3.noVOF
def open_held_fire(d: Draft[FieldsState]) -> None:
    """Packages that were placed without fire may fire from now on."""
    for key, unit in tuple(d.now.units.items()):
        if unit.held:
            d.edit("units", key, held=False)
