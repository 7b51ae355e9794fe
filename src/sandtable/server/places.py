"""Places where not everybody fits at a time: so many in all, so many for each account or address."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Hashable, Iterator

from sandtable.server import problems


class Places:
    """Who waits; whoever comes when all places are taken is asked to come back, for waiting holds a thread."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lock = threading.Lock()
        self._waiting: Counter[Hashable] = Counter()

    @contextlib.contextmanager
    def take(self, key: Hashable) -> Iterator[None]:
        """A place, as long as there are any."""
        with self._lock:
            if self._waiting.total() >= self._most or self._waiting[key] >= self._each:
                raise problems.too_fast(1)
            self._waiting[key] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[key] -= 1
                if not self._waiting[key]:
                    del self._waiting[key]
