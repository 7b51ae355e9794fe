"""Threads of the sockets: what is done there, what goes wrong there, and who is cancelled meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from sandtable.server.threads import Threads


def test_what_is_done_comes_back_and_what_goes_wrong_is_raised() -> None:
    def fail(problem: BaseException) -> None:
        raise problem

    async def run() -> None:
        threads = Threads()
        assert await threads.run(divmod, 7, 2) == (3, 1)
        with pytest.raises(LookupError):
            await threads.run(fail, LookupError("no"))
        with pytest.raises(RuntimeError, match="nothing came"):  # else whoever waits would wait for ever
            await threads.run(fail, StopIteration())

    asyncio.run(asyncio.wait_for(run(), 10))


def test_there_are_no_more_threads_than_allowed_and_all_is_done() -> None:
    seen: dict[str, None] = {}

    def work(n: int) -> int:
        seen[threading.current_thread().name] = None
        time.sleep(0.01)
        return n

    async def run() -> list[int]:
        threads = Threads(most=3)
        return list(await asyncio.gather(*(threads.run(work, n) for n in range(20))))

    assert asyncio.run(asyncio.wait_for(run(), 10)) == list(range(20))
    assert 1 <= len(seen) <= 3


def test_whoever_is_cancelled_waits_until_it_is_done() -> None:
    """A store is closed after the sockets have ended: no thread may still be reading from it then."""
    done: list[str] = []
    begun, go = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go.wait(5)
        done.append("work")

    async def run() -> None:
        threads = Threads()
        task = asyncio.create_task(threads.run(work))
        await asyncio.to_thread(begun.wait, 5)
        for _ in range(3):  # however often
            task.cancel()
            await asyncio.sleep(0.01)
            assert not task.done()
        go.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert done == ["work"]

    asyncio.run(asyncio.wait_for(run(), 10))
