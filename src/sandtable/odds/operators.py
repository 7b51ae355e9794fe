"""Transitions of loss states as columns of a table.

A volley is a short list of hit vectors, and several of them may lead from one state to the same other. `Blows` adds up
their chances once, a column for each such set of vectors, and remembers which column leads from where to where: what a
shooter does to a target is then looked up, many pairs at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sandtable.odds.dice import Floats
from sandtable.odds.losses import Bools, Ints


@dataclass(frozen=True, eq=False)
class Falls:
    """Where the vectors of a volley take some states of a side, vectors that lead to the same place together."""

    vectors: int  # how many the volley has
    cells: Ints  # from where to where: state times number of states, plus state
    columns: Ints  # per cell a vector, or beyond the last one the number of a set of vectors
    members: Ints  # the vectors of all sets
    begins: Ints  # where each set begins

    @classmethod
    def of(cls, states: Ints, reached: Ints, size: int) -> Falls:
        """The falls from some of so many states, one row of `reached` for each and a column per vector."""
        vectors = reached.shape[1]
        cell = (states[:, None] * size + reached).ravel()
        order = np.argsort(cell, kind="stable")
        first = begins_of(cell[order])
        members = order % vectors
        ends = [*first[1:].tolist(), cell.size]
        sets: dict[bytes, int] = {}
        columns, chosen, lengths = members[first], [], []
        for place in np.flatnonzero(np.diff(first, append=cell.size) > 1).tolist():
            together = members[first[place] : ends[place]]
            key = together.tobytes()
            if key not in sets:
                sets[key] = vectors + len(sets)
                chosen.append(together)
                lengths.append(together.size)
            columns[place] = sets[key]
        begins = np.cumsum([0, *lengths[:-1]]) if lengths else np.zeros(0, np.int64)
        return cls(vectors, cell[order[first]], columns, np.concatenate([np.zeros(0, np.int64), *chosen]), begins)


@dataclass(frozen=True, eq=False)
class Fire:
    """One side's fire: the chance of each hit vector in each state that shoots, and where the vectors lead."""

    chance: Floats
    falls: Falls


class Blows:
    """The chances that a side's fire takes the states of the other from one to another."""

    def __init__(self, fires: Iterable[Fire], shooters: int, targets: int) -> None:
        self.shooters = shooters
        self.column = np.zeros((targets, targets), np.int64)  # times the number of shooters: a place in the table
        tables = [np.zeros((1, shooters))]
        offset = 1
        for fire in fires:
            falls, by_vector = fire.falls, np.ascontiguousarray(fire.chance.T)
            tables.append(by_vector)
            if falls.begins.size:
                tables.append(np.add.reduceat(by_vector.take(falls.members, axis=0), falls.begins, axis=0))
            self.column.ravel()[falls.cells] = (falls.columns + offset) * shooters
            offset += falls.vectors + falls.begins.size
        self._table = np.concatenate(tables).ravel()

    def unmoved(self) -> Floats:
        """The chance that the fire of each shooter leaves a target as it is, a row per shooter."""
        return self._table.reshape(-1, self.shooters)[self.column.diagonal() // self.shooters].T

    def at(self, shooters: Ints, targets: Ints, window: slice) -> Floats:
        """For each pair of shooter and target the chances of the states within the window to be the next."""
        columns = self.column.take(targets, axis=0)[:, window]
        return self._table.take(columns + shooters[:, None])


def standing(states: Bools, shooters: int) -> Fire:
    """The fire that never harms some states."""
    safe = np.flatnonzero(states)
    reached = safe[:, None]
    return Fire(np.ones((shooters, 1)), Falls.of(safe, reached, states.size))


def begins_of(sorted_keys: Ints) -> Ints:
    """Where each stretch of equal keys begins."""
    if not sorted_keys.size:
        return np.zeros(0, np.int64)
    return np.concatenate(([0], np.flatnonzero(sorted_keys[1:] != sorted_keys[:-1]) + 1))
