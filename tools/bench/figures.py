"""How a figure is measured, compared and printed."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

from msgspec import Struct

from sandtable.kernel import State, codec


class Figure(Struct, frozen=True, kw_only=True):
    """One measured number with its budget and, where there is one, the reference measured beside it."""

    name: str
    value: float
    unit: str
    budget: float
    at_most: bool = True
    reference: float | None = None
    reference_name: str = ""

    @property
    def holds(self) -> bool:
        """Whether the figure keeps its budget."""
        return self.value <= self.budget if self.at_most else self.value >= self.budget

    def line(self) -> str:
        """The figure as a line of the report."""
        sign = "<=" if self.at_most else ">="
        verdict = "ok  " if self.holds else "OVER"
        text = f"{verdict} {self.name:<58} {self.value:>10,.2f} {self.unit:<8} {sign} {self.budget:,g}"
        if self.reference is not None:
            text += f"   {self.reference_name} {self.reference:,.1f} ({self.value / self.reference:.2f} x)"
        return text


def micros(work: Callable[[], object], repeat: int = 7, least: float = 0.05) -> float:
    """Microseconds of CPU time for one call: the median of several rounds, each long enough to measure."""
    count = 1
    while True:
        spent = _seconds(work, count)
        if spent >= least:
            break
        count = max(count + 1, int(count * min(10.0, 1.3 * least / max(spent, 1e-6))))
    return statistics.median(_seconds(work, count) / count for _ in range(repeat)) * 1e6


def millis_anew(look: Callable[..., object], state: State, *arguments: object) -> float:
    """Milliseconds of a look at a position read anew: the better of two, for other processes disturb the clock."""
    times = []
    for _ in range(2):
        fresh = codec.decode_state(codec.encode(state), type(state), state.scenario)
        start = time.process_time()
        look(fresh, *arguments)
        times.append(time.process_time() - start)
    return min(times) * 1000


def _seconds(work: Callable[[], object], count: int) -> float:
    gc.collect()
    start = time.process_time()
    for _ in range(count):
        work()
    return time.process_time() - start
