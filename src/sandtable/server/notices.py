"""Telling people who are away that they are asked: by mail, or by a call to an address of theirs."""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from urllib.parse import SplitResult, urlsplit

from sandtable import registry
from sandtable.kernel import codec
from sandtable.server import mail, problems
from sandtable.server.absence import PRESENT
from sandtable.server.context import ServerContext
from sandtable.server.mail import Undelivered
from sandtable.store.rows import AccountRow, MatchRow

SECONDS = 10
ABOUT = ("turn", "proposal", "joined", "over", "paired")
"""What notices are about; each has a subject and a text in the catalogue."""


def check_address(context: ServerContext, url: str) -> SplitResult:
    """Raise unless notices may be sent to this address."""
    schemes = ("https", "http") if context.config.private_webhooks else ("https",)
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in schemes and parts.port != 0 and not (parts.username or parts.password)
        is_good = is_good and bool(parts.hostname) and url.isascii() and url.isprintable() and " " not in url
        str(parts.hostname).encode("idna")
    except ValueError:  # half an address in brackets, a port that is none, a name that is too long
        is_good = False
    if not is_good:
        raise problems.malformed(f"a webhook is an address in ASCII that begins with {' or '.join(schemes)}://")
    return parts


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
    """Post a little JSON. The address is looked up once and that very machine is called, so that it cannot change."""
    body = codec.encode({"table": row.id, "game": row.kind, "seq": row.seq, "link": link_to(context, row.id), **more})
    try:
        parts = check_address(context, webhook)
        host = str(parts.hostname)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        with _deadline(socket.create_connection((_machine(context, host, port), port), timeout=SECONDS)) as raw:
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
            is_secret = parts.scheme == "https"
            connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if is_secret else raw
            try:
                connection.request("POST", path, body, {"content-type": "application/json", "user-agent": "sandtable"})
                status = connection.getresponse().status
            finally:
                connection.close()
    except (OSError, http.client.HTTPException, problems.Wrong) as problem:
        raise Undelivered(f"webhook: {type(problem).__name__}") from None
    if not 200 <= status < 300:
        raise Undelivered(f"webhook: status {status}")


@contextlib.contextmanager
def _deadline(raw: socket.socket) -> Iterator[socket.socket]:
    """Cut a connection off after a while: one that answers byte by byte must not keep a thread of ours for hours."""

    # The copy of the number outlives what TLS does to the socket.
    with raw.dup() as same:
        cut = threading.Timer(SECONDS, lambda: _hang_up(same))
        cut.daemon = True
        cut.start()
        try:
            yield raw
        finally:
            cut.cancel()
            cut.join()
            raw.close()


def _hang_up(raw: socket.socket) -> None:
    with contextlib.suppress(OSError):
        raw.shutdown(socket.SHUT_RDWR)


def _machine(context: ServerContext, host: str, port: int) -> str:
    """The address of a host; one inside this network only where that is allowed."""
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = str(address[0])
        if context.config.private_webhooks or is_public(found):
            return found
    raise OSError("the address is not a public one")


# Addresses that stand for others: what is behind them may be inside.
TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))


def is_public(address: str) -> bool:
    """Whether an address is of a machine somewhere out there."""
    found = ipaddress.ip_address(address.partition("%")[0])
    is_translated = any(found in network for network in TRANSLATED if network.version == found.version)
    return found.is_global and not (found.is_multicast or is_translated)
