"""Orders to attack single targets: concentrated fire and grenades (menu 4.2.4, b, c, d and h)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, CoverId, FieldsState, Try, UnitId, Units
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.orders import (
    headquarters,
    note,
    ordered,
    pay,
    why_not_again,
    why_not_order,
)
from sandtable.games.fieldsoffire.rules.command.platoons import PLATOON_COST, followers, why_not_platoon
from sandtable.games.fieldsoffire.rules.weapons import concentrating, grenades
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb
from sandtable.kernel.refusals import Place

CONCENTRATE, PLATOON_CONCENTRATE, THROW, PLATOON_THROW = "4.2.4b", "4.2.4c", "4.2.4d", "4.2.4h"


class Concentrate(Action, frozen=True):
    """Menu 4.2.4b."""

    unit: UnitId
    cover: CoverId


class ConcentratePlatoon(Action, frozen=True, tag="concentrate_platoon"):
    """Menu 4.2.4c."""

    hq: UnitId
    card: Place
    cover: CoverId


def marksmen(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return concentrating.why_not_concentrate(state, key) or why_not_order(state, key, CONCENTRATE)

    return ordered(state, why_not)


def aims(state: FieldsState, seat: str, unit: int) -> OneOf:
    me = Ref("unit", unit)
    nobody = refuse("FF-4.2.4b.target", "refuse.nobody_to_aim_at", me, unit=me)
    return OneOf("cover", concentrating.aims_of(state, unit), why=lambda cover: nobody)


def concentrate(d: Draft[FieldsState], action: Concentrate) -> None:
    pay(d, action.unit, CONCENTRATE)
    d.call("attempt", Try(trials.CONCENTRATE, action.unit, cover=action.cover))


# rule: FF-4.2.4c, FF-4.2.4c.to
def shooters(state: FieldsState, hq: int, card: int) -> tuple[int, ...]:
    """Units of a platoon beside their headquarters that can concentrate their fire on a card."""

    def why_not(now: FieldsState, key: int, to: int) -> Refusal | None:
        no = why_not_again(now, key, CONCENTRATE) or concentrating.why_not_concentrate(now, key)
        if no is None and now.fires[key].at != to:
            return refuse("FF-4.2.4c.to", "refuse.does_not_fire", Ref("unit", key), unit=Ref("unit", key))
        return no

    return followers(state, hq, card, why_not)


def fire_leaders(state: FieldsState, seat: str) -> OneOf:
    def why_not(hq: int) -> Refusal | None:
        no = why_not_platoon(state, hq, PLATOON_CONCENTRATE)
        if no is None and not _cards_fired_at(state, hq):
            return refuse("FF-4.2.4c.to", "refuse.nobody_follows", Ref("unit", hq), hq=Ref("unit", hq))
        return no

    return pick("unit", headquarters(state), why_not)


def _cards_fired_at(state: FieldsState, hq: int) -> tuple[int, ...]:
    cards = {fire.at: None for fire in state.fires.values()}
    return tuple(card for card in sorted(cards) if shooters(state, hq, card))


def cards_fired_at(state: FieldsState, seat: str, hq: int) -> OneOf:
    return OneOf("place", _cards_fired_at(state, hq))


def platoon_aims(state: FieldsState, seat: str, hq: int, card: int) -> OneOf:
    areas = {area: None for key in shooters(state, hq, card) for area in concentrating.aims_of(state, key)}
    return OneOf("cover", sorted(areas))


# rule: FF-4.2.4c, FF-4.2.4c.to, FF-7.11.1.b
def concentrate_platoon(d: Draft[FieldsState], action: ConcentratePlatoon) -> None:
    """Each of them tries for himself, at the same cover, or outside it each at a man of his own."""
    pay(d, action.hq, PLATOON_CONCENTRATE, PLATOON_COST)
    for key in reversed(shooters(d.now, action.hq, action.card)):
        note(d, key, CONCENTRATE)
        d.call("attempt", Try(trials.CONCENTRATE, key, cover=action.cover))


class Grenade(Action, frozen=True):
    """Menu 4.2.4d."""

    unit: UnitId
    target: UnitId


class GrenadePlatoon(Action, frozen=True, tag="grenade_platoon"):
    """Menu 4.2.4h."""

    hq: UnitId
    target: UnitId


def enemies_on_map(state: FieldsState) -> Units:
    """Enemies at whom a unit might throw something."""
    sides = state.board.sides
    return tuple(key for key, unit in state.units.items() if unit.at and sides[key] == ENEMY)


def spotted_enemies(state: FieldsState) -> Units:
    """Enemies on the map whom anybody may aim at."""
    return tuple(key for key in enemies_on_map(state) if not state.units[key].unspotted)


def throwers(state: FieldsState, seat: str) -> OneOf:
    enemies = enemies_on_map(state)

    def why_not(key: int) -> Refusal | None:
        no = grenades.why_not_throw(state, key)
        no = no or grenades.why_not_at_anybody(state, key, enemies, grenades.why_not_target)
        return no or why_not_order(state, key, THROW)

    return ordered(state, why_not)


def grenade_targets(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("unit", spotted_enemies(state), lambda one: grenades.why_not_target(state, unit, one))


def throw(d: Draft[FieldsState], action: Grenade) -> None:
    pay(d, action.unit, THROW)
    d.call("attempt", Try(trials.GRENADE, action.unit, target=action.target))


# rule: FF-4.2.4h, FF-4.2.4h.to
def platoon_throwers(state: FieldsState, hq: int, target: int) -> tuple[int, ...]:
    """Units of a platoon beside their headquarters that can throw grenades at a target."""

    def why_not(now: FieldsState, key: int, aim: int) -> Refusal | None:
        no = why_not_again(now, key, THROW) or grenades.why_not_throw(now, key)
        return no or grenades.why_not_target(now, key, aim)

    return followers(state, hq, target, why_not)


def grenade_leaders(state: FieldsState, seat: str) -> OneOf:
    enemies = spotted_enemies(state)

    def why_not(hq: int) -> Refusal | None:
        no = why_not_platoon(state, hq, PLATOON_THROW)
        if no is None and not any(platoon_throwers(state, hq, one) for one in enemies):
            return refuse("FF-4.2.4h.to", "refuse.nobody_follows", Ref("unit", hq), hq=Ref("unit", hq))
        return no

    return pick("unit", headquarters(state), why_not)


def platoon_targets(state: FieldsState, seat: str, hq: int) -> OneOf:
    return OneOf("unit", [one for one in spotted_enemies(state) if platoon_throwers(state, hq, one)])


# rule: FF-4.2.4h, FF-4.2.4h.to
def throw_platoon(d: Draft[FieldsState], action: GrenadePlatoon) -> None:
    """One attempt after the other, all against the target that was named."""
    pay(d, action.hq, PLATOON_THROW, PLATOON_COST)
    for key in reversed(platoon_throwers(d.now, action.hq, action.target)):
        note(d, key, THROW)
        d.call("attempt", Try(trials.GRENADE, key, target=action.target))


ATTACKING = (
    verb(Concentrate, "FF-4.2.4b", concentrate, unit=marksmen, cover=aims),
    verb(Grenade, "FF-4.2.4d", throw, unit=throwers, target=grenade_targets),
    verb(GrenadePlatoon, "FF-4.2.4h", throw_platoon, hq=grenade_leaders, target=platoon_targets),
    verb(
        ConcentratePlatoon, "FF-4.2.4c", concentrate_platoon, hq=fire_leaders, card=cards_fired_at, cover=platoon_aims
    ),
)
