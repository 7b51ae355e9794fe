"""What people at a table wait for in the real games: from an answer to the board that is lit anew, and its memory.

Everything happens in this process, on a store of its own: the answer is judged, carried out and on disk, then the
position of whoever is asked next is redacted, offered and written as the bytes that go out.
"""

from __future__ import annotations

import gc
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable import registry
from sandtable.kernel import Game, SeededDice, codec
from sandtable.kernel.offers import sample
from sandtable.server import looking, seating, umpire
from sandtable.server.config import Config
from sandtable.server.context import ServerContext
from sandtable.server.shapes.tables import NewTable
from sandtable.server.tables import Table
from sandtable.store.loading import load_match
from tools.bench.figures import Figure

GAMES = ("axisallies", "eastfront")
MEDIAN, NEARLY_ALL = 60, 200
"""Milliseconds for half, and for 95 of 100, of all answers."""
MEGABYTES = 5
"""Of a table that is in memory and waits."""
TRIES = 50


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    for game_id in GAMES:
        with tempfile.TemporaryDirectory(prefix="bench") as folder:
            context = ServerContext(Config(database=f"sqlite:///{Path(folder) / 'bench.sqlite'}"))
            try:
                yield from _game(context, game_id, 40 if quick else 400)
            finally:
                context.close()


def _game(context: ServerContext, game_id: str, answers: int) -> Iterator[Figure]:
    wanted = NewTable(game=game_id, scenario=registry.game(game_id).scenarios()[0].name, start=True)
    times: list[float] = []
    while len(times) < answers:  # at random a game may soon be over
        table_id = seating.create(context, context.local_id, wanted)
        times += clicks(context, table_id, answers - len(times), SeededDice(f"bench {len(times)}".encode()))
    for share, budget in ((0.5, MEDIAN), (0.95, NEARLY_ALL)):
        name = f"{game_id}: click to lit board, {share * 100:.0f} % of {len(times)}"
        yield Figure(name=name, value=at(times, share), unit="ms", budget=budget)
    size = megabytes(context, table_id, 2 if answers < 100 else 6)
    yield Figure(name=f"{game_id}: a table that waits", value=size, unit="MB", budget=MEGABYTES)


def at(times: list[float], share: float) -> float:
    """The milliseconds within which a share of the clicks was answered."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def clicks(context: ServerContext, table_id: str, answers: int, dice: SeededDice) -> list[float]:
    """The CPU seconds of answers drawn at random, each with the view and the offers that follow."""
    times: list[float] = []
    for number in range(answers):
        with context.tables.at(table_id) as table:
            if not table.asked:
                break
            seat = table.asked[0]
            action = codec.plain(_drawn(table, seat, dice))
        start = time.process_time()
        umpire.act(context, table_id, context.local_id, seat, table.row.seq, action, f"c{number}")
        lit(context, table_id)
        times.append(time.process_time() - start)
    return times


def lit(context: ServerContext, table_id: str) -> list[bytes]:
    """What goes out to those who are asked now."""
    with context.tables.at(table_id) as table:
        return [codec.encode(looking.position(table, seat)) for seat in table.asked]


def _drawn(table: Table, seat: str, dice: SeededDice) -> Any:
    game: Game[Any] = table.match.game
    verbs = game.open_verbs(table.match.state, seat)
    for _ in range(TRIES):
        action = sample(verbs[dice.draw(range(len(verbs)))], table.match.state, seat, dice)
        if action is not None:
            return action
    raise RuntimeError(f"{game.id} asks {seat} at {table.match.state.here.at}, but no answer could be drawn")


def megabytes(context: ServerContext, table_id: str, count: int) -> float:
    """The memory of one table more: as it is read from the store, shown and offered, and then waits."""
    with context.store.reading() as transaction:
        load_match(transaction, table_id)  # what all tables of a game share is there already
    gc.collect()
    tracemalloc.start()
    before, tables = tracemalloc.get_traced_memory()[0], []
    for _ in range(count):
        table = Table(table_id)
        with context.store.reading() as transaction:
            table.read(transaction)
        for seat in table.asked:
            codec.encode(looking.position(table, seat))
        tables.append(table)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / count / 2**20
