"""Enemies out of ammunition: which of them take up rifles, who is gone, and what is left when they move (8.11)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.combat.breakdown import remove_unit
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.memory import fights, unless
from sandtable.games.fieldsoffire.rules.weapons.ammunition import PER_STEP
from sandtable.games.fieldsoffire.rules.weapons.capability import A_OR_S, S
from sandtable.games.fieldsoffire.scenario.units import GUN, MORTARS, NOTHING, WEAPONS
from sandtable.kernel import Draft, Ref, derived

ARMED_WITH = (WEAPONS, GUN, *MORTARS)


# rule: FF-8.11.a
def turns_over(state: FieldsState, key: int) -> bool:
    """Whether the crew of an enemy weapon goes on as riflemen without ammunition: one step, S or A/S on its back."""
    unit, kind = state.units[key], state.board.types[key]
    if kind.side != ENEMY or unit.flipped or kind.kind not in ARMED_WITH or unit.steps > 1:
        return False
    return (kind.team or NOTHING).basic in (S, A_OR_S)


@derived("units", units=unless(fights))
def crews_without_rounds(state: FieldsState) -> tuple[int, ...]:
    """Crews of empty weapons who take up rifles."""
    return tuple(key for key, unit in state.units.items() if unit.empty and turns_over(state, key))


# rule: FF-8.11, FF-8.11.a
def take_up_rifles(d: Draft[FieldsState]) -> None:
    """Turn the crews of empty weapons to their Fire Team side."""
    for key in crews_without_rounds(d.now):
        d.edit("units", key, flipped=True)
        d.log("log.flipped", "FF-8.11.a", Ref("unit", key), unit=Ref("unit", key))


# rule: FF-8.11.a
def is_spent(state: FieldsState, key: int) -> bool:
    """Whether a unit is the crew of an empty weapon: it falls back instead of a check."""
    unit = state.units[key]
    return unit.flipped and unit.empty and state.board.types[key].side == ENEMY


# rule: FF-8.11, FF-8.11.a
def dismiss(d: Draft[FieldsState]) -> None:
    """In Cleanup the crews of empty weapons whom nobody has spotted are gone."""
    for key in [key for key in d.now.units if is_spent(d.now, key) and d.now.units[key].unspotted]:
        me = Ref("unit", key)
        d.log("log.left_map", "FF-8.11.a", me, unit=me)
        remove_unit(d, key)


# rule: FF-8.11
def shed(d: Draft[FieldsState], key: int) -> None:
    """Leave behind the ammunition that an enemy who moves cannot carry, and his equipment while he is shaken."""
    unit, kind = d.now.units[key], d.now.board.types[key]
    if unit.pinned:
        leave_behind(d, key)
    if not kind.ammo:
        return
    most = min(unit.ammo, PER_STEP[kind.ammo] * unit.steps)
    if most < unit.ammo:
        d.edit("units", key, ammo=most)
        d.log("log.ammo_left", "FF-8.11", Ref("unit", key), unit=Ref("unit", key), points=unit.ammo - most)
