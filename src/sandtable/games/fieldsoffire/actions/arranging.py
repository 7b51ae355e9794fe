"""Arrangements before a mission: what signals mean, and where final protective lines and fires lie."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.actions.signalling import AGREE
from sandtable.games.fieldsoffire.model import DEFENSIVE, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.command import media, signals
from sandtable.games.fieldsoffire.rules.command.phones import why_not_wire, wire
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.weapons import claymores, protective
from sandtable.games.fieldsoffire.scenario.ground import NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST
from sandtable.kernel import Action, Draft, OneOf, Refusal, pick, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place, of

Word = Annotated[str, of(WORDS)]
DIAGONALS = {"nw": NORTHWEST, "ne": NORTHEAST, "sw": SOUTHWEST, "se": SOUTHEAST}


class LayLine(Action, frozen=True, tag="lay_line"):
    """A final protective line for a machine gun."""

    unit: UnitId
    towards: Word


class LayFire(Action, frozen=True, tag="lay_fire"):
    """A final protective fire for an agency."""

    agency: Word
    card: Place


class SiteClaymore(Action, frozen=True, tag="site_claymore"):
    """Put a Claymore of one card on another."""

    card: Place
    to: Place


class Phones(Action, frozen=True):
    """The company takes phones in place of radios; a unit gets the line."""

    unit: UnitId


class LayWire(Action, frozen=True, tag="lay_wire"):
    """Phone line on a card behind the main line of resistance."""

    card: Place


class Ready(Action, frozen=True):
    """Everything is arranged."""


def is_anything_to_arrange(state: FieldsState) -> bool:
    """Whether the company has signals, or a defence with protective lines or fires."""
    if any(asset.kind in signals.SIGNALS for asset in state.assets.values()):
        return True
    if media.why_not_phones(state) is None and ours(state):
        return True
    if claymores.laid(state):
        return True
    # rule: FF-2.4.1.B.fpl, FF-2.4.1.B.mlr
    if state.board.mission.type != DEFENSIVE:
        return False
    if any(why_not_wire(state, card) is None for card in state.cards):
        return True
    tripods = any(protective.why_not_lay_line(state, key, NORTHWEST) is None for key in ours(state))
    return tripods or bool(protective.agencies(state))


def guns(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", ours(state), lambda key: protective.why_not_lay_line(state, key, NORTHWEST))


def diagonals(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf(WORDS, tuple(DIAGONALS))


def lay_line(d: Draft[FieldsState], action: LayLine) -> None:
    protective.lay_line(d, action.unit, DIAGONALS[action.towards])


def agencies(state: FieldsState, seat: str) -> OneOf:
    return OneOf(WORDS, [one for one in protective.agencies(state) if _cards(state, one)])


def _cards(state: FieldsState, agency: str) -> tuple[int, ...]:
    return tuple(card for card in state.cards if protective.why_not_lay_fire(state, agency, card) is None)


def cards(state: FieldsState, seat: str, agency: str) -> OneOf:
    def why_not(card: int) -> Refusal | None:
        return protective.why_not_lay_fire(state, agency, card)

    return pick("place", state.cards, why_not)


def lay_fire(d: Draft[FieldsState], action: LayFire) -> None:
    protective.lay_fire(d, action.agency, action.card)


def claymore_cards(state: FieldsState, seat: str) -> OneOf:
    return OneOf("place", claymores.laid(state))


def sites(state: FieldsState, seat: str, card: int) -> OneOf:
    others = [one for one in state.cards if one != card]
    return pick("place", others, lambda to: claymores.why_not_site(state, to))


def site_claymore(d: Draft[FieldsState], action: SiteClaymore) -> None:
    claymores.site(d, action.card, action.to)


# rule: FF-4.3.3.d
def liners(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return media.why_not_phones(state)

    return pick("unit", ours(state), why_not)


def phones(d: Draft[FieldsState], action: Phones) -> None:
    media.take_phones(d, action.unit)


# rule: FF-2.4.1.B.mlr
def wire_cards(state: FieldsState, seat: str) -> OneOf:
    return pick("place", state.cards, lambda card: why_not_wire(state, card))


def lay_wire(d: Draft[FieldsState], action: LayWire) -> None:
    wire(d, action.card)


def ready(d: Draft[FieldsState], action: Ready) -> None:
    d.done()


ARRANGEMENTS = (
    AGREE,
    verb(Phones, "FF-4.3.3.d", phones, unit=liners),
    verb(LayWire, "FF-2.4.1.B.mlr", lay_wire, card=wire_cards),
    verb(LayLine, "FF-7.2.4.a", lay_line, unit=guns, towards=diagonals),
    verb(LayFire, "FF-7.16.2.D", lay_fire, agency=agencies, card=cards),
    verb(SiteClaymore, "FF-7.9.2", site_claymore, card=claymore_cards, to=sites),
)
READY = verb(Ready, "FF-2.3.4.b", ready, ends=True)
