"""From labels to outlines: shared arcs, smoothed and thinned once, so that neighbours keep the same vertices."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies.pieces import Labels
from tools.maps.axisallies.raster import CELLS, ICE, OUTSIDE, SCENERY

Point = tuple[int, int]  # tenths of a map unit
Corner = tuple[int, int]  # row, column of a corner of the raster
UNIT = 10
COAST_TOLERANCE, BORDER_TOLERANCE, SCENERY_TOLERANCE = 0.30, 0.45, 0.6
SMOOTHING = 4


@dataclass(frozen=True)
class Arc:
    """A stretch of border between two labels; `left` lies to the left when walking the points."""

    left: int
    right: int
    points: tuple[Point, ...]
    start: Corner
    end: Corner


def arcs_of(labels: Labels, sea: frozenset[int]) -> list[Arc]:
    """Every border of the raster once, cut where three spaces meet."""
    framed = np.full((labels.shape[0] + 2, labels.shape[1] + 2), OUTSIDE, dtype=np.int32)
    framed[1:-1, 1:-1] = labels
    links = _links(framed)
    nodes = sorted(corner for corner, around in links.items() if len(around) != 2)
    arcs: list[Arc] = []
    used: set[tuple[Corner, Corner]] = set()
    for corner in (*nodes, *sorted(links)):  # what is left after the nodes are closed loops: islands
        arcs.extend(
            _finish(_walk(corner, step, links, used), framed, sea)
            for step in links[corner]
            if (corner, step) not in used
        )
    return arcs


def _links(framed: Labels) -> dict[Corner, list[Corner]]:
    """Corner by corner, where the border goes on; corners are numbered so that the map begins at (0, 0)."""
    links: dict[Corner, list[Corner]] = defaultdict(list)
    # A cell side between rows r and r + 1 runs along corner row r, from column c - 1 to c.
    for r, c in np.argwhere(framed[:-1, 1:-1] != framed[1:, 1:-1]).tolist():
        links[(r, c)].append((r, c + 1))
        links[(r, c + 1)].append((r, c))
    for r, c in np.argwhere(framed[1:-1, :-1] != framed[1:-1, 1:]).tolist():
        links[(r, c)].append((r + 1, c))
        links[(r + 1, c)].append((r, c))
    return {corner: sorted(around) for corner, around in links.items()}


def _walk(
    start: Corner, step: Corner, links: dict[Corner, list[Corner]], used: set[tuple[Corner, Corner]]
) -> list[Corner]:
    path = [start, step]
    used.add((start, step))
    used.add((step, start))
    while path[-1] != start and len(links[path[-1]]) == 2:
        here, before = path[-1], path[-2]
        ahead = links[here][0] if links[here][0] != before else links[here][1]
        used.add((here, ahead))
        used.add((ahead, here))
        path.append(ahead)
    return path


def _finish(path: list[Corner], framed: Labels, sea: frozenset[int]) -> Arc:
    (r0, c0), (r1, c1) = path[0], path[1]
    # Cells beside the first step; framed is one cell larger than the map on each side.
    if r0 == r1:
        column = max(c0, c1)
        above, below = int(framed[r0, column]), int(framed[r0 + 1, column])
        left, right = (above, below) if c1 > c0 else (below, above)
    else:
        row = max(r0, r1)
        west, east = int(framed[row, c0]), int(framed[row, c0 + 1])
        left, right = (east, west) if r1 > r0 else (west, east)
    curve = np.array([(c / CELLS, r / CELLS) for r, c in path])
    if OUTSIDE in (left, right):
        kept = _thin(curve, 0.01)
    else:
        wet = {label for label in (left, right) if label in sea or label == ICE}
        tolerance = COAST_TOLERANCE if len(wet) == 1 else BORDER_TOLERANCE
        if SCENERY in (left, right):
            tolerance = SCENERY_TOLERANCE
        kept = _thin(_smooth(curve), tolerance)
    points = [(round(float(x) * UNIT), round(float(y) * UNIT)) for x, y in kept]
    points = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    return Arc(left, right, tuple(points), path[0], path[-1])


def _smooth(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average the staircase away; ends stay, a loop is smoothed all round."""
    loop = bool((curve[0] == curve[-1]).all())
    for _ in range(SMOOTHING):
        if loop:
            ring = curve[:-1]
            ring = (np.roll(ring, 1, axis=0) + 2 * ring + np.roll(ring, -1, axis=0)) / 4
            curve = np.vstack([ring, ring[:1]])
        elif len(curve) > 2:
            middle = (curve[:-2] + 2 * curve[1:-1] + curve[2:]) / 4
            curve = np.vstack([curve[:1], middle, curve[-1:]])
    return curve


def _thin(curve: NDArray[np.float64], tolerance: float) -> NDArray[np.float64]:
    """Leave out points that lie within the tolerance of the line (Douglas and Peucker)."""
    keep = np.zeros(len(curve), dtype=bool)
    keep[[0, -1]] = True
    if len(curve) > 3 and bool((curve[0] == curve[-1]).all()):
        far = int(((curve - curve[0]) ** 2).sum(axis=1).argmax())
        keep[far] = True
        stack = [(0, far), (far, len(curve) - 1)]
    else:
        stack = [(0, len(curve) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        a, b = curve[first], curve[last]
        between = curve[first + 1 : last]
        length = float(np.hypot(*(b - a)))
        if length < 1e-9:
            distance = np.hypot(*(between - a).T)
        else:
            distance = np.abs((b[0] - a[0]) * (between[:, 1] - a[1]) - (b[1] - a[1]) * (between[:, 0] - a[0])) / length
        worst = int(distance.argmax())
        if distance[worst] > tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            stack += [(first, middle), (middle, last)]
    return curve[keep]


def rings_of(arcs: list[Arc], label: int) -> list[list[Point]]:
    """The closed outlines of one label, largest first; fill them by the even-odd rule."""
    starts: dict[Corner, list[tuple[Corner, tuple[Point, ...]]]] = defaultdict(list)
    rings: list[list[Point]] = []
    for arc in arcs:
        if label not in (arc.left, arc.right):
            continue
        forward = arc.left == label
        points = arc.points if forward else arc.points[::-1]
        start, end = (arc.start, arc.end) if forward else (arc.end, arc.start)
        if start == end:
            rings.append(list(points[:-1]))
        else:
            starts[start].append((end, points))
    while starts:
        first = min(starts)
        here = first
        ring: list[Point] = []
        while True:
            end, points = starts[here].pop()
            if not starts[here]:
                del starts[here]
            ring.extend(points[:-1])
            here = end
            if here == first:
                break
        rings.append(ring)
    drawn = [ring for ring in rings if len(ring) >= 3]
    return sorted(drawn, key=lambda ring: (-abs(doubled_area(ring)), ring))


def doubled_area(ring: list[Point]) -> int:
    """Twice the signed area of a closed outline."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True))
