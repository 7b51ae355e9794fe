"""Picking up and laying down (menu 4.2.2h, and what is free)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command.orders import ordered, pay, why_not_order
from sandtable.games.fieldsoffire.rules.ground import loads
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card, ours
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.kernel import Action, Draft, Number, OneOf, Ref, Refusal, SomeOf, of, pick, pick_some, refuse, verb

PICK_UP = "4.2.2h"
AssetId = Annotated[int, of("asset")]


class Take(Action, frozen=True):
    """Menu 4.2.2h: equipment."""

    unit: UnitId
    assets: tuple[AssetId, ...]


class Lift(Action, frozen=True):
    """Menu 4.2.2h: a casualty, and whatever else is there."""

    unit: UnitId
    casualty: UnitId
    others: tuple[UnitId, ...] = ()
    assets: tuple[AssetId, ...] = ()


class DropAssets(Action, frozen=True, tag="drop"):
    """Free of any order."""

    unit: UnitId
    assets: tuple[AssetId, ...]


class LayDown(Action, frozen=True, tag="lay_down"):
    """Free of any order."""

    unit: UnitId
    casualty: UnitId


class LeaveAmmunition(Action, frozen=True, tag="leave_ammunition"):
    """Free of any order."""

    unit: UnitId
    points: int


def takers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = why_not_order(state, key, PICK_UP) or loads.why_not_pick_up(state, key)
        if no is None and not _takeable(state, key):
            near = loads.within_reach(state, key)
            return loads.why_not_take(state, key, near[:1]) if near else _nothing(key)
        return no

    return ordered(state, why_not)


def _nothing(key: int) -> Refusal:
    return refuse("FF-5.1.6.a", "refuse.nothing_here", Ref("unit", key), unit=Ref("unit", key))


def _takeable(state: FieldsState, unit: int) -> tuple[int, ...]:
    near = loads.within_reach(state, unit)
    return tuple(one for one in near if loads.why_not_take(state, unit, (one,)) is None)


def takeable(state: FieldsState, seat: str, unit: int) -> SomeOf:
    near = loads.within_reach(state, unit)

    def why_not(one: int) -> Refusal | None:
        return loads.why_not_take(state, unit, (one,)) if one in near else _nothing(unit)

    return pick_some("asset", state.assets, why_not, least=1, check=lambda more: loads.why_not_take(state, unit, more))


def take(d: Draft[FieldsState], action: Take) -> None:
    pay(d, action.unit, PICK_UP)
    loads.take(d, action.unit, action.assets)


def lifters(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = loads.why_not_pick_up(state, key)
        if no is None and not _liftable(state, key):
            hurt = on_card(state, state.units[key].at).casualties
            reasons = [loads.why_not_lift(state, key, one) for one in hurt]
            no = next((one for one in reasons if one is not None and one.rule != "FF-5.1.6.a"), _nothing(key))
        return no or why_not_order(state, key, PICK_UP)

    return ordered(state, why_not)


def _liftable(state: FieldsState, unit: int) -> tuple[int, ...]:
    found = on_card(state, state.units[unit].at).casualties
    return tuple(one for one in found if loads.why_not_lift(state, unit, one) is None)


def liftable(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("unit", state.units, lambda one: loads.why_not_lift(state, unit, one))


# rule: FF-5.1.6.a
def others(state: FieldsState, seat: str, unit: int, casualty: int) -> SomeOf | None:
    """More casualties that the same order takes up."""
    found = tuple(one for one in _liftable(state, unit) if one != casualty)
    if not found or loads.why_not_carry(state, unit, 2) is not None:
        return None
    return SomeOf("unit", found, default=(), check=lambda more: loads.why_not_carry(state, unit, 1 + len(more)))


# rule: FF-5.1.6.a
def besides(state: FieldsState, seat: str, unit: int, casualty: int, others: tuple[int, ...]) -> SomeOf | None:
    """Equipment that it takes up besides."""
    hurt, near = 1 + len(others), loads.within_reach(state, unit)
    if not near:
        return None
    return pick_some(
        "asset",
        near,
        lambda one: loads.why_not_carry(state, unit, hurt, (one,)),
        default=(),
        check=lambda assets: loads.why_not_carry(state, unit, hurt, assets),
    )


def lift(d: Draft[FieldsState], action: Lift) -> None:
    pay(d, action.unit, PICK_UP)
    for casualty in (action.casualty, *action.others):
        loads.lift(d, action.unit, casualty)
    if action.assets:
        loads.take(d, action.unit, action.assets)


def holders(state: FieldsState, seat: str) -> OneOf:
    sides = state.board.sides
    return OneOf("unit", [key for key in loads.assets_of(state) if sides[key] == FRIENDLY and state.units[key].at])


def held(state: FieldsState, seat: str, unit: int) -> SomeOf:
    return SomeOf("asset", loads.assets_of(state).get(unit, ()), least=1)


def drop(d: Draft[FieldsState], action: DropAssets) -> None:
    loads.drop(d, action.unit, action.assets)


def bearers(state: FieldsState, seat: str) -> OneOf:
    sides = state.board.sides
    return OneOf("unit", [key for key in carried_by(state) if sides[key] == FRIENDLY and state.units[key].at])


def borne(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("unit", carried_by(state).get(unit, ()))


def lay_down(d: Draft[FieldsState], action: LayDown) -> None:
    loads.lay_down(d, action.unit, action.casualty)


# rule: FF-7.18.b, FF-5.1.6.B
def gunners(state: FieldsState, seat: str) -> OneOf:
    """Units with ammunition of their own, which may be more than they can carry."""
    return OneOf("unit", [key for key in ours(state) if state.units[key].ammo > 0 and ammunition.counts(state, key)])


def rounds(state: FieldsState, seat: str, unit: int) -> Number:
    return Number(1, state.units[unit].ammo)


def leave_ammunition(d: Draft[FieldsState], action: LeaveAmmunition) -> None:
    ammunition.leave(d, action.unit, action.points)


LOADING = (
    verb(Take, "FF-4.2.2h", take, unit=takers, assets=takeable),
    verb(Lift, "FF-4.2.2h", lift, unit=lifters, casualty=liftable, others=others, assets=besides),
    verb(DropAssets, "FF-5.1.6.B", drop, unit=holders, assets=held),
    verb(LeaveAmmunition, "FF-5.1.6.B", leave_ammunition, unit=gunners, points=rounds),
    verb(LayDown, "FF-5.1.6.B", lay_down, unit=bearers, casualty=borne),
)
