"""The loop that does what was put off: bots' turns, clocks, notices, tidying up."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import anyio
import anyio.to_thread

from sandtable.kernel import codec
from sandtable.server import absence, notices, resets, umpire
from sandtable.server.bots import Workers
from sandtable.server.house import House
from sandtable.server.logs import log
from sandtable.server.mail import Undelivered
from sandtable.server.problems import Wrong
from sandtable.store import Missing
from sandtable.store.rows import JobRow

IDLE = 2.0
"""Seconds after which the loop looks for work of other processes."""
HEARTBEAT = 20.0
"""Seconds between notes that people are still there and that jobs are still being done."""
MOST_ATTEMPTS = 8
AT_ONCE = 8
"""Jobs done at the same time, besides those of bots."""
BOT = "bot"


class Runner:
    """Claims jobs and does them, a few at a time, until it is stopped."""

    def __init__(self, house: House, workers: Workers) -> None:
        self.house, self.workers = house, workers
        self._wanted = asyncio.Event()
        self._doing: dict[asyncio.Task[None], JobRow] = {}
        # Threads of its own: bots that think must not keep requests waiting.
        self._threads = anyio.CapacityLimiter(AT_ONCE + len(workers.all))
        house.hub.on_work(self._wanted.set)
        if house.store.database.is_sqlite:
            with house.store.writing() as books:
                books.jobs.release()  # what a killed server had begun

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
        house = self.house
        with house.store.reading() as books:
            due = books.jobs.next_due()
            house.metrics.job_lag.set(books.jobs.lag() / 1000)
        if due is None:
            return [], IDLE
        left = (due - house.store.now()) / 1000
        if left > 0:
            return [], min(left, IDLE)
        # Bots that think must not keep clocks waiting, so each has room of its own.
        thinking = sum(job.kind == BOT for job in list(self._doing.values()))
        others, room = len(self._doing) - thinking, len(self.workers.all) - thinking
        with house.store.writing() as books:
            jobs = books.jobs.claim(room, only=BOT) if room > 0 else []
            if others < AT_ONCE:
                jobs += books.jobs.claim(AT_ONCE - others, but=BOT)
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
        self.house.metrics.jobs.labels(job.kind, end).inc()
        self._wanted.set()

    def _work(self, job: JobRow) -> None:
        about: dict[str, Any] = codec.decode(job.payload, dict)
        match job.kind:
            case "bot":
                self.workers.play(about["game"], about["seat"], about["seq"], job.attempts)
            case "clock":
                umpire.time_out(self.house, about["game"], about["seq"])
            case "notice":
                notices.notify(self.house, about["game"], about["seat"], about["seq"])
            case "news":
                notices.tell(self.house, about["game"], about["account"], about["about"], about["more"])
            case resets.JOB:
                resets.send_links(self.house, about["email"])
            case other:
                raise ValueError(f"no job is called {other}; was it added by a newer version?")

    def _finished(self, job: JobRow) -> None:
        with self.house.store.writing() as books:
            books.jobs.done(job)

    def _failed(self, job: JobRow, trouble: str) -> None:
        with self.house.store.writing() as books:
            if job.attempts >= MOST_ATTEMPTS:
                log().error("job_given_up", kind=job.kind, problem=trouble)
                books.jobs.done(job)
            else:
                books.jobs.failed(job, trouble, wait=1000 * 2**job.attempts)

    def _heartbeat(self) -> None:
        """Note what is being done and who is still there, for other processes and for after a crash."""
        now = self.house.store.now()
        with self.house.store.writing() as books:
            for job in list(self._doing.values()):
                books.jobs.renew(job)
            hub = self.house.hub
            books.games.saw(now, *((table, who) for table in hub.tables() for who in hub.present(table)))
            absence.miss(self.house, books)
        self.house.store.database.tidy()
        self.house.tables.cool()


def _is_gone(problem: Exception) -> bool:
    """Whether a job is about a table that was deleted."""
    return isinstance(problem, Missing) or (isinstance(problem, Wrong) and problem.status == 404)
