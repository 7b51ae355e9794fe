"""Accounts and their sessions, in one transaction."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from sandtable.store.errors import Conflict, Missing
from sandtable.store.rows import AccountRow, SessionRow, read
from sandtable.store.schema import account, reset, session

DAY = 86_400_000
BROWSER = "browser"
"""The kind of session that browsers have."""
LIFE = 60 * DAY
"""How long a session lives after it was last used."""
LINK_LIFE = 3_600_000
"""How long a link that sets a new password can be used."""
FRESH = 3_600_000
"""How old the note of its last use may become before it is written again."""


BROWSERS = 30
"""Browsers in which somebody is logged in; the one that was not used for longest is logged out for another."""
LONGEST_NAME = 160
"""Letters that a name may have as it is compared; some letters become many."""


def folded(name: str) -> str:
    """A name as it is compared: look-alikes by case, width or composition are the same person."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """What can be asked and written about people."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def add(self, name: str, password: str = "", email: str = "", language: str = "en") -> int:
        """A new account (``password`` is its hash); a :class:`Conflict` if the name is in use."""
        values: dict[str, Any] = {
            "name": name,
            "folded": folded(name),
            "password": password,
            "email": email,
            "webhook": "",
            "notify": bool(email),
            "language": language,
            "created": self.now(),
        }
        if self.connection.execute(select(account.c.id).where(account.c.folded == values["folded"])).first():
            raise Conflict(f"the name {name} is in use")
        key = self.connection.execute(insert(account).values(**values)).inserted_primary_key
        assert key is not None
        return int(key[0])

    def find(self, account_id: int) -> AccountRow:
        """An account by its number; raises :class:`Missing`."""
        found = self.connection.execute(select(account).where(account.c.id == account_id)).first()
        if found is None:
            raise Missing("there is no such account")
        row: AccountRow = read(AccountRow, found)
        return row

    def named(self, name: str) -> AccountRow | None:
        """An account by its name."""
        found = self.connection.execute(select(account).where(account.c.folded == folded(name))).first()
        return None if found is None else read(AccountRow, found)

    def with_email(self, email: str) -> list[AccountRow]:
        """The open accounts that mails to this address belong to, the oldest first; several people may share one."""
        given = email.strip()
        same = or_(account.c.email == given, func.lower(account.c.email) == given.lower())
        query = select(account).where(same, account.c.email != "", account.c.disabled.is_(False))
        return [read(AccountRow, row) for row in self.connection.execute(query.order_by(account.c.id))]

    def all(self) -> list[AccountRow]:
        """All accounts, the oldest first."""
        return [read(AccountRow, row) for row in self.connection.execute(select(account).order_by(account.c.id))]

    def change(self, account_id: int, **fields: Any) -> None:
        """Give fields of an account new values."""
        self.connection.execute(update(account).where(account.c.id == account_id).values(**fields))

    def disable(self, account_id: int) -> None:
        """Close an account: its sessions end and its links are void; what it played stays."""
        self.change(account_id, disabled=True)
        self.log_out_others(account_id, keep="")
        self.connection.execute(delete(reset).where(reset.c.account_id == account_id))

    # -- links to a new password -----------------------------------------------------------------------------------

    def offer_reset(self, account_id: int) -> str:
        """A new link to a new password; gives its token, which is kept nowhere. Links before it are void."""
        token = secrets.token_urlsafe(32)
        self.connection.execute(delete(reset).where(reset.c.account_id == account_id))
        values = {"digest": digest(token), "account_id": account_id, "expires": self.now() + LINK_LIFE}
        self.connection.execute(insert(reset).values(**values))
        return token

    def is_reset(self, token: str) -> bool:
        """Whether a link can still be used."""
        condition = (reset.c.digest == digest(token)) & (reset.c.expires > self.now())
        return self.connection.execute(select(reset.c.account_id).where(condition)).first() is not None

    def use_reset(self, token: str, password: str) -> int:
        """Set a new password (its hash) by a link, once, and end all sessions; gives whose it is.

        Raises :class:`Missing` where the link was used, has expired or never was.
        """
        condition = (reset.c.digest == digest(token)) & (reset.c.expires > self.now())
        used = self.connection.execute(delete(reset).where(condition).returning(reset.c.account_id)).first()
        if used is None:
            raise Missing("there is no such link")
        account_id = int(used.account_id)
        self.change(account_id, password=password)
        self.log_out_others(account_id, keep="")
        return account_id

    # -- sessions --------------------------------------------------------------------------------------------------

    def log_in(self, account_id: int, kind: str = BROWSER, label: str = "") -> str:
        """A new session; gives its token, which is kept nowhere."""
        token, now = secrets.token_urlsafe(32), self.now()
        values = {"digest": digest(token), "account_id": account_id, "kind": kind, "label": label}
        self.connection.execute(insert(session).values(**values, created=now, seen=now, expires=now + LIFE))
        if kind == BROWSER:
            self._log_out_oldest(account_id)
        return token

    def _log_out_oldest(self, account_id: int) -> None:
        """End the sessions of browsers that are more than one needs, those last that were used last."""
        mine = (session.c.account_id == account_id) & (session.c.kind == BROWSER)
        query = select(session.c.digest).where(mine).order_by(session.c.seen.desc(), session.c.created.desc())
        if gone := list(self.connection.execute(query.offset(BROWSERS)).scalars()):
            self.log_out(account_id, *gone)

    def session(self, token: str) -> SessionRow | None:
        """The living session of a token."""
        condition = (session.c.digest == digest(token)) & (session.c.expires > self.now())
        found = self.connection.execute(select(session).where(condition)).first()
        return None if found is None else read(SessionRow, found)

    def is_stale(self, row: SessionRow) -> bool:
        """Whether the use of a session should be noted."""
        return self.now() - row.seen > FRESH

    def touch(self, row: SessionRow) -> None:
        """Note that a session is used, and prolong it."""
        now = self.now()
        condition = session.c.digest == row.digest
        self.connection.execute(update(session).where(condition).values(seen=now, expires=now + LIFE))

    def sessions(self, account_id: int) -> list[SessionRow]:
        """The living sessions of an account, the newest first."""
        condition = (session.c.account_id == account_id) & (session.c.expires > self.now())
        query = select(session).where(condition).order_by(session.c.created.desc(), session.c.digest)
        return [read(SessionRow, row) for row in self.connection.execute(query)]

    def log_out(self, account_id: int, *digests: str) -> int:
        """End these sessions of an account; gives how many there were."""
        condition = (session.c.account_id == account_id) & session.c.digest.in_(digests)
        return self.connection.execute(delete(session).where(condition)).rowcount

    def log_out_others(self, account_id: int, keep: str) -> None:
        """End all sessions of an account but one."""
        condition = (session.c.account_id == account_id) & (session.c.digest != keep)
        self.connection.execute(delete(session).where(condition))

    def purge(self) -> int:
        """Forget sessions and links that have expired; gives how many sessions there were."""
        self.connection.execute(delete(reset).where(reset.c.expires <= self.now()))
        return self.connection.execute(delete(session).where(session.c.expires <= self.now())).rowcount
