"""What can go wrong with a store, each with words for whoever has to act on it."""

from __future__ import annotations


class StoreError(Exception):
    """Base of all troubles of a store."""


class Conflict(StoreError):
    """Somebody else was quicker; nothing was written. Look again, then try again."""


class Missing(StoreError):
    """There is no such row."""


class WrongVersion(StoreError):
    """The store was written by a newer version of Sandtable."""


class Unreachable(StoreError):
    """The database cannot be opened; the text says what to do."""


class Damaged(Unreachable):
    """The file of the database is not whole any more."""


class BadBackup(StoreError):
    """A file that is not a whole backup."""
