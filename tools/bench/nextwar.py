"""The figures of Next War: Korea: random play, where a unit can go, zones, supply, one action, a campaign on disk."""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from sandtable import savefile
from sandtable.games.nextwar import GAME
from sandtable.games.nextwar.model import SIDES, KoreaState
from sandtable.games.nextwar.rules.movement import eligibility, marching, zones
from sandtable.games.nextwar.rules.supply import standard, tracing
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.kernel import Match, Refusal, SeededDice
from sandtable.kernel.records import write
from sandtable.planning import Bot, RandomBot
from sandtable.sim.driver import IllegalAnswer, Players, play_out, positions, seat_bots, seed_for
from tools.bench.figures import Figure, millis_anew

SCENARIOS = ("train_to_seoul", "all_in", "tactical_surprise", "extended_mobilization")
CROWDED = ("they_did_what", "strategic_surprise", "extended_mobilization")
"""Where whole armies are on the map: the places to look at."""
CAMPAIGN = "strategic_surprise"
ZEAL = 8
"""How busy players are whose positions are looked at: units move, and phases last."""
EVERY = 7
"""Of so many positions of a game one is looked at, and the answer to another one is carried out anew."""
UNITS = 3
"""Units of a position whose destinations are looked for."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    for scenario in SCENARIOS:
        yield random_play(scenario, 1 if quick else 6)
    spent = Spent()
    for scenario in CROWDED:
        look(scenario, 60 if quick else 1_000, spent)
    yield from single_looks(spent)
    yield from on_disk(40 if quick else 4_000)


def random_play(scenario: str, games: int) -> Figure:
    """Whole games by players who draw their answers, bots included, after one that fills the tables of the map."""
    korea = GAME.open(scenario)
    _play(scenario, 0, korea)
    gc.collect()
    start = time.process_time()
    actions = sum(_play(scenario, seed, korea) for seed in range(1, games + 1))
    seconds = time.process_time() - start
    return Figure(
        name=f"Korea, random play of {scenario} ({games} games)",
        value=actions / seconds,
        unit="per s",
        budget=1_500,
        at_most=False,
    )


def _play(scenario: str, seed: int, korea: Any) -> int:
    key = f"bench {scenario}/{seed}".encode()
    return play_out(GAME, korea, seat_bots(GAME, korea, key), key).steps


class Spent(Struct):
    """Milliseconds of each kind of look."""

    destinations: list[float] = field(default_factory=list)
    supply: list[float] = field(default_factory=list)
    zoc: list[float] = field(default_factory=list)
    applied: list[float] = field(default_factory=list)


def busy_bots(korea: Any, seed: bytes) -> dict[str, Bot]:
    """Players who draw their answers and are in no hurry to end a phase."""
    return {seat: RandomBot(seed_for(seed, "bot", seat), zeal=ZEAL) for seat in korea.seats}


def look(scenario: str, steps: int, spent: Spent) -> None:
    """Measure what is asked of positions of a game."""
    korea, seed = GAME.open(scenario), f"bench {scenario}".encode()
    for number, state in enumerate(islice(positions(GAME, korea, busy_bots(korea, seed), seed), steps)):
        if GAME.ending(state) is not None:
            break
        if number % EVERY == 1:
            spent.zoc.append(millis_anew(lambda s: [zones.zoc(s, side) for side in SIDES], state))
            spent.supply += [millis_anew(supply, state, side) for side in SIDES]
        elif number % EVERY == 3:
            spent.applied.append(_applied(state, number))
        spent.destinations += [millis_anew(marching.destinations, state, key) for key in _movers(state)]


def supply(state: KoreaState, side: str) -> object:
    """All of a side that is in supply, by the rules of its level."""
    return tracing.network(state, side) if state.board.is_advanced else standard.network(state, side)


def _movers(state: KoreaState) -> tuple[int, ...]:
    """A few of the units that can move now, spread over all of them."""
    seat = state.here.waiting[0]
    able = [key for key in on_board(state, seat) if eligibility.why_not_move(state, seat, key) is None]
    return tuple(able[:: max(1, len(able) // UNITS)][:UNITS])


def _applied(state: KoreaState, number: int) -> float:
    """One random answer, judged and carried out."""
    key = f"step {number}".encode()
    seat, action = Players(GAME, busy_bots(state.board, key), key).answer(state)
    return millis_anew(lambda fresh: GAME.apply(fresh, seat, action, SeededDice(key)), state)


def single_looks(spent: Spent) -> Iterator[Figure]:
    """What a person at a table waits for."""
    found = len(spent.destinations)
    yield _millis_at_most(f"Korea, destinations of one unit, median of {found}", spent.destinations, 3, worst=False)
    yield _millis_at_most("Korea, destinations of one unit, worst", spent.destinations, 30, worst=True)
    yield _millis_at_most(f"Korea, supply of a whole side, worst of {len(spent.supply)}", spent.supply, 15, worst=True)
    yield _millis_at_most(f"Korea, zones of both sides, worst of {len(spent.zoc)}", spent.zoc, 2, worst=True)
    applied = len(spent.applied)
    yield _millis_at_most(f"Korea, applying an action, median of {applied}", spent.applied, 3, worst=False)


def _millis_at_most(name: str, times: list[float], budget: float, *, worst: bool) -> Figure:
    return Figure(name=name, value=max(times) if worst else statistics.median(times), unit="ms", budget=budget)


def on_disk(steps: int) -> Iterator[Figure]:
    """What a step of a campaign takes on disk, and how long the whole takes to open."""
    korea, seed = GAME.open(CAMPAIGN), b"bench campaign"
    match, players = Match.new(GAME, korea, seed), Players(GAME, busy_bots(korea, seed), seed)
    while len(match.steps) < steps and GAME.prompts(match.state):
        seat, action = players.answer(match.state)
        step = match.act(seat, action)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
    played = len(match.steps)
    size = sum(len(write(record)) for record in match.records)
    yield Figure(name="Korea, a step of a campaign on disk", value=size / played / 1000, unit="kB", budget=4)
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        file = Path(folder) / "campaign.game"
        savefile.write_all(file, match.records)
        start = time.process_time()
        opened = savefile.open_match(file)
        seconds = time.process_time() - start
    if opened.match.state != match.state:
        raise AssertionError("the file opens at another position")
    yield Figure(name=f"Korea, a campaign of {played:,} steps opens", value=seconds, unit="s", budget=3)
