"""Whether the server is well: it answers, its database answers, and the file of it is whole."""

from __future__ import annotations

import threading
import time

from sandtable import __version__
from sandtable.server.logs import log
from sandtable.server.shapes.base import Health
from sandtable.store import Store
from sandtable.store.errors import Damaged

EVERY = 300.0
"""Seconds between looks at the whole file: that takes longer than a question."""


class Examiner:
    """Says how the store is; the file is looked through now and then, by one who asks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._looked: float | None = None
        self._damage = ""

    def examine(self) -> Health:
        """How things are now."""
        try:
            with self._store.reading() as transaction:
                transaction.jobs.lag()
        except Damaged as problem:
            return self._told("damaged", str(problem))
        except Exception as problem:  # noqa: BLE001 - whatever it is, we are not well
            return self._told("failing", str(problem))
        damage = self._file()
        return self._told("damaged", damage) if damage else self._told("ok", "")

    def _file(self) -> str:
        """What is wrong with the file, as of the last look."""
        now = time.monotonic()
        with self._lock:
            if self._looked is not None and now - self._looked < EVERY:
                return self._damage
            self._looked = now
        self._damage = self._store.database.damage()
        return self._damage

    def _told(self, status: str, problem: str) -> Health:
        if problem:
            log().error("health", problem=problem)
        return Health(status=status, version=__version__, store=self._store.database.name, problem=problem)  # type: ignore[arg-type]
