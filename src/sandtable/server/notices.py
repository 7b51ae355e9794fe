"""Telling people who are away that they are asked: by mail, or by a call to an address of theirs."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

from sandtable import registry
from sandtable.kernel import codec
from sandtable.server import calling, mail, pushing
from sandtable.server.absence import PRESENT
from sandtable.server.context import ServerContext
from sandtable.server.mail import Undelivered
from sandtable.store.rows import AccountRow, MatchRow

ABOUT = ("turn", "proposal", "joined", "over", "paired")
"""What notices are about; each has a subject and a text in the catalogue."""


def notify(context: ServerContext, table_id: str, seat: str, seq: int) -> bool:
    """Tell whoever sits on a seat that it is asked, if that is still so and nobody is there; true if told."""
    with context.store.reading() as transaction:
        row = transaction.matches.find(table_id)
        sitting = next((one for one in transaction.matches.seats(table_id) if one.seat == seat), None)
        if sitting is None or sitting.account_id is None or row.status != "playing":
            return False
        person = transaction.people.find(sitting.account_id)
    is_asked = seat in codec.decode(row.asked or "[]", list) and row.seq == seq
    is_here = context.store.now() - sitting.seen < PRESENT or person.id in context.hub.present(table_id)
    if not is_asked or is_here or sitting.told == seq or not _deliver(context, person, row, "turn", {"seat": seat}):
        return False
    with context.store.writing() as transaction:
        transaction.matches.change_seat(table_id, seat, told=seq)
    return True


def tell(context: ServerContext, table_id: str, account_id: int, about: str, more: dict[str, str]) -> bool:
    """Tell someone what happened at a table, if they are still away and it still matters; true if told."""
    with context.store.reading() as transaction:
        row, person = transaction.matches.find(table_id), transaction.people.find(account_id)
        mine = [one for one in transaction.matches.seats(table_id) if one.account_id == account_id]
    is_here = account_id in context.hub.present(table_id) or any(
        context.store.now() - one.seen < PRESENT for one in mine
    )
    is_past = about == "proposal" and not row.proposal
    return not is_here and not is_past and _deliver(context, person, row, about, more)


def _deliver(context: ServerContext, person: AccountRow, row: MatchRow, about: str, more: dict[str, str]) -> bool:
    """Send a notice in every way that someone wants it; false if there is none.

    One way that works is enough: a webhook that is gone must not keep the mail from coming, nor make it come again.
    """
    if not person.notify or person.disabled:
        return False
    ways: list[Callable[[], None]] = []
    if person.webhook:
        ways.append(lambda: _call(context, person.webhook, row, {"about": about, **more}))
    if person.email and (server := context.config.mail) is not None:
        ways.append(lambda: mail.send(server, letter(context, person, row, about, more)))
    with context.store.reading() as transaction:
        has_browsers = pushing.is_able() and bool(transaction.subscriptions.of(person.id))
    if has_browsers:
        ways.append(lambda: _push(context, person, row, about, more))
    failures: list[Undelivered] = []
    for send in ways:
        try:
            send()
        except Undelivered as problem:
            failures.append(problem)
    if failures and len(failures) == len(ways):
        raise failures[0]
    return bool(ways)


def link_to(context: ServerContext, table_id: str) -> str:
    """The address of a table."""
    return f"{context.config.url.rstrip('/')}/table/{table_id}"


def letter(context: ServerContext, person: AccountRow, row: MatchRow, about: str, more: dict[str, str]) -> EmailMessage:
    """The mail, in the language of whoever gets it; what the game itself names is named in that language, too."""
    said = registry.manifest(row.kind)
    params = {**more, "game": said.name(person.language), "link": link_to(context, row.id)}
    if "seat" in more:
        titles = {one.id: one.title for one in said.seats}.get(more["seat"], {})
        params["seat"] = titles.get(person.language) or titles.get("en") or more["seat"]
    return mail.letter(person, f"notice.{about}_subject", f"notice.{about}_text", **params)


def _call(context: ServerContext, webhook: str, row: MatchRow, more: dict[str, str]) -> None:
    """Post a little JSON."""
    body = codec.encode({"table": row.id, "game": row.kind, "seq": row.seq, "link": link_to(context, row.id), **more})
    status = calling.post(context, webhook, body, {"content-type": "application/json"})
    if not 200 <= status < 300:
        raise Undelivered(f"webhook: status {status}")


def _push(context: ServerContext, person: AccountRow, row: MatchRow, about: str, more: dict[str, str]) -> None:
    """Push what the subject of the mail says."""
    with context.store.reading() as transaction:
        found = transaction.subscriptions.of(person.id)
    title = str(letter(context, person, row, about, more)["Subject"])
    pushing.send(context, found, title, link_to(context, row.id), f"{row.id}:{about}")
