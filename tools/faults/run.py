"""`python -m tools.faults --faults 500 --seed x` plays at several tables, and something breaks every moment.

The server is killed, sockets are cut, the clock jumps, and with `--postgres` its database is crashed and started again
with `fsync` on. Clients write down all they send and hear; afterwards one order of all acknowledged actions has to
explain every diary (:mod:`tools.faults.history`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandtable.kernel import SeededDice
from tools import postgres
from tools.faults.clients import Client
from tools.faults.history import Acked, Seen, check
from tools.faults.nursery import CLOCK
from tools.faults.truth import order_of
from tools.load.server import GAME, WAIT_SECONDS, Server

GAPS = (30, 500)
"""Milliseconds of play between two faults: least and most."""
JUMPS = (-86_400_000, -3_600_000, -5_000, 0, 5_000, 3_600_000, 86_400_000)
OPTIONS = {"turns": 1000}
SETTLE = 60
"""Seconds within which everybody is answered at the end."""


@dataclass
class Outcome:
    """What came of a run."""

    faults: Counter[str] = field(default_factory=Counter)
    acked: int = 0
    seen: int = 0
    resumed: int = 0
    troubles: list[str] = field(default_factory=list)


class Trial:
    """One run: a server, its clients, and whoever breaks things."""

    def __init__(self, folder: Path, database: str, tables: int, seed: bytes) -> None:
        self.folder, self.database = folder, database
        self.server = Server(folder, database, "tools.faults.nursery")
        self.dice = SeededDice(seed)
        self.count = tables
        self.clients: list[Client] = []
        self.unsettled: list[str] = []

    def open(self) -> None:
        """Start the server, and tables with three clients each: one for each seat, one for both."""
        os.environ.setdefault("SANDTABLE_GAMES", GAME)
        from sandtable import registry

        self.server.start()
        game = registry.game("skirmish")
        scenario = game.open("meeting", OPTIONS)
        for number in range(self.count):
            wanted = {"game": "skirmish", "scenario": "meeting", "options": OPTIONS, "start": True}
            table = self.server.ask("POST", "/api/tables", wanted)["id"]
            for name, seats in (("a", ("blue",)), ("b", ("red",)), ("c", ("blue", "red"))):
                self.clients.append(Client(self.server, game, scenario, table, f"{number}{name}", seats))

    async def play(self, faults: int, kinds: Sequence[str]) -> Outcome:
        """Let everybody play while things break; gives what happened, not yet whether it was right."""
        found = Outcome()
        lives = [asyncio.create_task(one.live()) for one in self.clients]
        plays = [asyncio.create_task(one.play()) for one in self.clients]
        try:
            await self._most_here()
            for _ in range(faults):
                await asyncio.sleep(self.dice.draw(range(*GAPS)) / 1000)
                kind = kinds[self.dice.draw(range(len(kinds)))]
                await self._break(kind)
                found.faults[kind] += 1
                await self._most_here()
            await self._settle()
        finally:
            for task in (*plays, *lives):
                task.cancel()
            await asyncio.gather(*plays, *lives, return_exceptions=True)
        found.resumed = sum(one.resumed for one in self.clients)
        found.troubles += [f"{one.diary.client}: {said}" for one in self.clients for said in one.troubles]
        found.troubles += self.unsettled
        found.troubles += [f"{one.diary.client}: no answer to {one.pending}" for one in self.clients if one.pending]
        return found

    async def _break(self, kind: str) -> None:
        match kind:
            case "kill":
                self.server.kill()
                await asyncio.to_thread(self.server.start)
            case "cut":
                for one in self.clients:
                    if self.dice.draw((True, False)):
                        one.cut()
            case "clock":
                (self.folder / CLOCK).write_text(str(self.dice.draw(JUMPS)))
            case "database":
                await asyncio.to_thread(postgres.crash, self.database)
            case other:
                raise ValueError(other)

    async def _most_here(self) -> None:
        async with asyncio.timeout(WAIT_SECONDS * 2):
            while 2 * sum(one.is_here for one in self.clients) < len(self.clients):
                await asyncio.sleep(0.01)

    async def _settle(self) -> None:
        """Nobody begins anything new; everybody is answered and sees the same."""
        for one in self.clients:
            one.is_done = True
        until = time.monotonic() + SETTLE
        while time.monotonic() < until:
            newest: dict[str, set[int]] = {}
            for one in self.clients:
                newest.setdefault(one.diary.table, set()).update(one.seqs.values())
            is_quiet = all(one.is_here and one.pending is None for one in self.clients)
            if is_quiet and all(len(known) == 1 for known in newest.values()):
                return
            await asyncio.sleep(0.1)
        self.unsettled = [f"{one.diary.client} is at {one.seqs}, here: {one.is_here}" for one in self.clients]


def verify(trial: Trial, database: str, found: Outcome) -> None:
    """Hold all diaries against what the store holds."""
    from sandtable.store import Store
    from sandtable.store.folders import database_url

    store = Store(database or database_url(trial.folder))
    try:
        for table in dict.fromkeys(one.diary.table for one in trial.clients):
            diaries = [one.diary for one in trial.clients if one.diary.table == table]
            order = order_of(store, table)
            found.troubles += [f"table {table}: {said}" for said in check(diaries, order)]
            with store.reading() as transaction:
                if (bent := transaction.matches.first_bent(table)) is not None:
                    found.troubles.append(f"table {table}: record {bent} is not as it was written")
    finally:
        store.close()
    for one in trial.clients:
        found.acked += sum(isinstance(event, Acked) for event in one.diary.events)
        found.seen += sum(isinstance(event, Seen) for event in one.diary.events)


def run(
    faults: int, seed: str, tables: int, database: str = "", kinds: Sequence[str] = ("kill", "cut", "clock")
) -> Outcome:
    """One whole run in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="faults") as name:
        trial = Trial(Path(name), database, tables, seed.encode())
        try:
            trial.open()
            found = asyncio.run(trial.play(faults, kinds))
        finally:
            trial.server.stop()
        verify(trial, database, found)
    return found


def main(words: list[str]) -> int:
    """Run it and print what was found; 1 if anything cannot be explained."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--seed", default="faults")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own that is crashed as well")
    options = parser.parse_args(words)
    if not 0 < options.faults <= 5_000 or not 1 <= options.tables <= 50:
        parser.error("1 to 5000 faults and 1 to 50 tables")
    started = time.monotonic()
    if options.postgres:
        with postgres.cluster(fsync=True) as url:
            found = run(options.faults, options.seed, options.tables, url, ("kill", "cut", "clock", "database"))
    else:
        found = run(options.faults, options.seed, options.tables)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(found.faults.items()))
    print(f"{sum(found.faults.values())} faults ({told}) in {time.monotonic() - started:.0f} s")
    print(f"{found.acked} answers acknowledged, {found.seen} positions shown, {found.resumed} answers sent again")
    print(f"{len(found.troubles)} things that no order explains", *found.troubles[:20], sep="\n  ")
    return 1 if found.troubles or not found.acked else 0
