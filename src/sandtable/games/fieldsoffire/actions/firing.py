"""Orders about fire that goes on: Cease Fire and Shift Fire (menu 4.2.4, k and l)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.combat import shifting
from sandtable.games.fieldsoffire.rules.command.orders import note, ordered, originator, pay, why_not_order
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb
from sandtable.kernel.refusals import Place

CEASE, SHIFT = "4.2.4k", "4.2.4l"


class Cease(Action, frozen=True):
    """Menu 4.2.4k."""

    unit: UnitId


class Shift(Action, frozen=True):
    """Menu 4.2.4l."""

    unit: UnitId
    to: Place


# rule: FF-4.2.4k.who, FF-4.3
def why_not_call(state: FieldsState, key: int, menu: str) -> Refusal | None:
    """Why a unit cannot be told to cease or shift fire: any that hears, whatever its platoon."""
    return shifting.why_not_told(state, key, turns=menu == SHIFT) or why_not_order(state, key, menu, any_chain=True)


def firers(state: FieldsState, seat: str) -> OneOf:
    return ordered(state, lambda key: why_not_call(state, key, CEASE), any_chain=True)


# rule: FF-4.2.a, FF-4.2.4k.eff
def cease(d: Draft[FieldsState], action: Cease) -> None:
    """The order is passed on: everybody on the card who fires has carried it out in this impulse."""
    at = d.now.units[action.unit].at
    pay(d, action.unit, CEASE)
    _pass_on(d, shifting.firers_on(d.now, at), action.unit, CEASE)
    shifting.cease(d, at)


def shifters(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = why_not_call(state, key, SHIFT)
        if no is None and not _targets(state, key):
            return refuse(
                "FF-4.2.4l.cond", "refuse.no_target_card", Ref("unit", key), card=Ref("place", state.units[key].at)
            )
        return no

    return ordered(state, why_not, any_chain=True)


def _targets(state: FieldsState, key: int) -> tuple[int, ...]:
    by = originator(state, key)
    return tuple(to for to in state.cards if shifting.why_not_shift_to(state, by, key, to) is None)


def targets(state: FieldsState, seat: str, unit: int) -> OneOf:
    by = originator(state, unit)
    return pick("place", state.cards, lambda to: shifting.why_not_shift_to(state, by, unit, to))


# rule: FF-4.2.a, FF-4.2.4l.eff
def shift(d: Draft[FieldsState], action: Shift) -> None:
    """The order is passed on: everybody whose fire it turns has carried it out in this impulse."""
    pay(d, action.unit, SHIFT)
    _pass_on(d, shifting.turners(d.now, action.unit), action.unit, SHIFT)
    shifting.shift(d, action.unit, action.to)


def _pass_on(d: Draft[FieldsState], units: tuple[int, ...], told: int, menu: str) -> None:
    for key in units:
        if key != told:
            note(d, key, menu)


FIRING = (
    verb(Cease, "FF-4.2.4k", cease, unit=firers),
    verb(Shift, "FF-4.2.4l", shift, unit=shifters, to=targets),
)
