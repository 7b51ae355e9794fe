"""Telling people who are away that they are asked: by mail, or by a call to an address of theirs."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from email.message import EmailMessage
from urllib.parse import SplitResult, urlsplit

from sandtable import registry
from sandtable.kernel import codec
from sandtable.server import mail, problems
from sandtable.server.house import House
from sandtable.server.mail import Undelivered
from sandtable.server.umpire import PRESENT
from sandtable.store.rows import AccountRow, GameRow

SECONDS = 10
SUBJECT, TEXT = "notice.subject", "notice.text"


def check_address(house: House, url: str) -> SplitResult:
    """Raise unless notices may be sent to this address."""
    parts = urlsplit(url)
    schemes = ("https", "http") if house.config.private_webhooks else ("https",)
    if parts.scheme not in schemes or not parts.hostname or parts.username or parts.password:
        raise problems.malformed(f"a webhook is an address that begins with {' or '.join(schemes)}://")
    return parts


def notify(house: House, game_id: str, seat: str, seq: int) -> bool:
    """Tell whoever sits on a seat that it is asked, if that is still so and nobody is there; true if told."""
    with house.store.reading() as books:
        row = books.games.find(game_id)
        sitting = next((one for one in books.games.seats(game_id) if one.seat == seat), None)
        if sitting is None or sitting.account_id is None or row.status != "playing":
            return False
        person = books.people.find(sitting.account_id)
    is_asked = seat in codec.decode(row.asked or "[]", list) and row.seq == seq
    is_here = house.store.now() - sitting.seen < PRESENT or person.id in house.hub.present(game_id)
    if not is_asked or is_here or not person.notify:
        return False
    told = False
    if person.webhook:
        _call(house, person, row, seat)
        told = True
    if person.email and house.config.mail is not None:
        mail.send(house.config.mail, letter(house, person, row, seat))
        told = True
    return told


def link_to(house: House, game_id: str) -> str:
    """The address of a table."""
    return f"{house.config.url.rstrip('/')}/table/{game_id}"


def letter(house: House, person: AccountRow, row: GameRow, seat: str) -> EmailMessage:
    """The mail, in the language of whoever gets it."""
    title = registry.manifest(row.kind).name(person.language)
    return mail.letter(person, SUBJECT, TEXT, game=title, seat=seat, link=link_to(house, row.id))


def _call(house: House, person: AccountRow, row: GameRow, seat: str) -> None:
    """Post a little JSON. The address is looked up once and that very machine is called, so that it cannot change."""
    parts = check_address(house, person.webhook)
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    body = codec.encode(
        {"table": row.id, "game": row.kind, "seat": seat, "seq": row.seq, "link": link_to(house, row.id)}
    )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        machine = _machine(house, host, port)
        raw = socket.create_connection((machine, port), timeout=SECONDS)
        if parts.scheme == "https":
            raw = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = raw
        try:
            connection.request("POST", path, body, {"content-type": "application/json", "user-agent": "sandtable"})
            status = connection.getresponse().status
        finally:
            connection.close()
    except (OSError, http.client.HTTPException) as problem:
        raise Undelivered(f"webhook: {type(problem).__name__}") from None
    if not 200 <= status < 300:
        raise Undelivered(f"webhook: status {status}")


def _machine(house: House, host: str, port: int) -> str:
    """The address of a host; one inside this network only where that is allowed."""
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        found = str(address[0])
        if house.config.private_webhooks or ipaddress.ip_address(found.partition("%")[0]).is_global:
            return found
    raise OSError("the address is not a public one")
