"""The chain of a game's records: each link is a digest of the link before it and of the record's bytes.

A record that was changed, taken out or put in between after it was written is found, and named.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from sandtable.store.rows import StepRow

BYTES = 16


def start(header: bytes, opening: bytes) -> str:
    """What the chain of a game begins with."""
    return blake2b(header + opening, digest_size=BYTES).hexdigest()


def link(before: str, line: bytes) -> str:
    """The link of a record that follows another link."""
    return blake2b(bytes.fromhex(before) + line, digest_size=BYTES).hexdigest()


def first_bent(before: str, rows: Iterable[StepRow]) -> int | None:
    """The number of the first record that does not follow; ``None`` where all do."""
    for row in rows:
        before = link(before, row.line)
        if row.chain != before:
            return row.seq
    return None
