"""What outlives a process: games as append-only steps, people, words and work, on SQLite or PostgreSQL."""

from sandtable.store.errors import BadBackup, Conflict, Missing, StoreError, Unreachable, WrongVersion
from sandtable.store.store import Store, Transaction, milliseconds

__all__ = [
    "BadBackup",
    "Conflict",
    "Missing",
    "Store",
    "StoreError",
    "Transaction",
    "Unreachable",
    "WrongVersion",
    "milliseconds",
]
