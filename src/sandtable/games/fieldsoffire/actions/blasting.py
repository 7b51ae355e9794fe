"""Orders to use charges, flamethrowers and phosphorus at close quarters (menu 4.2.4, d to g)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.actions.attacking import THROW, enemies_on_map, spotted_enemies
from sandtable.games.fieldsoffire.model import CoverId, FieldsState, Try, UnitId
from sandtable.games.fieldsoffire.rules.command import phosphorus, trials
from sandtable.games.fieldsoffire.rules.command.orders import ordered, pay, why_not_order
from sandtable.games.fieldsoffire.rules.weapons import charges, flames, grenades
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb

THROW_CHARGE, PLACE_CHARGE, BURN = "4.2.4e", "4.2.4f", "4.2.4g"


class ThrowCharge(Action, frozen=True, tag="throw_charge"):
    """Menu 4.2.4e."""

    unit: UnitId
    cover: CoverId


class PlaceCharge(Action, frozen=True, tag="place_charge"):
    """Menu 4.2.4f."""

    unit: UnitId
    cover: CoverId


class Flame(Action, frozen=True):
    """Menu 4.2.4g."""

    unit: UnitId
    cover: CoverId


class Phosphorus(Action, frozen=True):
    """Menu 4.2.4d, with a phosphorus grenade."""

    unit: UnitId
    target: UnitId


def users(
    menu: str,
    why_not_use: Callable[[FieldsState, int], Refusal | None],
    targets: Callable[[FieldsState, int], tuple[int, ...]],
) -> Callable[[FieldsState, str], OneOf]:
    """Units that can use something against a cover of their card."""

    def choose(state: FieldsState, seat: str) -> OneOf:
        def why_not(key: int) -> Refusal | None:
            no = why_not_use(state, key)
            if no is None and not targets(state, key):
                no = refuse("FF-7.13.a", "refuse.no_cover_to_attack", Ref("unit", key), unit=Ref("unit", key))
            return no or why_not_order(state, key, menu)

        return ordered(state, why_not)

    return choose


def covers(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("cover", charges.targets(state, unit))


def rooms(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("cover", flames.targets(state, unit))


def throw_charge(d: Draft[FieldsState], action: ThrowCharge) -> None:
    pay(d, action.unit, THROW_CHARGE)
    d.call("attempt", Try(trials.CHARGE, action.unit, cover=action.cover))


def place_charge(d: Draft[FieldsState], action: PlaceCharge) -> None:
    pay(d, action.unit, PLACE_CHARGE)
    charges.place(d, action.unit, action.cover)


def burn(d: Draft[FieldsState], action: Flame) -> None:
    pay(d, action.unit, BURN)
    flames.flame(d, action.unit, action.cover)


def throwers(state: FieldsState, seat: str) -> OneOf:
    enemies = enemies_on_map(state)

    def why_not(key: int) -> Refusal | None:
        no = phosphorus.why_not_throw(state, key)
        no = no or grenades.why_not_at_anybody(state, key, enemies, phosphorus.why_not_target)
        return no or why_not_order(state, key, THROW)

    return ordered(state, why_not)


def targets(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("unit", spotted_enemies(state), lambda one: phosphorus.why_not_target(state, unit, one))


def throw(d: Draft[FieldsState], action: Phosphorus) -> None:
    pay(d, action.unit, THROW)
    d.call("attempt", Try(trials.PHOSPHORUS, action.unit, target=action.target))


BLASTING = (
    verb(
        ThrowCharge,
        "FF-4.2.4e",
        throw_charge,
        unit=users(THROW_CHARGE, lambda state, key: charges.why_not_use(state, key, thrown=True), charges.targets),
        cover=covers,
    ),
    verb(
        PlaceCharge,
        "FF-4.2.4f",
        place_charge,
        unit=users(PLACE_CHARGE, lambda state, key: charges.why_not_use(state, key, thrown=False), charges.targets),
        cover=covers,
    ),
    verb(Flame, "FF-4.2.4g", burn, unit=users(BURN, flames.why_not_flame, flames.targets), cover=rooms),
    verb(Phosphorus, "FF-4.2.4d", throw, unit=throwers, target=targets),
)
