"""Places before a process that does one thing at a time: so many in all, so many for each account."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Iterator

from sandtable.server import problems


class Places:
    """Who waits; whoever comes when all places are taken is asked to come back, for waiting holds a thread."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lock = threading.Lock()
        self._waiting: Counter[int] = Counter()

    @contextlib.contextmanager
    def take(self, account_id: int) -> Iterator[None]:
        """A place, as long as there are any."""
        with self._lock:
            if self._waiting.total() >= self._most or self._waiting[account_id] >= self._each:
                raise problems.too_fast(1)
            self._waiting[account_id] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[account_id] -= 1
                if not self._waiting[account_id]:
                    del self._waiting[account_id]
