"""The process in which bots think. It is given what one seat knows, never the position itself.

Orders and answers are bytes through a pipe; a worker that dies, or thinks for too long, is simply replaced.
"""

from __future__ import annotations

import contextlib
import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from sandtable import registry
from sandtable.bots import make, task
from sandtable.kernel import Scenario, codec
from sandtable.kernel.queries import Phrase
from sandtable.planning import Bot, NoAnswer, SeatAtTable, tasks

REMEMBERED = 256
"""Bots that a worker keeps between their turns; one that is forgotten starts afresh."""


class Order(Struct, frozen=True, kw_only=True):
    """One question to one bot."""

    table: str
    game: str
    scenario: str
    options: dict[str, Any]
    facts: dict[str, Any]
    seat: str
    bot: str
    seed: bytes
    seconds: int
    state: bytes
    """The position as the seat knows it, as JSON."""
    tries: int = 0
    task: str = ""
    """A single task that was handed over; empty where the bot plays the seat."""


class Thought(Struct, frozen=True, kw_only=True):
    """What came of it: an action, or what went wrong."""

    action: dict[str, Any] | None = None
    trouble: str = ""
    aims: tuple[Phrase, ...] = ()
    """What the bot is after, where it says so."""


class Mind:
    """What a worker remembers: bots between their turns, scenarios between tables."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()
        self._scenarios: OrderedDict[bytes, Scenario] = OrderedDict()

    def think(self, order: Order) -> Thought:
        """Answer one question."""
        game = registry.game(order.game)
        state = codec.decode_state(order.state, game.state_type, self._scenario(order))
        if order.task:
            step = tasks.next_step(task(order.task, order.game), SeatAtTable(game, state, order.seat))
            return Thought(action=None if step is None else codec.plain(step))
        bot = self._bot(order)
        if hasattr(bot, "budget"):
            bot.budget = order.seconds
        try:
            action = bot.decide(SeatAtTable(game, state, order.seat))
        except NoAnswer as nothing:
            return Thought(trouble=str(nothing))
        return Thought(action=codec.plain(action), aims=getattr(bot, "aims", ()))

    def _bot(self, order: Order) -> Bot:
        key = (order.table, order.seat, order.bot)
        if key not in self._bots or order.tries:
            self._bots[key] = make(order.bot, order.seed, order.game)
            if len(self._bots) > REMEMBERED:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]

    def _scenario(self, order: Order) -> Scenario:
        key = codec.encode((order.game, order.scenario, order.options, order.facts))
        if key not in self._scenarios:
            self._scenarios[key] = registry.game(order.game).open(order.scenario, order.options, order.facts)
            if len(self._scenarios) > 16:
                self._scenarios.popitem(last=False)
        return self._scenarios[key]


def run(pipe: Connection) -> None:
    """Answer orders until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    mind = Mind()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            order = msgspec.msgpack.decode(pipe.recv_bytes(), type=Order)
            try:
                thought = mind.think(order)
            except Exception as problem:  # noqa: BLE001 - whatever a bot does wrong is reported, not fatal
                thought = Thought(trouble=f"{type(problem).__name__}: {problem}"[:300])
            pipe.send_bytes(msgspec.msgpack.encode(thought))
