"""Those who play: one socket for each table, answers at random, and going on by oneself after a cut."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.kernel import SeededDice
from tools.load.server import WAIT_SECONDS, Server


@dataclass
class Tally:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    acked: list[tuple[str, str]] = field(default_factory=list)
    """Table and id of every answer that was acknowledged."""
    refused: int = 0
    stale: int = 0
    resumed: int = 0
    kills: int = 0
    errors: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time in milliseconds within which a share of the answers was acknowledged."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


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
        self.heard_at = 0.0

    async def live(self) -> None:
        """Stay connected until cancelled."""
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket"
        pause = 0.05
        while True:
            try:
                async with connect(url, max_size=None, open_timeout=5, proxy=None, compression=None) as socket:
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
            pause = min(0.4, pause * 1.5)

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["is"]
        self.heard_at = time.monotonic()
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
            async with asyncio.timeout(WAIT_SECONDS):
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
