"""Clients that write a diary: they play at random, go on by themselves after a cut, and note all they are told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.kernel import Game, Scenario, SeededDice, State, codec, fold
from sandtable.kernel.changes import Change, typed
from sandtable.kernel.offers import sample
from tools.faults.history import Acked, Denied, Diary, Seen, Sent
from tools.load.server import Server

PATIENCE = 5.0
"""Seconds after which an answer of which nothing was heard is sent again, under the same name."""
PAUSE = 0.02
AGAIN = ("unavailable", "too_fast", "internal")
"""Errors that leave open whether something was done; the same answer is sent again."""


class Client:
    """One socket at one table that shows some of its seats."""

    def __init__(
        self, server: Server, game: Game[Any], scenario: Scenario, table: str, name: str, seats: tuple[str, ...]
    ) -> None:
        self.server, self.game, self.scenario, self.seats = server, game, scenario, seats
        self.diary = Diary(name, table)
        self.troubles: list[str] = []
        self.states: dict[str, State] = {}
        self.seqs: dict[str, int] = {}
        self.asked: dict[str, bool] = {}
        self.pending: dict[str, Any] | None = None
        self._sent_at = 0.0
        self._count = 0
        self._dice = SeededDice(name.encode())
        self._socket: ClientConnection | None = None
        self.is_over = False
        self.is_done = False
        """Whether it begins nothing new."""
        self.resumed = 0

    @property
    def is_here(self) -> bool:
        """Whether it is connected and knows its seats."""
        return self._socket is not None and len(self.seqs) == len(self.seats)

    async def live(self) -> None:
        """Stay connected until cancelled."""
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.diary.table}/socket"
        while True:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(url, max_size=None, open_timeout=5, proxy=None, compression=None) as socket:
                    known = {"seq": min(self.seqs.values())} if len(set(self.seqs.values())) == 1 else {}
                    await socket.send(json.dumps({"is": "hello", "seats": self.seats, **known}))
                    self._socket = socket
                    if self.pending is not None:
                        self.resumed += 1
                        await self._send()
                    async for text in socket:
                        self._hear(msgspec.json.decode(text))
            self._socket = None
            await asyncio.sleep(PAUSE)

    def cut(self) -> None:
        """End the connection without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def play(self) -> None:
        """Give answers, one after another, until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            if self._socket is None:
                continue
            if self.pending is None and self.is_here and not self.is_over and not self.is_done:
                self._answer()
            if self.pending is not None and time.monotonic() - self._sent_at > (PATIENCE if self._sent_at else 0):
                await self._send()

    async def _send(self) -> None:
        self._sent_at = time.monotonic()
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(self.pending))

    # -- hearing ---------------------------------------------------------------------------------------------------

    def _hear(self, message: dict[str, Any]) -> None:
        now = time.monotonic()
        match message["is"]:
            case "view":
                raw = msgspec.json.encode(message["state"])
                self._know(now, message, codec.decode_state(raw, self.game.state_type, self.scenario))
            case "step":
                seat = message["seat"]
                if self.seqs.get(seat) != message["since"]:
                    known = self.seqs.get(seat)
                    self.troubles.append(f"{seat} knows {known} and is told what follows {message['since']}")
                    return
                kind = self.game.state_type
                changes = [typed(kind, msgspec.convert(one, Change)) for one in message["changes"]]
                self._know(now, message, fold(self.states[seat], changes))
            case "same":
                if message["seq"] != self.seqs.get(message["seat"]):
                    self.troubles.append(f"{message['seat']} knows another position than {message['seq']}")
            case "ack" | "refused" | "stale" | "error":
                self._settle(now, message)

    def _know(self, now: float, message: dict[str, Any], state: State) -> None:
        seat, seq = message["seat"], message["seq"]
        self.states[seat], self.seqs[seat] = state, seq
        self.asked[seat] = any(one["seat"] == seat for one in message["prompts"])
        self.is_over = message["outcome"] is not None
        self.diary.events.append(Seen(now, seat, seq, codec.state_hash(state)))

    def _settle(self, now: float, message: dict[str, Any]) -> None:
        name = message["id"]
        if self.pending is None or name != self.pending["id"]:
            return
        match message["is"]:
            case "ack":
                self.diary.events.append(Acked(now, name, message["seq"]))
            case "error" if message["code"] in AGAIN:
                self._sent_at = now - PATIENCE + 0.2
                return
            case "error":
                self.troubles.append(f"{message['code']}: {message['text']}")
            case how:
                self.diary.events.append(Denied(now, name, message["seq"], how))
        self.pending = None

    # -- answering -------------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Choose something to do: most often what the rules allow, now and then to take back."""
        turn = self._dice.draw(range(10))
        seat = self.seats[self._dice.draw(range(len(self.seats)))]
        what: dict[str, Any] | str | None = "undo" if turn == 0 else "redo" if turn == 1 else self._choose(seat)
        if what is None:
            return
        self._count += 1
        name, seq = f"{self.diary.client}.{self._count}", self.seqs[seat]
        verb = {"is": what} if isinstance(what, str) else {"is": "act", "action": what}
        self.pending = {**verb, "id": name, "seat": seat, "seq": seq}
        self.diary.events.append(Sent(time.monotonic(), name, seat, seq, what))
        self._sent_at = 0.0

    def _choose(self, seat: str) -> dict[str, Any] | None:
        if not self.asked.get(seat):
            return None
        state = self.states[seat]
        verbs = list(self.game.open_verbs(state, seat))
        for _ in range(4):
            verb = verbs[self._dice.draw(range(len(verbs)))]
            action = sample(verb, state, seat, self._dice)
            if action is not None:
                plain: dict[str, Any] = json.loads(codec.encode(codec.plain(action)))
                return plain
        return None
