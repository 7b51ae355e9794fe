"""One server a folder: two on the same SQLite file would show each other's people boards of the past.

The lock is one of SQLite's own, on a file beside the database: it works wherever SQLite does, and whoever is killed
lets go of it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import make_url

from sandtable.store.errors import Unreachable

SUFFIX = ".server"


class Hold:
    """The only server of a database; of one on a server of its own there may be many."""

    def __init__(self, url: str) -> None:
        self._line: sqlite3.Connection | None = None
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
            return
        file = Path(parsed.database + SUFFIX)
        try:
            self._line = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
            self._line.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            self.close()
            if "locked" in str(problem):
                words = f"another server is at work on {parsed.database}"
                raise Unreachable(f"{words}; stop it, or give this one another folder with --data") from None
            raise Unreachable(f"cannot make {file}: {problem}; is the folder there, and may it be written?") from None

    def close(self) -> None:
        """Let others serve it."""
        if self._line is not None:
            self._line.close()
            self._line = None
