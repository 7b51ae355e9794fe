"""What people get to see: tables, positions, the log and the past, each as far as their seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel import OBSERVER, Entry, Game, Offer, Outcome, Refusal, View, codec, refuse
from sandtable.kernel.choices import SomeOf
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.dice import commitment as commitment_of
from sandtable.kernel.match import Match
from sandtable.kernel.prompts import Prompt
from sandtable.kernel.refusals import Id
from sandtable.server import clocks, problems
from sandtable.server.absence import PRESENT
from sandtable.server.context import ServerContext
from sandtable.server.shapes.play import (
    ChatLine,
    Faces,
    LogLine,
    LogPage,
    Position,
    Series,
    Statistics,
    Timeline,
    TimelineStep,
)
from sandtable.server.shapes.tables import Proposal, SeatState, Settings, TableInfo
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.learning import learn
from sandtable.store.loading import load_beginning, newest_first, state_after, states
from sandtable.store.rows import ChatRow, MatchRow, SeatRow

NO_SEAT = OBSERVER
Barrier = Literal["", "dice", "shown", "asked"]


# --- who may look -----------------------------------------------------------------------------------------------------


def check_look(context: ServerContext, table: Table, account_id: int, seat: str) -> None:
    """Raise unless someone may see what a seat sees."""
    if seat == NO_SEAT:
        if not (table.settings.spectators or table.has_member(account_id)):
            raise problems.forbidden("no_spectators")
        return
    if table.seat(seat).account_id != account_id or table.seat(seat).reserved:
        raise problems.not_your_seat(seat)


def is_late(table: Table, account_id: int, seat: str) -> bool:
    """Whether someone sees a position of this table only after a while."""
    return seat == NO_SEAT and is_late_at(table.row, table.settings, table.seats, account_id)


def is_late_at(row: MatchRow, settings: Settings, seats: Sequence[SeatRow], account_id: int) -> bool:
    """Whether someone hears of what happens at a table only after a while; once it is over there is nothing to hide."""
    is_sitting = any(one.account_id == account_id and not one.reserved for one in seats)
    return settings.delay > 0 and row.status == "playing" and not is_sitting


def horizon(context: ServerContext, settings: Settings) -> int:
    """The moment up to which late spectators hear of things."""
    return context.store.now() - settings.delay * 1000


def visible_seq(context: ServerContext, transaction: Transaction, table: Table, account_id: int, seat: str) -> int:
    """The newest position that someone may see now."""
    if not is_late(table, account_id, seat):
        return table.row.seq
    return transaction.matches.seq_at(table.id, horizon(context, table.settings))[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def table_info(
    context: ServerContext, transaction: Transaction, row: MatchRow, seats: Sequence[SeatRow], account_id: int
) -> TableInfo:
    """A table as one person sees it."""
    settings = codec.decode(row.settings, Settings)
    if is_late_at(row, settings, seats, account_id):
        row, seats = _as_it_was(context, transaction, row, seats, settings)
    now = context.store.now()
    asked = codec.decode(row.asked or "[]", list) if row.status == "playing" else []
    left = {one.seat: one.clock for one in seats if one.clock is not None and not one.bot}
    left = clocks.shown(left, asked, now - row.turned) if row.status == "playing" else left
    commitment, seed = committed(row.secret), None
    entropy = {one.seat: "" for one in seats if one.entropy}
    if (line := transaction.matches.header(row.id)) is not None:
        header = codec.decode(line, _Dice)
        commitment, seed = header.commitment, header.seed if row.status == "over" else None
        entropy = header.entropy
    here = context.hub.present(row.id)
    return TableInfo(
        id=row.id,
        game=row.kind,
        rules=row.rules,
        scenario=row.scenario,
        options=codec.decode(row.options, dict),
        status=row.status,  # type: ignore[arg-type]
        settings=settings,
        owner=transaction.people.find(row.owner_id).name,
        is_owner=row.owner_id == account_id,
        seats=tuple(
            SeatState(
                seat=one.seat,
                kind=_kind(one),  # type: ignore[arg-type]
                name=one.name,
                bot=one.bot,
                mine=one.account_id == account_id,
                present=one.account_id in here or now - one.seen < PRESENT,
                resigned=one.resigned,
                asked=one.seat in asked,
                clock=left.get(one.seat),
                trouble=one.trouble,
            )
            for one in seats
        ),
        seq=row.seq,
        revision=row.revision,
        created=row.created,
        changed=row.changed,
        now=now,
        proposal=codec.decode(row.proposal, Proposal) if row.proposal else None,
        outcome=codec.decode(row.outcome, Outcome) if row.outcome else None,
        rematch=row.rematch,
        tournament=row.tournament,
        follows=row.follows,
        commitment=commitment,
        seed=seed,
        entropy=entropy,
    )


def committed(secret: str) -> str:
    """What is told of a seed before a game begins."""
    return commitment_of(bytes.fromhex(secret)) if secret else ""


def _as_it_was(
    context: ServerContext, transaction: Transaction, row: MatchRow, seats: Sequence[SeatRow], settings: Settings
) -> tuple[MatchRow, list[SeatRow]]:
    """A table without anything that would tell late spectators what has happened since.

    Whom it asks comes with the late position; clocks and proposals are about the present, so they are left out.
    """
    seq, at = transaction.matches.seq_at(row.id, horizon(context, settings))
    known = replace(row, seq=seq, changed=row.created if at is None else at, asked="", proposal="")
    return known, [replace(one, clock=None, trouble="") for one in seats]


class _Dice(Struct):
    """What a header says about the dice."""

    commitment: str = ""
    seed: str | None = None
    entropy: dict[str, str] = {}


learn(_Dice)


def _kind(row: SeatRow) -> str:
    if row.bot:
        return "bot"
    if row.account_id is None:
        return "open"
    return "reserved" if row.reserved else "person"


def chat_lines(
    context: ServerContext, transaction: Transaction, table: Table, account_id: int, after: int = 0
) -> tuple[ChatLine, ...]:
    """What was said after a number, as far as someone may have heard it by now."""
    is_late = is_late_at(table.row, table.settings, table.seats, account_id)
    upto = horizon(context, table.settings) if is_late else None
    return tuple(chat_line(row, table.seats) for row in transaction.talk.lines(table.id, after, upto=upto))


def chat_line(row: ChatRow, seats: Sequence[SeatRow]) -> ChatLine:
    """A line of the chat with the seats of whoever said it."""
    mine = tuple(one.seat for one in seats if row.account_id is not None and one.account_id == row.account_id)
    params = codec.decode(row.params, dict)
    return ChatLine(id=row.id, at=row.at, name=row.name, text=row.text, seats=mine, key=row.key, params=params)


# --- positions --------------------------------------------------------------------------------------------------------


def asks(table: Table, view: View[Any]) -> tuple[tuple[Prompt, ...], Outcome | None]:
    """What is asked in a view and how it ended; the people may have ended what the rules would let go on."""
    return ((), table.outcome) if table.is_over else (view.prompts, view.outcome)


def top_offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """The verbs that a seat can use now, each with its first question."""
    if table.is_over or seat not in table.asked:
        return ()
    offers = table.match.game.offers(table.match.state, seat)
    return () if isinstance(offers, Refusal) else offers


def joinable(match: Match, seat: str, offers: tuple[Offer, ...], picked: tuple[Id, ...]) -> tuple[Id, ...] | None:
    """What can be picked beside what is picked already, where the rules say what goes together."""
    if not picked or len(offers) != 1 or offers[0].widget is None:
        return None
    offer = offers[0]
    # Phases may have verbs of one name with other arguments: what is offered comes from the one at hand.
    verb = next(verb for verb in match.game.open_verbs(match.state, seat) if verb.name == offer.do)
    given: list[Any] = []
    for name, _ in verb.args:
        if name == offer.arg:
            break
        given.append(offer.given.get(name, verb.default(name)))
    choice = verb.choice(match.game.seen(match.state, seat), seat, given)
    if not isinstance(choice, SomeOf) or choice.alike is None:
        return None
    known = [one for one in dict.fromkeys(picked) if one in choice.pool]
    groups = [{*choice.alike(one), one} for one in known]
    together = set.intersection(*groups) if groups else set(choice.legal)
    return tuple(one for one in choice.legal if one in together)


def barrier(match: Match, seat: str, partial: Mapping[str, Any], offers: tuple[Offer, ...]) -> Barrier:
    """Why a whole answer could not be taken back once given: tables ask before they let dice fall for a click.

    It is tried out on what the seat knows, so it tells nothing; where that is too little to try it out, it is empty.
    """
    if not (partial and len(offers) == 1 and offers[0].is_whole):
        return ""
    offer = offers[0]
    action = match.read_action({**offer.given, "do": offer.do})
    try:
        step = match.game.apply(match.game.seen(match.state, seat), seat, action, NoDice())
    except ScriptError:
        return "dice"
    except LookupError:  # rules need not know their way among things that are hidden
        return ""
    return "" if isinstance(step, Refusal) else match.game.barrier(step)  # type: ignore[return-value]


def why_no_undo(table: Table, seat: str) -> Refusal | None:
    """Why a seat cannot take back now."""
    if table.is_over:
        return refuse("", "refuse.undo.over")
    if seat == NO_SEAT:
        return refuse("", "refuse.undo.none")
    return table.match.why_no_undo(seat)


def position(table: Table, seat: str) -> Position:
    """The present position for a seat."""
    view = table.view(seat)
    prompts, outcome = asks(table, view)
    return Position(
        seat=seat,
        seq=table.row.seq,
        state=view.state,
        prompts=prompts,
        outcome=outcome,
        offers=top_offers(table, seat),
        undo=why_no_undo(table, seat),
        redo=not table.is_over and table.match.may_redo(seat),
    )


def view_after(transaction: Transaction, table: Table, seat: str, seq: int) -> View[Any]:
    """What a seat could know when record ``seq`` had just been written."""
    if seq == table.row.seq:
        return table.view(seat)
    game: Game[Any] = table.match.game
    return game.view(state_after(transaction, table.id, seq), seat)


def past_position(transaction: Transaction, table: Table, seat: str, seq: int) -> Position:
    """A position of the past for a seat, without anything to answer."""
    if not 0 <= seq <= table.row.seq:
        raise problems.not_found("no_step", step=seq)
    view = view_after(transaction, table, seat, seq)
    return told_of_the_past(view, seq, table.outcome if seq == table.row.seq else view.outcome)


def told_of_the_past(view: View[Any], seq: int, outcome: Outcome | None) -> Position:
    """A view of the past as it is told: nothing in it can be answered or taken back."""
    return Position(
        seat=view.seat,
        seq=seq,
        state=view.state,
        prompts=view.prompts,
        outcome=outcome,
        offers=(),
        undo=refuse("", "refuse.undo.none"),
        redo=False,
    )


# --- the log ----------------------------------------------------------------------------------------------------------


LOOKED = 20_000
"""Records that are looked through for one answer; whoever takes back all day makes more."""
COUNTED = 1_000
"""Positions of a game in which its statistics are counted."""


def check_length(newest: int) -> None:
    """Raise where a game has more records than one may have told at once."""
    if newest > LOOKED:
        raise problems.Wrong(422, "too_costly", "long_game", most=LOOKED)


def log_page(
    transaction: Transaction, row: MatchRow, seat: str, newest: int, after: int | None, before: int | None, limit: int
) -> LogPage:
    """The newest lines that a seat may read, in order. ``after`` and ``before`` are numbers of steps."""
    found: list[LogLine] = []
    low = -1 if after is None else after
    for count, (seq, at, entries) in enumerate(_entries_back(transaction, row, newest)):
        if before is not None and seq >= before:
            continue
        if seq <= low or count > LOOKED:
            break
        found.extend(LogLine(seq=seq, at=at, entry=entry) for entry in reversed(entries) if entry.is_for(seat))
        if len(found) > limit:
            break
    return LogPage(seq=newest, lines=tuple(reversed(found[:limit])), more=len(found) > limit)


def _entries_back(transaction: Transaction, row: MatchRow, newest: int) -> Any:
    """The entries of each step that stands, the newest first, and those of the opening last."""
    for step, record in newest_first(transaction, row.id, newest):
        yield step.seq, step.at, record.entries
    _, opening = load_beginning(transaction, row.id)
    yield 0, row.created, opening.entries


def timeline(transaction: Transaction, table_id: str, newest: int) -> Timeline:
    """The steps that stand."""
    check_length(newest)
    steps = [
        TimelineStep(seq=row.seq, seat=record.seat, at=row.at)
        for row, record in newest_first(transaction, table_id, newest)
    ]
    return Timeline(seq=newest, steps=tuple(reversed(steps)))


# --- statistics -------------------------------------------------------------------------------------------------------


def statistics(transaction: Transaction, game: Game[Any], row: MatchRow, seat: str, newest: int) -> Statistics:
    """What the game's own hook counts in each position, as far as the seat knows it; and the dice it could see."""
    check_length(newest)
    is_over = row.status == "over"
    seqs: list[int] = []
    values: dict[tuple[str, str], list[int | None]] = {}
    every = newest // COUNTED + 1
    for seq, state in states(transaction, row.id, newest):
        if seq % every and seq != newest:
            continue  # a line through a thousand points is a line
        seqs.append(seq)
        known = state if is_over else game.seen(state, seat)
        for name, by_seat in game.statistics(known).items():
            for whose, value in by_seat.items():
                line = values.setdefault((name, whose), [None] * (len(seqs) - 1))
                line.append(value)
        for line in values.values():
            line.extend([None] * (len(seqs) - len(line)))
    series = tuple(Series(name=name, seat=whose, values=tuple(line)) for (name, whose), line in values.items())
    entries = [
        entry for _, _, found in _entries_back(transaction, row, newest) for entry in found if entry.is_for(seat)
    ]
    return Statistics(seqs=tuple(seqs), series=series, dice=_faces(entries))


def _faces(entries: Sequence[Entry]) -> tuple[Faces, ...]:
    counts: dict[tuple[str, int], dict[str, int]] = {}
    for entry in entries:
        for roll in entry.rolls:
            shown = counts.setdefault((entry.seat, roll.sides), {})
            for face in roll.faces:
                shown[str(face)] = shown.get(str(face), 0) + 1
    return tuple(
        Faces(seat=seat, sides=sides, counts=dict(sorted(shown.items(), key=lambda item: int(item[0]))))
        for (seat, sides), shown in sorted(counts.items())
    )
