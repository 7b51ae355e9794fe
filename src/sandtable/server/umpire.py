"""Playing at a table: answers, taking back, giving up, agreeing. Everything here holds the lock of its table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel import Outcome, Ref, Refusal, codec, records
from sandtable.kernel.records import AnyRecord, Finished, Undone
from sandtable.server import absence, clocks, ladder, problems
from sandtable.server.context import ServerContext
from sandtable.server.limits import check_weight
from sandtable.server.shapes.tables import Proposal
from sandtable.server.tables import Table
from sandtable.store import Conflict, Transaction
from sandtable.store.loading import keep, load_match, newest_first
from sandtable.store.rows import SeatRow

BOT = "random"
"""The bot that sits down where somebody leaves."""
LONGEST = 40_000
"""Records of a game after which nothing is taken back any more: what stands ends some day, taking back need not."""
SOON = 2_000
"""Milliseconds within which the loop of jobs finds what is due without being told."""


def check_seat(context: ServerContext, table: Table, account_id: int, seat: str) -> None:
    """Raise unless someone sits on a seat."""
    if table.seat(seat).account_id != account_id or table.seat(seat).reserved:
        raise problems.not_your_seat(seat)


# --- answers ----------------------------------------------------------------------------------------------------------


def act(
    context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, action: dict[str, Any], request: str
) -> int:
    """Carry out an answer of a person; gives the number of its step once it is on disk."""
    started = time.perf_counter()
    check_weight(action)
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        if (done := already(context, table, seq, f"{account_id}:{request}")) is not None:
            return done
        given = read_answer(table, action)
        step = attempt(table, lambda: table.match.act(seat, given))
        found = _conclude(context, table, step, seat, f"{account_id}:{request}")
        context.metrics.actions.labels(table.row.kind).observe(time.perf_counter() - started)
        return found


def act_for_bot(
    context: ServerContext, table_id: str, seat: str, seq: int, action: dict[str, Any]
) -> int | Refusal | None:
    """Carry out an answer of a bot; ``None`` if the bot was not asked any more."""
    with context.tables.at(table_id) as table:
        if not is_bots_turn(table, seat, seq):
            return None
        try:
            given = read_answer(table, action)
            step = attempt(table, lambda: table.match.act(seat, given))
            return _conclude(context, table, step, seat, None)
        except problems.Wrong as wrong:
            return wrong.refusal or Refusal(rule="", key="refuse.unknown_verb", params={"verb": wrong.text})


def act_standing(
    context: ServerContext, table: Table, seat: str, action: dict[str, Any], also: Callable[[Transaction], None]
) -> None:
    """Carry out a standing answer of a seat, with its table locked; raises :class:`~problems.Wrong` where it cannot."""
    given = read_answer(table, action)
    _conclude(context, table, attempt(table, lambda: table.match.act(seat, given)), seat, None, also)


def is_bots_turn(table: Table, seat: str, seq: int) -> bool:
    """Whether a bot sits on a seat that is asked at this very position."""
    return table.row.seq == seq and bool(table.seat(seat).bot) and seat in table.asked


def undo(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, request: str) -> int:
    """Take back the last step of a seat."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        if (done := already(context, table, seq, f"{account_id}:{request}")) is not None:
            return done
        if table.row.seq >= LONGEST:
            raise problems.conflict("taken_back_enough", most=LONGEST)
        return _conclude(
            context, table, attempt(table, lambda: table.match.undo(seat)), seat, f"{account_id}:{request}"
        )


def redo(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, request: str) -> int:
    """Do again what was taken back last."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        if (done := already(context, table, seq, f"{account_id}:{request}")) is not None:
            return done
        return _conclude(
            context, table, attempt(table, lambda: table.match.redo(seat)), seat, f"{account_id}:{request}"
        )


def already(context: ServerContext, table: Table, seq: int, request: str) -> int | None:
    """The step that this very request has made before; raises where it was given for another position."""
    match = table.match
    if seq != match.seq or table.is_over:
        with context.store.reading() as transaction:
            known = transaction.matches.asked_for(table.id, request)
        if known is not None:
            return known
    if table.is_over:
        raise problems.refused(Refusal(rule="", key="refuse.over"), match.seq)
    if seq != match.seq:
        raise problems.stale(match.seq)
    return None


def read_answer(table: Table, action: dict[str, Any]) -> Any:
    try:
        return table.match.read_action(action)
    except codec.Malformed as problem:
        raise problems.malformed(str(problem)) from None


def attempt(table: Table, play: Any) -> Any:
    """Let the match play; if the game itself breaks, what is in memory is not to be trusted."""
    try:
        return play()
    except BaseException:
        table.drop()
        raise


def _conclude(
    context: ServerContext,
    table: Table,
    step: Any,
    seat: str,
    request: str | None,
    also: Callable[[Transaction], None] | None = None,
) -> int:
    """Put on disk what the match has done, or say why it did nothing."""
    if isinstance(step, Refusal):
        context.metrics.refusals.labels(table.row.kind).inc()
        raise problems.refused(step, table.match.seq)
    return commit(context, table, table.match.records[2:], seat, request, also)


def commit(
    context: ServerContext,
    table: Table,
    new: Sequence[AnyRecord],
    seat: str,
    request: str | None = None,
    also: Callable[[Transaction], None] | None = None,
) -> int:
    """Write new records with everything that follows from them, in one transaction; then wake those who watch."""
    before = table.row.seq
    match = table.match
    first = before + 1
    try:
        with context.store.writing() as transaction:
            lines = [records.write(record) for record in new]
            end = next((record.outcome for record in new if isinstance(record, Finished)), None)
            asked = () if end else tuple(prompt.seat for prompt in match.game.prompts(match.state))
            left = _charge(transaction, table, seat, asked)
            fields = _turn(transaction, asked, end)
            link = table.link_of(before)
            last = transaction.matches.append(table.id, before, lines, request, fields["turned"], link, **fields)
            if also is not None:
                also(transaction)
            if match.is_worth_keeping:
                keep(transaction, table.id, match)
            match.shed()
            if also is None and context.store.database.is_sqlite:
                # One process writes here, so what we know is what is stored.
                table.step_on(left, seq=last, changed=fields["turned"], **fields)
            else:
                table.read(transaction, transaction.matches.row)
            table.moved(before, new, fields["turned"])
            is_urgent = follow_up(context, transaction, table, seat)
            if end is not None:
                ladder.count(transaction, table, end)
                _tell_tournament(transaction, table)
                absence.tell_later(context, transaction, table, "over", [one.account_id for one in table.seats])
    except Conflict:
        table.drop()
        context.metrics.conflicts.inc()
        with context.store.reading() as transaction:
            known = transaction.matches.asked_for(table.id, request) if request else None
            now = transaction.matches.find(table.id).seq
        context.hub.wake(table.id)
        if known is not None:
            return known
        raise problems.stale(now) from None
    except BaseException:
        table.drop()
        raise
    table.link = (last, transaction.matches.linked)
    context.hub.wake(table.id)
    if is_urgent:
        context.hub.work()
    return first


def _turn(transaction: Transaction, asked: tuple[str, ...], end: Outcome | None) -> dict[str, Any]:
    """What a step changes about its table."""
    fields = {"asked": codec.encode(asked).decode(), "turned": transaction.matches.now(), "proposal": ""}
    if end is not None:
        fields |= {"status": "over", "outcome": codec.encode(end).decode()}
    return fields


def _charge(transaction: Transaction, table: Table, by: str, asked: tuple[str, ...]) -> dict[str, int]:
    """Take the time that was used from the clocks of those who were asked; gives what is left."""
    rule = table.settings.clock
    left = clocks_of(table)
    elapsed = transaction.matches.now() - table.row.turned
    now_left = clocks.charged(rule, left, asked_before(table), by, asked, elapsed)
    for seat, clock in now_left.items():
        if clock != left[seat]:
            transaction.matches.change_seat(table.id, seat, clock=clock)
    return now_left


def clocks_of(table: Table) -> dict[str, int]:
    """The clocks of the people at a table; bots have none."""
    return {one.seat: one.clock for one in table.seats if one.clock is not None and not one.bot}


def asked_before(table: Table) -> tuple[str, ...]:
    """The seats whose clocks run, as the store knows them."""
    return tuple(codec.decode(table.row.asked or "[]", list))


def follow_up(context: ServerContext, transaction: Transaction, table: Table, by: str = "") -> bool:
    """Add the jobs that follow from who is asked now: bots think, clocks run, those who are away are told.

    Gives whether one of them is to be done at once.
    """
    seq, asked = table.row.seq, table.asked
    is_urgent = False
    for seat in asked:
        row = table.seat(seat)
        if row.bot:
            payload = {"game": table.id, "seat": seat, "seq": seq}
            transaction.jobs.add("bot", f"bot:{table.id}:{seq}:{seat}:{row.bot}", payload, owner=table.row.owner_id)
            is_urgent = True
        elif row.standing and _has_standing(transaction, table, seat):
            is_urgent = True
        elif seat != by and absence.ask_later(context, transaction, table.id, seq, row):
            is_urgent = is_urgent or context.config.away * 1000 <= SOON
    due = clocks.due_in(clocks_of(table), asked)
    if due is not None:
        run_at = table.row.turned + due + 50
        # One for each table: whoever plays on at once with days to think would leave one for each step behind.
        transaction.jobs.put("clock", f"clock:{table.id}", {"game": table.id, "seq": seq}, run_at)
    # The loop of jobs looks every other second by itself; it need not be woken for what is due later than that.
    return is_urgent or (due is not None and due <= SOON)


def _has_standing(transaction: Transaction, table: Table, seat: str) -> bool:
    """Whether a seat has said once for all what it says to this; then that is given at once."""
    from sandtable.server import standing  # it acts through this module

    return standing.follow(transaction, table, seat)


def _tell_tournament(transaction: Transaction, table: Table) -> None:
    """A game of a tournament is over."""
    if table.row.tournament:
        from sandtable.server import tournaments  # it ends games through this module

        tournaments.follow(transaction, table)


# --- giving up --------------------------------------------------------------------------------------------------------


def resign(context: ServerContext, table_id: str, account_id: int, seat: str) -> None:
    """A person gives up a seat."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        check_playing(table)
        _give_up(context, table, seat, "resigned")


def time_out(context: ServerContext, table_id: str, seq: int) -> None:
    """A clock should be up: whoever has no time left loses the seat."""
    with context.tables.at(table_id) as table:
        if table.is_over or table.row.status != "playing" or table.row.seq != seq:
            return
        elapsed = context.store.now() - table.row.turned
        for seat in clocks.expired(clocks_of(table), table.asked, elapsed):
            if not table.is_over:
                _give_up(context, table, seat, "time")


def check_playing(table: Table) -> None:
    """Raise unless the game goes on."""
    if table.row.status != "playing":
        raise problems.conflict("not_played")


def _give_up(context: ServerContext, table: Table, seat: str, why: str) -> None:
    """End the game if only one player is left, or only bots are; else a bot takes the seat."""
    given_up = ladder.given_up_with(table, seat)
    others = [one for one in table.seats if one.seat not in given_up and not one.resigned]
    players = dict.fromkeys(_player(context, one) for one in others)
    key = f"chat.{why}"
    if len(players) <= 1 or not any(one.account_id is not None for one in others):
        outcome = Outcome(
            winners=tuple(one.seat for one in others), key=f"outcome.{why}", params={"seat": Ref("seat", seat)}
        )

        def tell(transaction: Transaction) -> None:
            transaction.matches.change_seat(table.id, seat, resigned=True)
            transaction.talk.say(table.id, None, key=key, params={"seat": seat})

        finish(context, table, outcome, seat, tell)
        return
    with context.store.writing() as transaction:
        transaction.matches.change_seat(table.id, seat, resigned=True, account_id=None, bot=BOT, clock=None)
        transaction.talk.say(table.id, None, key=key, params={"seat": seat, "bot": BOT})
        transaction.matches.change(table.id)
        table.read(transaction)
        follow_up(context, transaction, table)
    context.hub.wake(table.id)
    context.hub.work()


def _player(context: ServerContext, row: SeatRow) -> str:
    """Who plays a seat; around one screen every seat may be another person."""
    if row.bot or context.config.is_local or row.account_id is None:
        return f"seat {row.seat}"
    return f"account {row.account_id}"


def finish(
    context: ServerContext, table: Table, outcome: Outcome, seat: str, also: Callable[[Transaction], None]
) -> None:
    """End a game that its rules would let go on."""
    commit(context, table, [table.match.end(outcome)], seat, also=also)


# --- agreeing ---------------------------------------------------------------------------------------------------------


def propose(context: ServerContext, table_id: str, account_id: int, seat: str, kind: str, to: int | None) -> None:
    """Propose a draw, or to go back; where nobody else has to agree it happens at once."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        check_playing(table)
        people = [one for one in table.seats if one.account_id is not None and not one.resigned and not one.bot]
        mine = tuple(one.seat for one in people if one.account_id == account_id)
        waiting = tuple(one.seat for one in people if one.account_id != account_id)
        if kind == "draw":
            if not waiting and any(one.bot and not one.resigned for one in table.seats):
                raise problems.conflict("bots_draw")
            to = None
        else:
            if table.settings.rated and not waiting:
                raise problems.conflict("rated_back")
            check_standing(context, table, to)
        number = table.row.revision + 1  # grows with every change, so no two proposals share one
        proposal = Proposal(kind=kind, by=seat, to=to, agreed=mine, waiting=waiting, id=number)  # type: ignore[arg-type]
        if not waiting:
            _carry_out(context, table, proposal)
            return
        with context.store.writing() as transaction:
            transaction.matches.change_if(table.id, table.row.revision, proposal=codec.encode(proposal).decode())
            table.read(transaction)
            asked = [one.account_id for one in people if one.seat in waiting]
            absence.tell_later(context, transaction, table, "proposal", asked, seat=seat)
        context.hub.wake(table.id)


def check_standing(context: ServerContext, table: Table, to: int | None) -> None:
    """Raise unless one can go back to this step."""
    if to is None or to >= table.row.seq:
        raise problems.malformed("say to which earlier step to go back")
    with context.store.reading() as transaction:
        is_there = to == 0 or any(row.seq == to for row, _ in newest_first(transaction, table.id))
    if not is_there:
        raise problems.conflict("step_gone", to=to)


def reply(context: ServerContext, table_id: str, account_id: int, seat: str, number: int, agree: bool) -> None:
    """Agree to the proposal of that number, or not; when all have agreed it happens."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        check_playing(table)
        proposal = table.proposal
        if proposal is None:
            raise problems.conflict("not_proposed")
        if proposal.id != number:
            raise problems.conflict("proposal_changed")
        if not agree:
            with context.store.writing() as transaction:
                transaction.talk.say(table.id, None, key="chat.declined", params={"seat": seat})
                transaction.matches.change_if(table.id, table.row.revision, proposal="")
                table.read(transaction)
            context.hub.wake(table.id)
            return
        mine = table.seats_of(account_id)
        waiting = tuple(one for one in proposal.waiting if one not in mine)
        agreed = (*proposal.agreed, *(one for one in proposal.waiting if one in mine))
        updated = replace(proposal, agreed=agreed, waiting=waiting)
        if not waiting:
            _carry_out(context, table, updated)
            return
        with context.store.writing() as transaction:
            transaction.matches.change_if(table.id, table.row.revision, proposal=codec.encode(updated).decode())
            table.read(transaction)
        context.hub.wake(table.id)


def _carry_out(context: ServerContext, table: Table, proposal: Proposal) -> None:
    if proposal.kind == "draw":
        winners = tuple(one.seat for one in table.seats if not one.resigned)
        outcome = Outcome(winners=winners, key="outcome.draw")
        finish(context, table, outcome, proposal.by, lambda transaction: _say(transaction, table, "chat.draw"))
        return
    assert proposal.to is not None
    _rewind(context, table, proposal.by, proposal.to)


def _say(transaction: Transaction, table: Table, key: str) -> None:
    transaction.talk.say(table.id, None, key=key)


def _rewind(context: ServerContext, table: Table, seat: str, to: int) -> None:
    """Go back to the position after step ``to``. The dice go on: no face is shown twice."""
    before = table.row.seq
    line = records.write(Undone(seq=before + 1, seat=seat, to=to, agreed=tuple(one.seat for one in table.seats)))
    try:
        with context.store.writing() as transaction:
            transaction.matches.drop_snapshots(table.id, to)
            transaction.matches.append(table.id, before, [line], None, proposal="", turned=transaction.matches.now())
            match = load_match(transaction, table.id)
            asked = tuple(prompt.seat for prompt in match.game.prompts(match.state))
            transaction.matches.change(table.id, asked=codec.encode(asked).decode())
            transaction.talk.say(table.id, None, key="chat.rewound", params={"seat": seat, "to": to})
            table.take(match)
            table.read(transaction)
            follow_up(context, transaction, table)
    except Conflict:
        table.drop()
        with context.store.reading() as transaction:
            raise problems.stale(transaction.matches.find(table.id).seq) from None
    except BaseException:
        table.drop()
        raise
    context.hub.wake(table.id)
    context.hub.work()
