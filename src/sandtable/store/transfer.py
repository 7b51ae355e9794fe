"""Games in and out of the store, as the lines of a ``.game`` file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable import registry
from sandtable.kernel import State, codec, fold, records
from sandtable.kernel.changes import typed
from sandtable.kernel.dice import commitment
from sandtable.kernel.game import UnknownName
from sandtable.kernel.match import FORGED, BrokenRecord, Match
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


def read_game(
    content: bytes, *, keep_seed: bool = False, strict: bool = False
) -> tuple[Match[Any], Sequence[AnyRecord]]:
    """The match that the bytes of a file tell; raises :class:`BadGame`.

    Every position of it holds the invariants of its game; where it is read strictly, every step follows from the rules
    of today as well. A game that goes on gets dice of its own, unless its file has a seed that may be kept. Dice that
    fell before were not drawn from the new seed, so a later audit can vouch only for those after it.
    """
    found = _records(content)
    match = _folded(found)
    _examine(match, strict=strict)
    header = match.header
    if not isinstance(found[-1], Finished) and not (keep_seed and header.seed):
        found[0] = _with_new_seed(header)
        match = _folded(found)
    return match, found


def _records(content: bytes) -> list[AnyRecord]:
    """The lines of a file, each a record."""
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
    return found


def _folded(found: Sequence[AnyRecord]) -> Match[Any]:
    """The match that records tell: each position has the fingerprint that its record gives it."""
    header = found[0]
    assert isinstance(header, Header)
    try:
        return Match.fold(registry.game(header.game), found)
    except BrokenRecord as problem:
        raise BadGame(f"line {problem.index + 1}: {problem}") from None
    except (UnknownName, registry.UnknownGame, registry.NotPlayable) as problem:
        raise BadGame(f"line 1: {problem}") from None
    except (codec.Malformed, ValueError, TypeError, KeyError, OverflowError) as problem:
        raise BadGame(f"the game cannot be opened: {problem}") from None


def _examine(match: Match[Any], *, strict: bool) -> None:
    """Whether the game could have been played; raises :class:`BadGame`."""
    try:
        if match.seed and match.header.commitment and commitment(match.seed) != match.header.commitment:
            raise BadGame("the seed is not the one that was promised when the game began")
        for seq, state in _positions(match):
            if broken := match.game.broken(state):
                raise BadGame(f"the position after step {seq} is impossible: {broken}")
        if not isinstance(match.records[-1], Finished) and not match.game.outcome(match.state):
            match.game.prompts(match.state)
        for seq, problem in match.verify() if strict else ():
            if problem != FORGED:  # a game that was taken in before has dice of two seeds
                raise BadGame(f"step {seq} does not follow from the rules of this server: {problem}")
    except BadGame:
        raise
    except Exception as problem:  # noqa: BLE001 - a forged position may break a rule anywhere; nothing of it is kept
        raise BadGame(f"the game cannot be played on: {type(problem).__name__}: {problem}") from None


def _positions(match: Match[Any]) -> Iterator[tuple[int, State]]:
    state = codec.decode_state(bytes(match.opening.state), match.game.state_type, match.scenario)
    yield 0, state
    for step in match.steps:
        state = fold(state, [typed(match.game.state_type, change) for change in step.changes])
        yield step.seq, state


def _with_new_seed(header: Header) -> Header:
    """Dice that nobody has seen: a seed that came with a file is known to whoever sent it."""
    seed = secrets.token_bytes(32)
    return msgspec.structs.replace(header, seed=seed.hex(), commitment=commitment(seed), entropy={})
