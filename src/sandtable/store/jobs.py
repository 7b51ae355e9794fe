"""Work to be done later: added with the step that causes it, claimed by one worker, done at least once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.kernel import codec
from sandtable.store.rows import JobRow, read
from sandtable.store.schema import job

LEASE = 60_000
"""Milliseconds after which a claimed job that nobody finished or renewed is free again."""


class Jobs:
    """What can be asked and written about jobs."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def add(self, kind: str, key: str, payload: Any, run_at: int | None = None, owner: int = 0) -> None:
        """Add a job, unless one of that key is there already."""
        values = {
            "kind": kind,
            "key": key,
            "payload": codec.encode(payload).decode(),
            "run_at": self.now() if run_at is None else run_at,
            "attempts": 0,
            "locked_until": 0,
            "trouble": "",
            "owner_id": owner,
        }
        dialect: Any = postgresql if self.connection.dialect.name == "postgresql" else sqlite
        self.connection.execute(dialect.insert(job).values(**values).on_conflict_do_nothing(index_elements=["key"]))

    def put(self, kind: str, key: str, payload: Any, run_at: int) -> None:
        """Add a job in place of the one of that key, if there is one; whoever is at that one finishes nothing."""
        self.connection.execute(delete(job).where(job.c.key == key))
        self.add(kind, key, payload, run_at)

    def owners(self, kind: str) -> list[int]:
        """The accounts that have jobs of a kind which are due, those that have waited longest first."""
        now = self.now()
        waiting = (
            select(job.c.owner_id)
            .where(job.c.kind == kind, job.c.run_at <= now, job.c.locked_until <= now)
            .group_by(job.c.owner_id)
            .order_by(func.min(job.c.run_at), func.min(job.c.id))
        )
        return list(self.connection.execute(waiting).scalars())

    def claim(self, limit: int = 1, *, only: str = "", but: str = "", owner: int | None = None) -> list[JobRow]:
        """Take jobs that are due, of one kind or of all but one, of one account or of all.

        They are ours until the lease ends. Each claim counts as an attempt.
        """
        now = self.now()
        kinds = [job.c.kind == only] * bool(only) + [job.c.kind != but] * bool(but)
        kinds += [] if owner is None else [job.c.owner_id == owner]
        due = (
            select(job.c.id)
            .where(job.c.run_at <= now, job.c.locked_until <= now, *kinds)
            .order_by(job.c.run_at, job.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)  # SQLite has one writer and leaves this out
        )
        taken = (
            update(job)
            .where(job.c.id.in_(due.scalar_subquery()))
            .values(locked_until=now + LEASE, attempts=job.c.attempts + 1)
            .returning(*job.c)
        )
        return sorted((read(JobRow, row) for row in self.connection.execute(taken)), key=lambda one: one.id)

    def renew(self, row: JobRow) -> None:
        """A job is still being done: prolong its lease."""
        self.connection.execute(update(job).where(self._ours(row)).values(locked_until=self.now() + LEASE))

    def release(self) -> None:
        """Nobody else can be doing anything (there is one process): all jobs are free."""
        self.connection.execute(update(job).values(locked_until=0))

    def done(self, row: JobRow) -> None:
        """A job is finished. A worker whose lease has run out finishes nothing: the job is another's now."""
        self.connection.execute(delete(job).where(self._ours(row)))

    def failed(self, row: JobRow, trouble: str, wait: int) -> None:
        """A job shall be tried again after a while."""
        values = {"run_at": self.now() + wait, "locked_until": 0, "trouble": trouble[:2000]}
        self.connection.execute(update(job).where(self._ours(row)).values(**values))

    def _ours(self, row: JobRow) -> Any:
        return (job.c.id == row.id) & (job.c.attempts == row.attempts)

    def next_due(self) -> int | None:
        """When the next job is due; ``None`` when there is none."""
        is_postgres = self.connection.dialect.name == "postgresql"
        later: Any = (func.greatest if is_postgres else func.max)(job.c.run_at, job.c.locked_until)
        found = self.connection.execute(select(func.min(later))).scalar()
        return None if found is None else int(found)

    def lag(self) -> int:
        """By how many milliseconds the oldest job that is due is late."""
        condition = job.c.locked_until <= self.now()
        oldest = self.connection.execute(select(func.min(job.c.run_at)).where(condition)).scalar()
        return 0 if oldest is None else max(0, self.now() - int(oldest))

    def all(self) -> list[JobRow]:
        """All jobs, in the order they were added."""
        return [read(JobRow, row) for row in self.connection.execute(select(job).order_by(job.c.id))]

    def add_now(self, kind: str, key: str, payload: Any) -> None:
        """Add a job under a key that may be in use; then the one that is there becomes due now."""
        self.add(kind, key, payload)
        values = {"run_at": self.now(), "locked_until": 0}
        self.connection.execute(update(job).where(job.c.key == key).values(**values))
