"""Orders for fire from afar: off the map, by mortars indirectly, final protective fires (menu 4.2.4, i, j and m)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import Barrage, FieldsState, Try, UnitId
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.nets import hub
from sandtable.games.fieldsoffire.rules.command.orders import (
    ordered,
    originator,
    pay,
    why_not_hear,
    why_not_order,
    why_not_under,
)
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.weapons import calling, indirect, protective, support
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, HQ_CO, HQ_PLATOON, STAFF
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, SomeOf, dead_end, pick, refuse, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place, of

CALL, INDIRECT, PROTECT, CEASE = "4.2.4i", "4.2.4j", "4.2.4m", "4.2.4k"
Word = Annotated[str, of(WORDS)]


class Call(Action, frozen=True):
    """Menu 4.2.4i."""

    unit: UnitId
    mission: Word
    card: Place


class Indirect(Action, frozen=True):
    """Menu 4.2.4j."""

    unit: UnitId
    card: Place


class FireLine(Action, frozen=True, tag="fire_line"):
    """Menu 4.2.4m: the line of a machine gun."""

    unit: UnitId


class FireProtective(Action, frozen=True, tag="fire_protective"):
    """Menu 4.2.4m: the fire of an agency."""

    hq: UnitId
    card: Place


class StopProtective(Action, frozen=True, tag="stop_protective"):
    """It has done its work."""

    unit: UnitId
    card: Place


class Spread(Action, frozen=True):
    """The whole battalion fires."""

    cards: tuple[Place, ...]


class NoSpread(Action, frozen=True, tag="no_spread"):
    """One card is enough."""


# -- off the map -------------------------------------------------------------------------------------------------------


def observers(state: FieldsState, seat: str) -> OneOf:
    names = tuple(support.table(state))

    def why_not(key: int) -> Refusal | None:
        no = support.why_not_observe(state, key)
        if no is not None:
            return no
        reasons = [support.why_not_mission(state, key, name) for name in names]
        if all(one is not None for one in reasons):
            return reasons[0]
        if not any(one is None and _targets(state, key, name) for name, one in zip(names, reasons, strict=True)):
            return dead_end("FF-7.16.1.a", "refuse.nothing_to_call_on", Ref("unit", key), unit=Ref("unit", key))
        needs = (HQ_CO,) if state.board.types[key].kind == AIRCRAFT else ()  # rule: FF-10.8.6
        return why_not_order(state, key, CALL, needs=needs)

    return ordered(state, why_not)


def _targets(state: FieldsState, key: int, name: str) -> tuple[int, ...]:
    return tuple(card for card in state.cards if support.why_not_target(state, key, name, card) is None)


def missions(state: FieldsState, seat: str, unit: int) -> OneOf:
    def why_not(name: str) -> Refusal | None:
        no = support.why_not_mission(state, unit, name)
        if no is None and not _targets(state, unit, name):
            return dead_end("FF-7.16.1.a", "refuse.nothing_to_call_on", Ref("unit", unit), unit=Ref("unit", unit))
        return no

    return pick(WORDS, tuple(support.table(state)), why_not)


def targets(state: FieldsState, seat: str, unit: int, mission: str) -> OneOf:
    return pick("place", state.cards, lambda card: support.why_not_target(state, unit, mission, card))


def call(d: Draft[FieldsState], action: Call) -> None:
    pay(d, action.unit, CALL)
    d.call("attempt", Try(trials.CALL, action.unit, to=action.card, form=action.mission))


# rule: FF-7.16.2.B, FF-7.16.2.B.a
def beside(state: FieldsState, seat: str) -> SomeOf:
    cards = calling.cards_beside(state, state.subject(Barrage).card)
    return SomeOf("place", cards, least=calling.MORE_CARDS, most=calling.MORE_CARDS)


def spread(d: Draft[FieldsState], action: Spread) -> None:
    calling.spread(d, d.now.subject(Barrage).mission, action.cards)
    d.done()


def no_spread(d: Draft[FieldsState], action: NoSpread) -> None:
    d.done()


# -- mortars on the map ------------------------------------------------------------------------------------------------


# rule: FF-7.3.2.d, FF-7.3.2.g, FF-4.2.4j
def why_not_order_mortar(state: FieldsState, key: int) -> Refusal | None:
    """Why a section gets no such order: the company, its staff or its own platoon give it, by voice, set or relay."""
    no = why_not_order(state, key, INDIRECT, needs=(HQ_CO, STAFF, HQ_PLATOON))
    impulse = state.impulse
    if no is None or impulse is None or not impulse.hq or impulse.left < 1:
        return no
    is_deaf = why_not_under(state, impulse.hq, key) is None and why_not_hear(state, impulse.hq, key) is not None
    if is_deaf and f"{key}:{INDIRECT}" not in impulse.done and indirect.is_relayed(state, impulse.hq, key):
        return None
    return no


def sections(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = indirect.why_not_lay(state, key) or why_not_order_mortar(state, key)
        if no is None and not _aims(state, key):
            return dead_end("FF-4.2.4j.cond", "refuse.nothing_to_call_on", Ref("unit", key), unit=Ref("unit", key))
        return no

    return pick("unit", ours(state), why_not)


def _aims(state: FieldsState, key: int) -> tuple[int, ...]:
    by = observer(state, key)
    return tuple(card for card in state.cards if indirect.why_not_lay_on(state, by, key, card) is None)


# rule: FF-7.3.2.c2
def observer(state: FieldsState, key: int) -> int:
    """Whose eyes count: the headquarters whose impulse it is; in General Initiative the section's own."""
    return originator(state, key)


def aims(state: FieldsState, seat: str, unit: int) -> OneOf:
    by = observer(state, unit)
    return pick("place", state.cards, lambda card: indirect.why_not_lay_on(state, by, unit, card))


def lay(d: Draft[FieldsState], action: Indirect) -> None:
    pay(d, action.unit, INDIRECT)
    indirect.fire(d, action.unit, action.card)


# -- final protective fires --------------------------------------------------------------------------------------------


def guns(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return protective.why_not_fire_line(state, key) or why_not_order(
            state, key, PROTECT, needs=(HQ_CO,), any_chain=True
        )

    return ordered(state, why_not, any_chain=True)


def fire_line(d: Draft[FieldsState], action: FireLine) -> None:
    pay(d, action.unit, PROTECT)
    protective.fire_line(d, action.unit)


# rule: FF-4.2.4m.fpf
def company(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        head = Ref("unit", key)
        if state.board.types[key].kind != HQ_CO:
            return refuse("FF-4.2.4m.fpf", "refuse.not_its_order", head, hq=head)
        if (no := protective.why_not_release(state, key)) is not None:
            return no
        return support.why_not_heard(state, key) or why_not_order(state, key, PROTECT, needs=(HQ_CO,))

    return pick("unit", (hub(state),) if hub(state) else (), why_not)


def waiting_fires(state: FieldsState, seat: str, hq: int) -> OneOf:
    return OneOf("place", protective.laid_fires(state, called=False))


def release(d: Draft[FieldsState], action: FireProtective) -> None:
    pay(d, action.hq, PROTECT)
    protective.release(d, action.card)


# rule: FF-7.16.2.D.b
def stoppers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        if not protective.laid_fires(state, called=True):
            return refuse("FF-7.16.2.D.b", "refuse.no_protective_fire", Ref("unit", key))
        no = support.why_not_observe(state, key) or support.why_not_heard(state, key)
        return no or why_not_order(state, key, CEASE)

    return ordered(state, why_not)


def falling_fires(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("place", protective.laid_fires(state, called=True))


def stop(d: Draft[FieldsState], action: StopProtective) -> None:
    pay(d, action.unit, CEASE)
    protective.release(d, action.card, stop=True)


SPREAD = verb(Spread, "FF-7.16.2.B", spread, cards=beside)
NO_SPREAD = verb(NoSpread, "FF-7.16.2.B", no_spread, ends=True)
CALLING = (
    verb(Call, "FF-4.2.4i", call, unit=observers, mission=missions, card=targets),
    verb(Indirect, "FF-4.2.4j", lay, unit=sections, card=aims),
    verb(FireLine, "FF-4.2.4m", fire_line, unit=guns),
    verb(FireProtective, "FF-4.2.4m", release, hq=company, card=waiting_fires),
    verb(StopProtective, "FF-7.16.2.D.b", stop, unit=stoppers, card=falling_fires),
)
