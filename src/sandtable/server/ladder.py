"""The ladder: a rated game counts in the transaction that ends it, once, for both sides. See decision 0021.

Every game is a rating period of its own; between games a rating grows less sure by the calendar.
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.kernel import Outcome, codec
from sandtable.server import problems, sides
from sandtable.server.context import ServerContext
from sandtable.server.glicko import Game, Rating, rested, updated
from sandtable.server.shapes.club import Ladder, LadderRow, RatedGame, RatedSide
from sandtable.server.shapes.tables import Settings
from sandtable.server.sides import Player
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.learning import learn
from sandtable.store.rows import RatingRow, ResultRow

PERIOD = 30 * 86_400_000
"""Milliseconds after which a rating has grown as unsure as one period of the paper makes it."""
SURE = 110.0
"""The deviation below which a rating is shown without a question mark."""
SHOWN = 20
"""Results that the page shows."""


class Standing(Struct, frozen=True, kw_only=True):
    """One side of a result: who played it, and the rating before and after."""

    side: str
    account_id: int
    bot: str
    name: str
    before: Rating
    after: Rating


learn(Standing)


# --- which games count ------------------------------------------------------------------------------------------------


def check_settings(context: ServerContext, settings: Settings) -> None:
    """Raise where a table cannot be rated: on a server without accounts, or without a clock."""
    if not settings.rated:
        return
    if context.config.is_local:
        raise problems.conflict("rated_accounts")
    if settings.clock.kind == "none":
        raise problems.conflict("rated_clock")


def check_start(table: Table) -> None:
    """Raise where a rated game would not be one player against another."""
    if table.settings.rated:
        sides.players_of(table.row.kind, table.seats)


def check_seats_stay(table: Table) -> None:
    """Raise where the seats of a table are not to be changed: a rated game that runs, or one of a tournament."""
    if table.row.tournament:
        raise problems.conflict("tournament_seats")
    if table.settings.rated and table.row.status == "playing":
        raise problems.conflict("rated_seats")


def given_up_with(table: Table, seat: str) -> tuple[str, ...]:
    """The seats that go with one that is given up: in a game that counts, the whole side."""
    if table.settings.rated or table.row.tournament:
        for seats in sides.side_names(table.row.kind, [one.seat for one in table.seats]).values():
            if seat in seats:
                return seats
    return (seat,)


# --- counting ---------------------------------------------------------------------------------------------------------


def count(transaction: Transaction, table: Table, outcome: Outcome) -> None:
    """A game is over: if it was rated, both sides get their new ratings."""
    if not table.settings.rated or transaction.ladder.has_result(table.id):
        return
    try:
        players = sides.players_of(table.row.kind, table.seats)
    except problems.Wrong:
        return  # the seats stay as they are while it is rated; were it otherwise, nobody's rating should suffer
    named = sides.side_names(table.row.kind, [one.seat for one in table.seats])
    points = sides.half_points(named, outcome)
    now = transaction.matches.now()
    old = {side: _row(transaction, table.row.kind, side, players[side]) for side in sorted(players)}
    before = {side: _rested(row, now) for side, row in old.items()}
    first, second = players
    parts = []
    for side, other, mine in ((first, second, points[0]), (second, first, points[1])):
        after = updated(before[side], [Game(before[other], mine / 2)])
        transaction.ladder.keep(_counted(old[side], after, mine, now))
        who = players[side]
        parts.append(
            Standing(side=side, account_id=who.account_id, bot=who.bot, name=who.name, before=before[side], after=after)
        )
    one, two = (codec.encode(part).decode() for part in parts)
    how = outcome.key.removeprefix("outcome.")[:64]
    row = ResultRow(match_id=table.id, kind=table.row.kind, at=now, how=how, first=one, second=two, points=points[0])
    transaction.ladder.count(row)


def _row(transaction: Transaction, kind: str, side: str, who: Player) -> RatingRow:
    new = Rating()
    return transaction.ladder.rating(kind, side, who.account_id, who.bot) or RatingRow(
        kind=kind,
        side=side,
        account_id=who.account_id,
        bot=who.bot,
        rating=new.rating,
        deviation=new.deviation,
        volatility=new.volatility,
    )


def _rested(row: RatingRow, now: int) -> Rating:
    """A rating at a moment: the longer ago the last game, the less sure."""
    kept = Rating(row.rating, row.deviation, row.volatility)
    return rested(kept, (now - row.at) / PERIOD) if row.at else kept


def _counted(row: RatingRow, after: Rating, points: int, now: int) -> RatingRow:
    return RatingRow(
        kind=row.kind,
        side=row.side,
        account_id=row.account_id,
        bot=row.bot,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        won=row.won + (points == 2),
        drawn=row.drawn + (points == 1),
        lost=row.lost + (points == 0),
        at=now,
    )


# --- showing ----------------------------------------------------------------------------------------------------------


def shown(context: ServerContext, kind: str, side: str, account_id: int) -> Ladder:
    """The ladder of a game; of all its sides, or of one."""
    now = context.store.now()
    with context.store.reading() as transaction:
        rows = transaction.ladder.standings(kind, side)
        results = transaction.ladder.results(kind, SHOWN)
    found = [_shown(row, _rested(row, now), account_id) for row in rows]
    found.sort(key=lambda one: (-(one.rating - 2 * one.deviation), one.name))
    return Ladder(game=kind, rows=tuple(found), results=tuple(_game(row) for row in results))


def _shown(row: RatingRow, now: Rating, account_id: int) -> LadderRow:
    return LadderRow(
        name=row.bot or row.name,
        is_bot=bool(row.bot),
        is_me=not row.bot and row.account_id == account_id,
        side=row.side,
        rating=round(now.rating),
        deviation=round(now.deviation),
        is_sure=now.deviation <= SURE,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        at=row.at,
    )


def _game(row: ResultRow) -> RatedGame:
    first, second = (codec.decode(text, Standing) for text in (row.first, row.second))
    return RatedGame(
        table=row.match_id,
        at=row.at,
        how=row.how,
        first=_side(first, row.points),
        second=_side(second, 2 - row.points),
    )


def _side(one: Standing, points: int) -> RatedSide:
    return RatedSide(
        side=one.side,
        name=one.name,
        is_bot=bool(one.bot),
        points=points / 2,
        before=round(one.before.rating),
        after=round(one.after.rating),
    )
