"""Writing to SQLite: one after another, and several of them with one flush of the disk.

SQLite has one writer at a time, and a commit that is on disk (``synchronous=FULL``) takes as long as the disk. So those
who wait to write share a transaction: each writes behind a savepoint of its own, and whoever finds nobody waiting
behind commits for all. Everybody is told only after that commit. One that fails takes back only what it wrote itself.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine

from sandtable.store import quick
from sandtable.store.errors import Unreachable

MOST = 64
"""How many share a transaction at most, so that the first of them does not wait for ever."""
WRITING = "sandtable_writing"
"""The option by which the connection of a writer is known."""


class Batch:
    """A transaction that several share."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._raw: Any = connection.connection.dbapi_connection
        self._drive("BEGIN IMMEDIATE")
        self.members = 0
        self.problem: BaseException | None = None
        self._ended = threading.Event()

    @property
    def is_alive(self) -> bool:
        """Whether it is still open: when a disk is full SQLite takes back all of it by itself."""
        return bool(self._raw.in_transaction)

    def _drive(self, text: str) -> None:
        """Give a word to the driver as it is: of transactions there is one here, and only this class ends it."""
        try:
            self._raw.execute(text)
        except sqlite3.Error as problem:
            raise quick.in_our_words(self.connection, text, problem) from problem

    @contextlib.contextmanager
    def part(self) -> Iterator[None]:
        """What one member writes; where that fails, only it is taken back."""
        self._drive("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.is_alive:
                self._drive("ROLLBACK TO part")
                self._drive("RELEASE part")
            raise
        self._drive("RELEASE part")

    def end(self) -> None:
        """Commit what the members wrote; if that fails, all of them are told."""
        try:
            if not self.is_alive:
                raise Unreachable("the disk does not take the data; make room on it")
            self._drive("COMMIT" if self.members else "ROLLBACK")
        except BaseException as problem:  # noqa: BLE001 - it is raised again, by everybody who shared
            self.problem = problem
            with contextlib.suppress(Exception):
                self.connection.close()  # what was not committed is taken back
        finally:
            self._ended.set()

    def wait(self) -> None:
        """Return when it is on disk; raises what went wrong."""
        self._ended.wait()
        if self.problem is not None:
            raise self.problem


class Batches:
    """The writers of one SQLite database. Safe to use from several threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = threading.Condition()
        self._is_busy = False
        self._batch: Batch | None = None
        self._connection: Connection | None = None
        """The one that writes; it stays open, because opening it anew costs as much as a step."""
        self.waiting = 0
        """How many wait for their turn to write."""
        self.commits = 0

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write when it is our turn; what was written is on disk when the block has ended well."""
        self._take_turn()
        batch: Batch | None = None
        try:
            batch = self._opened()
            with batch.part():
                yield batch.connection
            batch.members += 1
        finally:
            self._give_turn(batch)
        batch.wait()

    def _take_turn(self) -> None:
        with self._turn:
            self.waiting += 1
            try:
                while self._is_busy:
                    self._turn.wait()
            finally:
                self.waiting -= 1
            self._is_busy = True

    def _opened(self) -> Batch:
        """The batch that is open, or a new one."""
        if self._batch is None:
            if self._connection is None or self._connection.closed:
                self._connection = self._engine.connect().execution_options(**{WRITING: True})
                self._connection.begin()  # for SQLAlchemy it is one that never ends: it shall not begin any itself
            try:
                self._batch = Batch(self._connection)
            except BaseException:
                self._connection.close()
                raise
        return self._batch

    def close(self) -> None:
        """Let go of the connection that writes, unless somebody is at it."""
        with self._turn:
            if not self._is_busy and self._batch is None and self._connection is not None:
                self._connection.close()

    def _give_turn(self, batch: Batch | None) -> None:
        """Let the next one write into the same batch; the last one ends it, before anybody can open another."""
        if batch is not None:
            with self._turn:
                is_last = not self.waiting or batch.members >= MOST
            if is_last or not batch.is_alive:
                self._batch = None
                batch.end()
                self.commits += 1
        with self._turn:
            self._is_busy = False
            self._turn.notify()
