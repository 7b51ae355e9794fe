"""AT fire of one unit at one vehicle: who may, G! weapons, rapid fire (10.5.2.A, 10.6.1, 10.6.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import STAGING, FieldsState, Shot
from sandtable.games.fieldsoffire.rules.command.attempts import attempt
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.vehicles.resolution import gunnery, is_ambush, is_rapid, resolve
from sandtable.games.fieldsoffire.rules.vehicles.weapons import Weapon, use_up, weapon_at
from sandtable.games.fieldsoffire.rules.weapons.capability import (
    GRENADES,
    ROCKETS,
    holds_while_exposed,
    is_ridden,
)
from sandtable.games.fieldsoffire.rules.weapons.grenades import is_barred_from
from sandtable.games.fieldsoffire.scenario.deck import GRENADE
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.games.fieldsoffire.scenario.vehicles import is_ground_vehicle
from sandtable.kernel import Draft, Modifier, Ref, Refusal, refuse


# rule: FF-10.5.2.A, FF-10.0, FF-10.8.4
def why_not_fire_at(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit cannot fire at a vehicle: its weapon, range or line of sight; directions of fire do not count."""
    unit, other = state.units[key], state.units.get(target)
    me, aim = Ref("unit", key), Ref("unit", target)
    if not unit.at:
        return refuse("FF-10.0", "refuse.not_in_play", me, unit=me)
    is_vehicle, sides = state.board.types[target].is_vehicle, state.board.sides
    if other is None or not other.at or not is_vehicle or sides[key] == sides[target]:
        return refuse("FF-10.0", "refuse.no_vehicle", me, aim, unit=me, target=aim)
    # rule: FF-8.5.a
    if other.unspotted or not sees_unit(state, key, target) or STAGING in _places(state, key, target):
        return refuse("FF-10.5.2.A", "refuse.vehicle_unseen", me, aim, unit=me, target=aim)
    if weapon_at(state, key, distance(unit.at, other.at)) is None:
        return refuse("FF-10.0", "refuse.no_at_weapon", me, aim, unit=me, target=aim)
    return why_not_from_here(state, key, other.at)


def _places(state: FieldsState, *keys: int) -> tuple[str, ...]:
    return tuple(state.cards[state.units[key].at].kind for key in keys)


# rule: FF-10.8.2.fight, FF-10.2.1.a
def why_not_from_here(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a weapon cannot be used where it is: aboard a vehicle, out of its embrasure, from inside a house, Exposed."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    if unit.aboard:
        return refuse("FF-10.2.1.a", "refuse.aboard", me, unit=me)
    if kind.is_vehicle:
        return refuse("FF-10.8.2.fight", "refuse.ridden", me, unit=me) if is_ridden(state, key) else None
    # rule: FF-7.4.b
    if unit.exposed and holds_while_exposed(kind, kind.rating(unit.steps), unit.flipped):
        return refuse("FF-7.4.b", "refuse.exposed", me, unit=me)
    under = state.covers[unit.cover] if unit.cover else None
    if under is None:
        return None
    # rule: FF-5.3.2.f
    is_outside_arc = under.facing >= 0 and (unit.at == to or direction(unit.at, to) != under.facing)
    if under.kind in works.NO_FIRE or is_outside_arc or _is_boxed_in(state, key, to, under.kind):
        return refuse("FF-7.4.a", "refuse.not_from_here", me, unit=me)
    return None


# rule: FF-7.4.a, FF-7.6
def _is_boxed_in(state: FieldsState, key: int, to: int, cover: str) -> bool:
    """Whether the weapon that would be used is not fired under a cover: no rocket or rifle grenade in a structure."""
    weapon = weapon_at(state, key, distance(state.units[key].at, to))
    if weapon is not None and weapon.asset:
        return is_barred_from(state.assets[weapon.asset].kind, cover)
    return cover in works.STRUCTURES and state.board.types[key].ammo in ROCKETS


def targets_of(state: FieldsState, key: int) -> tuple[int, ...]:
    """The vehicles at which a unit can fire."""
    return tuple(other for other in vehicles(state) if why_not_fire_at(state, key, other) is None)


def vehicles(state: FieldsState) -> tuple[int, ...]:
    """Every vehicle and aircraft on the map."""
    types = state.board.types
    return tuple(key for key, unit in state.units.items() if unit.at and types[key].is_vehicle)


# rule: FF-10.6.2, FF-7.10.1.c, FF-7.18.4.e
def shoot(d: Draft[FieldsState], key: int, target: int, *, moved: bool = False, moving: bool = False) -> bool:
    """One shot: what it costs, for G! weapons first the attempt, then the resolution; whether another may follow."""
    weapon = weapon_at(d.now, key, distance(d.now.units[key].at, d.now.units[target].at))
    assert weapon is not None
    at_ground = is_ground_vehicle(d.now.board.types[target])
    parts = tuple(gunnery(d.now, key, target, weapon, moved=moved, moving=moving))
    tries = weapon.machine.rating.special == GRENADES
    use_up(d, key, weapon)
    # rule: FF-10.6.2.a
    if tries and not _finds_the_range(d, key, target, weapon):
        d.edit("units", target, attacked=True)
        me, aim = Ref("unit", key), Ref("unit", target)
        d.log("log.at_wide", "FF-10.6.2.a", me, aim, unit=me, target=aim)
        return False
    total = resolve(d, target, parts, "FF-10.6.2" if tries else "FF-10.6", firer=key)
    return is_rapid(weapon, total, at_ground=at_ground)


# rule: FF-10.6.2, FF-10.8.3.b
def _finds_the_range(d: Draft[FieldsState], key: int, target: int, weapon: Weapon) -> bool:
    """The attempt of a G! weapon: two cards for the grenade icon; several icons add nothing."""
    more: tuple[Modifier, ...] = ()
    if is_ambush(d.now, key, target):
        cards = 2 if d.now.units[target].pinned else 1
        more = (Modifier("FF-10.8.3.b", "modifier.at_ambush", cards),)
    return attempt(d, "grenade", "FF-10.6.2", GRENADE, key, more=more).succeeds


# rule: FF-10.6.1, FF-8.12.a
def fire(d: Draft[FieldsState]) -> None:
    """The next shot of the firing at hand."""
    shot = d.now.subject(Shot)
    is_rapid_shot = shoot(d, shot.unit, shot.target, moved=shot.moved, moving=shot.moving)
    d.edit_subject(Shot, rapid=is_rapid_shot)
    # rule: FF-10.5.4.a, FF-10.5.4.c
    if not is_rapid_shot:
        d.edit("units", shot.unit, acted=True)


# rule: FF-10.5.2.D.a
def why_not_fire_after_move(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit that has moved does not fire any more: only those with a number for it, be it 0."""
    me, far = Ref("unit", key), distance(state.units[key].at, state.units[target].at)
    weapon = weapon_at(state, key, far)
    if weapon is None or weapon.machine.move_and_fire is None:
        return refuse("FF-10.5.2.D.a", "refuse.no_move_and_fire", me, unit=me)
    return None


# rule: FF-10.6.1
def can_fire_again(state: FieldsState) -> bool:
    """Whether a rapid shot can be followed by another: the target is still there, and there is ammunition."""
    shot = state.subject(Shot)
    return shot.rapid and why_not_fire_at(state, shot.unit, shot.target) is None
