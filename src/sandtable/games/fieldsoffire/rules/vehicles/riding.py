"""Transport: boarding, loading, dismounting, and what a vehicle has room for (10.2, 5.1.6)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.continuing import break_off
from sandtable.games.fieldsoffire.rules.ground.cover import has_room as has_room_under
from sandtable.games.fieldsoffire.rules.ground.cover import steps_under
from sandtable.games.fieldsoffire.rules.ground.loads import (
    AMMUNITION,
    CHARGE,
    CHARGES,
    assets_of,
)
from sandtable.games.fieldsoffire.rules.ground.movement import MOST_STEPS, is_in_mines
from sandtable.games.fieldsoffire.rules.terms.presence import beside, carried_by, on_card, steps_of
from sandtable.games.fieldsoffire.rules.vehicles.results import casualties_aboard, riders, shake_off
from sandtable.games.fieldsoffire.rules.weapons.ammunition import PER_STEP
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.setup import PIECES
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.games.fieldsoffire.scenario.vehicles import machines
from sandtable.kernel import Draft, Ref, Refusal, refuse


def room_of(state: FieldsState, vehicle: int) -> int:
    """Steps that a vehicle carries."""
    return machines()[state.board.types[vehicle].vehicle].room


# rule: FF-10.2.1, FF-5.1.6.A.inf, FF-10.8.2
def why_not_carry(
    state: FieldsState, vehicle: int, units: tuple[int, ...] = (), assets: tuple[int, ...] = ()
) -> Refusal | None:
    """Why a vehicle has no room for these men, casualties and pieces besides what it carries.

    A step and a casualty take one point each, ammunition as much as it takes of a man; what passengers have on them
    counts for nothing.
    """
    me, room = Ref("unit", vehicle), room_of(state, vehicle)
    aboard = (*carried_by(state).get(vehicle, ()), *units)
    load = sum(state.units[one].steps for one in aboard)
    pieces = charges = 0
    ammo: dict[str, int] = {}
    for number in (*assets_of(state).get(vehicle, ()), *assets):
        asset = state.assets[number]
        if asset.kind.startswith(AMMUNITION):
            name = asset.kind.removeprefix(AMMUNITION)
            ammo[name] = ammo.get(name, 0) + asset.points
        elif asset.kind == CHARGE:
            charges += asset.points
        else:
            pieces += 1
    load += sum(-(-points // PER_STEP[name]) for name, points in ammo.items())
    if load > room or pieces > PIECES * room or charges > CHARGES * room:
        return refuse("FF-10.2.1", "refuse.vehicle_full", me, unit=me, load=load, room=room)
    return None


# rule: FF-10.2.1, FF-10.2.1.b, FF-5.1.6.C
def why_not_board(state: FieldsState, vehicle: int, unit: int, *, from_cover: bool = False) -> Refusal | None:
    """Why a unit or casualty cannot get on a vehicle: it must be beside it, or under cover there if ordered itself."""
    row, other = state.units[unit], state.units[vehicle]
    kind, me, there = state.board.types[unit], Ref("unit", unit), Ref("unit", vehicle)
    if kind.is_vehicle or kind.side != state.board.types[vehicle].side or row.aboard:
        return refuse("FF-10.2.1", "refuse.does_not_board", me, there, unit=me, vehicle=there)
    is_apart = row.cover != other.cover if is_area(other.cover) else bool(row.cover) and not from_cover
    if row.at != other.at or is_apart:
        return refuse("FF-10.2.1", "refuse.not_beside_vehicle", me, there, unit=me, vehicle=there)
    if kind.kind != CASUALTY and (no := _why_not_climb_on(state, unit)) is not None:
        return no
    if unit in carried_by(state):
        return refuse("FF-10.2.1", "refuse.drop_first", me, unit=me)
    return why_not_carry(state, vehicle, (unit,))


# rule: FF-7.9.1.e, FF-4.2.5.pinned.mv, FF-4.2.2.imm
def _why_not_climb_on(state: FieldsState, key: int) -> Refusal | None:
    """Why men do not stir from where they are: pinned, under mines that went off, at a gun that stays where it is."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    if unit.pinned:
        return refuse("FF-4.2.5.pinned.mv", "refuse.pinned", me, unit=me)
    if is_in_mines(state, key):
        return refuse("FF-7.9.1.e", "refuse.in_mines", me, unit=me)
    if kind.is_immobile and not unit.flipped:
        return refuse("FF-4.2.2.imm", "refuse.immobile", me, unit=me)
    # rule: FF-7.2.4.e
    if unit.protective >= 0:  # equivalent[boundary|0 becomes 1]: a line is a diagonal, 1 at least
        return refuse("FF-7.2.4.e", "refuse.line_laid", me, unit=me)
    return None


# rule: FF-10.2.1, FF-5.1.6.C, FF-4.2.2h.veh
def board(d: Draft[FieldsState], vehicle: int, units: tuple[int, ...]) -> None:
    """Put units and casualties on a vehicle; whoever gets on by himself is Exposed."""
    for unit in units:
        is_hurt, left = d.now.board.types[unit].kind == CASUALTY, d.now.units[unit].cover
        break_off(d, unit)
        shake_off(d, unit)
        d.edit("units", unit, aboard=vehicle, cover=beside(d.now, vehicle), exposed=not is_hurt)
        me, there = Ref("unit", unit), Ref("unit", vehicle)
        d.log("log.boarded", "FF-10.2.1", me, there, unit=me, vehicle=there)
        if not is_hurt and left != beside(d.now, vehicle):  # rule: FF-7.9.1.c
            check_mover(d, unit)


# rule: FF-5.1.6.D
def why_not_load(state: FieldsState, vehicle: int, asset: int) -> Refusal | None:
    """Why a piece cannot be loaded: it must lie beside the vehicle, or be with a unit of its side there."""
    row, other, me = state.assets[asset], state.units[vehicle], Ref("unit", vehicle)
    if row.holder:
        holder = state.units[row.holder]
        sides = state.board.sides
        is_near = (holder.at, holder.cover) == (other.at, beside(state, vehicle)) and sides[row.holder] == sides[
            vehicle
        ]
        is_near = is_near and row.holder != vehicle and not holder.aboard and not row.net
    else:
        is_near = (row.at, row.cover) == (other.at, beside(state, vehicle))
    if not is_near:
        return refuse("FF-5.1.6.D", "refuse.nothing_here", me, unit=me)
    return why_not_carry(state, vehicle, assets=(asset,))


# rule: FF-5.1.6.D, FF-4.2.2h.veh
def load(d: Draft[FieldsState], vehicle: int, assets: tuple[int, ...], off: tuple[int, ...]) -> None:
    """Load pieces and set others down beside the vehicle; men who hand theirs over are Exposed."""
    for number in assets:
        holder = d.now.assets[number].holder
        if holder:
            d.edit("units", holder, exposed=True)
        d.edit("assets", number, holder=vehicle, at=0, cover=0)
    for number in off:
        d.edit("assets", number, holder=0, at=d.now.units[vehicle].at, cover=beside(d.now, vehicle))
    if assets or off:
        me = Ref("unit", vehicle)
        d.log("log.loaded", "FF-5.1.6.D", me, unit=me, pieces=len(assets), off=len(off))


# rule: FF-5.1.6.D, FF-4.2.2h.veh
def set_down(d: Draft[FieldsState], vehicle: int, casualties: tuple[int, ...]) -> None:
    """Lay casualties down beside the vehicle."""
    for casualty in casualties:
        d.edit("units", casualty, aboard=0, cover=beside(d.now, vehicle))
        me, hurt = Ref("unit", vehicle), Ref("unit", casualty)
        d.log("log.laid_down", "FF-5.1.6.D", me, unit=me, casualty=hurt)


# rule: FF-10.2.2
def why_not_dismount(state: FieldsState, vehicle: int, units: tuple[int, ...], cover: int = 0) -> Refusal | None:
    """Why these cannot get off: they must be aboard, and the card or the cover must have room for them."""
    aboard, me = riders(state, vehicle), Ref("unit", vehicle)
    if not set(units) <= set(aboard):
        return refuse("FF-10.2.2", "refuse.nobody_aboard", me, unit=me)
    at, side = state.units[vehicle].at, state.board.sides[vehicle]
    steps = steps_of(state, units)
    afoot = tuple(one for one in on_card(state, at).of(side) if not state.units[one].aboard)
    afoot = tuple(one for one in afoot if state.board.types[one].is_infantry)
    card = Ref("place", at)
    if state.cards[at].kind != "staging" and steps_of(state, afoot) + steps > MOST_STEPS:
        return refuse("FF-5.1.5.a1", "refuse.too_many_steps", me, card, unit=me, card=card, most=MOST_STEPS)
    if cover and not _fit_under(state, cover, units):
        return refuse("FF-10.2.2", "refuse.no_room_under_cover", me, unit=me)
    return None


# rule: FF-10.2.2
def _fit_under(state: FieldsState, cover: int, units: tuple[int, ...]) -> bool:
    """Whether units that get off can go straight under a cover marker of their card, all of them together."""
    row, side = state.covers[cover], state.board.sides[units[0]]
    has_room = not row.capacity or steps_under(state, cover, side) + steps_of(state, units) <= row.capacity
    return has_room and has_room_under(state, cover, units[0])


# rule: FF-10.2.2, FF-5.1.6.C
def dismount(d: Draft[FieldsState], vehicle: int, units: tuple[int, ...], cover: int) -> None:
    """Let units get off, Exposed, in the open or straight under cover."""
    for unit in units:
        if unit in d.now.units and d.now.units[unit].aboard == vehicle:
            shake_off(d, unit)
            d.edit("units", unit, aboard=0, cover=cover or beside(d.now, vehicle), exposed=True)
            me, there = Ref("unit", unit), Ref("unit", vehicle)
            d.log("log.dismounted", "FF-10.2.2", me, there, unit=me, vehicle=there)
            check_mover(d, unit)  # rule: FF-7.9.1.c


__all__ = [
    "board",
    "casualties_aboard",
    "dismount",
    "load",
    "riders",
    "room_of",
    "set_down",
    "why_not_board",
    "why_not_carry",
    "why_not_dismount",
    "why_not_load",
]
