"""The kernel's own figures: a step, a search, a replay, a start, random play."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path

from sandtable.kernel import Match, codec
from sandtable.kernel.dice import NoDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.graph import reach
from sandtable.kernel.match import read_action
from tools.bench.field import GAME, Field, Go
from tools.bench.figures import Figure, micros

SMALL = ("tests.small.skirmish", "tests.small.market", "tests.small.patrol")


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    yield from steps()
    yield search()
    yield replay(1_000 if quick else 10_000)
    yield from starts()
    yield random_play(1.0 if quick else 4.0)


def steps() -> Iterator[Figure]:
    """A step at 800 pieces without any rule, and one changed piece without the fingerprint."""
    scenario = GAME.open("field")
    state = GAME.start(scenario, NoDice()).state
    message = codec.encode(Go(400, 1011))

    def whole() -> str:
        action = read_action(GAME, codec.decode(message, dict))
        d: Draft[Field] = Draft(state, NoDice(), "blue")
        d.edit("pieces", 400, hex=1011, moved=True)
        d.changes()
        del action
        return codec.state_hash(d.now)

    def changed() -> object:
        d: Draft[Field] = Draft(state, NoDice(), "blue")
        d.edit("pieces", 400, hex=1011, moved=True)
        return d.changes()

    round_trip = micros(lambda: codec.decode(codec.encode(state), Field))
    yield Figure(
        name="kernel cost of a step, 800 pieces",
        value=micros(whole),
        unit="us",
        budget=400,
        reference=round_trip,
        reference_name="JSON round trip of the state",
    )
    yield Figure(name="one changed piece of 800, without the fingerprint", value=micros(changed), unit="us", budget=40)
    applied = micros(lambda: GAME.apply(state, "blue", Go(400, 1011), NoDice()))
    yield Figure(name="apply with offers as the judge, 800 pieces", value=applied, unit="us", budget=100)


def search() -> Figure:
    """Reach of six movement points on 4,800 hexes with a cost function in Python, against heapq."""
    grid = GAME.open("field").grid  # type: ignore[attr-defined]
    near = grid.neighbours
    start = grid.at(30, 40)

    def cost(here: int, there: int) -> int | None:
        return 1 if there % 7 else 2

    def heap() -> dict[int, int]:
        costs = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, node = heappop(queue)
            if spent > costs[node]:
                continue
            for following in near[node]:
                price = cost(node, following)
                if price is None:
                    continue
                total = spent + price
                if total <= 6 and total < costs.get(following, 99):
                    costs[following] = total
                    heappush(queue, (total, following))
        return costs

    if reach(start, 6, near, cost).costs != heap():
        raise AssertionError("the two searches disagree")
    return Figure(
        name=f"reach of 6 points on 4,800 hexes ({len(heap())} reached)",
        value=micros(lambda: reach(start, 6, near, cost)),
        unit="us",
        budget=120,
        reference=micros(heap),
        reference_name="heapq",
    )


def replay(count: int) -> Figure:
    """Folding a long game from its changes, records already read from their lines."""
    match = Match.new(GAME, GAME.open("field"), b"bench")
    for number in range(count):
        match.act("blue", Go(number % 3 + 1, 1010 + number % 3))
    start = time.process_time()
    folded = Match.fold(GAME, match.records)
    seconds = time.process_time() - start
    if folded.state != match.state:
        raise AssertionError("the fold gives another position")
    return Figure(name=f"replay of {count:,} steps at 800 pieces", value=seconds, unit="s", budget=count / 10_000)


def starts() -> Iterator[Figure]:
    """How long a person waits for an import and for the list of games (wall time, best of five)."""
    yield Figure(name="import sandtable", value=_best("-c", "import sandtable"), unit="s", budget=0.3)
    program = "import sys; sys.argv = ['sandtable', 'games']; from sandtable.cli import main; main()"
    yield Figure(name="sandtable games", value=_best("-c", program), unit="s", budget=0.3)


def _best(*arguments: str) -> float:
    best = 99.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=False, capture_output=True, env=dict(os.environ))
        best = min(best, time.perf_counter() - start)
    return best


def random_play(seconds: float) -> Figure:
    """Random legal play of the small test games, through the driver that bots use."""
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from sandtable.sim.driver import play_out, seat_bots

    games = [importlib.import_module(name).GAME for name in SMALL]
    opened = [(game, game.open(game.scenarios()[0].name)) for game in games]
    steps_played, number = 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game, scenario = opened[number % len(opened)]
        seed = b"bench" + number.to_bytes(4, "big")
        steps_played += play_out(game, scenario, seat_bots(game, scenario, seed), seed).steps
        number += 1
    return Figure(
        name=f"random play of the test games ({number} games)",
        value=steps_played / (time.process_time() - start),
        unit="steps/s",
        budget=10_000,
        at_most=False,
    )
