"""Auditing the dice of a game whose seed is known: anyone can do it once the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel import Match, Refusal, SeededDice, State, codec, fold
from sandtable.kernel.changes import typed
from sandtable.kernel.dice import commitment
from sandtable.kernel.records import Finished, Played


def seed_of(match: Match[Any]) -> bytes | None:
    """The seed as far as the records tell it."""
    told = match.header.seed or next((r.seed for r in match.records if isinstance(r, Finished) and r.seed), "")
    return bytes.fromhex(told) if told else None


def audit(match: Match[Any]) -> Iterator[tuple[int, str]]:
    """Draw every die again from the seed; gives the number of each step whose dice fell otherwise, and how."""
    seed = seed_of(match)
    if seed is None:
        return
    if commitment(seed) != match.header.commitment:
        yield 0, "the seed is not the one that was promised when the game started"
        return
    start = match.game.start(match.scenario, SeededDice(seed))
    if start.rolls != match.opening.rolls:
        yield 0, f"the dice of the set-up fell {match.opening.rolls}, the seed gives {start.rolls}"
    state = codec.decode_state(bytes(match.opening.state), match.game.state_type, match.scenario)
    drawn = len(match.opening.rolls)
    for record in match.steps:
        rolls = _rolls(match, state, record, SeededDice(seed, drawn))
        if rolls is not None and rolls != record.rolls:
            yield record.seq, f"the dice fell {record.rolls}, the seed gives {rolls}"
        drawn += len(record.rolls)
        state = fold(state, [typed(match.game.state_type, change) for change in record.changes])


def _rolls(match: Match[Any], state: State, record: Played, dice: SeededDice) -> tuple[int, ...] | None:
    """What a step rolls with these dice; ``None`` where today's rules refuse it, which is not the fault of the dice."""
    try:
        again = match.game.apply(state, record.seat, match.read_action(record.action), dice)
    except codec.Malformed:
        return None
    return None if isinstance(again, Refusal) else again.rolls
