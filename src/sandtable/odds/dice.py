"""Distributions of the number of hits, for many states at once.

A row is one state, a column one number of hits.  Units with the same chance form a binomial; rows are convolved in
step.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from sandtable.odds.battle import DIE_SIDES
from sandtable.odds.losses import Ints

Floats = npt.NDArray[np.float64]

_WHOLE = 1e-9  # two sums of chances closer than this are the same low-luck number


def hit_chance(value: int, rolls: int = 1) -> float:
    """The chance that the best of some dice is at or under a value."""
    return 1.0 - (1.0 - value / DIE_SIDES) ** rolls if rolls > 1 else value / DIE_SIDES


@lru_cache(maxsize=256)
def binomials(most: int, chance: float) -> Floats:
    """Row n is the distribution of hits of n dice, for n up to `most`."""
    table = np.zeros((most + 1, most + 1))
    for n in range(most + 1):
        for k in range(n + 1):
            table[n, k] = comb(n, k) * chance**k * (1.0 - chance) ** (n - k)
    table.setflags(write=False)
    return table


def convolved(first: Floats, second: Floats) -> Floats:
    """The distribution of the sum, row by row."""
    if first.shape[1] < second.shape[1]:
        first, second = second, first
    width = first.shape[1]
    total = np.zeros((first.shape[0], width + second.shape[1] - 1))
    for hits in range(second.shape[1]):
        total[:, hits : hits + width] += first * second[:, hits : hits + 1]
    return total


def hit_distribution(counts: dict[float, Ints], rows: int, *, low_luck: bool) -> Floats:
    """Distribution of hits per row, given the number of units per chance to hit."""
    if low_luck:
        return _low_luck(counts, rows)
    total = np.ones((rows, 1))
    for chance, number in sorted(counts.items()):
        most = int(number.max(initial=0))
        if chance > 0.0 and most:
            total = convolved(total, binomials(most, chance)[number])
    return total


def _low_luck(counts: dict[float, Ints], rows: int) -> Floats:
    """Whole hits are certain, and one die decides the remainder."""
    expected = np.zeros(rows)
    for chance, number in sorted(counts.items()):
        expected += chance * number
    whole = np.floor(expected + _WHOLE).astype(np.int64)
    rest = np.clip(expected - whole, 0.0, 1.0)
    rest[rest < _WHOLE] = 0.0
    table = np.zeros((rows, int(whole.max(initial=0)) + 2))
    every = np.arange(rows)
    table[every, whole] = 1.0 - rest
    table[every, whole + 1] = rest
    return table[:, : int(np.flatnonzero(table.any(axis=0)).max(initial=0)) + 1]
