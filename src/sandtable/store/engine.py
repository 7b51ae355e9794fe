"""Connections and transactions, alike on SQLite and PostgreSQL."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DisconnectionError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from sandtable.store.batches import WRITING, Batches
from sandtable.store.errors import Conflict, Damaged, Unreachable

BUSY_MILLISECONDS = 5_000
RESTED = 0.5
"""Seconds after which a connection to PostgreSQL is asked whether it is still there before it is used."""
LOG_PAGES = 25_000
"""Pages (4 kB) that SQLite's write-ahead log may have before a commit has to wait for it to be moved."""
# Serialisation failure, deadlock, lock not available: PostgreSQL's ways of saying that somebody was quicker.
LOST_RACES = ("40001", "40P01", "55P03")


class Database:
    """One database; every access is one explicit transaction."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise Unreachable("this is no database URL; write sqlite:///FILE or postgresql://USER@HOST/NAME") from None
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
            raise Unreachable(f"{parsed.drivername} is not supported; use SQLite or PostgreSQL")
        self.url = parsed
        self.is_sqlite = parsed.drivername == "sqlite"
        self.backends: dict[int, None] = {}
        """The processes of PostgreSQL that work for this one, by their numbers."""
        try:
            self.engine = _sqlite(url) if self.is_sqlite else _postgres(parsed, self.backends)
        except ModuleNotFoundError:
            raise Unreachable("PostgreSQL needs psycopg: pip install 'sandtable[server]'") from None
        # SQLite has one writer at a time: queue here, at once and together, instead of in its busy handler.
        self.batches = Batches(self.engine) if self.is_sqlite else None

    @property
    def name(self) -> str:
        """What it is, without secrets."""
        return "sqlite" if self.is_sqlite else "postgresql"

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads; everything in it is of one moment."""
        with _told(), self.engine.connect() as plain:
            # SQLite reads of one moment by itself; PostgreSQL has to be asked.
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            connection = plain if self.is_sqlite else plain.execution_options(**options)
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def asking(self) -> Iterator[Connection]:
        """A connection for one statement that reads, given to the driver as it is."""
        with _told(), self.engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; when the block ends well it is on disk. Lost races are a :class:`Conflict`."""
        with _told():
            if self.batches is not None:
                with self.batches.writing() as connection:
                    yield connection
            else:
                with self.engine.begin() as connection:
                    yield connection

    def tidy(self) -> None:
        """Move SQLite's write-ahead log into its file without keeping anybody waiting."""
        if self.is_sqlite:
            with _told(), self.engine.connect() as connection:
                raw: Any = connection.connection.dbapi_connection
                raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def damage(self) -> str:
        """What SQLite finds wrong with its file; empty where all is well."""
        if not self.is_sqlite:
            return ""
        try:
            with self.reading() as connection:
                said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        except (DatabaseError, Unreachable) as problem:
            return f"the file is damaged: {str(problem).splitlines()[0]}"
        return "" if said == "ok" else f"the file is damaged: {said}; restore a backup"

    def close(self) -> None:
        """Let go of all connections."""
        if self.batches is not None:
            self.batches.close()
        self.engine.dispose()


def _postgres(url: URL, backends: dict[int, None]) -> Engine:
    engine = create_engine(url, pool_size=10, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def note(connection: Any, record: Any) -> None:
        record.info["backend"] = connection.info.backend_pid
        backends[connection.info.backend_pid] = None

    @event.listens_for(engine, "close")
    def forget(_: Any, record: Any) -> None:
        backends.pop(record.info.get("backend", 0), None)

    @event.listens_for(engine, "checkin")
    def rest(_: Any, record: Any) -> None:
        record.info["rested"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def look(connection: Any, record: Any, _: Any) -> None:
        """A connection that has rested for a while may have been cut: ask before it is relied upon."""
        if time.monotonic() - record.info.get("rested", math.inf) > RESTED:
            try:
                connection.execute("SELECT 1")
                connection.rollback()
            except Exception as problem:
                raise DisconnectionError from problem

    return engine


def _sqlite(url: str) -> Engine:
    # What is in the rows (hashes, seeds, what seats hide) must not come with an error, which may be logged.
    engine = create_engine(url, connect_args={"timeout": BUSY_MILLISECONDS / 1000}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions of its own
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_MILLISECONDS}",
            "journal_mode=WAL",
            "synchronous=FULL",  # a commit is on disk when it returns
            "foreign_keys=ON",
            # Moving the log into the file takes long: `tidy` does it beside the writers, this only if nobody calls it.
            f"wal_autocheckpoint={LOG_PAGES}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get(WRITING):  # the writer's transactions are begun by its batches
            connection.exec_driver_sql("BEGIN")

    return engine


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn what a database says into what it means for us."""
    try:
        yield
    except IntegrityError as problem:
        raise Conflict(str(problem.orig).splitlines()[0]) from None
    except OperationalError as problem:
        original: Any = problem.orig
        if getattr(original, "sqlstate", None) in LOST_RACES:
            raise Conflict(str(original).splitlines()[0]) from None
        raise Unreachable(_advice(original)) from problem
    except NoConnection as problem:
        raise Unreachable("all connections to the database are in use; try again") from problem
    except DatabaseError as problem:  # SQLite's words for a file that is no database any more
        raise Damaged(_advice(problem.orig)) from problem


def _advice(problem: Any) -> str:
    said = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
    if "unable to open database file" in said:
        return "the data folder cannot be opened; check that it exists and may be written"
    if "database is locked" in said:
        return "another program holds the database; stop it, or wait and try again"
    if "malformed" in said or "not a database" in said:
        return f"the file of the database is damaged: {said}; stop the server and restore a backup"
    if "disk is full" in said or "disk I/O error" in said:
        return f"the disk does not take the data: {said}"
    return f"the database does not answer: {said}"


def file_of(database: Database) -> Path | None:
    """The file of an SQLite database."""
    return sqlite_file(database.url)


def sqlite_file(url: URL | str) -> Path | None:
    """The file that the URL of an SQLite database names; there is none in other databases, or in memory."""
    parsed = make_url(url)
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path(str(parsed.database)) if is_file else None
