"""Hints: what the computer would do on a seat, for whoever plays computers or tries things out; never among people."""

from __future__ import annotations

import secrets

import msgspec

from sandtable.bots import known_tasks, strongest
from sandtable.kernel import codec
from sandtable.server import problems, umpire
from sandtable.server.context import ServerContext
from sandtable.server.problems import Wrong
from sandtable.server.shapes.play import Hint
from sandtable.server.tables import Table
from sandtable.server.thinking import Order, Thought
from sandtable.server.workers import Crashed

SECONDS = 8
"""What a hint may take."""


def hint(context: ServerContext, table_id: str, account_id: int, seat: str, task: str = "") -> Hint:
    """What the strongest computer of the game would do now, from what the seat knows; or its next step for a task."""
    with context.tables.at(table_id) as table:
        umpire.check_seat(context, table, account_id, seat)
        umpire.check_playing(table)
        if seat not in table.asked:
            raise problems.conflict("not_asked")
        _check_alone(context, table)
        header, seq = table.match.header, table.row.seq
        if task and task not in (known := known_tasks(header.game)):
            raise Wrong(422, "unknown_task", "no_task", task=task, known=", ".join(known) or "none")
        bot = strongest(header.game)
        order = Order(
            table=f"hint:{table_id}:{seq}",
            game=header.game,
            scenario=header.scenario,
            options=header.options,
            facts=header.facts,
            seat=seat,
            bot=bot,
            seed=secrets.token_bytes(32),
            seconds=SECONDS,
            state=codec.encode(table.view(seat).state),
            task=task,
        )
    with context.advice.take(account_id):
        try:
            told = context.adviser.ask(msgspec.msgpack.encode(order), SECONDS + 5)
        except Crashed:
            raise Wrong(422, "too_costly", "no_conclusion") from None
    thought = msgspec.msgpack.decode(told, type=Thought)
    return Hint(seq=seq, bot=bot, action=thought.action, aims=thought.aims)


def _check_alone(context: ServerContext, table: Table) -> None:
    """Raise where people play each other: at one screen every seat without a computer may be another person."""
    people = [one for one in table.seats if not one.bot and not one.resigned]
    others = len({one.account_id for one in people}) > 1
    hotseat = context.config.is_local and len(people) == len(table.seats) > 1
    if table.settings.rated:
        raise problems.forbidden("hint_rated")
    if others or (hotseat and not table.settings.origin):
        raise problems.forbidden("hint_people")
