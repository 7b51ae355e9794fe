"""Routes about play: look, ask, act, agree, talk. The socket does the same, quicker."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sandtable.kernel import Refusal, codec
from sandtable.kernel.refusals import Id
from sandtable.server import forking, hinting, looking, problems, revising, standing, umpire
from sandtable.server.adapter import Routes
from sandtable.server.context import ServerContext
from sandtable.server.limits import check_weight
from sandtable.server.lobby import TableId, info
from sandtable.server.shapes.base import Seq, Word
from sandtable.server.shapes.play import (
    Ack,
    Act,
    Again,
    Answer,
    AskHint,
    AskOffers,
    AskWhy,
    CaseCheck,
    CaseEdit,
    CaseFile,
    CaseText,
    ChatLine,
    ChatPage,
    Fork,
    Hint,
    LogPage,
    Note,
    NoteText,
    OfferList,
    PlanStep,
    PlanSteps,
    Position,
    Propose,
    Query,
    Reply,
    Resign,
    Revise,
    Revised,
    Say,
    Standing,
    StandingAnswers,
    Statistics,
    Timeline,
    Why,
)
from sandtable.server.shapes.tables import TableInfo
from sandtable.server.studying import ReadCase
from sandtable.server.tables import Table
from sandtable.server.visits import Visit
from sandtable.store import Transaction
from sandtable.store.loading import state_after

route = Routes()

Limit = Annotated[int, Meta(ge=1, le=1000)]


WHOLE_GAME = 10
"""How many answers it counts as to have a whole game told again."""


def check_pace(visit: Visit, cost: int = 1) -> None:
    """Raise where an account asks for more than it may in a second."""
    if wait := visit.context.actions.wait(visit.account_id, cost):
        raise problems.too_fast(wait)


RECORDS = 500
"""Records that are read for as much as the least of requests costs."""


@contextlib.contextmanager
def _past(visit: Visit, records: int = 0) -> Iterator[Transaction]:
    """Read a whole game: it is past and takes long, so nobody at the table waits for it, and few at once do it."""
    # Half of what there can be at most: the request itself was paid for already, and has to be possible.
    cost = min(max(0, records) // RECORDS, visit.context.work.burst / 2)
    if cost and (wait := visit.context.charge(visit.account_id, cost)):
        raise problems.too_fast(wait)
    with visit.context.readers.take(visit.account_id), visit.context.store.reading() as transaction:
        yield transaction


# --- looking ----------------------------------------------------------------------------------------------------------


@route("GET", "/api/tables/{table}/view", cost=2)
def view(visit: Visit, table: TableId, seat: Word = "") -> Position:
    """The position as a seat knows it."""
    with visit.context.tables.at(table) as found:
        looking.check_look(visit.context, found, visit.account_id, seat)
        if not looking.is_late(found, visit.account_id, seat):
            return looking.position(found, seat)
        with visit.context.store.reading() as transaction:
            seq = looking.visible_seq(visit.context, transaction, found, visit.account_id, seat)
            return looking.past_position(transaction, found, seat, seq)


@route("GET", "/api/tables/{table}/history", cost=10)
def history(visit: Visit, table: TableId, seq: Seq, seat: Word = "") -> Position:
    """A position of the past as a seat knew it."""
    with visit.context.tables.at(table) as found, visit.context.store.reading() as transaction:
        looking.check_look(visit.context, found, visit.account_id, seat)
        game = found.match.game
        newest = looking.visible_seq(visit.context, transaction, found, visit.account_id, seat)
        if seq > newest:
            raise problems.not_found("no_step", step=seq)
        if seq == found.row.seq:
            return looking.past_position(transaction, found, seat, seq)
    with _past(visit) as transaction:
        view = game.view(state_after(transaction, table, seq), seat)
    return looking.told_of_the_past(view, seq, view.outcome)


@route("GET", "/api/tables/{table}/log", cost=4)
def log(
    visit: Visit,
    table: TableId,
    seat: Word = "",
    after: Seq | None = None,
    before: Seq | None = None,
    limit: Limit = 200,
) -> LogPage:
    """The newest lines of the log that a seat may read."""
    with visit.context.tables.at(table) as found, visit.context.store.reading() as transaction:
        looking.check_look(visit.context, found, visit.account_id, seat)
        found.match  # noqa: B018
        newest, row = looking.visible_seq(visit.context, transaction, found, visit.account_id, seat), found.row
    with _past(visit, 0 if before is None else newest - before) as transaction:
        return looking.log_page(transaction, row, seat, newest, after, before, limit)


@route("GET", "/api/tables/{table}/timeline", cost=4)
def timeline(visit: Visit, table: TableId, seat: Word = "") -> Timeline:
    """The steps that stand."""
    with visit.context.tables.at(table) as found, visit.context.store.reading() as transaction:
        looking.check_look(visit.context, found, visit.account_id, seat)
        found.match  # noqa: B018
        newest = looking.visible_seq(visit.context, transaction, found, visit.account_id, seat)
    with _past(visit, newest) as transaction:
        return looking.timeline(transaction, table, newest)


@route("GET", "/api/tables/{table}/statistics", cost=50)
def statistics(visit: Visit, table: TableId, seat: Word = "") -> Statistics:
    """What the game counts, over all steps."""
    check_pace(visit, WHOLE_GAME)
    with visit.context.tables.at(table) as found, visit.context.store.reading() as transaction:
        looking.check_look(visit.context, found, visit.account_id, seat)
        newest = looking.visible_seq(visit.context, transaction, found, visit.account_id, seat)
        game, row = found.match.game, found.row
    with _past(visit, newest * WHOLE_GAME) as transaction:
        return looking.statistics(transaction, game, row, seat, newest)


# --- asking -----------------------------------------------------------------------------------------------------------


def offers_for(
    context: ServerContext,
    table: Table,
    account_id: int,
    seat: str,
    partial: dict[str, Any],
    picked: tuple[Id, ...] = (),
) -> OfferList:
    """The legal answers of a seat, opened as far as ``partial`` goes."""
    umpire.check_seat(context, table, account_id, seat)
    match = table.match
    if table.is_over:
        return OfferList(seq=table.row.seq, refusal=Refusal(rule="", key="refuse.over"))
    check_weight(partial)
    if not isinstance(partial.get("do", ""), str):
        raise problems.malformed('"do" is a word')
    found = match.game.offers(match.state, seat, partial)
    if isinstance(found, Refusal):
        return OfferList(seq=table.row.seq, refusal=found)
    return OfferList(
        seq=table.row.seq,
        offers=found,
        joinable=looking.joinable(match, seat, found, picked),
        barrier=looking.barrier(match, seat, partial, found),
    )


def reason(context: ServerContext, table: Table, account_id: int, seat: str, action: dict[str, Any]) -> Why:
    """Why a seat may not do this now."""
    umpire.check_seat(context, table, account_id, seat)
    check_weight(action)
    match = table.match
    if table.is_over:
        return Why(seq=table.row.seq, refusal=Refusal(rule="", key="refuse.over"))
    try:
        given = match.read_action(action)
    except codec.Malformed as problem:
        raise problems.malformed(str(problem)) from None
    return Why(seq=table.row.seq, refusal=match.game.why_not(match.state, seat, given))


@route("POST", "/api/tables/{table}/offers", cost=3)
def offers(visit: Visit, table: TableId, body: AskOffers) -> OfferList:
    """How a verb goes on."""
    with visit.context.tables.at(table) as found:
        return offers_for(visit.context, found, visit.account_id, body.seat, body.partial, body.picked)


@route("POST", "/api/tables/{table}/why", cost=3)
def why(visit: Visit, table: TableId, body: AskWhy) -> Why:
    """Why an action is not legal."""
    with visit.context.tables.at(table) as found:
        return reason(visit.context, found, visit.account_id, body.seat, body.action)


@route("POST", "/api/tables/{table}/query")
def query(visit: Visit, table: TableId, body: Query) -> Answer:
    """Ask the game something that changes nothing; it answers from what the seat knows."""
    context, askers = visit.context, visit.context.askers
    if wait := context.questions.wait(visit.account_id):
        raise problems.too_fast(wait)
    check_weight(body.params)
    for _ in range(2):
        with context.tables.at(table) as found:
            looking.check_look(context, found, visit.account_id, body.seat)
            if looking.is_late(found, visit.account_id, body.seat):
                raise problems.forbidden("late")
            question = askers.question(found, body.seat, body.name, body.params)
        answer = askers.answer(question, visit.account_id)
        if answer is not None:
            return Answer(seq=question.seq, answer=answer)
        askers.forget(question)
    raise problems.conflict("restless")


# --- acting -----------------------------------------------------------------------------------------------------------


@route("POST", "/api/tables/{table}/actions")
def act(visit: Visit, table: TableId, body: Act) -> Ack:
    """Give an answer."""
    check_pace(visit)
    seq = umpire.act(visit.context, table, visit.account_id, body.seat, body.seq, body.action, body.id)
    return Ack(id=body.id, seq=seq)


@route("POST", "/api/tables/{table}/undo")
def undo(visit: Visit, table: TableId, body: Again) -> Ack:
    """Take back the last step."""
    check_pace(visit)
    return Ack(id=body.id, seq=umpire.undo(visit.context, table, visit.account_id, body.seat, body.seq, body.id))


@route("POST", "/api/tables/{table}/redo")
def redo(visit: Visit, table: TableId, body: Again) -> Ack:
    """Do again what was taken back."""
    check_pace(visit)
    return Ack(id=body.id, seq=umpire.redo(visit.context, table, visit.account_id, body.seat, body.seq, body.id))


@route("GET", "/api/tables/{table}/plan")
def plan(visit: Visit, table: TableId, seat: Word) -> PlanSteps:
    """The steps of this phase that a seat could still change."""
    with visit.context.tables.at(table) as found:
        umpire.check_seat(visit.context, found, visit.account_id, seat)
        plan = revising.steps_of(found, seat)
        steps = tuple(PlanStep(seq=step.seq, action=step.action) for step in plan)
        return PlanSteps(seq=found.row.seq, since=revising.start_of(found, plan), steps=steps)


@route("POST", "/api/tables/{table}/plan")
def revise(visit: Visit, table: TableId, body: Revise) -> Revised:
    """Change steps of a plan."""
    check_pace(visit, WHOLE_GAME)
    changes = {one.seq: one.action for one in body.steps}
    seq, fallen = revising.revise(visit.context, table, visit.account_id, body.seat, body.seq, changes, body.id)
    return Revised(id=body.id, seq=seq, fallen=fallen)


@route("GET", "/api/tables/{table}/standing")
def standing_answers(visit: Visit, table: TableId, seat: Word) -> StandingAnswers:
    """The standing answers of my seat."""
    with visit.context.tables.at(table) as found:
        umpire.check_seat(visit.context, found, visit.account_id, seat)
        kept = standing.of(found.seat(seat))
        return StandingAnswers(answers=kept.answers, passing=kept.passing)


@route("PUT", "/api/tables/{table}/standing")
def keep_standing(visit: Visit, table: TableId, body: Standing) -> StandingAnswers:
    """Replace the standing answers of my seat."""
    check_pace(visit)
    kept = standing.keep(visit.context, table, visit.account_id, body)
    return StandingAnswers(answers=kept.answers, passing=kept.passing)


# --- trying things out ------------------------------------------------------------------------------------------------


@route("POST", "/api/tables/{table}/fork")
def fork(visit: Visit, table: TableId, body: Fork) -> TableInfo:
    """A private table that goes on from a step of this one."""
    check_pace(visit, WHOLE_GAME)
    return info(visit, forking.fork(visit.context, table, visit.account_id, body.seat, body.at, body.bot))


@route("GET", "/api/tables/{table}/case")
def case_file(visit: Visit, table: TableId, seq: Seq, seat: Word = "") -> CaseFile:
    """The position after a step as a case file."""
    check_pace(visit, WHOLE_GAME)
    return CaseFile(text=forking.case_text(visit.context, table, visit.account_id, seat, seq))


@route("POST", "/api/cases")
def open_case(visit: Visit, body: CaseText) -> TableInfo:
    """A private table with the position of a case file."""
    check_pace(visit, WHOLE_GAME)
    return info(visit, forking.open_case(visit.context, visit.account_id, body.text, body.bot, body.seat))


@route("POST", "/api/cases/check")
def check_case(visit: Visit, body: CaseEdit) -> CaseCheck:
    """A case file with changes, what is wrong with it, and the position it gives."""
    check_pace(visit, WHOLE_GAME)
    check_weight({"tables": body.tables, "tracks": body.tracks})
    order = ReadCase(text=body.text, tables=body.tables, tracks=body.tracks)
    found = visit.context.study.ask(order, visit.account_id)
    if found.problem:
        return CaseCheck(text=found.text, problems=(found.problem,))
    position = msgspec.Raw(found.state)
    return CaseCheck(text=found.text, game=found.game, scenario=found.scenario, asked=found.asked, state=position)


@route("POST", "/api/tables/{table}/hint")
def hint(visit: Visit, table: TableId, body: AskHint) -> Hint:
    """What the computer would do on my seat, or for one task of it; not where people play each other."""
    if wait := visit.context.questions.wait(visit.account_id):
        raise problems.too_fast(wait)
    return hinting.hint(visit.context, table, visit.account_id, body.seat, body.task)


@route("POST", "/api/tables/{table}/resign", cost=10)
def resign(visit: Visit, table: TableId, body: Resign) -> TableInfo:
    """Give up a seat."""
    umpire.resign(visit.context, table, visit.account_id, body.seat)
    return info(visit, table)


@route("POST", "/api/tables/{table}/proposals", cost=10)
def propose(visit: Visit, table: TableId, body: Propose) -> TableInfo:
    """Propose a draw, or to go back."""
    umpire.propose(visit.context, table, visit.account_id, body.seat, body.kind, body.to)
    return info(visit, table)


@route("POST", "/api/tables/{table}/proposals/reply", cost=10)
def reply(visit: Visit, table: TableId, body: Reply) -> TableInfo:
    """Agree to what is proposed, or not."""
    umpire.reply(visit.context, table, visit.account_id, body.seat, body.proposal, body.agree)
    return info(visit, table)


# --- talking ----------------------------------------------------------------------------------------------------------


def check_talk(table: Table, account_id: int) -> None:
    """Raise unless someone may read what is said at a table."""
    if not (table.has_member(account_id) or table.settings.spectators):
        raise problems.forbidden("talk_here")


def say(context: ServerContext, table_id: str, account_id: int, text: str) -> ChatLine:
    """Say something at a table."""
    if wait := context.talk.wait(account_id):
        raise problems.too_fast(wait)
    with context.tables.at(table_id) as table:
        if not table.has_member(account_id):
            raise problems.forbidden("talk_here")
        with context.store.writing() as transaction:
            number = transaction.talk.say(table.id, account_id, text)
            transaction.matches.tell(table.id)
            (row,) = transaction.talk.lines(table.id, number - 1, 1)
        line = looking.chat_line(row, table.seats)
    context.hub.wake(table_id)
    return line


@route("GET", "/api/tables/{table}/chat")
def chat(visit: Visit, table: TableId, after: Seq = 0) -> ChatPage:
    """What was said."""
    with visit.context.tables.at(table) as found, visit.context.store.reading() as transaction:
        check_talk(found, visit.account_id)
        return ChatPage(lines=looking.chat_lines(visit.context, transaction, found, visit.account_id, after))


@route("POST", "/api/tables/{table}/chat")
def say_something(visit: Visit, table: TableId, body: Say) -> ChatLine:
    """Say something."""
    check_pace(visit)
    return say(visit.context, table, visit.account_id, body.text)


@route("GET", "/api/tables/{table}/note")
def note(visit: Visit, table: TableId) -> NoteText:
    """My private note on this game."""
    info(visit, table)
    with visit.context.store.reading() as transaction:
        return NoteText(text=transaction.talk.note(table, visit.account_id))


@route("PUT", "/api/tables/{table}/note")
def write_note(visit: Visit, table: TableId, body: Note) -> NoteText:
    """Change my private note."""
    info(visit, table)
    with visit.context.store.writing() as transaction:
        transaction.talk.write_note(table, visit.account_id, body.text)
    return NoteText(text=body.text)
