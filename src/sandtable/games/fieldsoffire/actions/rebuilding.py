"""Verbs between two attempts and between two missions: rebuilding, promotions, another attempt (3.9, 12.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GREEN, LINE, PHONE_LINE, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.campaign import promotion, rebuilding
from sandtable.games.fieldsoffire.rules.preparation.deployment import covers_to_start, deploy
from sandtable.games.fieldsoffire.rules.sequence.ending import end_mission
from sandtable.games.fieldsoffire.rules.sequence.retry import can_redeploy, relay, why_not_redeploy, why_not_relay
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.kernel import Action, Draft, Number, OneOf, Ref, Refusal, dead_end, pick, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place

WORD_OF = {GREEN: "green", LINE: "line"}
GRADE_OF = {word: grade for grade, word in WORD_OF.items()}
"""Grades from which a step can rise."""


class Retry(Action, frozen=True):
    """Try again."""


class Accept(Action, frozen=True):
    """Leave it at that."""


class Reinforce(Action, frozen=True):
    """Give loose steps to a unit."""

    unit: UnitId
    source: str
    steps: int


class Promote(Action, frozen=True):
    """Promote steps of a unit that have a grade."""

    unit: UnitId
    grade: str
    steps: int


class Transfer(Action, frozen=True):
    """Send a step from one unit to another."""

    unit: UnitId
    to: UnitId


class Redeploy(Action, frozen=True):
    """Put a unit on a secured card."""

    unit: UnitId
    card: Place
    cover: int


class RelayLine(Action, frozen=True, tag="relay_line"):
    """Lay a phone line on another secured card."""

    line_card: Place
    card: Place


class Proceed(Action, frozen=True):
    """Enough: go on."""


def retry(d: Draft[FieldsState], action: Retry) -> None:
    d.done()


def accept(d: Draft[FieldsState], action: Accept) -> None:
    end_mission(d)
    d.done()


def needy(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = rebuilding.why_not_rebuild(state, key)
        if no is None and not _sources(state, key):
            me = Ref("unit", key)
            return dead_end("FF-3.9.3", "refuse.no_steps_left", me, unit=me)
        return no

    return pick("unit", rebuilding.rebuilders(state), why_not)


def _sources(state: FieldsState, key: int) -> tuple[str, ...]:
    least = rebuilding.fewest(state, key)
    return tuple(name for name, steps in state.reserve.items() if steps >= least)


def sources(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf(WORDS, _sources(state, unit))


def steps_to_give(state: FieldsState, seat: str, unit: int, source: str) -> Number:
    most = min(rebuilding.missing(state, unit), state.reserve.get(source, 0))
    return Number(rebuilding.fewest(state, unit), most)


def reinforce(d: Draft[FieldsState], action: Reinforce) -> None:
    rebuilding.rebuild(d, action.unit, action.source, action.steps)


def deserving(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", rebuilding.rebuilders(state), lambda key: promotion.why_not_promote(state, key))


def grades_to_promote(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf(WORDS, [WORD_OF[grade] for grade in promotion.affordable(state, unit)])


def steps_to_promote(state: FieldsState, seat: str, unit: int, grade: str) -> Number:
    return Number(1, promotion.most_steps(state, unit, GRADE_OF[grade]))


def promote(d: Draft[FieldsState], action: Promote) -> None:
    promotion.promote(d, action.unit, GRADE_OF[action.grade], action.steps)


def givers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = rebuilding.why_not_give(state, key)
        if no is None and not any(_why_not_receive(state, key, to) is None for to in state.units):
            me = Ref("unit", key)
            return dead_end("FF-12.2.5", "refuse.nobody_needs_it", me, unit=me)
        return no

    return pick("unit", rebuilding.rebuilders(state), why_not)


def _why_not_receive(state: FieldsState, key: int, to: int) -> Refusal | None:
    if key == to or rebuilding.fewest(state, to) > 1:
        me = Ref("unit", to)
        return dead_end("FF-12.2.5", "refuse.full_strength", me, unit=me)
    return rebuilding.why_not_rebuild(state, to)


def takers(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("unit", rebuilding.rebuilders(state), lambda to: _why_not_receive(state, unit, to))


def transfer(d: Draft[FieldsState], action: Transfer) -> None:
    rebuilding.give(d, action.unit, action.to)


def movable(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", [key for key in ours(state) if can_redeploy(state, key)])


def secured_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", state.cards, lambda card: why_not_redeploy(state, unit, card))


def covers(state: FieldsState, seat: str, unit: int, card: int) -> OneOf:
    return OneOf("cover", covers_to_start(state, unit, card), default=0)


# rule: FF-3.9.5
def redeploy(d: Draft[FieldsState], action: Redeploy) -> None:
    deploy(d, action.unit, action.card, action.cover)


# rule: FF-3.9.5
def laid_lines(state: FieldsState, seat: str) -> OneOf:
    """Cards with a phone line on them."""
    return OneOf("place", [marker.at for marker in state.markers.values() if marker.kind == PHONE_LINE])


def cards_for_line(state: FieldsState, seat: str, line_card: int) -> OneOf:
    return pick("place", state.cards, lambda card: why_not_relay(state, card))


def relay_line(d: Draft[FieldsState], action: RelayLine) -> None:
    relay(d, action.line_card, action.card)


def proceed(d: Draft[FieldsState], action: Proceed) -> None:
    d.done()


RETRY = verb(Retry, "FF-3.9.a", retry)
ACCEPT = verb(Accept, "FF-3.9.a", accept, ends=True)
REBUILDING = (
    verb(Reinforce, "FF-3.9.3", reinforce, unit=needy, source=sources, steps=steps_to_give),
    verb(Promote, "FF-12.3", promote, unit=deserving, grade=grades_to_promote, steps=steps_to_promote),
)
TRANSFER = verb(Transfer, "FF-12.2.5", transfer, unit=givers, to=takers)
RELAY_LINE = verb(RelayLine, "FF-3.9.5", relay_line, line_card=laid_lines, card=cards_for_line)
REDEPLOY = verb(Redeploy, "FF-3.9.5", redeploy, unit=movable, card=secured_cards, cover=covers)
PROCEED = verb(Proceed, "FF-3.9.a", proceed, ends=True)
