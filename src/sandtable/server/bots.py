"""Bots at the table: whose turn it is, which worker thinks, and what happens when one fails."""

from __future__ import annotations

import hashlib
import secrets
import time
import zlib
from typing import Any

import msgspec

from sandtable.kernel import Refusal, SeededDice, codec
from sandtable.kernel.offers import leaves, sample
from sandtable.server import umpire
from sandtable.server.context import ServerContext
from sandtable.server.logs import log
from sandtable.server.tables import Table
from sandtable.server.thinking import Order, Thought, run
from sandtable.server.workers import Crashed, Worker

GRACE = 5
"""Seconds that a bot may overrun before its worker is killed."""
TRIES = 3


class BotWorker(Worker):
    """A process in which bots think."""

    def __init__(self) -> None:
        super().__init__("bot", run)

    def think(self, order: Order) -> Thought:
        """What came of an order; raises :class:`Crashed`."""
        told = self.ask(msgspec.msgpack.encode(order), order.seconds + GRACE)
        return msgspec.msgpack.decode(told, type=Thought)


class Workers:
    """The workers of a server. A table keeps to one of them, where its bots are remembered."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.all = [BotWorker() for _ in range(context.config.bots)]
        with context.store.writing() as transaction:
            self._secret = transaction.secret("bots").encode()

    def close(self) -> None:
        """End all of them."""
        for worker in self.all:
            worker.close()

    def play(self, table_id: str, seat: str, seq: int, attempt: int) -> None:
        """Let the bot on a seat answer what it is asked at ``seq``; nothing happens if it is not asked any more."""
        refusal: Refusal | None = None
        for tries in range(TRIES):
            order = self._order(table_id, seat, seq, tries + attempt - 1)
            if order is None:
                return
            thought = self._think(table_id, order, is_last=tries == TRIES - 1)
            if thought is None or thought.action is None:
                continue
            outcome = umpire.act_for_bot(self.context, table_id, seat, seq, thought.action)
            if not isinstance(outcome, Refusal):
                return
            # What a seat does not see may stand in the way: the umpire said no, so think again.
            refusal = outcome
        self._report(table_id, seat, f"refused: {refusal.key}" if refusal else "no answer from its process")
        self._anything_legal(table_id, seat, seq)

    def _order(self, table_id: str, seat: str, seq: int, tries: int) -> Order | None:
        with self.context.tables.at(table_id) as table:
            if not umpire.is_bots_turn(table, seat, seq):
                return None
            header = table.match.header
            seed = hashlib.sha256(self._secret + f"{table_id}:{seat}:{seq}:{tries}".encode()).digest()
            return Order(
                table=table_id,
                game=header.game,
                scenario=header.scenario,
                options=header.options,
                facts=header.facts,
                seat=seat,
                bot=table.seat(seat).bot,
                seed=seed,
                seconds=table.settings.think,
                state=codec.encode(table.view(seat).state),
                tries=tries,
            )

    def _think(self, table_id: str, order: Order, *, is_last: bool) -> Thought | None:
        worker = self.all[zlib.crc32(table_id.encode()) % len(self.all)]
        started = time.perf_counter()
        try:
            thought = worker.think(order)
        except Crashed as problem:
            self.context.metrics.bot_crashes.labels(order.bot).inc()
            log().warning("bot_crashed", table=table_id, bot=order.bot, problem=str(problem))
            if is_last:
                self._report(table_id, order.seat, str(problem))
            return None
        self.context.metrics.thinking.labels(order.game, order.bot).observe(time.perf_counter() - started)
        if thought.trouble:
            log().warning("bot_trouble", table=table_id, bot=order.bot, problem=thought.trouble)
        return thought

    def _report(self, table_id: str, seat: str, trouble: str) -> None:
        """Let the table know that a bot stumbled."""
        with self.context.tables.at(table_id) as table, self.context.store.writing() as transaction:
            transaction.matches.change_seat(table_id, seat, trouble=trouble[:400])
            transaction.talk.say(table_id, None, key="chat.trouble", params={"seat": seat, "bot": table.seat(seat).bot})
            transaction.matches.change(table_id)
            table.read(transaction)
        self.context.hub.wake(table_id)

    def _anything_legal(self, table_id: str, seat: str, seq: int) -> None:
        """A bot that fails must not hold up a table: give any legal answer in its place."""
        with self.context.tables.at(table_id) as table:
            if umpire.is_bots_turn(table, seat, seq):
                for action in _legal(table, seat):
                    outcome = umpire.act_for_bot(self.context, table_id, seat, seq, action)
                    if not isinstance(outcome, Refusal):
                        return


def _legal(table: Table, seat: str) -> list[dict[str, Any]]:
    """Some legal answers of a seat, those that end its turn first."""
    match, dice = table.match, SeededDice(secrets.token_bytes(16))
    found: list[dict[str, Any]] = []
    verbs = sorted(match.game.open_verbs(match.state, seat), key=lambda verb: not verb.ends)
    for verb in verbs:
        drawn = [sample(verb, match.state, seat, dice) for _ in range(4)]
        found += [codec.plain(action) for action in drawn if action is not None]
        found += [codec.plain(action) for action in leaves(verb, match.state, seat, limit=20)]
    return found
