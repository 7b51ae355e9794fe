"""The store: everything that must outlive the process, one transaction at a time.

``with store.writing() as transaction: transaction.matches.append(...)`` is on disk when the block ends, or not at all.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.store import migrating
from sandtable.store.engine import Database, file_of
from sandtable.store.jobs import Jobs
from sandtable.store.ladder import Ladder
from sandtable.store.matches import Matches
from sandtable.store.people import People
from sandtable.store.rows import Head
from sandtable.store.scenarios import Scenarios
from sandtable.store.schema import meta
from sandtable.store.subscriptions import Subscriptions
from sandtable.store.talk import Talk
from sandtable.store.tournaments import Tournaments


def milliseconds() -> int:
    """The time of day."""
    return time.time_ns() // 1_000_000


def _keep_private(file: Path | None) -> None:
    """Let nobody else read a database: it holds hashes of passwords and the seeds of running games.

    Before it is opened, because the log that SQLite writes beside it is as private as the file is then.
    """
    if file is not None:
        with contextlib.suppress(OSError):  # opening it says what is wrong
            file.touch(mode=0o600)
            file.chmod(0o600)


@dataclass(frozen=True)
class Transaction:
    """All that one transaction can read and write."""

    connection: Connection
    matches: Matches
    people: People
    talk: Talk
    jobs: Jobs
    ladder: Ladder
    tournaments: Tournaments
    subscriptions: Subscriptions
    scenarios: Scenarios

    def secret(self, name: str) -> str:
        """A random word that is made once and stays."""
        found = self.connection.execute(select(meta.c.value).where(meta.c.key == name)).scalar()
        if found is None:
            # Several processes may start at once: the first one's word is everybody's.
            dialect: Any = postgresql if self.connection.dialect.name == "postgresql" else sqlite
            made = dialect.insert(meta).values(key=name, value=secrets.token_urlsafe(32))
            self.connection.execute(made.on_conflict_do_nothing(index_elements=["key"]))
            found = self.connection.execute(select(meta.c.value).where(meta.c.key == name)).scalar_one()
        return str(found)


class _Later:
    """A connection that is opened when it is first used."""

    def __init__(self, open: Callable[[], Connection]) -> None:
        self._open = open

    def __getattr__(self, name: str) -> Any:
        if name == "_real":
            self._real = self._open()
            return self._real
        return getattr(self._real, name)


class Store:
    """A database that is up to date. Safe to use from several threads."""

    def __init__(self, url: str, now: Callable[[], int] = milliseconds) -> None:
        """Open a database, and bring its tables up to date."""
        self.database = Database(url)
        self.now = now
        try:
            _keep_private(file_of(self.database))
            migrating.bring_up(self.database)
        except BaseException:
            self.database.close()
            raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Read, all of it of one moment."""
        with self.database.reading() as connection:
            yield self._transaction(connection)

    def head(self, match_id: str) -> Head | None:
        """How far a match is at this moment; ``None`` when there is no such match."""
        with self.database.asking() as connection:
            return Matches(connection, self.now).head(match_id)

    @contextlib.contextmanager
    def glancing(self) -> Iterator[Transaction]:
        """Read, of one moment, if anything is read at all: a connection is taken for the first question."""
        with contextlib.ExitStack() as stack:
            later: Any = _Later(lambda: stack.enter_context(self.database.reading()))
            yield self._transaction(later)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Read and write; all or nothing."""
        with self.database.writing() as connection:
            yield self._transaction(connection)

    def _transaction(self, connection: Connection) -> Transaction:
        now = self.now
        return Transaction(
            connection,
            Matches(connection, now),
            People(connection, now),
            Talk(connection, now),
            Jobs(connection, now),
            Ladder(connection, now),
            Tournaments(connection, now),
            Subscriptions(connection, now),
            Scenarios(connection, now),
        )

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()
