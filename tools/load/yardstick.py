"""How quick this machine is at a moment: a piece of work that never changes, and the time of a processor it takes.

Cores that others use, too, are slower for everybody: the same answer costs twice the time on a busy evening. So the
work is measured beside the play, and what the play cost can be told as on quiet cores.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

TURNS = 20_000
CALM = 200
"""How often the work is done at first, to know the machine at its quickest."""
EVERY = 0.25
"""Seconds between two looks during the play."""


def work() -> float:
    """Do the work; gives the seconds of a processor it took."""
    started = time.thread_time()
    known: dict[int, int] = {}
    for n in range(TURNS):
        known[n & 255] = known.get(n & 127, n) + n
    return time.thread_time() - started


@dataclass
class Yardstick:
    """What the work took: at best, and while something else was measured."""

    best: float = 0.0
    seen: list[float] = field(default_factory=list)

    def calm(self) -> None:
        """Find out how quick the machine can be."""
        self.best = min(work() for _ in range(CALM))

    async def watch(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            self.seen.append(work())

    @property
    def slowness(self) -> float:
        """How many times longer than at best the work took on the average."""
        least = min([self.best, *self.seen])
        return sum(self.seen) / len(self.seen) / least if self.seen and least else 1.0
