"""Games in and out of the store, as the lines of a ``.game`` file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable import registry
from sandtable.kernel import codec, records
from sandtable.kernel.dice import commitment
from sandtable.kernel.game import UnknownName
from sandtable.kernel.match import BrokenRecord, Match
from sandtable.kernel.records import AnyRecord, Finished, Header
from sandtable.store.errors import StoreError
from sandtable.store.store import Transaction

MOST_RECORDS = 200_000
LONGEST_VERSION = 64


class BadGame(StoreError):
    """A file that is not a game we can go on with; the text says which line and why."""


def export(transaction: Transaction, match_id: str) -> Iterator[bytes]:
    """The lines of a game. The seed is only among them when the game is over."""
    first, second = transaction.matches.beginning(match_id)
    header = records.read(first)
    assert isinstance(header, Header)
    is_over = transaction.matches.find(match_id).status == "over"
    yield first if is_over else records.write(msgspec.structs.replace(header, seed=None))
    yield second
    for row in transaction.matches.steps(match_id):
        yield row.line


def read_game(content: bytes, *, keep_seed: bool = False) -> tuple[Match[Any], Sequence[AnyRecord]]:
    """The match that the bytes of a file tell; raises :class:`BadGame`.

    A game that goes on gets dice of its own, unless its file has a seed that may be kept. Dice that fell before were
    not drawn from the new seed, so a later audit can vouch only for those after it.
    """
    lines = content.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    if len(lines) > MOST_RECORDS:
        raise BadGame(f"the file has more than {MOST_RECORDS} lines, which no game has")
    found: list[AnyRecord] = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(records.read(line))
        except codec.Malformed as problem:
            raise BadGame(f"line {number} is no record of a game: {problem}") from None
    if not found or not isinstance(found[0], Header):
        raise BadGame("line 1 is not the header of a game")
    if len(found[0].rules) > LONGEST_VERSION or "\0" in found[0].rules:
        raise BadGame("line 1: this is no version of rules")
    is_over = isinstance(found[-1], Finished)
    if not is_over and not (keep_seed and found[0].seed):
        found[0] = _with_new_seed(found[0])
    try:
        match = Match.fold(registry.game(found[0].game), found)
    except BrokenRecord as problem:
        raise BadGame(f"line {problem.index + 1}: {problem}") from None
    except (UnknownName, registry.UnknownGame, registry.NotPlayable) as problem:
        raise BadGame(f"line 1: {problem}") from None
    except (codec.Malformed, ValueError, TypeError, KeyError) as problem:
        raise BadGame(f"the game cannot be opened: {problem}") from None
    return match, found


def _with_new_seed(header: Header) -> Header:
    """Dice that nobody has seen: a seed that came with a file is known to whoever sent it."""
    seed = secrets.token_bytes(32)
    return msgspec.structs.replace(header, seed=seed.hex(), commitment=commitment(seed))
