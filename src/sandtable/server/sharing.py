"""A table for others in the same network: ``serve --share``. Whoever has the link of this run comes in under a name.

It is a server with accounts. The host comes in by a link that only this machine's browser gets, as the person to whom
the games of this machine belong; guests have no password, their browser remembers them. Seats are theirs alone, as in a
club.
"""

from __future__ import annotations

import hmac
import io
import socket

from sandtable.server import problems
from sandtable.server.adapter import Routes
from sandtable.server.context import LOCAL_NAME, ServerContext
from sandtable.server.people import check_pace, me
from sandtable.server.shapes.people import Enter, Me
from sandtable.server.shares import MOST_GUESTS
from sandtable.server.visits import Visit, is_loopback
from sandtable.store.people import LONGEST_NAME, folded

route = Routes()


@route("POST", "/api/enter")
def enter(visit: Visit, body: Enter) -> Me:
    """Come in by the link of a shared table: the host without a name, guests under one of their own."""
    share = visit.context.share
    check_pace(visit)
    if share is None:
        raise problems.not_found("not_shared", why="invitation")
    if _is(body.token, share.host):
        if not is_loopback(visit.address):
            raise problems.forbidden("host_alone")
        _log_in(visit, _host(visit.context))
        return me(visit)
    if not _is(body.token, share.guest):
        raise problems.not_found("other_run", why="invitation")
    name = folded(body.name)
    if len(body.name) < 2 or name in ("", LOCAL_NAME) or len(name) > LONGEST_NAME or body.name != body.name.strip():
        raise problems.conflict("other_name")
    with share.lock:
        if not share.left:
            raise problems.conflict("many_guests", most=MOST_GUESTS)
        with visit.context.store.writing() as transaction:
            number = transaction.people.add(body.name, "", "", body.language)
        share.left -= 1
    _log_in(visit, number)
    return me(visit)


def _is(given: str, real: str) -> bool:
    return hmac.compare_digest(given.encode(), real.encode())


def _host(context: ServerContext) -> int:
    """The person to whom the games of this machine belong."""
    with context.store.writing() as transaction:
        known = transaction.people.named(LOCAL_NAME)
        return known.id if known else transaction.people.add(LOCAL_NAME)


def _log_in(visit: Visit, account_id: int) -> None:
    with visit.context.store.writing() as transaction:
        visit.new_token = transaction.people.log_in(account_id)
        if visit.session is not None:
            transaction.people.log_out(visit.session.account_id, visit.session.digest)
        visit.account = transaction.people.find(account_id)


# --- the link ---------------------------------------------------------------------------------------------------------


def own_address() -> str:
    """The address of this machine in its network; empty where it has none. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
            found = str(line.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(found) or found == "0.0.0.0" else found


def picture(link: str) -> str:
    """A link as a QR code of characters, for the camera of a phone."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False, error="m").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
