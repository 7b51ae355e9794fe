"""Threads for what would keep the event loop waiting, handed over with as little ceremony as there can be.

Every message of a table's socket goes through here. The usual ways to a thread (a lock and a condition for each
job, a limiter, a context of their own) cost as much as the answer itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

Found = TypeVar("Found")
MOST = 40
"""Threads there are at most; most of them wait for the disk or for a table."""


class _Job:
    """Something to do, and who waits for it."""

    __slots__ = ("args", "do", "is_done", "loop", "orphaned", "waiter")

    def __init__(self, loop: asyncio.AbstractEventLoop, do: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.loop, self.do, self.args = loop, do, args
        self.waiter: asyncio.Future[Any] = loop.create_future()
        self.orphaned: asyncio.Future[None] | None = None
        self.is_done = False

    def tell(self, found: Any, problem: BaseException | None) -> None:
        """On the event loop: the job has ended."""
        self.is_done = True
        if self.orphaned is not None:
            if not self.orphaned.done():
                self.orphaned.set_result(None)
        elif not self.waiter.done():
            if problem is None:
                self.waiter.set_result(found)
            else:
                self.waiter.set_exception(problem)


class Threads:
    """Threads that are started when they are needed and end with the process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._queue: SimpleQueue[_Job] = SimpleQueue()
        self._count = self._busy = 0

    async def run(self, do: Callable[..., Found], *args: Any) -> Found:
        """Do something in a thread. Whoever is cancelled meanwhile still waits until it is done.

        Called on one event loop only, so what is counted here needs no lock.
        """
        job = _Job(asyncio.get_running_loop(), do, args)
        if self._busy >= self._count < self._most:
            self._count += 1
            threading.Thread(target=self._work, name=f"answers {self._count}", daemon=True).start()
        self._busy += 1
        self._queue.put(job)
        try:
            found: Found = await job.waiter
        except asyncio.CancelledError:
            while not job.is_done:
                job.orphaned = job.loop.create_future()
                try:
                    await job.orphaned
                except asyncio.CancelledError:
                    continue
            raise
        finally:
            self._busy -= 1
        return found

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            found: Any = None
            problem: BaseException | None = None
            try:
                found = job.do(*job.args)
            except StopIteration as trouble:  # the one that nobody who waits can be given
                problem = RuntimeError(f"nothing came: {trouble!r}")
            except BaseException as trouble:  # noqa: BLE001 - it is raised again, by whoever waits
                problem = trouble
            with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
                job.loop.call_soon_threadsafe(job.tell, found, problem)
            del job, found, problem
