"""News from other processes that use the same PostgreSQL: which game moved, and to which step.

What this process writes itself comes back, too, and is passed over.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from sandtable.store.engine import Database
from sandtable.store.matches import CHANNEL

LOOK_SECONDS = 1.0
"""Seconds between looks at whether to stop, and between attempts to connect."""

Heard = Callable[[str, int | None], None]
"""``heard(match_id, seq)``; after a lost connection ``heard("", None)``: anything may have happened."""


class PostgresListener:
    """A thread with a connection of its own that does nothing but listen."""

    def __init__(self, database: Database, heard: Heard) -> None:
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._ours = database.backends
        self._stopping = threading.Event()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stopping.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        import psycopg

        is_first = True
        while not self._stopping.is_set():
            with (
                contextlib.suppress(psycopg.OperationalError),
                psycopg.connect(self._url, autocommit=True) as connection,
            ):
                connection.execute(f"LISTEN {CHANNEL}")
                self.ready.set()
                if not is_first:
                    self._ours.clear()  # after a restart the numbers may be anybody's
                    self._heard("", None)
                is_first = False
                self._listen(connection)
            self._stopping.wait(LOOK_SECONDS)

    def _listen(self, connection: Any) -> None:
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=LOOK_SECONDS):
                if notice.pid in self._ours:
                    continue  # whoever wrote it here has told everybody here
                match_id, _, seq = notice.payload.partition(":")
                self._heard(match_id, int(seq) if seq.isdigit() else None)
                if self._stopping.is_set():
                    return
