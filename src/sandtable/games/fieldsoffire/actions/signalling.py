"""The order to use pyrotechnics (menu 4.2.1c), and what signals mean, agreed before the mission."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import CoverId, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command import signals
from sandtable.games.fieldsoffire.rules.command.orders import ordered, originator, pay, why_not_order
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place, of

USE = "4.2.1c"
AssetId = Annotated[int, of("asset")]
Word = Annotated[str, of(WORDS)]


class Pyrotechnics(Action, frozen=True):
    """Menu 4.2.1c."""

    unit: UnitId
    asset: AssetId
    card: Place
    cover: CoverId = 0


class Agree(Action, frozen=True):
    """What a signal means."""

    device: Word
    code: Word


def firers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = signals.why_not_use(state, key)
        if no is None and not _usable(state, key):
            by = originator(state, key)
            first = state.assets[signals.devices_of(state, key)[0]].kind
            no = signals.why_not_device(state, by, first)
        return no or why_not_order(state, key, USE)

    return ordered(state, why_not)


def _usable(state: FieldsState, key: int) -> tuple[int, ...]:
    by = originator(state, key)
    return tuple(
        number
        for number in signals.devices_of(state, key)
        if signals.why_not_device(state, by, state.assets[number].kind) is None
    )


def devices(state: FieldsState, seat: str, unit: int) -> OneOf:
    by = originator(state, unit)
    return pick(
        "asset",
        signals.devices_of(state, unit),
        lambda number: signals.why_not_device(state, by, state.assets[number].kind),
    )


def places(state: FieldsState, seat: str, unit: int, asset: int) -> OneOf:
    found, me = signals.cards_for(state, unit, state.assets[asset].kind), Ref("unit", unit)

    # rule: FF-4.4.b
    def why_not(card: int) -> Refusal | None:
        there = Ref("place", card)
        return None if card in found else refuse("FF-4.4.b", "refuse.device_reach", me, there, unit=me, card=there)

    return pick("place", state.cards, why_not)


def areas(state: FieldsState, seat: str, unit: int, asset: int, card: int) -> OneOf | None:
    """The areas of a town into which a device is thrown; where it flies or lies on other ground there is no choice."""
    found = signals.areas_for(state, unit, state.assets[asset].kind, card)
    return OneOf("cover", found) if len(found) > 1 else None


def use(d: Draft[FieldsState], action: Pyrotechnics) -> None:
    pay(d, action.unit, USE)
    signals.use(d, action.unit, action.asset, action.card, originator(d.now, action.unit), action.cover)


def kinds(state: FieldsState, seat: str) -> OneOf:
    code = signals.meanings(state)[0]
    return pick(WORDS, signals.SIGNALS, lambda device: signals.why_not_agree(state, device, code))


def codes(state: FieldsState, seat: str, device: str) -> OneOf:
    return pick(WORDS, signals.meanings(state), lambda code: signals.why_not_agree(state, device, code))


def agree(d: Draft[FieldsState], action: Agree) -> None:
    signals.agree(d, action.device, action.code)


PYROTECHNICS = verb(Pyrotechnics, "FF-4.2.1c", use, unit=firers, asset=devices, card=places, cover=areas)
AGREE = verb(Agree, "FF-4.4.1.a", agree, device=kinds, code=codes)
SIGNALLING = (PYROTECHNICS,)
