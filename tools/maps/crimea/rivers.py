"""Rivers along hexsides: the cheapest walk over hex corners that keeps near the true course."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Corner, Point
from tools.maps.crimea.ground import Ground
from tools.maps.crimea.inputs import Inputs
from tools.maps.crimea.shapes import distance_to_line

_REACH = 1.3  # hexes a river may leave its true course
Edges = dict[Corner, dict[Corner, str]]


def corner_graph(ground: Ground) -> Edges:
    """Corners joined by the hexsides between two land hexes that are not water already."""
    edges: Edges = {}
    for code in grid.all_hexes():
        keys = grid.corner_keys(code)
        for side in range(6):
            other = grid.neighbour(code, side)
            if not grid.is_on_map(other) or not (ground.is_land[code] and ground.is_land[other]):
                continue
            name = grid.side_key(code, other)
            if name in ground.water_sides:
                continue
            a, b = keys[side], keys[(side + 1) % 6]
            edges.setdefault(a, {})[b] = name
            edges.setdefault(b, {})[a] = name
    return edges


def snapped(line: Sequence[Point], edges: Edges) -> list[Corner]:
    """The corners a river passes, from source to mouth."""

    def nearest(point: Point) -> Corner:
        return min(edges, key=lambda k: (math.dist(grid.corner_point(k), point), k))

    start, goal = nearest(line[0]), nearest(line[-1])
    cost = {start: 0.0}
    before: dict[Corner, Corner] = {}
    heap = [(0.0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        if at == goal:
            break
        if spent > cost[at]:
            continue
        here = grid.corner_point(at)
        for there in sorted(edges[at]):
            beyond = grid.corner_point(there)
            off = distance_to_line(((here[0] + beyond[0]) / 2, (here[1] + beyond[1]) / 2), line)
            if off > _REACH:
                continue
            total = spent + 0.3 + 6 * off * off
            if total < cost.get(there, math.inf):
                cost[there], before[there] = total, at
                heapq.heappush(heap, (total, there))
    path = [goal]
    while path[-1] in before:
        path.append(before[path[-1]])
    if path[-1] != start:
        raise ValueError("a river cannot be laid along hexsides: add control points to its line in water.yaml")
    return path[::-1]


def river_sides(inputs: Inputs, ground: Ground) -> dict[str, str]:
    """Hexside -> English name of the river that runs along it."""
    edges = corner_graph(ground)
    sides: dict[str, str] = {}
    for river in inputs.water["rivers"]:
        corners = snapped([inputs.plane(lon, lat) for lon, lat in river["line"]], edges)
        for a, b in pairwise(corners):
            sides.setdefault(edges[a][b], river["name"]["en"])
    return sides
