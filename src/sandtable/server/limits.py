"""What one may send: token buckets (so many at once, so many a second after that), and how much one message holds."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from sandtable.server import problems

MOST_VALUES = 2_000
"""Values that a question or an answer may hold, all lists in it counted together: more than there are counters."""
LARGEST_NUMBER = 2**53
"""Larger numbers are no number in a browser either."""


def check_weight(given: Mapping[str, Any]) -> None:
    """Raise where a question or an answer holds more than any honest one does."""
    count, left = 0, [given]
    while left:
        one: Any = left.pop()
        count += 1
        if isinstance(one, Mapping):
            left.extend(one.values())
        elif isinstance(one, list | tuple):
            left.extend(one)
        elif isinstance(one, int | float) and not abs(one) <= LARGEST_NUMBER:
            raise problems.malformed("a number is larger than any that means something here")
        if count + len(left) > MOST_VALUES:
            raise problems.malformed(f"that holds more than {MOST_VALUES} values")


class Bucket:
    """One bucket of tokens that fills up steadily."""

    __slots__ = ("_at", "_left", "_now", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._now = rate, burst, now
        self._left, self._at = burst, now()

    def is_dry(self) -> bool:
        """Whether there is not one token left."""
        return self._left + (self._now() - self._at) * self.rate < 1

    def wait(self, cost: float = 1) -> float:
        """Take tokens if there are enough and give 0, else give the seconds until there will be.

        What costs more than the bucket holds takes all of it: else it could never be had.
        """
        now, cost = self._now(), min(cost, self.burst)
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= cost:
            self._left -= cost
            return 0
        return (cost - self._left) / self.rate


class Limits:
    """A bucket for each key; those that were not used for longest are forgotten first, and they are full anyway."""

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.most, self._now = rate, burst, most, now
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def is_dry(self, key: Hashable) -> bool:
        """Whether a key would have to wait; takes nothing."""
        with self._lock:
            bucket = self._buckets.get(key)
            return bucket is not None and bucket.is_dry()

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """As :meth:`Bucket.wait`, for one key."""
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = Bucket(self.rate, self.burst, self._now)
                if len(self._buckets) > self.most:
                    self._buckets.popitem(last=False)
            self._buckets.move_to_end(key)
            return bucket.wait(cost)
