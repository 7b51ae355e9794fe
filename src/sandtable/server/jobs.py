"""The loop that does what was put off: bots' turns, clocks, notices, tidying up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from typing import Any

import anyio
import anyio.to_thread

from sandtable.kernel import codec
from sandtable.server import absence, notices, resets, standing, tournaments, umpire
from sandtable.server.bots import Workers
from sandtable.server.context import ServerContext
from sandtable.server.logs import log
from sandtable.server.mail import Undelivered
from sandtable.server.problems import Wrong
from sandtable.store import Missing
from sandtable.store.jobs import Jobs
from sandtable.store.rows import JobRow

IDLE = 2.0
"""Seconds after which the loop looks for work of other processes."""
HEARTBEAT = 20.0
"""Seconds between notes that people are still there and that jobs are still being done."""
MOST_ATTEMPTS = 8
AT_ONCE = 8
"""Jobs done at the same time, besides those of bots."""
BOT = "bot"
REMEMBERED = 10_000
"""Accounts of which it is known when their bots last thought."""


class Shares:
    """Bots think for one account after the other: whoever was served longest ago is next, however many wait."""

    def __init__(self) -> None:
        self._served: OrderedDict[int, int] = OrderedDict()
        self._turns = 0

    def claim(self, jobs: Jobs, room: int) -> list[JobRow]:
        """Jobs of bots, as many as there is room for."""
        found: list[JobRow] = []
        while len(found) < room and (owners := jobs.owners(BOT)):
            next_one = min(owners, key=lambda owner: self._served.get(owner, 0))
            taken = jobs.claim(1, only=BOT, owner=next_one)
            if not taken:
                break  # another process was quicker
            self._turns += 1
            self._served[next_one] = self._turns
            self._served.move_to_end(next_one)
            if len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            found += taken
        return found


class Runner:
    """Claims jobs and does them, a few at a time, until it is stopped."""

    def __init__(self, context: ServerContext, workers: Workers) -> None:
        self.context, self.workers = context, workers
        self._wanted = asyncio.Event()
        self._doing: dict[asyncio.Task[None], JobRow] = {}
        self.shares = Shares()
        # Threads of its own: bots that think must not keep requests waiting.
        self._threads = anyio.CapacityLimiter(AT_ONCE + len(workers.all))
        context.hub.on_work(self._wanted.set)
        if context.store.database.is_sqlite:
            with context.store.writing() as transaction:
                transaction.jobs.release()  # what a killed server had begun

    async def run(self) -> None:
        """Work until cancelled."""
        loop = asyncio.get_running_loop()
        beat = loop.time() + HEARTBEAT
        while True:
            wait = IDLE
            try:
                self._wanted.clear()
                jobs, wait = await anyio.to_thread.run_sync(self._claim)
                for job in jobs:
                    task = loop.create_task(self._do(job))
                    self._doing[task] = job
                    task.add_done_callback(self._doing.pop)
                if loop.time() > beat:
                    beat = loop.time() + HEARTBEAT
                    await anyio.to_thread.run_sync(self._heartbeat)
            except Exception as problem:  # noqa: BLE001 - a database that does not answer must not end the loop
                log().error("jobs", problem=str(problem))
            with contextlib.suppress(TimeoutError):
                # Not wait_for: in Python 3.11 it can swallow the cancelling that stops this loop.
                async with asyncio.timeout(wait):
                    await self._wanted.wait()

    async def stop(self) -> None:
        """Wait a little for what is being done; the rest is done again after its lease."""
        if self._doing:
            await asyncio.wait(list(self._doing), timeout=2)
        for task in list(self._doing):
            task.cancel()

    def _claim(self) -> tuple[list[JobRow], float]:
        """The jobs that are due and that there is room for, and the seconds until it is worth to look again."""
        context = self.context
        with context.store.reading() as transaction:
            due = transaction.jobs.next_due()
            context.metrics.job_lag.set(transaction.jobs.lag() / 1000)
        if due is None:
            return [], IDLE
        left = (due - context.store.now()) / 1000
        if left > 0:
            return [], min(left, IDLE)
        # Bots that think must not keep clocks waiting, so each has room of its own.
        thinking = sum(job.kind == BOT for job in list(self._doing.values()))
        others, room = len(self._doing) - thinking, len(self.workers.all) - thinking
        with context.store.writing() as transaction:
            jobs = self.shares.claim(transaction.jobs, room)
            if others < AT_ONCE:
                jobs += transaction.jobs.claim(AT_ONCE - others, but=BOT)
        return jobs, IDLE  # whatever is finished wakes the loop

    async def _do(self, job: JobRow) -> None:
        end, trouble = "done", ""
        try:
            await anyio.to_thread.run_sync(self._work, job, limiter=self._threads, abandon_on_cancel=True)
        except Exception as problem:  # noqa: BLE001 - one bad job must not stop the loop
            end = "gone" if _is_gone(problem) else "failed"
            if end == "failed" and not isinstance(problem, Undelivered):
                log().error("job", kind=job.kind, exc_info=problem)
            trouble = f"{type(problem).__name__}: {problem}"
        if end == "failed":
            await anyio.to_thread.run_sync(self._failed, job, trouble)
        else:
            await anyio.to_thread.run_sync(self._finished, job)
        self.context.metrics.jobs.labels(job.kind, end).inc()
        self._wanted.set()

    def _work(self, job: JobRow) -> None:
        about: dict[str, Any] = codec.decode(job.payload, dict)
        match job.kind:
            case "bot":
                self.workers.play(about["game"], about["seat"], about["seq"], job.attempts)
            case "clock":
                umpire.time_out(self.context, about["game"], about["seq"])
            case standing.JOB:
                standing.give(self.context, about["game"], about["seat"], about["seq"])
            case "notice":
                notices.notify(self.context, about["game"], about["seat"], about["seq"])
            case "news":
                notices.tell(self.context, about["game"], about["account"], about["about"], about["more"])
            case tournaments.JOB:
                tournaments.advance(self.context, about["tournament"])
            case resets.JOB:
                resets.send_links(self.context, about["email"])
            case other:
                raise ValueError(f"no job is called {other}; was it added by a newer version?")

    def _finished(self, job: JobRow) -> None:
        with self.context.store.writing() as transaction:
            transaction.jobs.done(job)

    def _failed(self, job: JobRow, trouble: str) -> None:
        with self.context.store.writing() as transaction:
            if job.attempts >= MOST_ATTEMPTS:
                log().error("job_given_up", kind=job.kind, problem=trouble)
                transaction.jobs.done(job)
            else:
                transaction.jobs.failed(job, trouble, wait=1000 * 2**job.attempts)

    def _heartbeat(self) -> None:
        """Note what is being done and who is still there, for other processes and for after a crash."""
        now = self.context.store.now()
        with self.context.store.writing() as transaction:
            for job in list(self._doing.values()):
                transaction.jobs.renew(job)
            hub = self.context.hub
            transaction.matches.saw(now, *((table, who) for table in hub.tables() for who in hub.present(table)))
            absence.miss(self.context, transaction)
        self.context.store.database.tidy()
        self.context.tables.cool()


def _is_gone(problem: Exception) -> bool:
    """Whether a job is about a table that was deleted."""
    return isinstance(problem, Missing) or (isinstance(problem, Wrong) and problem.status == 404)
