"""What may be spent on one order: a process watches its own CPU time and ends itself when one takes too long."""

from __future__ import annotations

import contextlib
import os
import threading
import time

LOOKS = 0.05
"""Seconds between looks at the time that an order has cost."""


class Meter(contextlib.AbstractContextManager[None]):
    """Ends the process when what is done within it costs more than it may."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        threading.Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> None:
        self._until = time.process_time() + self._seconds

    def __exit__(self, *problem: object) -> None:
        self._until = None

    def _watch(self) -> None:
        while True:
            time.sleep(LOOKS)
            until = self._until
            if until is not None and time.process_time() > until:
                os._exit(1)
