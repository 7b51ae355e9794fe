"""Roads and railways as hex-to-hex links."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Hex
from tools.maps.crimea.ground import Ground
from tools.maps.crimea.shapes import distance_to_line

Link = tuple[Hex, Hex]


def expanded(hexes: list[Hex], ground: Ground, bridged: set[str]) -> list[Hex]:
    """The full chain of touching hexes through the listed ones."""
    chain = [hexes[0]]
    for target in hexes[1:]:
        chain += _between(chain[-1], target, ground, bridged)[1:]
    return chain


def _between(start: Hex, goal: Hex, ground: Ground, bridged: set[str]) -> list[Hex]:
    """The straightest way over land, never across water without a bridge."""
    straight = [grid.centre(start), grid.centre(goal)]
    cost = {start: 0.0}
    before: dict[Hex, Hex] = {}
    heap = [(0.0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        if at == goal:
            path = [goal]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
        for there in grid.neighbours(at):
            key = grid.side_key(at, there)
            if not ground.is_land[there] or (key in ground.water_sides and key not in bridged):
                continue
            total = spent + 1 + 0.4 * distance_to_line(grid.centre(there), straight)
            if total < cost.get(there, math.inf):
                cost[there], before[there] = total, at
                heapq.heappush(heap, (total, there))
    raise ValueError(
        f"no way over land from {start} to {goal}: correct the line in lines.yaml or the land in terrain.yaml"
    )


def links(chain: list[Hex]) -> list[Link]:
    """The chain as pairs, lower number first."""
    return [(min(a, b), max(a, b)) for a, b in pairwise(chain)]
