"""`python -m tools.load` measures, `python -m tools.load --kills 300` kills.

The first plays 200 tables at 50 answers a second for two minutes on a server of its own and prints how long
acknowledgements took. `--postgres --servers 2` does the same with two processes that share a PostgreSQL: they carry as
many times what one does as the time of a processor for each answer allows.

The second kills the server (SIGKILL) that often at random moments under load and starts it again; the clients go on by
themselves. After either, the store is looked at: nothing acknowledged may be lost, and every table must fold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import tempfile
from pathlib import Path

from tools.load.drive import Cost, Plan, drive, verify
from tools.load.players import Tally
from tools.load.server import Server
from tools.postgres import cluster

LONGEST = 1_200
"""Seconds after which a run that kills stops, whatever was asked for."""
SLOW = 100
"""Milliseconds within which 95 of 100 answers are to be acknowledged."""


def arguments(words: list[str]) -> argparse.Namespace:
    """What was asked for, with what fits each kind of run where nothing was said."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, help="200; with --kills 12, so that all are back before the next kill")
    parser.add_argument("--rate", type=float, help="answers a second in all (50; with --kills 100)")
    parser.add_argument(
        "--seconds", type=float, default=120, help="how long to play (120); with --kills as long as it takes"
    )
    parser.add_argument("--kills", type=int, default=0, help="how often to kill the server; at most 1000")
    parser.add_argument("--seed", default="pace", help="from which the moments of the kills are drawn")
    parser.add_argument("--game", default="skirmish")
    parser.add_argument("--scenario", default="meeting")
    parser.add_argument("--options", default='{"turns": 1000}', help="options of the game, as JSON")
    parser.add_argument("--database", default="", help="a PostgreSQL to use in place of SQLite")
    parser.add_argument("--postgres", action="store_true", help="the same with a PostgreSQL of its own, fsync on")
    parser.add_argument("--servers", type=int, default=1, help="processes that share a PostgreSQL (1; at most 4)")
    found = parser.parse_args(words)
    found.tables = (12 if found.kills else 200) if found.tables is None else found.tables
    found.rate = (100 if found.kills else 50) if found.rate is None else found.rate
    if not 0 <= found.kills <= 1000 or not 1 <= found.tables <= 1000 or found.rate <= 0:
        parser.error("at most 1000 kills and 1000 tables, and a rate above 0")
    if not 1 <= found.servers <= 4 or (found.servers > 1 and (found.kills or not (found.postgres or found.database))):
        parser.error("at most 4 servers, with a PostgreSQL that they share, and without kills")
    if found.kills:
        found.seconds = LONGEST
    return found


def main(words: list[str]) -> int:
    """Run the load and print what was measured; 1 if anything was lost, went wrong, or was slower than we promise."""
    options = arguments(words)
    plan = Plan(options.rate, options.seconds, options.kills, options.seed.encode())
    tally, before = Tally(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="load") as name, contextlib.ExitStack() as stack:
        database = stack.enter_context(cluster(fsync=True)) if options.postgres else options.database
        servers = [Server(Path(name), database) for _ in range(options.servers)]
        try:
            for server in servers:
                server.start()
            empty = sum(server.memory() for server in servers)
            wanted = {"game": options.game, "scenario": options.scenario, "options": json.loads(options.options)}
            ask = servers[0].ask
            tables = [ask("POST", "/api/tables", {**wanted, "start": True})["id"] for _ in range(options.tables)]
            cost = asyncio.run(drive(servers, plan, tally, tables))
            cost.empty = empty
        finally:
            for server in servers:
                server.stop()
        trouble = verify(Path(name), database, tally, tables)
    print(*report(options.tables, plan, tally, cost, trouble), sep="\n")
    print(f"load of the machine: {before:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} processors")
    return 1 if is_bad(plan, tally, trouble) else 0


def is_bad(plan: Plan, tally: Tally, trouble: list[str]) -> bool:
    """Whether anything was lost, went wrong, or was slower than we promise."""
    is_slow = not plan.kills and tally.at(0.95) > SLOW
    return bool(trouble or tally.errors or is_slow or not tally.acked or tally.kills < plan.kills)


def report(tables: int, plan: Plan, tally: Tally, cost: Cost, trouble: list[str]) -> list[str]:
    """What was measured, as lines."""
    count = len(tally.acked)
    found = [
        f"{tables} tables, {count} answers acknowledged, {len(tally.errors)} errors",
        f"{tally.refused} refused, {tally.stale} stale, {tally.resumed} sent again after a cut",
        f"acknowledged in ms: median {tally.at(0.5):.1f}, 95 % {tally.at(0.95):.1f}, 99 % {tally.at(0.99):.1f}",
    ]
    if plan.kills:
        found.append(f"killed {tally.kills} times of {plan.kills}")
    else:
        each = 1000 * cost.processor / max(1, count)
        found.append(f"the server used {each:.2f} ms of a processor for each answer")
        slow = f"the yardstick took {cost.slowness:.2f} times its best"
        found.append(f"  {each / cost.slowness:.2f} on quiet cores: {slow}")
        if len(cost.each) > 1:
            shares = ", ".join(f"{seconds:.1f}" for seconds in cost.each)
            found.append(f"  by each of {len(cost.each)} processes, in seconds: {shares}")
        per_table = (cost.end - cost.empty) / tables
        found.append(f"memory in MB: empty {cost.empty:.0f}, end {cost.end:.0f}, per table {per_table:.2f}")
    found += [f"  {line}" for line in (*tally.errors[:10], *trouble[:10])]
    return [*found, f"in the store: {len(trouble)} troubles"]
