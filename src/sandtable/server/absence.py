"""People who are away: how that is known, and what they shall be told later if they still are."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel import codec
from sandtable.server.context import ServerContext
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.rows import SeatRow

PRESENT = 150_000
"""Milliseconds for which someone who was seen counts as there."""
TURN, NEWS = "notice", "news"
"""The jobs: a seat is asked; something else has happened at a table."""


def ask_later(context: ServerContext, transaction: Transaction, table_id: str, seq: int, row: SeatRow) -> bool:
    """A seat is asked: let whoever sits there know, once, if that is still so after a while; false if they are here."""
    now = transaction.matches.now()
    if context.config.is_local or row.account_id is None or row.bot or row.told == seq:
        return False
    if now - row.seen <= PRESENT or row.account_id in context.hub.present(table_id):
        return False
    payload = {"game": table_id, "seat": row.seat, "seq": seq}
    transaction.jobs.add(TURN, f"{TURN}:{table_id}:{seq}:{row.seat}", payload, now + context.config.away * 1000)
    return True


def tell_later(
    context: ServerContext, transaction: Transaction, table: Table, about: str, whom: Iterable[int | None], **more: str
) -> None:
    """Something happened at a table: let these people know, if they are away and do not come back meanwhile."""
    if context.config.is_local:
        return
    here, now = context.hub.present(table.id), transaction.matches.now()
    for account_id in dict.fromkeys(whom):
        if account_id is not None and account_id not in here:
            # Told once until it was told: whoever sits down and stands up all day sends nobody a mail each time.
            key = f"{NEWS}:{table.id}:{about}:{account_id}:{more.get('seat', '')}:{more.get('who', '')}"
            payload = {"game": table.id, "account": account_id, "about": about, "more": more}
            transaction.jobs.add(NEWS, key, payload, now + context.config.away * 1000)


def miss(context: ServerContext, transaction: Transaction) -> int:
    """Notice who was there and has not been seen for a while (a server that was killed tells nobody); gives how many.

    Whoever is asked then gets to know, as if they had left in order.
    """
    if context.config.is_local:
        return 0
    gone = transaction.matches.unseen(transaction.matches.now() - PRESENT)
    for table_id, seq, asked, row in gone:
        transaction.matches.change_seat(table_id, row.seat, seen=0)
        if row.seat in codec.decode(asked or "[]", list):
            ask_later(context, transaction, table_id, seq, row)
    return len(gone)
