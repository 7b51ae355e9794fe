"""Processes that do what may take long: one order at a time through a pipe, killed when it takes too long.

They are processes of our own and not those of an executor: who overruns has to be killed, and only he.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

WAKING = 20
"""Seconds that a new worker may take to start."""


class Crashed(Exception):
    """A worker died or had to be killed."""


class Worker:
    """One process, one order at a time; after a crash the next order finds a new process."""

    def __init__(self, name: str, target: Callable[[Connection], None]) -> None:
        self._name, self._target = name, target
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Any = None
        self._is_new = True

    def ask(self, order: bytes, seconds: float) -> bytes:
        """What the process makes of an order within so many seconds; raises :class:`Crashed`."""
        with self._lock:
            if self._process is None:
                self._start()
            try:
                self._pipe.send_bytes(order)
                if not self._pipe.poll(seconds + (WAKING if self._is_new else 0)):
                    raise Crashed(f"took more than {seconds:.0f} seconds")
                answer: bytes = self._pipe.recv_bytes()
            except (EOFError, OSError):
                self._stop()
                raise Crashed("its process died") from None
            except Crashed:
                self._stop()
                raise
            self._is_new = False
            return answer

    def wake(self) -> None:
        """Start the process, so that the first order does not wait for it."""
        with self._lock:
            if self._process is None:
                self._start()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=self._target, args=(theirs,), daemon=True, name=self._name)
        self._process.start()
        theirs.close()
        self._is_new = True

    def _stop(self) -> None:
        if self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join(5)
            self._process.close()
            self._process = None

    @property
    def pid(self) -> int | None:
        """The number of its process, if there is one."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process; whoever waits for it is told that it died."""
        process = self._process
        if process is not None and self._lock.acquire(timeout=0.2):
            self._stop()
            self._lock.release()
        elif process is not None:
            process.kill()
