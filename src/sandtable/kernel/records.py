"""The records of a game: a header, the opening position, and one record for each thing that happened.

Written one to a line they are a ``.game`` file; see :mod:`sandtable.kernel.match` for what folds them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.changes import Change
from sandtable.kernel.log import Entry
from sandtable.kernel.prompts import Outcome

FORMAT = 1
"""Version of this layout of records; a reader refuses a newer one."""


class Record(Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower, omit_defaults=True):
    """Base of all lines of a game."""


class Follows(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game that a game follows in a campaign, and what that one carried on; see :mod:`.campaigns`."""

    match: str
    """The commitment of the game that went before."""
    hash: str
    """The fingerprint of its last position."""
    carried: Any
    seal: str
    """The fingerprint of the three together."""


class Header(Record, frozen=True):
    """What a game is: everything needed to open it again."""

    format: int
    game: str
    rules: str
    scenario: str
    product: str = ""
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    seats: dict[str, str] = {}
    commitment: str = ""
    seed: str | None = None
    """The seed in hex: only in a private save, or once the game is over."""
    follows: Follows | None = None
    entropy: dict[str, str] = {}
    """What seats put to the seed after its commitment was told: the dice hang on both, so no one chose them."""


class Opening(Record, frozen=True):
    """The position after set-up, whole, so that later changes of rules or data cannot touch it."""

    state: msgspec.Raw
    hash: str
    rolls: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()


class Played(Record, frozen=True):
    """One answer and what came of it."""

    seq: int
    seat: str
    action: dict[str, Any]
    changes: tuple[Change, ...]
    hash: str
    rolls: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    barrier: str = ""


class Undone(Record, frozen=True):
    """The game went back to the position after step ``to`` (0 is the opening).

    A player takes back one own step; further, or over dice, only when all seats have ``agreed``.
    """

    seq: int
    seat: str
    to: int
    agreed: tuple[str, ...] = ()


class Finished(Record, frozen=True):
    """The end, with the seed that the dice came from."""

    seq: int
    outcome: Outcome
    seed: str = ""


class _Version(Struct):
    """What a header of any version has."""

    format: int = 0


AnyRecord = Header | Opening | Played | Undone | Finished


def write(record: AnyRecord) -> bytes:
    """A record as one line."""
    return codec.encode(record) + b"\n"


def read(line: bytes) -> AnyRecord:
    """A record from one line; raises :class:`~sandtable.kernel.codec.Malformed`."""
    try:
        record: AnyRecord = codec.decode(line, AnyRecord)  # type: ignore[arg-type]
        newer = record.format if isinstance(record, Header) else 0
    except codec.Malformed:
        # A header of a later version may have another layout: say so before complaining about it.
        newer = codec.decode(line, _Version).format
        if newer <= FORMAT:
            raise
    if newer > FORMAT:
        raise codec.Malformed(
            f"this game was saved in format {newer}; this version of Sandtable reads up to {FORMAT}. Update it."
        )
    return record
