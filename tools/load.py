"""Load for a server of our own, on this machine alone: many tables, a steady pace, and kills if wanted.

`python -m tools.load` starts a server on loopback with a data folder of its own, plays 200 tables at 50 answers a
second for two minutes, prints how long acknowledgements took, and stops. `--kills 20` kills the server (SIGKILL) that
often at random moments instead, starts it again, lets the clients resume by themselves, and then checks in the store
that nothing acknowledged is lost and that every table still folds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.kernel import SeededDice

LONGEST = 600
"""Seconds after which it stops, whatever was asked for."""
PATIENCE = 30
GAME = "tests.small.skirmish"


@dataclass
class Tally:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    acked: list[tuple[str, str]] = field(default_factory=list)
    """Table and id of every answer that was acknowledged."""
    refused: int = 0
    stale: int = 0
    resumed: int = 0
    errors: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time in milliseconds within which a share of the answers was acknowledged."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


class Server:
    """The server under load, as a process."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder, self.database = folder, database
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        """Start it; on the same port again after the first time."""
        words = [sys.executable, "-m", "tools.load", "--serve", "--port", str(self.port), "--data", str(self.folder)]
        env = {"SANDTABLE_GAMES": GAME, **os.environ, "SANDTABLE_ACTIONS_PER_SECOND": "1000"}
        if self.database:
            env["SANDTABLE_DATABASE"] = self.database
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                self.ask("GET", "/healthz")
                return
            time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """Kill it without a warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def memory(self) -> float:
        """Its resident memory in megabytes."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request and its answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)


class Seat:
    """All seats of one table behind one socket: keeps the position, answers when told to, resumes when cut off."""

    def __init__(self, server: Server, table: str, number: int, tally: Tally) -> None:
        self.server, self.table, self.tally = server, table, tally
        self.dice = SeededDice(f"load {number}".encode())
        self.seq = -1
        self.offers: dict[str, list[Any]] = {}
        self.is_over = False
        self.count = 0
        self.pending: dict[str, Any] | None = None
        self.sent_at = 0.0
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._socket: ClientConnection | None = None
        self.ready = asyncio.Event()

    async def live(self) -> None:
        """Stay connected until cancelled."""
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket"
        pause = 0.05
        while True:
            try:
                async with connect(url, max_size=None, open_timeout=5, proxy=None) as socket:
                    self._socket = socket
                    await self._send({"is": "hello", **({"seq": self.seq} if self.seq >= 0 else {})})
                    if self.pending is not None:
                        self.tally.resumed += 1
                        await self._send(self.pending)  # the same id: done once, however often it is sent
                    pause = 0.05
                    async for text in socket:
                        self._hear(json.loads(text))
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            self._socket = None
            self.ready.clear()
            for waiting in self._answers.values():
                waiting.cancel()
            self._answers.clear()
            await asyncio.sleep(pause)
            pause = min(1.0, pause * 1.5)

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["is"]
        if kind in ("view", "step"):
            self.seq = message["seq"]
            self.offers[message["seat"]] = message["offers"]
            self.is_over = message["outcome"] is not None
            self.ready.set()
        elif kind == "same":
            self.ready.set()
        elif kind in ("ack", "refused", "stale", "error"):
            self._settle(kind, message)
        elif kind == "offered" and message["id"] in self._answers:
            self._answers.pop(message["id"]).set_result(message)

    def _settle(self, kind: str, message: dict[str, Any]) -> None:
        if self.pending is None or message["id"] != self.pending["id"]:
            return
        if kind == "ack":
            self.tally.times.append(time.perf_counter() - self.sent_at)
            self.tally.acked.append((self.table, message["id"]))
        elif kind == "refused":
            self.tally.refused += 1
        elif kind == "stale":
            self.tally.stale += 1
        else:
            self.tally.errors.append(f"{message['code']}: {message['text']}")
        self.pending = None

    async def answer(self) -> None:
        """Give one answer for a seat that is asked, if none is under way."""
        asked = [seat for seat, offers in self.offers.items() if offers]
        if self.pending is not None or not self.ready.is_set() or not asked:
            return
        seat = asked[0]
        offer = self._pick(self.offers[seat])
        for _ in range(12):
            widget = offer.get("widget")
            if widget is None or (widget.get("may_stop") and self.dice.draw(range(2))):
                break
            value = self._value(widget)
            offer = await self._open(seat, {"do": offer["do"], **offer.get("given", {}), offer["arg"]: value})
            if offer is None:
                return
        self.count += 1
        action = {"do": offer["do"], **offer.get("given", {})}
        self.pending = {"is": "act", "id": f"c{self.count}", "seat": seat, "seq": self.seq, "action": action}
        self.sent_at = time.perf_counter()
        await self._send(self.pending)

    async def _open(self, seat: str, partial: dict[str, Any]) -> Any:
        self.count += 1
        name = f"o{self.count}"
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[name] = waiting
        await self._send({"is": "offers", "id": name, "seat": seat, "partial": partial})
        try:
            async with asyncio.timeout(PATIENCE):
                found = await waiting
        except (asyncio.CancelledError, TimeoutError):
            return None
        return found["offers"][0] if found["offers"] else None

    def _pick(self, options: list[Any]) -> Any:
        return options[self.dice.draw(range(len(options)))]

    def _value(self, widget: dict[str, Any]) -> Any:
        match widget["kind"]:
            case "one":
                return self._pick(widget["options"])
            case "path":
                options = widget.get("options", [])
                steps = widget.get("so_far", [])[1:]
                return [*steps, self._pick(options)] if options else steps
            case "some":
                return widget.get("default") or widget.get("options", [])[: widget.get("least", 0)]
            case "amounts":
                return widget.get("default") or {}
            case _:
                return widget.get("default") or widget["least"]


async def drive(server: Server, options: argparse.Namespace, tally: Tally, tables: list[str]) -> dict[str, float]:
    """Play at a steady pace, with kills if wanted; gives what the memory was."""
    seats = [Seat(server, table, number, tally) for number, table in enumerate(tables)]
    lives = [asyncio.create_task(seat.live()) for seat in seats]
    async with asyncio.timeout(PATIENCE * 2):
        for seat in seats:
            await seat.ready.wait()
    await asyncio.sleep(2)  # everybody has come at once; what is measured is play
    memory = {"connected": server.memory()}
    loop, dice = asyncio.get_running_loop(), SeededDice(b"pace")
    until = loop.time() + min(options.seconds, LONGEST)
    kills = options.kills
    next_kill = loop.time() + 1.0 if kills else until + 1
    due, turn, doing = loop.time(), 0, set()
    while loop.time() < until and (kills or not options.kills):
        if loop.time() >= next_kill:
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            kills -= 1
            next_kill = loop.time() + 0.3 + dice.draw(range(1500)) / 1000
        seat = seats[turn % len(seats)]
        turn += 1
        task = asyncio.create_task(seat.answer())
        doing.add(task)
        task.add_done_callback(doing.discard)
        due += 1 / options.rate
        await asyncio.sleep(max(0, due - loop.time()))
        due = max(due, loop.time() - 1)
    for _ in range(PATIENCE * 10):
        if not any(seat.pending for seat in seats):
            break
        await asyncio.sleep(0.1)
    tally.errors += [f"no answer at table {seat.table}" for seat in seats if seat.pending]
    memory["end"] = server.memory()
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return memory


def verify(folder: Path, database: str, tally: Tally, tables: list[str]) -> list[str]:
    """What is wrong in the store: an acknowledged answer that is not there, a table that does not fold."""
    os.environ.setdefault("SANDTABLE_GAMES", GAME)
    from sandtable.store import Store
    from sandtable.store.folders import database_url
    from sandtable.store.matches import load_match

    store = Store(database or database_url(folder))
    trouble = []
    with store.reading() as books:
        for table, request in tally.acked:
            # The one person of a local server has the number 1.
            if books.games.asked_for(table, f"1:{request}") is None:
                trouble.append(f"table {table}: acknowledged answer {request} is lost")
        for table in tables:
            try:
                match = load_match(books, table)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the table is corrupt
                trouble.append(f"table {table}: {problem}")
                continue
            if match.seq != books.games.find(table).seq:
                trouble.append(f"table {table}: the steps end at {match.seq}")
    store.close()
    return trouble


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50, help="answers a second in all")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=0, help="how often to kill the server; at most 1000")
    parser.add_argument("--game", default="skirmish")
    parser.add_argument("--scenario", default="meeting")
    parser.add_argument("--options", default='{"turns": 1000}', help="options of the game, as JSON")
    parser.add_argument("--database", default="", help="a PostgreSQL to use in place of SQLite")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, default=None, help=argparse.SUPPRESS)
    found = parser.parse_args(words)
    if not 0 <= found.kills <= 1000 or not 1 <= found.tables <= 1000:
        parser.error("at most 1000 kills and 1000 tables")
    if found.kills:
        found.seconds = LONGEST
    return found


def main(words: list[str]) -> int:
    """Run the load and print what was measured; 1 if anything was lost, refused or slower than we promise."""
    options = arguments(words)
    if options.serve:
        from sandtable.server.commands import serve

        serve(port=options.port, browser=False, data=options.data)
        return 0
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="load") as name:
        server = Server(Path(name), options.database)
        try:
            server.start()
            empty = server.memory()
            wanted = {"game": options.game, "scenario": options.scenario, "options": json.loads(options.options)}
            tables = [server.ask("POST", "/api/tables", {**wanted, "start": True})["id"] for _ in range(options.tables)]
            memory = asyncio.run(drive(server, options, tally, tables))
        finally:
            server.stop()
        trouble = verify(Path(name), options.database, tally, tables)
    report(options, tally, {"empty": empty, **memory}, trouble)
    is_slow = not options.kills and tally.at(0.95) > 100
    return 1 if trouble or tally.errors or is_slow or not tally.acked else 0


def report(options: argparse.Namespace, tally: Tally, memory: dict[str, float], trouble: list[str]) -> None:
    """Say what was measured."""
    per_table = (memory["end"] - memory["empty"]) / options.tables
    print(
        f"{options.tables} tables, {len(tally.acked)} answers acknowledged, {tally.refused} refused, "
        f"{tally.stale} stale, {tally.resumed} sent again after a cut, {len(tally.errors)} errors"
    )
    print(f"acknowledged in ms: median {tally.at(0.5):.1f}, 95 % {tally.at(0.95):.1f}, 99 % {tally.at(0.99):.1f}")
    print(f"memory in MB: empty {memory['empty']:.0f}, end {memory['end']:.0f}, per table {per_table:.2f}")
    for line in [*tally.errors[:10], *trouble[:10]]:
        print(f"  {line}")
    print(f"in the store: {len(trouble)} troubles")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
