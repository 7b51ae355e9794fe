"""One request: who is asking, and what goes back beside the answer."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from sandtable.server import problems
from sandtable.server.context import ServerContext
from sandtable.store.rows import AccountRow, SessionRow

COOKIE = "sandtable"
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
QUESTIONS = ("/offers", "/why", "/query")
"""Paths that are asked with a body and change nothing."""
ACCOUNT = ("/api/me", "/api/session", "/api/account", "/api/password", "/api/push")
"""Paths about somebody's account."""


class Visit:
    """Who is asking."""

    def __init__(self, context: ServerContext, address: str) -> None:
        self.context, self.address = context, address
        self.account: AccountRow | None = None
        self.session: SessionRow | None = None
        self.new_token: str | None = None
        """The token to set as the cookie; an empty one ends it."""

    @property
    def place(self) -> str:
        """Where the request comes from, as far as it is counted."""
        return network(self.address)

    @property
    def scope(self) -> str:
        """What the log-in is good for: ``all`` but for some tokens."""
        return "all" if self.session is None else scope_of(self.session.kind)

    @property
    def account_id(self) -> int:
        """The number of whoever is asking; raises where nobody is logged in."""
        return self.person.id

    @property
    def person(self) -> AccountRow:
        """Whoever is asking; raises where nobody is logged in."""
        if self.account is None:
            raise problems.unknown_person()
        return self.account

    def recognise(self, token: str) -> None:
        """Find out who is asking from the cookie or the token that came along."""
        context = self.context
        with context.store.reading() as transaction:
            if context.config.is_local:
                self.account = transaction.people.find(context.local_id)
                return
            found = transaction.people.session(token) if token else None
            account = transaction.people.find(found.account_id) if found else None
            if found is None or account is None or account.disabled:
                self.session = self.account = None
                return
            self.session, self.account = found, account
            is_stale = transaction.people.is_stale(found)
        if is_stale:
            with context.store.writing() as transaction:
                transaction.people.touch(found)


def scope_of(kind: str) -> str:
    """What a log-in of a kind is good for; tokens made before there were scopes are good for everything."""
    return kind.partition(".")[2] or "all"


def check_scope(visit: Visit, method: str, path: str) -> None:
    """Raise where a token is not good for this: those that play leave the account alone, those that read only read."""
    if visit.scope == "all" or method in SAFE_METHODS:
        return
    is_question = path.endswith(QUESTIONS)
    is_account = path.startswith(ACCOUNT)
    if is_account or (visit.scope == "read" and not is_question):
        raise problems.forbidden("token_scope", scope=visit.scope)


def token_in(cookies: Mapping[str, str], authorization: str) -> tuple[str, bool]:
    """The token that came along, and whether a browser sent it by itself."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip(), False
    return cookies.get(COOKIE, ""), True


def check_host(context: ServerContext, host: str) -> None:
    """In local mode, answer only to names of this machine: a page elsewhere may point its own name at us."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # half an address in brackets
        name = ""
    if context.config.is_local and name not in LOCAL_HOSTS:
        raise problems.Wrong(403, "foreign_origin", "this_machine", why="host")


def check_origin(context: ServerContext, host: str, origin: str | None, site: str | None, *, by_browser: bool) -> None:
    """Refuse what another site's page makes a browser send.

    Browsers name the origin with everything that changes something. Programs that bring a token need not; but on a
    server without accounts a token proves nothing, and any page could make one up.
    """
    if not by_browser and not context.config.is_local:
        return
    if origin is None:
        # Local mode has no cookie to abuse, and no browser leaves out both headers.
        if context.config.is_local and site in (None, "same-origin", "none"):
            return
        raise problems.Wrong(403, "foreign_origin", "no_origin", why="origin")
    own = {f"http://{host}", f"https://{host}"}
    if context.config.url:
        parts = urlsplit(context.config.url)
        own = {f"{parts.scheme}://{parts.netloc}"}
    if origin not in own:
        raise problems.Wrong(403, "foreign_origin", "other_site", why="origin")


def is_loopback(address: str) -> bool:
    """Whether an address is of this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def network(address: str) -> str:
    """What counts as one place: an address, or the network of 64 bits that a household has of the newer kind."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return address
