"""Weapons against vehicles: who has one, how far it reaches, and what a shot costs (10.0, 10.3)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.terms.presence import presences
from sandtable.games.fieldsoffire.rules.weapons.ammunition import counts, spend
from sandtable.games.fieldsoffire.rules.weapons.capability import is_at_capable
from sandtable.games.fieldsoffire.scenario.vehicles import Machine, machine_of, machines
from sandtable.kernel import Draft, derived

CARRIED = {
    "panzerfaust": "panzerfaust",
    "rpg_b40": "rpg_b40",
    "rifle_grenade_us": "rifle_grenade",
    "rifle_grenade_ge": "rifle_grenade",
}
"""Equipment that is a weapon against vehicles, with its row of the table."""


class Weapon(NamedTuple):
    """A weapon in somebody's hands."""

    machine: Machine
    asset: int = 0
    """The piece that a shot uses up; 0 for a weapon of the unit's own."""


# rule: FF-1.2.6.atcap, FF-10.0, FF-10.8.4
@derived("units", "assets")
def weapons_of(state: FieldsState, key: int) -> tuple[Weapon, ...]:
    """The loaded weapons with which a unit can fire at vehicles."""
    unit, kind = state.units[key], state.board.types[key]
    found: list[Weapon] = []
    own = machine_of(kind)
    if own is not None and is_at_capable(state, key) and (unit.ammo or not counts(state, key)):
        found.append(Weapon(own))
    if kind.is_infantry and not unit.pinned:
        for number in assets_of(state).get(key, ()):
            row = CARRIED.get(state.assets[number].kind)
            if row is not None:
                found.append(Weapon(machines()[row], number))
    return tuple(found)


def weapon_at(state: FieldsState, key: int, far: int) -> Weapon | None:
    """The weapon that does most at a distance; none where nothing reaches so far."""
    found = [one for one in weapons_of(state, key) if one.machine.gun_at(far) is not None]
    return min(found, key=lambda one: (one.machine.gun_at(far) or 0, one.asset), default=None)


@derived("units", "assets")
def armed(state: FieldsState, side: str) -> tuple[int, ...]:
    """The units of a side on the map that can fire at vehicles at all."""
    return tuple(key for found in presences(state).values() for key in found.of(side) if weapons_of(state, key))


# rule: FF-7.18.4.e, FF-10.3.c
def use_up(d: Draft[FieldsState], key: int, weapon: Weapon) -> None:
    """What a shot costs, at once: a point of ammunition, or the round that was carried for it."""
    if not weapon.asset:
        if counts(d.now, key):
            spend(d, key)
        return
    points = d.now.assets[weapon.asset].points
    if points > 1:
        d.edit("assets", weapon.asset, points=points - 1)
    else:
        d.drop("assets", weapon.asset)
