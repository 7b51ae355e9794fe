"""The order that the store holds, for the checker."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from sandtable import registry
from sandtable.kernel import State, codec, fold, records
from sandtable.kernel.changes import typed
from sandtable.kernel.records import Played, Undone
from sandtable.store import Store
from sandtable.store.loading import load_beginning, shared_scenario
from sandtable.store.schema import step as table_of_steps
from tools.faults.history import Order, Step


def order_of(store: Store, table: str) -> Order:
    """All records of a table, and its positions one by one."""
    with store.reading() as transaction:
        header, opening = load_beginning(transaction, table)
        rows = transaction.matches.steps(table)
        wanted = select(table_of_steps.c.seq, table_of_steps.c.request).where(table_of_steps.c.game_id == table)
        requests = {row.seq: row.request for row in transaction.connection.execute(wanted)}
    game, scenario = registry.game(header.game), shared_scenario(header)
    states: dict[int, State] = {0: codec.decode_state(bytes(opening.state), game.state_type, scenario)}
    steps: list[Step] = []
    for row in rows:
        record: Any = records.read(row.line)
        request = (requests[row.seq] or "").partition(":")[2]
        if isinstance(record, Played):
            changes = [typed(game.state_type, change) for change in record.changes]
            states[row.seq] = fold(states[row.seq - 1], changes)
            steps.append(Step(row.seq, record.seat, record.action, request))
        elif isinstance(record, Undone):
            states[row.seq] = states[record.to]
            steps.append(Step(row.seq, record.seat, "undo", request))
        else:
            states[row.seq] = states[row.seq - 1]
            steps.append(Step(row.seq, "", "end", request))
    return Order(steps, lambda seq, seat: codec.state_hash(game.seen(states[seq], seat)))
