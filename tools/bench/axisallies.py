"""The figures of Global 1940: random play, answers for one unit, one action, the set-up, the size of a position."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Iterator
from itertools import takewhile

from msgspec import Struct

from sandtable.games.axisallies import GAME, scenario
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import NoDice, Refusal, SeededDice, codec
from sandtable.sim.driver import Players, positions, seat_bots
from tools.bench.figures import Figure, micros

SCENARIO = "rulebook"
ROUNDS = 15
"""Rounds of a game that are measured."""
REPEATS = 3
"""How often each game is played: the fastest counts, for what others take of the machine is not the game's."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    yield set_up()
    yield size()
    measured = [fastest(seed, 1 if quick else REPEATS) for seed in range(1 if quick else 3)]
    yield Figure(
        name=f"Global 1940, random play ({len(measured)} games of {ROUNDS} rounds)",
        value=sum(game.actions for game in measured) / sum(game.seconds for game in measured),
        unit="per s",
        budget=3_000,
        at_most=False,
    )
    yield from single_steps(1 if quick else 2)


def set_up() -> Figure:
    """A new game from its data files up to the first question."""

    def begin() -> object:
        scenario.table.cache_clear()
        scenario.load.cache_clear()
        return GAME.start(GAME.open(SCENARIO), NoDice())

    return Figure(name="Global 1940, whole set-up", value=micros(begin, repeat=3) / 1000, unit="ms", budget=100)


def size() -> Figure:
    """The position before the first answer, as it is stored and sent."""
    state = GAME.start(GAME.open(SCENARIO), NoDice()).state
    return Figure(name="Global 1940, a position as JSON", value=len(codec.encode(state)) / 1000, unit="kB", budget=200)


class Played(Struct, frozen=True):
    """What a game by random players took, bots included."""

    actions: int
    seconds: float


def fastest(seed: int, repeats: int) -> Played:
    """The same game several times, by its fastest."""
    return min((play(seed) for _ in range(repeats)), key=lambda game: game.seconds)


def play(seed: int) -> Played:
    """Play the first rounds of a game as fast as the driver does."""
    gc.collect()
    start = time.process_time()
    actions = sum(1 for _ in _positions(seed))
    return Played(actions, time.process_time() - start)


def _positions(seed: int) -> Iterator[GlobalState]:
    """The positions of the first rounds of a random game, each where somebody is asked."""
    board, key = GAME.open(SCENARIO), b"bench" + seed.to_bytes(4, "big")
    played = positions(GAME, board, seat_bots(GAME, board, key), key)
    return takewhile(lambda state: state.round <= ROUNDS, played)


def single_steps(games: int) -> Iterator[Figure]:
    """What a person at a table waits for: the ways of a unit that was clicked, and an answer carried out."""
    answers: list[float] = []
    applied: list[float] = []
    # As the server does once it has loaded: a full collection that walks the boards of all games takes up to a tenth
    # of a second, and whichever answer it fell on would be charged with it. What this game leaves behind counts.
    gc.collect()
    gc.freeze()
    for seed in range(games):
        for number, state in enumerate(_positions(seed)):
            if number % 7 == 0:
                # Read anew, as by a server that has remembered nothing of it.
                fresh = codec.decode_state(codec.encode(state), GlobalState, state.board)
                answers += _answers(fresh)
            elif number % 7 == 3:
                applied.append(_applied(state, number))
    gc.unfreeze()
    yield Figure(
        name=f"Global 1940, legal answers for one unit, median of {len(answers)}",
        value=statistics.median(answers),
        unit="ms",
        budget=3,
    )
    yield Figure(name="Global 1940, legal answers for one unit, worst", value=max(answers), unit="ms", budget=50)
    yield Figure(
        name=f"Global 1940, applying an action, median of {len(applied)}",
        value=statistics.median(applied),
        unit="ms",
        budget=3,
    )


def _answers(state: GlobalState) -> list[float]:
    """Milliseconds for the next answers after each of a few units, spread over those that can be picked."""
    seat = state.here.waiting[0]
    offers = GAME.offers(state, seat)
    spent = []
    for offer in () if isinstance(offers, Refusal) else offers:
        if offer.widget is None or offer.widget.of != "piece" or offer.widget.kind not in ("one", "some"):
            continue
        for unit in offer.widget.options[:: max(1, len(offer.widget.options) // 3)]:
            picked = unit if offer.widget.kind == "one" else (unit,)
            start = time.process_time()
            GAME.offers(state, seat, {"do": offer.do, offer.arg: picked})
            spent.append((time.process_time() - start) * 1000)
    return spent


def _applied(state: GlobalState, number: int) -> float:
    """Milliseconds for one random answer, judged and carried out, in a position read anew."""
    fresh = codec.decode_state(codec.encode(state), GlobalState, state.board)
    key = b"step" + number.to_bytes(4, "big")
    seat, action = Players(GAME, seat_bots(GAME, state.board, key), key).answer(fresh)
    dice = SeededDice(key)
    start = time.process_time()
    GAME.apply(fresh, seat, action, dice)
    return (time.process_time() - start) * 1000
