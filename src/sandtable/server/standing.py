"""Standing answers: what a seat says to a kind of question at a place, always or never, until it says otherwise.

They are given on the server, also while their owner is away, and are nobody else's business. Where the umpire proposes
nothing, or the question is about other places too, the person is asked as ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import NO, YES, Offer, Ref, Refusal, codec
from sandtable.kernel.match import Match
from sandtable.kernel.prompts import Prompt
from sandtable.server import problems, umpire
from sandtable.server.context import ServerContext
from sandtable.server.shapes.play import StandingAnswer
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.learning import learn
from sandtable.store.rows import SeatRow

JOB = "standing"
MOST_ARGUMENTS = 8
MOST_IN_A_ROW = 24
"""Steps in a row that a seat may make by standing answers: then a person looks."""
WHERE = ("bases", "place", "zone")
"""Parameters of a prompt that say where it is about."""


class Kept(Struct, frozen=True):
    """What is stored with a seat: whoever sits down there next has said nothing yet."""

    account: int
    answers: tuple[StandingAnswer, ...] = ()


learn(Kept)


def of(row: SeatRow) -> tuple[StandingAnswer, ...]:
    """The standing answers of whoever sits on a seat."""
    if not row.standing:
        return ()
    kept = codec.decode(row.standing, Kept)
    return kept.answers if kept.account == row.account_id and not row.bot else ()


def keep(
    context: ServerContext, table_id: str, account_id: int, seat: str, answers: tuple[StandingAnswer, ...]
) -> tuple[StandingAnswer, ...]:
    """Replace the standing answers of a seat; the newest for a place counts."""
    with context.tables.at(table_id) as table:
        umpire.check_seat(context, table, account_id, seat)
        newest = {(one.step, one.place): one for one in answers}
        kept = Kept(account=account_id, answers=tuple(newest.values()))
        with context.store.writing() as transaction:
            transaction.matches.change_seat(table_id, seat, standing=codec.encode(kept).decode() if newest else "")
            table.read(transaction)
            follow(transaction, table, seat)
        context.hub.work()
        return kept.answers


def follow(transaction: Transaction, table: Table, seat: str) -> bool:
    """Add the job that answers for a seat, where it has a standing answer to what it is asked."""
    if not table.seat(seat).standing or seat not in table.asked or answer_of(table, seat) is None:
        return False
    seq = table.row.seq
    transaction.jobs.add(JOB, f"{JOB}:{table.id}:{seq}:{seat}", {"game": table.id, "seat": seat, "seq": seq})
    return True


def give(context: ServerContext, table_id: str, seat: str, seq: int) -> None:
    """Give the answer of a seat, if it is still asked the same."""
    with context.tables.at(table_id) as table:
        if table.row.status != "playing" or table.row.seq != seq or seat not in table.asked:
            return
        action = answer_of(table, seat)
        if action is not None:
            try:
                umpire.act_standing(context, table, seat, action)
            except problems.Wrong:
                return  # what stands in the way may be hidden from the seat: the person is asked


def answer_of(table: Table, seat: str) -> dict[str, Any] | None:
    """What a seat has said to what it is asked now; ``None`` where it has not, or where that is not clear."""
    match = table.match
    if _has_gone_on(match, seat):
        return None
    prompt = next((one for one in match.game.prompts(match.state) if one.seat == seat), None)
    word = None if prompt is None else _word(prompt, of(table.seat(seat)))
    if word is None:
        return None
    offers = match.game.offers(match.state, seat)
    if isinstance(offers, Refusal):
        return None
    return _always(match, seat, offers) if word == "always" else _never(offers)


def _has_gone_on(match: Match[Any], seat: str) -> bool:
    last = match.steps[-MOST_IN_A_ROW:]
    return len(last) == MOST_IN_A_ROW and all(step.seat == seat for step in last)


def places_of(prompt: Prompt) -> tuple[str, ...]:
    """Where a question is about, as words."""
    named = [ref for name in WHERE for ref in _refs(prompt.params.get(name))]
    return tuple(str(ref.id) for ref in named or prompt.about if ref.of == "place")


def _refs(value: object) -> list[Ref]:
    return [one for one in (value if isinstance(value, tuple | list) else (value,)) if isinstance(one, Ref)]


def _word(prompt: Prompt, answers: tuple[StandingAnswer, ...]) -> str | None:
    """What all answers about the places of a question say; where they differ, or one is missing, nothing."""
    known: Mapping[str, str] = {one.place: one.answer for one in answers if f"prompt.{one.step}" == prompt.key}
    said = {known.get(at, known.get("")) for at in places_of(prompt) or ("",)}
    return said.pop() if len(said) == 1 else None


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
