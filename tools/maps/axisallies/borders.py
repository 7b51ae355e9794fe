"""Which spaces touch on the drawing, and what has to be drawn so that it says what the rules say."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies.outlines import UNIT, Arc
from tools.maps.axisallies.pieces import Labels
from tools.maps.axisallies.projection import WIDTH
from tools.maps.axisallies.raster import CELLS

Pair = tuple[int, int]
POINT_TOUCH = 8  # cell sides; a contact this short is a meeting in a point: no border, so a connection needs a line
STUB = 12.0  # map units; length of the line that leaves the map at the cut
REACH_IN = 2.5  # map units; how far a connector runs into each space


def contacts(labels: Labels) -> dict[Pair, int]:
    """Length of every border on the drawing, in cell sides, lower label first."""
    found: dict[Pair, int] = {}
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        differ = a != b
        low, high = np.minimum(a[differ], b[differ]), np.maximum(a[differ], b[differ])
        keys, counts = np.unique(low.astype(np.int64) * 1000 + high, return_counts=True)
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            pair = (key // 1000, key % 1000)
            found[pair] = found.get(pair, 0) + count
    return found


def closed_borders(arcs: list[Arc], touching: dict[Pair, int], joined: set[Pair], open_to_all: set[int]) -> list[Any]:
    """Borders on the drawing that no unit may cross, with their lines, to be drawn heavier."""
    lines: dict[Pair, list[list[int]]] = {}
    for arc in arcs:
        pair = (min(arc.left, arc.right), max(arc.left, arc.right))
        if touching.get(pair, 0) > POINT_TOUCH and pair not in joined and not open_to_all & set(pair):
            lines.setdefault(pair, []).append([v for point in arc.points for v in point])
    return [{"between": list(pair), "lines": lines[pair]} for pair in sorted(lines)]


def connectors(labels: Labels, touching: dict[Pair, int], joined: set[Pair], cut: set[Pair]) -> list[Any]:
    """A drawn line for every connection that shares no visible border."""
    drawn: list[Any] = []
    for pair in sorted(joined):
        if pair in cut:
            drawn.append({"between": list(pair), "cut": True, "lines": _across_the_cut(labels, pair)})
        elif touching.get(pair, 0) <= POINT_TOUCH:
            drawn.append({"between": list(pair), "lines": [_shortest(labels, pair)]})
    return drawn


def _rim(labels: Labels, label: int) -> NDArray[np.float64]:
    """Centres of the cells along the edge of a space, in map units."""
    mask = labels == label
    inner = mask.copy()
    inner[1:] &= mask[:-1]
    inner[:-1] &= mask[1:]
    inner[:, 1:] &= mask[:, :-1]
    inner[:, :-1] &= mask[:, 1:]
    cells = np.argwhere(mask & ~inner)
    return (cells[:, ::-1] + 0.5) / CELLS


def _shortest(labels: Labels, pair: Pair) -> list[int]:
    one, other = _rim(labels, pair[0]), _rim(labels, pair[1])
    best = (np.inf, 0, 0)
    for start in range(0, len(one), 400):
        block = one[start : start + 400]
        distance = ((block[:, None, :] - other[None, :, :]) ** 2).sum(axis=2)
        at = int(distance.argmin())
        if distance.flat[at] < best[0]:
            best = (float(distance.flat[at]), start + at // len(other), at % len(other))
    a, b = one[best[1]], other[best[2]]
    along = b - a
    length = max(float(np.hypot(*along)), 1e-9)
    a, b = a - along / length * REACH_IN, b + along / length * REACH_IN
    return [round(float(v) * UNIT) for v in (*a, *b)]


def _across_the_cut(labels: Labels, pair: Pair) -> list[list[int]]:
    """Two stubs, one at each edge of the map, at heights where both spaces come closest to it."""
    sides = []
    for label in pair:
        rim = _rim(labels, label)
        on_left = float(rim[:, 0].mean()) < WIDTH / 2
        depth = rim[:, 0] if on_left else WIDTH - rim[:, 0]
        sides.append((on_left, rim[depth <= depth.min() + 1.0]))
    heights = [np.unique(np.round(rim[:, 1])) for _, rim in sides]
    common = np.intersect1d(heights[0], heights[1])
    lines = []
    for (on_left, rim), own in zip(sides, heights, strict=True):
        y = float(np.median(common) if len(common) else np.median(own))
        nearest = rim[np.abs(rim[:, 1] - y).argmin()]
        inner = nearest[0] + STUB if on_left else nearest[0] - STUB
        edge = 0.0 if on_left else float(WIDTH)
        lines.append([round(v * UNIT) for v in (float(inner), float(nearest[1]), edge, float(nearest[1]))])
    return lines
