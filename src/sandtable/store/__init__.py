"""What outlives a process: games as append-only steps, people, words and work, on SQLite or PostgreSQL."""

from sandtable.store.errors import BadBackup, Conflict, Missing, StoreError, Unreachable, WrongVersion
from sandtable.store.store import Books, Store, milliseconds

__all__ = [
    "BadBackup",
    "Books",
    "Conflict",
    "Missing",
    "Store",
    "StoreError",
    "Unreachable",
    "WrongVersion",
    "milliseconds",
]
