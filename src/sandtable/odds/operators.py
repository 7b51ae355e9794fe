"""Sparse transitions of loss states as gathers and sums.

A volley is a short list of hit vectors.  `Spread` turns the attacker's volleys into dense operators on the defender's
states; `Hurt` groups the defender's hit vectors by the attacker state they lead to.  Both sort once and afterwards
only copy and add.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sandtable.odds.clash import Fire
from sandtable.odds.dice import Floats
from sandtable.odds.losses import Ints


class Sums:
    """Sums of chosen entries of an array, stretch by stretch; most stretches are single entries and are only copied."""

    def __init__(self, lead: Ints, many: Ints, rest: Ints, rest_first: Ints) -> None:
        self.lead = lead  # the first entry of each stretch
        self.many = many  # the stretches with more than one entry
        self.rest = rest  # the entries of those
        self.rest_first = rest_first  # where each of them begins in `rest`

    @classmethod
    def of(cls, index: Ints, first: Ints) -> Sums:
        """The stretches of `index` that begin at the places `first`."""
        length = np.concatenate((first[1:], [index.size])) - first
        several = length > 1
        many = np.flatnonzero(several)
        return cls(index[first], many, index[np.repeat(several, length)], np.cumsum(length[many]) - length[many])

    def part(self, begin: int, end: int) -> Sums:
        """The stretches from `begin` to before `end`."""
        low, high = (int(n) for n in np.searchsorted(self.many, (begin, end)))
        offset = int(self.rest_first[low]) if low < high else 0
        stop = int(self.rest_first[high]) if high < self.many.size else self.rest.size
        return Sums(
            self.lead[begin:end],
            self.many[low:high] - begin,
            self.rest[offset:stop],
            self.rest_first[low:high] - offset,
        )

    def rows(self, values: Floats) -> Floats:
        """One row per stretch: the sum of the chosen rows."""
        total = values[self.lead]
        if self.many.size:
            total[self.many] = np.add.reduceat(values[self.rest], self.rest_first, axis=0)
        return total

    def columns(self, values: Floats) -> Floats:
        """One column per stretch: the sum of the chosen columns."""
        total = np.take(values, self.lead, axis=1)
        if self.many.size:
            total[:, self.many] = np.add.reduceat(np.take(values, self.rest, axis=1), self.rest_first, axis=1)
        return total


class Spread:
    """Chances that an attacker state takes each defender state to each other."""

    def __init__(self, fire: Fire, width: int) -> None:
        cell = (fire.targets[:, None] * width + fire.result).ravel()
        order = np.argsort(cell, kind="stable")
        first = begins_of(cell[order])
        self.row, self.column = np.divmod(cell[order[first]], width)
        self.sums = Sums.of(order % fire.result.shape[1], first)
        self.chance = fire.chance

    def into(self, operator: Floats, rows: slice) -> None:
        """Fill operator[row, j, j'] for the defender states fired at."""
        operator[:, self.row, self.column] = self.sums.columns(self.chance[rows])


class Hurt:
    """For every attacker state fired at: the states it can be hurt to, each a slot, and the hit vectors that do it.

    Slot 0 is the state itself: the targets of a state are sorted, and to be hurt leads to a later state.  All sorting
    is done here once; `push` cuts out what concerns one run of states.
    """

    def __init__(self, fire: Fire, run_of: Ints) -> None:
        states, vectors = fire.result.shape
        owner = np.repeat(np.arange(states), vectors)
        target = fire.result.ravel()
        order = np.lexsort((target, owner))
        first = begins_of(owner[order] * (int(target.max(initial=0)) + 1) + target[order])
        self.by_vector = np.ascontiguousarray(fire.chance.T)
        self.sums = Sums.of(order % vectors, first)
        self.owner, target = owner[order[first]], target[order[first]]
        begins = np.searchsorted(self.owner, np.arange(states + 1))
        self.slot = np.arange(self.owner.size) - begins[self.owner]

        run = run_of[fire.targets]
        run_first = np.searchsorted(run, np.arange(int(run_of[-1]) + 2))
        self.states = run_first  # where the states of each run begin
        self.pairs = begins[run_first]  # where their slots begin
        slots = np.diff(begins)
        self.slots = np.array([slots[a:b].max(initial=0) for a, b in pairwise(run_first)])

        moved = np.flatnonzero(self.slot)
        own_run = run[self.owner[moved]]
        sequence = np.lexsort((target[moved], own_run))
        moved, own_run = moved[sequence], own_run[sequence]
        place = (self.owner[moved] - run_first[own_run]) * (self.slots[own_run] - 1) + self.slot[moved] - 1
        groups = begins_of(own_run * (int(target.max(initial=0)) + 1) + target[moved])
        self.arrivals = Sums.of(place, groups)
        self.reached = target[moved][groups]
        self.moved = np.searchsorted(own_run[groups], np.arange(int(run_of[-1]) + 2))

    def push(self, run: int) -> Push:
        """The part of one run."""
        begin, end = int(self.pairs[run]), int(self.pairs[run + 1])
        moved, last = int(self.moved[run]), int(self.moved[run + 1])
        return Push(
            by_vector=self.by_vector,
            sums=self.sums.part(begin, end),
            owner=self.owner[begin:end] - self.states[run],
            slot=self.slot[begin:end],
            shape=(int(self.states[run + 1] - self.states[run]), int(self.slots[run])),
            arrivals=self.arrivals.part(moved, last),
            reached=self.reached[moved:last],
        )


@dataclass(eq=False)
class Push:
    """How the attacker states of one run are hurt."""

    by_vector: Floats
    sums: Sums
    owner: Ints
    slot: Ints
    shape: tuple[int, int]
    arrivals: Sums
    reached: Ints

    def chances(self, start: int) -> Floats:
        """Per attacker state and slot, the chance of that slot in each defender state from `start` on."""
        summed = self.sums.rows(self.by_vector[:, start:])
        if summed.shape[0] == self.shape[0] * self.shape[1]:
            return summed.reshape(*self.shape, -1)
        padded = np.zeros((*self.shape, summed.shape[1]))
        padded[self.owner, self.slot] = summed
        return padded

    def deliver(self, flow: Floats, onto: Floats, start: int) -> None:
        """Add the flow of the slots that moved to the states they moved to."""
        if self.reached.size:
            onto[self.reached, start:] += self.arrivals.rows(flow.reshape(-1, flow.shape[2]))


def begins_of(sorted_keys: Ints) -> Ints:
    """Where each stretch of equal keys begins."""
    if not sorted_keys.size:
        return np.zeros(0, np.int64)
    return np.concatenate(([0], np.flatnonzero(sorted_keys[1:] != sorted_keys[:-1]) + 1))
