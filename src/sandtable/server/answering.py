"""The process in which questions to a game are answered: overlays, odds. It is given what one seat knows, no more.

A question may cost so much and no more: the process watches its own CPU time and ends itself when one takes too long.
Positions are remembered, for a player asks many questions about one.
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
from sandtable.kernel import Scenario, State, View, codec
from sandtable.server.metering import Meter

CPU_SECONDS = 2.0
"""What one question may cost."""
REMEMBERED = 32
"""Positions that a worker keeps."""


class Question(Struct, frozen=True, kw_only=True):
    """One question to one game. Without ``state`` it is about a position that was sent before."""

    table: str
    game: str
    scenario: str
    options: dict[str, Any]
    facts: dict[str, Any]
    seat: str
    seq: int
    name: str
    params: dict[str, Any]
    state: bytes = b""
    """The position as the seat knows it, as JSON."""


class Reply(Struct, frozen=True, kw_only=True):
    """The answer as JSON, or what is wrong with the question; or the position is not known here."""

    answer: bytes = b""
    problem: str = ""
    is_fault: bool = False
    """Whether the game stumbled over the question instead of refusing it."""
    is_forgotten: bool = False


class Desk:
    """What a worker remembers: positions and scenarios."""

    def __init__(self, meter: contextlib.AbstractContextManager[None] | None = None) -> None:
        self._meter = meter or contextlib.nullcontext()
        self._known: OrderedDict[tuple[str, str, int], State] = OrderedDict()
        self._scenarios: OrderedDict[bytes, Scenario] = OrderedDict()

    def reply(self, question: Question) -> Reply:
        """Answer one question."""
        game = registry.game(question.game)
        state = self._state(question)
        if state is None:
            return Reply(is_forgotten=True)
        try:
            with self._meter:  # reading a position is no part of what a question costs
                found = codec.encode(game.query(View(seat=question.seat, state=state), question.name, question.params))
        except (LookupError, ValueError, TypeError) as problem:
            return Reply(problem=str(problem)[:300])
        except Exception as problem:  # noqa: BLE001 - whatever a question does, it ends here
            return Reply(problem=f"{type(problem).__name__}: {problem}"[:300], is_fault=True)
        return Reply(answer=found)

    def _state(self, question: Question) -> State | None:
        key = (question.table, question.seat, question.seq)
        if question.state:
            kind = registry.game(question.game).state_type
            self._known[key] = codec.decode_state(question.state, kind, self._scenario(question))
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def _scenario(self, question: Question) -> Scenario:
        key = codec.encode((question.game, question.scenario, question.options, question.facts))
        if key not in self._scenarios:
            game = registry.game(question.game)
            self._scenarios[key] = game.open(question.scenario, question.options, question.facts)
            if len(self._scenarios) > 16:
                self._scenarios.popitem(last=False)
        return self._scenarios[key]


def run(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    desk = Desk(Meter(CPU_SECONDS))
    registry.games()  # before anybody waits for it
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            question = msgspec.msgpack.decode(pipe.recv_bytes(), type=Question)
            pipe.send_bytes(msgspec.msgpack.encode(desk.reply(question)))
