"""Connected pieces of a label raster, by runs and union-find."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int32]


@dataclass(frozen=True)
class Pieces:
    """Every cell's piece, and each piece's label and size."""

    of: Labels
    label: NDArray[np.int32]
    size: NDArray[np.int64]


def pieces_of(labels: Labels) -> Pieces:
    """Split a raster into pieces of one label, joined through cell sides, numbered in reading order."""
    rows, columns = labels.shape
    breaks = labels[:, 1:] != labels[:, :-1]
    parent: list[int] = []
    run_label: list[int] = []
    runs: list[tuple[NDArray[np.int64], NDArray[np.int64], int]] = []

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for r in range(rows):
        starts = np.concatenate([[0], np.flatnonzero(breaks[r]) + 1])
        ends = np.append(starts[1:], columns)
        first = len(parent)
        parent.extend(range(first, first + len(starts)))
        run_label.extend(labels[r, starts].tolist())
        if r:
            above_starts, above_ends, above_first = runs[-1]
            a = b = 0
            while a < len(above_starts) and b < len(starts):
                if run_label[above_first + a] == run_label[first + b]:
                    x, y = root(above_first + a), root(first + b)
                    if x != y:
                        parent[max(x, y)] = min(x, y)
                above_end, end = above_ends[a], ends[b]
                a += int(above_end <= end)
                b += int(end <= above_end)
        runs.append((starts, ends, first))
    roots = [root(i) for i in range(len(parent))]
    number = {value: i for i, value in enumerate(sorted(set(roots)))}
    dense = np.array([number[value] for value in roots], dtype=np.int32)
    of = np.empty(labels.shape, dtype=np.int32)
    for r, (starts, ends, first) in enumerate(runs):
        of[r] = np.repeat(dense[first : first + len(starts)], ends - starts)
    piece_label = np.array([run_label[value] for value in number], dtype=np.int32)
    return Pieces(of, piece_label, np.bincount(of.ravel(), minlength=len(number)))
