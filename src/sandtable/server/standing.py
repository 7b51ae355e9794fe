"""Standing answers: what a seat says to a kind of question, at a place, under conditions, until it says otherwise.

They are given on the server, also while their owner is away, and are nobody else's business: conditions look at the
question alone, which its seat reads anyway. Where the umpire proposes nothing, the question is about other places too,
or a prepared answer is not legal, the person is asked as ever. A seat that passes gives whatever means "nothing more"
until a question comes that it wants to see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel import NO, YES, Offer, Ref, Refusal, codec
from sandtable.kernel.match import Match
from sandtable.kernel.prompts import Prompt
from sandtable.server import absence, problems, umpire
from sandtable.server.context import ServerContext
from sandtable.server.limits import check_weight
from sandtable.server.shapes.play import Passing, Standing, StandingAnswer, StandingCondition
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.learning import learn
from sandtable.store.rows import SeatRow

JOB = "standing"
MOST_ARGUMENTS = 8
MOST_IN_A_ROW = 24
"""Steps in a row that a seat may make by standing answers: then a person looks."""
LARGEST = 20_000
"""Characters that all standing answers of a seat may have."""
ABOUT = "about"
"""What conditions call the things that a question is about."""
WHERE = ("bases", "place", "zone")
"""Parameters of a prompt that say where it is about."""


class Kept(Struct, frozen=True):
    """What is stored with a seat: whoever sits down there next has said nothing yet."""

    account: int
    answers: tuple[StandingAnswer, ...] = ()
    passing: Passing | None = None


class Given(Struct, frozen=True):
    """What is answered now, and what stands after it."""

    action: dict[str, Any]
    kept: Kept


learn(Kept)


def of(row: SeatRow) -> Kept:
    """What whoever sits on a seat has said."""
    kept = codec.decode(row.standing, Kept) if row.standing else None
    is_theirs = kept is not None and kept.account == row.account_id and not row.bot
    return kept if kept is not None and is_theirs else Kept(row.account_id or 0)


def keep(context: ServerContext, table_id: str, account_id: int, wanted: Standing) -> Kept:
    """Replace what a seat has said; the newest for a place and its conditions counts."""
    seat = wanted.seat
    for one in wanted.answers:
        _check(one)
    with context.tables.at(table_id) as table:
        umpire.check_seat(context, table, account_id, seat)
        newest = {(one.step, one.place, one.when): one for one in wanted.answers}
        kept = Kept(account_id, tuple(newest.values()), wanted.passing)
        text = _written(kept)
        if len(text) > LARGEST:
            raise problems.malformed(f"standing answers have {LARGEST} characters at most")
        with context.store.writing() as transaction:
            transaction.matches.change_seat(table_id, seat, standing=text)
            table.read(transaction)
            if seat in table.asked and answer_of(table, seat) is not None:
                _add_job(transaction, table, seat)
        context.hub.work()
        return kept


def _check(one: StandingAnswer) -> None:
    if (one.answer == "do") != (one.action is not None):
        raise problems.malformed("a prepared answer has an action, and nothing else has one")
    if one.answer == "do" and not one.times:
        raise problems.malformed("say how many times a prepared answer may be given")
    if one.action is not None:
        check_weight(one.action)
    if any(rule.at_least is None and rule.at_most is None and not rule.names for rule in one.when):
        raise problems.malformed("a condition says at_least, at_most or names")


def _written(kept: Kept) -> str:
    return codec.encode(kept).decode() if kept.answers or kept.passing else ""


def follow(transaction: Transaction, table: Table, seat: str) -> bool:
    """Add the job that answers for a seat, where it has a standing answer to what it is asked."""
    if not table.seat(seat).standing or seat not in table.asked:
        return False
    if answer_of(table, seat) is None:
        _stop_passing(transaction, table, seat)
        return False
    _add_job(transaction, table, seat)
    return True


def _add_job(transaction: Transaction, table: Table, seat: str) -> None:
    seq = table.row.seq
    transaction.jobs.add(JOB, f"{JOB}:{table.id}:{seq}:{seat}", {"game": table.id, "seat": seat, "seq": seq})


def _stop_passing(transaction: Transaction, table: Table, seat: str) -> None:
    """The question that a seat waited for has come: from now on it is asked again."""
    kept, prompt = of(table.seat(seat)), _prompt(table.match, seat)
    if kept.passing is not None and prompt is not None and _step(prompt) in kept.passing.until:
        transaction.matches.change_seat(table.id, seat, standing=_written(replace(kept, passing=None)))
        table.read(transaction)


def give(context: ServerContext, table_id: str, seat: str, seq: int) -> None:
    """Give the answer of a seat, if it is still asked the same; where it cannot be given the person is told."""
    with context.tables.at(table_id) as table:
        if table.row.status != "playing" or table.row.seq != seq or seat not in table.asked:
            return
        found = answer_of(table, seat)
        if found is None:
            return
        try:
            umpire.act_standing(context, table, seat, found.action, _after(table, seat, found.kept))
        except problems.Wrong:  # what stands in the way may be hidden from the seat
            with context.store.writing() as transaction:
                absence.ask_later(context, transaction, table.id, seq, table.seat(seat))


def _after(table: Table, seat: str, kept: Kept) -> Callable[[Transaction], None]:
    text = _written(kept)

    def write(transaction: Transaction) -> None:
        if text != table.seat(seat).standing:
            transaction.matches.change_seat(table.id, seat, standing=text)

    return write


def answer_of(table: Table, seat: str) -> Given | None:
    """What a seat has said to what it is asked now; ``None`` where it has not, or where that is not clear."""
    match = table.match
    prompt = None if _has_gone_on(match, seat) else _prompt(match, seat)
    if prompt is None:
        return None
    kept = of(table.seat(seat))
    said = _said(prompt, kept.answers)
    passes = kept.passing is not None and _step(prompt) not in kept.passing.until
    if said is None and not passes:
        return None
    offers = match.game.offers(match.state, seat)
    if isinstance(offers, Refusal):
        return None
    if said is not None:
        action = _spoken(match, seat, offers, said)
        return None if action is None else Given(action, _used(kept, said))
    action = _never(offers)
    assert kept.passing is not None
    left = kept.passing.left - 1
    passing = replace(kept.passing, left=left) if left else None
    return None if action is None else Given(action, replace(kept, passing=passing))


def _spoken(match: Match[Any], seat: str, offers: tuple[Offer, ...], said: StandingAnswer) -> dict[str, Any] | None:
    match said.answer:
        case "do":
            return said.action
        case "always":
            return _always(match, seat, offers)
        case _:
            return _never(offers)


def _used(kept: Kept, said: StandingAnswer) -> Kept:
    """What stands after an answer was given once more."""
    if not said.times:
        return kept
    answers = []
    for one in kept.answers:
        if (one.step, one.when, one.answer, one.action) == (said.step, said.when, said.answer, said.action):
            one = replace(one, times=one.times - 1) if one.times else one
            if not one.times:
                continue
        answers.append(one)
    return replace(kept, answers=tuple(answers))


def _prompt(match: Match[Any], seat: str) -> Prompt | None:
    return next((one for one in match.game.prompts(match.state) if one.seat == seat), None)


def _step(prompt: Prompt) -> str:
    return prompt.key.removeprefix("prompt.")


def _has_gone_on(match: Match[Any], seat: str) -> bool:
    last = match.steps[-MOST_IN_A_ROW:]
    return len(last) == MOST_IN_A_ROW and all(step.seat == seat for step in last)


def places_of(prompt: Prompt) -> tuple[str, ...]:
    """Where a question is about, as words."""
    named = [ref for name in WHERE for ref in _refs(prompt.params.get(name))]
    return tuple(str(ref.id) for ref in named or prompt.about if ref.of == "place")


def _refs(value: object) -> list[Ref]:
    return [one for one in (value if isinstance(value, tuple | list) else (value,)) if isinstance(one, Ref)]


def _said(prompt: Prompt, answers: tuple[StandingAnswer, ...]) -> StandingAnswer | None:
    """What all answers about the places of a question say; where they differ, or one is missing, nothing.

    An answer whose conditions hold comes before one without.
    """
    fitting = [one for one in answers if one.step == _step(prompt) and all(_holds(prompt, rule) for rule in one.when)]
    known: Mapping[str, StandingAnswer] = {one.place: one for one in sorted(fitting, key=lambda one: len(one.when))}
    said = [known.get(at, known.get("")) for at in places_of(prompt) or ("",)]
    first = said[0]
    if first is None or any(one is None or (one.answer, one.action) != (first.answer, first.action) for one in said):
        return None
    return first


def _holds(prompt: Prompt, rule: StandingCondition) -> bool:
    """Whether a question is as a condition wants it."""
    value = prompt.about if rule.param == ABOUT else prompt.params.get(rule.param)
    if value is None:
        return False
    things = list(value) if isinstance(value, tuple | list) else [value]
    amount = value if isinstance(value, int) and not isinstance(value, bool) else len(things)
    if rule.names and rule.names not in [str(one.id) if isinstance(one, Ref) else str(one) for one in things]:
        return False
    return (rule.at_least is None or amount >= rule.at_least) and (rule.at_most is None or amount <= rule.at_most)


def _never(offers: tuple[Offer, ...]) -> dict[str, Any] | None:
    for offer in offers:
        if offer.ends and offer.is_whole:
            return {"do": offer.do}
        if offer.widget is not None and NO in (offer.widget.options or ()):
            return {"do": offer.do, offer.arg: NO}
        if offer.widget is not None and offer.widget.kind == "some" and not offer.widget.least and not offer.more:
            return {"do": offer.do, offer.arg: ()}
    return None


def _always(match: Match[Any], seat: str, offers: tuple[Offer, ...]) -> dict[str, Any] | None:
    """The first thing that could be done, argument by argument as the umpire proposes it."""
    doing = [offer for offer in offers if not offer.ends]
    if len(doing) != 1:
        return None
    offer = doing[0]
    for _ in range(MOST_ARGUMENTS):
        widget = offer.widget
        if widget is None:
            return {"do": offer.do, **offer.given}
        options = tuple(widget.options or ())
        value = YES if YES in options else widget.default
        if value is None and widget.kind == "one" and len(options) == 1:
            value = options[0]
        if value is None or value == ():
            return None
        found = match.game.offers(match.state, seat, {"do": offer.do, **offer.given, offer.arg: value})
        if isinstance(found, Refusal) or not found:
            return None
        offer = found[0]
    return None
