"""The figures of Barbarossa: Crimea: random play, where a unit can go, supply, zones of control, one action."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Iterator

from msgspec import Struct, field

from sandtable.games.eastfront import GAME
from sandtable.games.eastfront.model import SIDES, CrimeaState
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.kernel import Refusal, SeededDice
from sandtable.sim.driver import IllegalAnswer, Players, play_out, seat_bots
from tools.bench.figures import Figure, millis_anew

SCENARIOS = ("1", "7")
LARGEST = ("4", "8")
"""The largest scenarios: fleet, air and siege together."""
EVERY = 5
"""Of so many positions of a game one is looked at, and the answer to another one is carried out anew."""
UNITS = 3
"""Units of a position whose destinations are looked for."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    for scenario in SCENARIOS:
        yield random_play(scenario, 2 if quick else 12, at_least=1_500)
    for scenario in () if quick else LARGEST:
        yield random_play(scenario, 4, at_least=1_200)
    spent = Spent()
    for scenario in SCENARIOS:
        for seed in range(1 if quick else 4):
            look(scenario, seed, spent)
    for scenario in () if quick else LARGEST:
        look(scenario, 0, spent)
    yield from single_looks(spent)


def random_play(scenario: str, games: int, at_least: int) -> Figure:
    """Whole games by players who draw their answers, bots included, after one that fills the tables of the map."""
    play = GAME.open(scenario)
    _play(scenario, 0, play)
    gc.collect()
    start = time.process_time()
    actions = sum(_play(scenario, seed, play) for seed in range(1, games + 1))
    seconds = time.process_time() - start
    return Figure(
        name=f"Crimea, random play of scenario {scenario} ({games} games)",
        value=actions / seconds,
        unit="per s",
        budget=at_least,
        at_most=False,
    )


def _key(scenario: str, seed: int) -> bytes:
    return f"bench {scenario}/{seed}".encode()


def _play(scenario: str, seed: int, theatre: object) -> int:
    key = _key(scenario, seed)
    return play_out(GAME, theatre, seat_bots(GAME, theatre, key), key).steps  # type: ignore[arg-type]


class Spent(Struct):
    """Milliseconds of each kind of look."""

    destinations: list[float] = field(default_factory=list)
    supply: list[float] = field(default_factory=list)
    zoc: list[float] = field(default_factory=list)
    applied: list[float] = field(default_factory=list)


def positions(scenario: str, seed: int) -> Iterator[CrimeaState]:
    """The positions of a random game, each where somebody is asked."""
    theatre, key = GAME.open(scenario), _key(scenario, seed)
    dice, players = SeededDice(key), Players(GAME, seat_bots(GAME, theatre, key), key)
    state = GAME.start(theatre, dice).state
    while GAME.ending(state) is None:
        yield state
        seat, action = players.answer(state)
        step = GAME.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
        state = step.state


def look(scenario: str, seed: int, spent: Spent) -> None:
    """Measure what is asked of positions of a game."""
    for number, state in enumerate(positions(scenario, seed)):
        if number % EVERY == 1:
            spent.zoc.append(millis_anew(lambda s: [zoc_and_stacking.zoc(s, side) for side in SIDES], state))
            spent.supply += [millis_anew(supply.supplied_hexes, state, side) for side in SIDES]
            spent.destinations += [millis_anew(movement.destinations, state, key) for key in _movers(state)]
        elif number % EVERY == 3:
            spent.applied.append(_applied(state, number))


def _movers(state: CrimeaState) -> tuple[int, ...]:
    """A few of the units that can move now, spread over all of them."""
    seat = state.here.waiting[0]
    able = [key for key in zoc_and_stacking.on_map(state, seat) if movement.why_not_move(state, seat, key) is None]
    return tuple(able[:: max(1, len(able) // UNITS)][:UNITS])


def _applied(state: CrimeaState, number: int) -> float:
    """One random answer, judged and carried out."""
    key = f"step {number}".encode()
    seat, action = Players(GAME, seat_bots(GAME, state.board, key), key).answer(state)
    return millis_anew(lambda fresh: GAME.apply(fresh, seat, action, SeededDice(key)), state)


def single_looks(spent: Spent) -> Iterator[Figure]:
    """What a person at a table waits for."""
    found = len(spent.destinations)
    yield _millis_at_most(f"Crimea, destinations of one unit, median of {found}", spent.destinations, 3, worst=False)
    yield _millis_at_most("Crimea, destinations of one unit, worst", spent.destinations, 30, worst=True)
    yield _millis_at_most(f"Crimea, supply of a whole side, worst of {len(spent.supply)}", spent.supply, 15, worst=True)
    yield _millis_at_most(f"Crimea, zones of both sides, worst of {len(spent.zoc)}", spent.zoc, 2, worst=True)
    applied = len(spent.applied)
    yield _millis_at_most(f"Crimea, applying an action, median of {applied}", spent.applied, 3, worst=False)


def _millis_at_most(name: str, times: list[float], budget: float, *, worst: bool) -> Figure:
    return Figure(name=name, value=max(times) if worst else statistics.median(times), unit="ms", budget=budget)
