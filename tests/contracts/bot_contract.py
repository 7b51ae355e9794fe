"""The contract of a bot: promises held against positions of a game that was played at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel import Action, Match, Refusal
from sandtable.kernel.codec import encode, state_hash
from sandtable.planning import Bot, SeatAtTable
from tests.contracts.playing import Broken, Playthrough

POSITIONS = 5
"""How many positions of a game a bot is asked about."""
SEED = b"a bot's own chance"

Maker = Callable[[bytes], Bot]
"""Makes a bot from the seed of its chance."""
BotPromise = Callable[..., None]


def it_answers_legally(make: Maker, played: Playthrough, count: int = POSITIONS) -> None:
    """Wherever a seat is asked, the answer is one that may be given; deciding changes nothing."""
    game = played.game
    for state in played.positions(count):
        fingerprint = state_hash(state)
        for prompt in game.prompts(state):
            action = decided(make, played, state, prompt.seat)
            if (no := game.why_not(state, prompt.seat, action)) is not None:
                raise Broken("a bot gives an answer that is refused", state, action=action, refusal=no)
        if state_hash(state) != fingerprint:
            raise Broken("a bot changed the position while it was thinking", state)


def it_decides_by_its_seed(make: Maker, played: Playthrough, count: int = POSITIONS) -> None:
    """The same seed and the same question give the same answer."""
    for state in played.positions(count):
        for prompt in played.game.prompts(state):
            one, two = (decided(make, played, state, prompt.seat) for _ in range(2))
            if encode(one) != encode(two):
                raise Broken("a bot changes its mind without a reason", state, one=one, two=two)


def it_does_not_peek(make: Maker, played: Playthrough, count: int = POSITIONS) -> None:
    """Positions that a seat cannot tell apart get the same answer."""
    game, dice = played.game, played.dice("peek")
    for state in played.positions(count):
        for prompt in game.prompts(state):
            action = encode(decided(make, played, state, prompt.seat))
            for _ in range(2):
                other = game.imagine(game.view(state, prompt.seat), dice)
                if encode(decided(make, played, other, prompt.seat)) != action:
                    raise Broken(f"the bot of {prompt.seat} knows what its seat does not", state)


def it_finishes(make: Maker, played: Playthrough) -> None:
    """Bots on all seats bring a game to its end, within a limit, the same game every time."""
    told = [_finished(make, played) for _ in range(2)]
    if told[0] != told[1]:
        raise Broken("the same bots play another game with the same seeds")


def _finished(make: Maker, played: Playthrough, limit: int = 4000) -> str:
    game = played.game
    match: Match[Any] = Match.new(game, played.match.scenario, b"a game of bots")
    bots = {seat: make(SEED + seat.encode()) for seat in match.scenario.seats}
    for _ in range(limit):
        prompts = game.prompts(match.state)
        if not prompts:
            return state_hash(match.state)
        seat = prompts[0].seat
        action = bots[seat].decide(SeatAtTable(game, match.state, seat))
        if isinstance(answer := match.act(seat, action), Refusal):
            raise Broken("a bot gives an answer that is refused", match.state, action=action, refusal=answer)
    raise Broken(f"bots still play after {limit} answers", match.state)


def decided(make: Maker, played: Playthrough, state: Any, seat: str) -> Action:
    """The answer of a new bot."""
    return make(SEED).decide(SeatAtTable(played.game, state, seat))


PROMISES: tuple[BotPromise, ...] = (it_answers_legally, it_decides_by_its_seed, it_does_not_peek)
"""Promises that take no whole game; :func:`it_finishes` does."""
