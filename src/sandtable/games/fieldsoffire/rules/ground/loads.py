"""Loads: what a unit can carry, picking up and laying down, and casualties on their way back (5.1.6, 5.1.7)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.model import EVACUATED, FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.games.fieldsoffire.rules.weapons.ammunition import PER_STEP
from sandtable.games.fieldsoffire.scenario.setup import PIECES
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, PARALYZED
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

AMMUNITION = "ammo."
"""Assets that are ammunition: ``ammo.mg`` and so on."""
CHARGE, FLAMETHROWER = "demo", "flamethrower"
CHARGES = 2
"""Demolition charges that a step carries besides."""
CASUALTIES = "casualties"


class Load(NamedTuple):
    """What a unit carries."""

    weight: int
    """Capacity points that casualties, ammunition and flamethrowers take."""
    kinds: tuple[str, ...]
    """Casualties, and kinds of ammunition: no more than one of them."""
    charges: int
    pieces: int


@derived("assets")
def assets_of(state: FieldsState) -> dict[int, tuple[int, ...]]:
    """The equipment that each unit carries."""
    found: dict[int, list[int]] = {}
    for number, asset in state.assets.items():
        if asset.holder:
            found.setdefault(asset.holder, []).append(number)
    return {holder: tuple(numbers) for holder, numbers in found.items()}


# rule: FF-5.1.6.A
def load_of(state: FieldsState, key: int, more: tuple[int, ...] = ()) -> Load:
    """What a unit carries: the men on its litters, its own ammunition and that of others, charges, equipment.

    ``more`` is equipment that it would take besides.
    """
    unit, kind = state.units[key], state.board.types[key]
    ammo: dict[str, int] = {kind.ammo: unit.ammo} if kind.ammo and unit.ammo else {}
    charges = pieces = flames = 0
    for number in (*assets_of(state).get(key, ()), *more):
        asset = state.assets[number]
        if asset.kind.startswith(AMMUNITION):
            name = asset.kind.removeprefix(AMMUNITION)
            ammo[name] = ammo.get(name, 0) + asset.points
        elif asset.kind == CHARGE:
            charges += asset.points  # rule: FF-5.1.6.A.demo
        elif asset.kind == FLAMETHROWER:
            flames += 1  # rule: FF-5.1.6.A.fl
        else:
            pieces += 1  # rule: FF-5.1.6.A.eq
    # rule: FF-5.1.6.A.cas
    hurt = len(carried_by(state).get(key, ()))
    # rule: FF-5.1.6.A.mg, FF-5.1.6.A.mtr, FF-5.1.6.A.rkt
    weight = hurt + flames + sum(-(-points // PER_STEP[name]) for name, points in ammo.items())
    kinds = (*((CASUALTIES,) if hurt else ()), *sorted(ammo))  # rule: FF-5.1.6.A.kind
    return Load(weight, kinds, charges, pieces)


# rule: FF-5.1.6.A, FF-5.1.6.A.over, FF-5.1.6.A.kind
def is_too_much(state: FieldsState, key: int, load: Load) -> bool:
    """Whether infantry could not move with a load: one capacity point, two charges and six pieces for each step."""
    steps = state.units[key].steps
    is_heavy = load.weight > steps or load.charges > CHARGES * steps or load.pieces > PIECES * steps
    return is_heavy or len(load.kinds) > 1


# rule: FF-5.1.6.A.over
def why_not_go_with(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot move at all with what it carries: too much. The enemy leaves that behind."""
    if state.board.sides[key] != FRIENDLY:
        return None
    load, unit, me = load_of(state, key), state.units[key], Ref("unit", key)
    if is_too_much(state, key, load):
        return refuse("FF-5.1.6.A.over", "refuse.overloaded", me, unit=me, weight=load.weight, steps=unit.steps)
    return None


# rule: FF-4.2.5.pinned.mv, FF-4.2.5.paralyzed.mv
def why_not_leave_with(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot go to another card with what it carries: pinned or paralyzed men take nothing along."""
    if state.board.sides[key] != FRIENDLY:
        return None
    load, unit, me = load_of(state, key), state.units[key], Ref("unit", key)
    is_shaken = unit.pinned or state.board.types[key].kind == PARALYZED
    # rule: FF-5.1.6.E.b
    if is_shaken and (CASUALTIES in load.kinds or load.pieces or load.charges):
        return refuse("FF-5.1.6.E.b", "refuse.drop_first", me, unit=me)
    return None


# rule: FF-4.2.2h, FF-5.1.6.B, FF-5.1.6.B1
def why_not_pick_up(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not pick anything up; being Exposed does not forbid it."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    # rule: FF-4.2.2h.inf
    if not kind.is_infantry:
        return refuse("FF-5.1.a", "refuse.no_infantry", me, unit=me)
    # rule: FF-4.2.5.pinned.mv
    if unit.pinned:
        return refuse("FF-4.2.5.pinned.mv", "refuse.pinned", me, unit=me)
    # rule: FF-4.2.5.paralyzed
    if kind.kind == PARALYZED:
        return refuse("FF-4.2.5.paralyzed", "refuse.paralyzed", me, unit=me)
    return None


# rule: FF-5.1.6.a, FF-4.2.2h.inf
def within_reach(state: FieldsState, key: int) -> tuple[int, ...]:
    """Equipment in a unit's area: on the ground, or with another unit of its side there."""
    unit, side = state.units[key], state.board.sides[key]
    found: list[int] = []
    for number, asset in state.assets.items():
        if asset.holder == key:
            continue
        if asset.holder:
            other = state.units[asset.holder]
            is_near = state.board.sides[asset.holder] == side and (other.at, other.cover) == (unit.at, unit.cover)
        else:
            is_near = (asset.at, asset.cover) == (unit.at, unit.cover)
        if is_near:
            found.append(number)
    return tuple(found)


# rule: FF-5.1.6.a, FF-5.1.6.A
def why_not_take(state: FieldsState, key: int, assets: tuple[int, ...]) -> Refusal | None:
    """Why a unit cannot carry these pieces besides what it has."""
    load, me = load_of(state, key, assets), Ref("unit", key)
    if is_too_much(state, key, load):
        steps = state.units[key].steps
        return refuse("FF-5.1.6.A", "refuse.overloaded", me, unit=me, weight=load.weight, steps=steps)
    return None


# rule: FF-5.1.6.B, FF-4.2.2h.exp
def take(d: Draft[FieldsState], key: int, assets: tuple[int, ...]) -> None:
    """Pick equipment up, and be Exposed for it."""
    kind = d.now.board.types[key]
    for number in assets:
        if ammunition.fits(kind, d.now.assets[number].kind):  # rule: FF-7.18.3.a
            ammunition.supply(d, key, d.now.assets[number].points)
            d.drop("assets", number)
        else:
            d.edit("assets", number, holder=key, at=0, cover=0)
            _refuel(d, key, number)
    d.edit("units", key, exposed=True)
    d.log("log.took", "FF-5.1.6.B", Ref("unit", key), unit=Ref("unit", key), pieces=len(assets))


# rule: FF-7.18.1.E
def _refuel(d: Draft[FieldsState], key: int, asset: int) -> None:
    """A flamethrower team whose fuel was gone is in good order again as soon as it has a new one."""
    is_out_of_fuel = d.now.units[key].empty and not d.now.board.types[key].ammo
    if d.now.assets[asset].kind == FLAMETHROWER and is_out_of_fuel:
        d.edit("units", key, flipped=False, empty=False)
        me, fuel = Ref("unit", key), d.now.assets[asset].points
        d.log("log.supplied", "FF-7.18.1.E", me, unit=me, points=fuel, left=fuel)


# rule: FF-5.1.6.B
def drop(d: Draft[FieldsState], key: int, assets: tuple[int, ...]) -> None:
    """Lay equipment down: anybody may at any time, and nobody is Exposed for it."""
    unit = d.now.units[key]
    for number in assets:
        d.edit("assets", number, holder=0, at=unit.at, cover=unit.cover)
    d.log("log.dropped", "FF-5.1.6.B", Ref("unit", key), unit=Ref("unit", key), pieces=len(assets))


# rule: FF-5.1.6.A.cas, FF-5.1.6.A.inf, FF-5.1.6.A.kind
def why_not_lift(state: FieldsState, key: int, casualty: int) -> Refusal | None:
    """Why a unit cannot take up a casualty: it must lie beside it, and be the only kind of load it has."""
    unit, other = state.units[key], state.units[casualty]
    me, hurt = Ref("unit", key), Ref("unit", casualty)
    is_near = (other.at, other.cover) == (unit.at, unit.cover) and not other.aboard
    # rule: FF-5.1.6.a
    if state.board.types[casualty].kind != CASUALTY or not is_near:
        return refuse("FF-5.1.6.a", "refuse.no_casualty_here", me, hurt, unit=me)
    return why_not_carry(state, key, 1)


# rule: FF-5.1.6.a, FF-5.1.6.A
def why_not_carry(state: FieldsState, key: int, casualties: int, assets: tuple[int, ...] = ()) -> Refusal | None:
    """Why a unit cannot carry so many casualties, and equipment, besides what it has: one order takes all of it up."""
    me, steps, load = Ref("unit", key), state.units[key].steps, load_of(state, key, assets)
    kinds = tuple(dict.fromkeys((CASUALTIES, *load.kinds)))
    if is_too_much(state, key, Load(load.weight + casualties, kinds, load.charges, load.pieces)):
        return refuse("FF-5.1.6.A", "refuse.overloaded", me, unit=me, weight=load.weight + casualties, steps=steps)
    return None


# rule: FF-5.1.6.B, FF-4.2.2h.exp
def lift(d: Draft[FieldsState], key: int, casualty: int) -> None:
    """Take a casualty up, and be Exposed for it."""
    d.edit("units", casualty, aboard=key)
    d.edit("units", key, exposed=True)
    d.log("log.lifted", "FF-5.1.6.B", Ref("unit", key), unit=Ref("unit", key), casualty=Ref("unit", casualty))


# rule: FF-5.1.6.B
def lay_down(d: Draft[FieldsState], key: int, casualty: int) -> None:
    """Lay a casualty down."""
    d.edit("units", casualty, aboard=0)
    d.log("log.laid_down", "FF-5.1.6.B", Ref("unit", key), unit=Ref("unit", key), casualty=Ref("unit", casualty))


# rule: FF-5.1.6.E.b, FF-5.1.6.E.d
def leave_behind(d: Draft[FieldsState], key: int) -> None:
    """Lay down casualties and equipment where a unit is: before it is forced to move, or when it falls."""
    unit = d.now.units[key]
    for casualty in carried_by(d.now).get(key, ()):
        d.edit("units", casualty, aboard=0)
    for number in assets_of(d.now).get(key, ()):
        d.edit("assets", number, holder=0, at=unit.at, cover=unit.cover)


# rule: FF-3.8.b
def evacuate(d: Draft[FieldsState]) -> None:
    """Casualties laid down at the collection point leave the map; at a landing zone somebody must direct it."""
    for control in (COLLECTION_POINT, MEDEVAC):
        card = d.now.controls.get(control, 0)  # rule: FF-5.1.7.a
        # rule: FF-5.1.7.b
        if not card or (control == MEDEVAC and not _is_directed(d.now, card)):
            continue
        for key in on_card(d.now, card).casualties:
            # rule: FF-5.1.7
            if d.now.board.sides[key] == FRIENDLY:
                # rule: FF-5.1.7.c
                d.edit("units", key, at=0, cover=0, box=EVACUATED)
                d.put("points", "evacuated", d.now.points.get("evacuated", 0) + 1)
                d.log("log.evacuated", "FF-5.1.7", Ref("unit", key), unit=Ref("unit", key), card=Ref("place", card))


COLLECTION_POINT, MEDEVAC = "ccp", "medevac"


# rule: FF-5.1.7.b
def _is_directed(state: FieldsState, card: int) -> bool:
    """Whether a headquarters or staff unit is on a card."""
    return any(state.board.types[key].commands for key in on_card(state, card).friendly)
