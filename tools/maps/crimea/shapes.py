"""Plane geometry the builder needs: warps, scan lines, land shares, smooth outlines."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tools.maps.crimea.grid import Hex, Point, centre

Ring = list[Point]


@dataclass(frozen=True)
class Warp:
    """A local pull of the true geography towards the schematic printed map."""

    at: Point
    by: Point
    radius: float


def warped(point: Point, warps: Sequence[Warp]) -> Point:
    """The point after all pulls; each fades with the square of the distance from its centre."""
    u, v = point
    du = dv = 0.0
    for warp in warps:
        weight = math.exp(-((math.dist(point, warp.at) / warp.radius) ** 2))
        du += warp.by[0] * weight
        dv += warp.by[1] * weight
    return u + du, v + dv


class Region:
    """A set of rings under the even-odd rule, asked point by point along scan lines."""

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self._edges: list[tuple[float, float, float, float]] = []
        for ring in rings:
            for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if y1 != y2:
                    self._edges.append((x1, y1, x2, y2) if y1 < y2 else (x2, y2, x1, y1))
        self._lines: dict[float, list[float]] = {}

    def _crossings(self, v: float) -> list[float]:
        if v not in self._lines:
            found = [x1 + (x2 - x1) * (v - y1) / (y2 - y1) for x1, y1, x2, y2 in self._edges if y1 <= v < y2]
            self._lines[v] = sorted(found)
        return self._lines[v]

    def __contains__(self, point: Point) -> bool:
        return bisect.bisect_right(self._crossings(point[1]), point[0]) % 2 == 1


# Sample points of one hex, from its centre, on scan lines shared by all hexes of a row.
_STEP = 1 / 14
_OFFSETS = [
    (i * _STEP, (j + 0.5) * _STEP)
    for j in range(-7, 7)
    for i in range(-8, 9)
    if abs(i * _STEP) * math.sqrt(3) + abs((j + 0.5) * _STEP) < 1.0
]


def samples(code: Hex) -> list[Point]:
    """An even spread of points inside the hex."""
    u, v = centre(code)
    return [(u + du, round(v + dv, 9)) for du, dv in _OFFSETS]


def along(a: Point, b: Point, count: int) -> list[Point]:
    """Points strictly between a and b."""
    return [
        (a[0] + (b[0] - a[0]) * (i + 0.5) / count, round(a[1] + (b[1] - a[1]) * (i + 0.5) / count, 9))
        for i in range(count)
    ]


def distance_to_line(point: Point, line: Sequence[Point]) -> float:
    """Distance from a point to a polyline."""
    best = math.inf
    for (x1, y1), (x2, y2) in pairwise(line):
        dx, dy = x2 - x1, y2 - y1
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / length))
        best = min(best, math.dist(point, (x1 + t * dx, y1 + t * dy)))
    return best


def roughened(ring: Sequence[Point], depth: int = 3, swing: float = 0.13, seed: int = 7) -> Ring:
    """A hand-drawn outline made natural by midpoint displacement, always the same way."""
    points = list(ring)
    for _ in range(depth):
        out: Ring = []
        for (x, y), (z, w) in zip(points, [*points[1:], points[0]], strict=True):
            seed = (seed * 1103515245 + 12345) % 2147483648
            k = (seed / 2147483648 - 0.5) * 2 * swing
            out += [(x, y), ((x + z) / 2 - (w - y) * k, (y + w) / 2 + (z - x) * k)]
        points = out
    return points


def smoothed(line: Sequence[Point], per_leg: int = 6) -> Ring:
    """A Catmull-Rom curve through the points of an open line."""
    if len(line) < 3:
        return list(line)
    out: Ring = [line[0]]
    padded = [line[0], *line, line[-1]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for i in range(1, per_leg + 1):
            t = i / per_leg
            out.append(
                (
                    _spline(p0[0], p1[0], p2[0], p3[0], t),
                    _spline(p0[1], p1[1], p2[1], p3[1], t),
                )
            )
    return out


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def thinned(ring: Sequence[Point], gap: float) -> Ring:
    """The ring without points closer than gap to the last one kept."""
    out: Ring = [ring[0]]
    for point in ring[1:]:
        if math.dist(point, out[-1]) >= gap:
            out.append(point)
    return out if len(out) >= 3 else list(ring)
