"""From rows to a match in memory: a kept position and the steps after it, never more than is needed to play on."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from sandtable import overlay, registry
from sandtable.kernel import Game, Match, Scenario, SeededDice, State, codec, fold, records
from sandtable.kernel.changes import typed
from sandtable.kernel.match import BrokenRecord, Snapshot
from sandtable.kernel.records import Header, Opening, Played
from sandtable.kernel.standing import standing, standing_back
from sandtable.store import chain
from sandtable.store.errors import StoreError
from sandtable.store.learning import learn, learn_game
from sandtable.store.matches import NEWEST
from sandtable.store.rows import StepRow
from sandtable.store.store import Transaction

S = TypeVar("S", bound=State)

EVERY = 50
"""Steps between kept positions."""
CHUNK = 200
"""Steps that are read at once."""
NOTHING = msgspec.Raw(b"null")


class Corrupt(StoreError):
    """The steps of a game do not follow from each other; the text says where."""


class HotMatch(Match[S]):
    """A match that holds only what playing on needs; the past stays in the store.

    ``steps`` begins with the last step that cannot be taken back (or is empty at the opening): that is all that
    taking back looks at.
    """

    kept = 0
    """The number of the newest step whose position was kept."""

    def shed(self) -> None:
        """Let go of everything before the last step that cannot be taken back, and of the opening."""
        super().shed()
        if self.opening.state is not NOTHING:
            self.opening = self.records[1] = msgspec.structs.replace(self.opening, state=NOTHING, entries=())

    @property
    def drawn(self) -> int:
        """How many faces the dice have shown."""
        return self.dice.drawn if isinstance(self.dice, SeededDice) else 0

    @property
    def is_worth_keeping(self) -> bool:
        """Whether the position after the newest step should be kept: now and then, where nothing can be taken back."""
        return bool(self.steps) and bool(self.steps[-1].barrier) and self.steps[-1].seq - self.kept >= EVERY


_opening = threading.RLock()


def _scenario(game_id: str, name: str, options: bytes, facts: bytes) -> Scenario:
    # One at a time: a map is big enough not to be made twice, and its data is decoded, too (see `learning`).
    with _opening:
        return _opened(game_id, name, options, facts)


@lru_cache(maxsize=64)
def _opened(game_id: str, name: str, options: bytes, facts: bytes) -> Scenario:
    game = registry.game(game_id)
    learn_game(game)
    return game.open(name, codec.decode(options, dict), codec.decode(facts, dict))


def shared_scenario(header: Header) -> Scenario:
    """The scenario of a game, one object for all games that are played on the same map with the same options."""
    return _scenario(header.game, header.scenario, codec.encode(header.options), codec.encode(header.facts))


def named_scenario(game: Game[Any], name: str, options: dict[str, Any]) -> Scenario:
    """The same from a name and options that people chose, with the owner's values where a folder has any.

    Raises :class:`~sandtable.kernel.UnknownName`.
    """
    learn_game(game)
    chosen = codec.plain(game.read_options(options))
    return _scenario(game.id, name, codec.encode(chosen), codec.encode(overlay.facts(game.id, name)))


def load_match(transaction: Transaction, match_id: str) -> HotMatch[Any]:
    """The match of a game that has begun, from the newest kept position that still stands."""
    header, opening = load_beginning(transaction, match_id)
    for kept in transaction.matches.snapshots(match_id):
        steps = transaction.matches.steps(match_id, kept.seq - 1)
        if steps:
            _check_chain(match_id, steps[0].chain, steps[1:])
        try:
            base, *tail = (records.read(row.line) for row in steps)
            if isinstance(base, Played) and not _is_undone(steps, kept.seq):
                return _resumed(header, opening, tail, Snapshot(base, kept.state, kept.drawn))
        except (BrokenRecord, codec.Malformed, ValueError):
            continue  # a kept position is only a cache
    steps = transaction.matches.steps(match_id)
    _check_chain(match_id, transaction.matches.link_before(match_id, 0), steps)
    try:
        return _resumed(header, opening, [records.read(row.line) for row in steps])
    except (BrokenRecord, codec.Malformed) as problem:
        raise Corrupt(f"table {match_id} cannot be folded: {problem}") from None


def _check_chain(match_id: str, before: str, steps: Sequence[StepRow]) -> None:
    if (bent := chain.first_bent(before, steps)) is not None:
        raise Corrupt(f"step {bent} of table {match_id} is not as it was written; restore a backup")


def _resumed(
    header: Header, opening: Opening, tail: Sequence[records.AnyRecord], kept: Snapshot | None = None
) -> HotMatch[Any]:
    """A match that goes on after these records, without the past that it does not need."""
    game = registry.game(header.game)
    match = HotMatch.resume(game, header, shared_scenario(header), opening, tail, kept)
    match.kept = kept.step.seq if kept else 0
    match.shed()
    return match


def load_beginning(transaction: Transaction, match_id: str) -> tuple[Header, Opening]:
    """The header and opening of a game."""
    first, second = transaction.matches.beginning(match_id)
    header, opening = records.read(first), records.read(second)
    if not isinstance(header, Header) or not isinstance(opening, Opening):
        raise Corrupt(f"table {match_id} does not begin with a header and an opening")
    return header, opening


def state_after(transaction: Transaction, match_id: str, seq: int) -> State:
    """The position as it was when record ``seq`` had just been written (0 is the opening)."""
    header, opening = load_beginning(transaction, match_id)
    game = registry.game(header.game)
    scenario = shared_scenario(header)
    for kept in transaction.matches.snapshots(match_id, upto=seq, limit=1):
        steps = transaction.matches.steps(match_id, kept.seq - 1, seq)
        if not _is_undone(steps, kept.seq):
            state = codec.decode_state(kept.state, game.state_type, scenario)
            return _folded(game, state, steps[1:], kept.seq)
    state = codec.decode_state(bytes(opening.state), game.state_type, scenario)
    return _folded(game, state, transaction.matches.steps(match_id, 0, seq), 0)


def states(transaction: Transaction, match_id: str, upto: int | None = None) -> Iterator[tuple[int, State]]:
    """All positions that stood after record ``upto`` (or stand now), from the opening on, each with its number."""
    header, opening = load_beginning(transaction, match_id)
    game = registry.game(header.game)
    state = codec.decode_state(bytes(opening.state), game.state_type, shared_scenario(header))
    yield 0, state
    tail = [records.read(row.line) for row in transaction.matches.steps(match_id, 0, upto)]
    for _, record in standing(tail):
        state = fold(state, [typed(game.state_type, change) for change in record.changes])
        yield record.seq, state


def newest_first(transaction: Transaction, match_id: str, upto: int = NEWEST) -> Iterator[tuple[StepRow, Played]]:
    """The steps that stood after record ``upto`` (or stand now), the newest first, read as they are wanted."""
    return standing_back((row, row.seq, records.read(row.line)) for row in _rows_back(transaction, match_id, upto))


def _rows_back(transaction: Transaction, match_id: str, upto: int) -> Iterator[StepRow]:
    before = min(upto, NEWEST - 1) + 1
    while rows := transaction.matches.steps_back(match_id, before, CHUNK):
        yield from rows
        before = rows[-1].seq


def _folded(game: Game[S], state: S, steps: Sequence[StepRow], base: int) -> S:
    tail = [records.read(row.line) for row in steps]
    for _, record in standing(tail, base):
        state = fold(state, [typed(game.state_type, change) for change in record.changes])
    return state


class _Back(msgspec.Struct):
    """What tells whether a record goes back."""

    to: int | None = None


learn(records.AnyRecord, _Back)


def _is_undone(steps: Sequence[StepRow], seq: int) -> bool:
    """Whether one of these records goes back behind a step."""
    return any(b'"is":"undone"' in row.line[:40] and (codec.decode(row.line, _Back).to or 0) < seq for row in steps)


def keep(transaction: Transaction, match_id: str, match: HotMatch[Any]) -> None:
    """Keep the position of a match for the next time it is loaded."""
    transaction.matches.keep_snapshot(match_id, match.steps[-1].seq, match.drawn, codec.encode(match.state))
    match.kept = match.steps[-1].seq
