"""Plans: the steps of a phase that a seat could still take back, changed or left out in one go.

A plan is nothing but steps that stand. To change one, all from it on are taken back and given again without it; those
that have become impossible are left out and said why. Nothing is written unless what was asked for can be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Refusal
from sandtable.kernel.records import Played
from sandtable.server import problems
from sandtable.server.context import ServerContext
from sandtable.server.limits import check_weight
from sandtable.server.tables import Table
from sandtable.server.umpire import already, attempt, check_seat, commit, read_answer

MOST = 80
"""Steps that a plan may have: to change it they are given again."""
Change = dict[str, Any] | None


def steps_of(table: Table, seat: str) -> list[Played]:
    """The steps of a seat since the last one that ended a phase, asked another or cannot be taken back; in order."""
    found: list[Played] = []
    if table.is_over or seat not in table.asked:
        return found
    for step in reversed(table.match.steps):
        verb = table.match.game.verbs.get(step.action.get("do", ""))
        if step.seat != seat or step.barrier or verb is None or verb.ends or len(found) >= MOST:
            break
        found.append(step)
    return found[::-1]


def start_of(table: Table, plan: list[Played]) -> int:
    """The number of the step before a plan; 0 where it begins the game."""
    before = len(table.match.steps) - len(plan) - 1
    return table.match.steps[before].seq if before >= 0 else 0


def revise(
    context: ServerContext,
    table_id: str,
    account_id: int,
    seat: str,
    seq: int,
    changes: Mapping[int, Change],
    request: str,
) -> tuple[int, tuple[Refusal, ...]]:
    """Give other answers at some steps of a plan, or none; gives the newest step and why others fell out of it."""
    with context.tables.at(table_id) as table:
        check_seat(context, table, account_id, seat)
        name = f"{account_id}:{request}"
        if (done := already(context, table, seq, name)) is not None:
            return done, ()
        plan = steps_of(table, seat)
        places = {step.seq: place for place, step in enumerate(plan)}
        for step, action in changes.items():
            if step not in places:
                raise problems.conflict("settled", step=step)
            check_weight(action or {})
        again = plan[min(places[step] for step in changes) :]
        fallen = attempt(table, lambda: _played_again(table, seat, again, changes))
        commit(context, table, table.match.records[2:], seat, name)
        return table.row.seq, tuple(fallen)


def _played_again(table: Table, seat: str, again: list[Played], changes: Mapping[int, Change]) -> list[Refusal]:
    """Take these steps back and give them again as changed. Raises where a change itself is refused."""
    match = table.match
    for _ in again:
        if isinstance(no := match.undo(seat), Refusal):
            raise problems.refused(no, match.seq)
    fallen: list[Refusal] = []
    for step in again:
        action = changes.get(step.seq, step.action)
        if action is None:
            continue
        done = match.act(seat, read_answer(table, action))
        if isinstance(done, Refusal):
            if step.seq in changes:
                raise problems.refused(done, table.row.seq)
            fallen.append(done)
    return fallen
