"""The run itself: everybody comes, plays at a steady pace, is cut off if wanted; then the store is looked at."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandtable.kernel import SeededDice
from tools.load.players import Seat, Tally
from tools.load.server import GAME, WAIT_SECONDS, Server
from tools.load.yardstick import Yardstick

QUIET = 1.0
"""Seconds without a word to anybody after which all have arrived."""
GAPS = (20, 600)
"""Milliseconds from the moment when most are back to the next kill: least and most."""


@dataclass(frozen=True)
class Plan:
    """What to do."""

    rate: float
    seconds: float
    kills: int = 0
    seed: bytes = b"pace"


@dataclass
class Cost:
    """What the play has cost the server; of the last process, where it was killed."""

    empty: float = 0.0
    end: float = 0.0
    processor: float = 0.0
    each: list[float] = field(default_factory=list)
    """The same for each server, where there are several."""
    slowness: float = 1.0
    """How much slower than at its best the machine was meanwhile."""


async def drive(servers: Sequence[Server], plan: Plan, tally: Tally, tables: Sequence[str]) -> Cost:
    """Play by a plan; where there are several servers, the tables are spread over them."""
    yardstick = Yardstick()
    yardstick.calm()
    seats = [Seat(servers[number % len(servers)], table, number, tally) for number, table in enumerate(tables)]
    lives = [asyncio.create_task(seat.live()) for seat in seats]
    try:
        await _all_here(seats)
        before = [server.seconds() for server in servers]
        cost = Cost()
        watching = asyncio.create_task(yardstick.watch())
        await _play(servers[0], plan, tally, seats)
        watching.cancel()
        cost.slowness = yardstick.slowness
        await _settled(seats)
        cost.end = sum(server.memory() for server in servers)
        used = [server.seconds() - (0 if plan.kills else at) for server, at in zip(servers, before, strict=True)]
        cost.processor, cost.each = sum(used), used
        tally.errors += [f"no answer at table {seat.table}" for seat in seats if seat.pending]
    finally:
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
    return cost


async def _all_here(seats: Sequence[Seat]) -> None:
    """Wait until everybody has come and been told of everybody else: what is measured is play."""
    async with asyncio.timeout(WAIT_SECONDS * 4):
        for seat in seats:
            await seat.ready.wait()
        while time.monotonic() - max(seat.heard_at for seat in seats) < QUIET:
            await asyncio.sleep(0.1)


async def _play(server: Server, plan: Plan, tally: Tally, seats: Sequence[Seat]) -> None:
    """Give answers in turn, and kill the server now and then."""
    loop, dice = asyncio.get_running_loop(), SeededDice(plan.seed)
    until = loop.time() + plan.seconds
    killing = asyncio.create_task(_kills(server, plan.kills, tally, seats, dice)) if plan.kills else None
    due, turn = loop.time(), 0
    doing: set[asyncio.Task[None]] = set()
    while loop.time() < until and not (killing and killing.done()):
        task = asyncio.create_task(seats[turn % len(seats)].answer())
        doing.add(task)
        task.add_done_callback(doing.discard)
        turn += 1
        due += 1 / plan.rate
        await asyncio.sleep(max(0, due - loop.time()))
        due = max(due, loop.time() - 1)
    if killing is not None:
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        if not killing.cancelled() and (problem := killing.exception()):
            raise problem


async def _kills(server: Server, count: int, tally: Tally, seats: Sequence[Seat], dice: SeededDice) -> None:
    """Kill the server at random moments while most of the tables are played, and start it again."""
    for _ in range(count):
        async with asyncio.timeout(WAIT_SECONDS):
            while 2 * sum(seat.ready.is_set() for seat in seats) < len(seats):
                await asyncio.sleep(0.01)
        await asyncio.sleep(dice.draw(range(*GAPS)) / 1000)
        server.kill()
        tally.kills += 1
        await asyncio.to_thread(server.start)


async def _settled(seats: Sequence[Seat]) -> None:
    """Wait until nobody waits for an answer any more."""
    for _ in range(WAIT_SECONDS * 10):
        if not any(seat.pending for seat in seats):
            return
        await asyncio.sleep(0.1)


def verify(folder: Path, database: str, tally: Tally, tables: Sequence[str]) -> list[str]:
    """What is wrong in the store: an acknowledged answer that is not there, a table that does not fold."""
    os.environ.setdefault("SANDTABLE_GAMES", GAME)
    from sandtable.store import Store
    from sandtable.store.folders import database_url
    from sandtable.store.loading import load_match

    store = Store(database or database_url(folder))
    trouble = []
    with store.reading() as transaction:
        for table, request in tally.acked:
            # The one person of a local server has the number 1.
            if transaction.matches.asked_for(table, f"1:{request}") is None:
                trouble.append(f"table {table}: acknowledged answer {request} is lost")
        for table in tables:
            try:
                match = load_match(transaction, table)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the table is corrupt
                trouble.append(f"table {table}: {problem}")
                continue
            if match.seq != transaction.matches.find(table).seq:
                trouble.append(f"table {table}: the steps end at {match.seq}")
    store.close()
    return trouble
