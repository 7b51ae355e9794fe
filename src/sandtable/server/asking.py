"""Questions to a game that change nothing, put to a process that can be killed, so many at a time and no more.

The table is locked only while its position is read: nobody's question delays an action.
"""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from typing import Any

import msgspec

from sandtable.kernel import codec
from sandtable.server import problems
from sandtable.server.answering import Question, Reply, run
from sandtable.server.config import Config
from sandtable.server.logs import log
from sandtable.server.places import Places
from sandtable.server.problems import Wrong
from sandtable.server.tables import Table
from sandtable.server.workers import Crashed, Worker

WALL_SECONDS = 10
"""Seconds of the clock that a question may take; what it may cost in CPU time, its process watches itself."""
MOST_WAITING = 16
"""Questions that may be under way at once; they hold threads that other requests need, too."""
MOST_EACH = 6
"""Questions that one account may have under way."""
SENT = 32
"""Positions that a worker is known to remember; no more than it does."""


class Askers:
    """The processes that answer questions. A table keeps to one of them, where its positions are remembered."""

    def __init__(self, config: Config) -> None:
        self.all = [Worker("question", run) for _ in range(config.askers)]
        self._sent: list[OrderedDict[tuple[str, str, int], None]] = [OrderedDict() for _ in self.all]
        self._lock = threading.Lock()
        self._places = Places(MOST_WAITING, MOST_EACH)

    def wake(self) -> None:
        """Start the processes in the background, so that the first question does not wait for them."""
        for worker in self.all:
            threading.Thread(target=worker.wake, daemon=True).start()

    def close(self) -> None:
        """End all processes."""
        for worker in self.all:
            worker.close()

    def question(self, table: Table, seat: str, name: str, params: dict[str, Any]) -> Question:
        """A question about what a seat sees now; asked with the table locked."""
        game, header = table.match.game, table.match.header
        if name not in game.queries:
            known = ", ".join(game.queries) or "nothing"
            raise problems.not_found("no_query", game=game.id, name=name, known=known)
        key = (table.id, seat, table.row.seq)
        is_known = key in self._sent[self._place(table.id)]
        return Question(
            table=table.id,
            game=header.game,
            scenario=header.scenario,
            options=header.options,
            facts=header.facts,
            seat=seat,
            seq=table.row.seq,
            name=name,
            params=params,
            state=b"" if is_known else codec.encode(table.view(seat).state),
        )

    def answer(self, question: Question, account_id: int) -> msgspec.Raw | None:
        """What the game says, as JSON; ``None`` where its process has forgotten the position and it has to be sent."""
        with self._places.take(account_id):
            place = self._place(question.table)
            try:
                told = self.all[place].ask(msgspec.msgpack.encode(question), WALL_SECONDS)
            except Crashed:
                self._sent[place].clear()
                raise Wrong(422, "too_costly", "costly") from None
            reply = msgspec.msgpack.decode(told, type=Reply)
        if reply.is_forgotten:
            return None
        self._remember(place, (question.table, question.seat, question.seq))
        if reply.is_fault:
            log().error("question", game=question.game, name=question.name, problem=reply.problem)
            raise problems.malformed("the game cannot answer that")
        if reply.problem:
            raise problems.malformed(f"the game cannot answer that: {reply.problem}")
        return msgspec.Raw(reply.answer)

    def forget(self, question: Question) -> None:
        """Send the position again with the next question about it."""
        self._sent[self._place(question.table)].pop((question.table, question.seat, question.seq), None)

    def _place(self, table_id: str) -> int:
        return zlib.crc32(table_id.encode()) % len(self.all)

    def _remember(self, place: int, key: tuple[str, str, int]) -> None:
        sent = self._sent[place]
        with self._lock:
            sent[key] = None
            sent.move_to_end(key)
            if len(sent) > SENT:
                sent.popitem(last=False)
