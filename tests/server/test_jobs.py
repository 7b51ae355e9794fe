"""The loop does what is due, tries again what failed, and gives up at last."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import codec
from sandtable.server import jobs as running
from sandtable.server.bots import Workers
from sandtable.server.config import Config
from sandtable.server.context import ServerContext
from sandtable.server.jobs import Runner, Shares
from sandtable.server.notices import Undelivered
from sandtable.store import Store
from tests.server.conftest import Person, act, context_of, new_table


@pytest.fixture
def context(tmp_path: Any) -> Any:
    found = ServerContext(Config(database=f"sqlite:///{tmp_path / 'x.sqlite'}"))
    yield found
    found.close()


def run_for(context: ServerContext, seconds: float, work: Any) -> None:
    """Let the loop run for a while with a stand-in for the work."""

    async def go() -> None:
        context.hub.open(asyncio.get_running_loop())
        runner = Runner(context, Workers(context))
        runner._work = work  # type: ignore[method-assign]
        task = asyncio.create_task(runner.run())
        await asyncio.sleep(seconds)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await runner.stop()

    asyncio.run(go())


def add(context: ServerContext, kind: str, key: str = "k", later: int = 0) -> None:
    with context.store.writing() as transaction:
        transaction.jobs.add(kind, key, {"game": "g"}, transaction.jobs.now() + later)


def left(context: ServerContext) -> list[Any]:
    with context.store.reading() as transaction:
        return transaction.jobs.all()


def test_what_is_due_is_done_once_and_what_is_not_waits(context: ServerContext) -> None:
    done: list[str] = []
    add(context, "clock", "now")
    add(context, "clock", "later", 600_000)
    run_for(context, 0.6, lambda job: done.append(job.key))
    assert done == ["now"]
    assert [job.key for job in left(context)] == ["later"]


def test_a_job_that_becomes_due_is_done_in_time(context: ServerContext) -> None:
    at: list[float] = []
    add(context, "clock", "soon", 300)
    started = time.monotonic()
    run_for(context, 1.2, lambda job: at.append(time.monotonic() - started))
    assert len(at) == 1
    assert 0.25 < at[0] < 1.1


def test_a_failed_job_is_tried_again_later_and_its_reason_kept(context: ServerContext) -> None:
    def fail(job: Any) -> None:
        raise Undelivered("webhook: status 500")

    add(context, "notice")
    run_for(context, 0.6, fail)
    (job,) = left(context)
    assert (job.attempts, job.trouble) == (1, "Undelivered: webhook: status 500")
    assert job.run_at > context.store.now()


def test_a_job_that_never_works_is_given_up(context: ServerContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_ATTEMPTS", 1)

    def fail(job: Any) -> None:
        raise ValueError("no")

    add(context, "notice")
    run_for(context, 0.6, fail)
    assert left(context) == []
    assert 'sandtable_jobs_total{end="failed",kind="notice"} 1.0' in context.metrics.text().decode()


def test_jobs_of_a_table_that_is_gone_are_dropped(context: ServerContext) -> None:
    async def go() -> None:
        context.hub.open(asyncio.get_running_loop())
        runner = Runner(context, Workers(context))
        task = asyncio.create_task(runner.run())
        await asyncio.sleep(0.6)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await runner.stop()

    with context.store.writing() as transaction:
        for kind in ("bot", "clock", "notice"):
            transaction.jobs.add(kind, kind, {"game": "gone", "seat": "x", "seq": 1})
        transaction.jobs.add("unknown", "u", {})
    asyncio.run(go())
    assert [job.kind for job in left(context)] == ["unknown"]
    assert "newer version" in left(context)[0].trouble


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'jobs.sqlite'}")
    yield found
    found.close()


def test_the_bots_of_one_account_do_not_starve_those_of_others(store: Store) -> None:
    """Ann lets bots play at a hundred tables; Bob and Eve each wait for one."""
    shares, order = Shares(), []
    with store.writing() as transaction:
        for n in range(100):
            transaction.jobs.add("bot", f"ann{n}", {}, owner=1)
        transaction.jobs.add("bot", "bob", {}, owner=2)
        transaction.jobs.add("bot", "eve", {}, owner=3)
        for _ in range(6):
            (job,) = shares.claim(transaction.jobs, 1)
            order.append(job.owner_id)
            transaction.jobs.done(job)
            if job.owner_id == 2:
                transaction.jobs.add("bot", "bob again", {}, owner=2)
    assert order == [1, 2, 3, 1, 2, 1]


def test_where_only_one_account_waits_it_has_all_the_room(store: Store) -> None:
    with store.writing() as transaction:
        for n in range(3):
            transaction.jobs.add("bot", f"ann{n}", {}, owner=1)
        transaction.jobs.add("clock", "c", {})
        assert [job.key for job in Shares().claim(transaction.jobs, 2)] == ["ann0", "ann1"]
        assert Shares().claim(transaction.jobs, 0) == []
        assert [job.key for job in Shares().claim(transaction.jobs, 5)] == ["ann2"]


def test_who_plays_on_at_once_with_days_to_think_leaves_one_clock_behind(ann: Person) -> None:
    settings = {"clock": {"kind": "correspondence", "days": 60}}
    table = new_table(ann, {"blue": {"who": "me"}, "red": {"who": "me"}}, settings=settings, start=True)
    for seat in ("blue", "red", "blue"):
        act(ann, table, seat, do="done")
    with context_of(ann.http).store.reading() as transaction:
        (job,) = [one for one in transaction.jobs.all() if one.kind == "clock"]
    assert codec.decode(job.payload, dict) == {"game": table, "seq": 3}
