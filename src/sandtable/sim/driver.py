"""Games played by bots from the set-up to the end, with or without a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar

from sandtable.bots import make
from sandtable.bots.roster import BOTS
from sandtable.kernel import Action, Game, Match, Outcome, Refusal, Scenario, SeededDice, State
from sandtable.kernel.memory import leave
from sandtable.planning import Bot, NoAnswer, SeatAtTable

S = TypeVar("S", bound=State)

LIMIT = 100_000
"""Steps after which a game is taken to be endless."""


class Endless(Exception):
    """A game that did not end within its limit of steps."""

    def __init__(self, steps: int) -> None:
        super().__init__(f"the game goes on after {steps} steps")
        self.steps = steps


class IllegalAnswer(Exception):
    """A bot gave an answer that the umpire refused."""

    def __init__(self, seat: str, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{seat} may not {action}: {refusal.key} {refusal.rule}".rstrip())
        self.seat, self.action, self.refusal = seat, action, refusal


@dataclass(frozen=True)
class Ending:
    """How a game without a record ended."""

    state: State
    outcome: Outcome | None
    steps: int


def seed_for(seed: bytes, *purpose: object) -> bytes:
    """A seed of its own for each purpose, so that the dice of bots and of the game never share a draw."""
    return blake2b("/".join(map(str, purpose)).encode(), key=seed[:64], digest_size=32).digest()


class Players:
    """The bots around a table, and whose turn it is to speak when several are asked at once."""

    def __init__(self, game: Game[Any], bots: Mapping[str, Bot], seed: bytes) -> None:
        self.game, self.bots = game, bots
        self._order = SeededDice(seed_for(seed, "order"))

    def answer(self, state: State) -> tuple[str, Action]:
        """Who speaks, and what."""
        waiting = state.here.waiting
        seat = waiting[0] if len(waiting) == 1 else waiting[self._order.draw(range(len(waiting)))]
        return seat, self.bots[seat].decide(SeatAtTable(self.game, state, seat))


def seat_bots(game: Game[Any], scenario: Scenario, seed: bytes, name: str = "random") -> dict[str, Bot]:
    """A bot of one kind for every seat."""
    # Games made for tests are in no registry; the bots for all games need none.
    home = "" if name in BOTS else game.id
    return {seat: make(name, seed_for(seed, "bot", seat), home) for seat in scenario.seats}


def play_out(game: Game[Any], scenario: Scenario, bots: Mapping[str, Bot], seed: bytes, limit: int = LIMIT) -> Ending:
    """Play one game to its end and keep no record: the fast way to many results."""
    for steps, state in enumerate(positions(game, scenario, bots, seed)):
        if game.ending(state) is not None or not state.flow:
            return Ending(state, game.ending(state), steps)
        if steps >= limit:
            break
    raise Endless(limit)


def positions(game: Game[S], scenario: Scenario, bots: Mapping[str, Bot], seed: bytes) -> Iterator[S]:
    """The positions of a game as it is played, from the first question to the end."""
    players, dice = Players(game, bots, seed), SeededDice(seed)
    state = game.start(scenario, dice).state
    yield state
    while state.flow and game.ending(state) is None:
        seat, action = players.answer(state)
        step = game.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
        leave(state)
        state = step.state
        yield state


def play_match(match: Match[Any], bots: Mapping[str, Bot], seed: bytes, limit: int = LIMIT) -> Match[Any]:
    """Play a recorded game on to its end."""
    players = Players(match.game, bots, seed)
    for _ in range(limit):
        if not match.game.prompts(match.state):
            return match
        seat, action = players.answer(match.state)
        step = match.act(seat, action)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
    raise Endless(limit)


__all__ = [
    "Ending",
    "Endless",
    "IllegalAnswer",
    "NoAnswer",
    "Players",
    "play_match",
    "play_out",
    "positions",
    "seat_bots",
    "seed_for",
]
