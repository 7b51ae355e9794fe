"""Islands too small to show at true size: drawn as blobs inside their sea zone, near their true place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies.pieces import Labels
from tools.maps.axisallies.projection import Projection
from tools.maps.axisallies.raster import CELLS, SCENERY

SINGLE = ((0.0, 0.0, 5.4),)  # dx, dy, radius in map units
GROUP = ((-5.0, 1.6, 4.0), (4.6, -2.8, 4.2), (2.6, 5.4, 3.4))
MARGIN = 2.0  # map units of its own sea zone around a blob
SMALLEST = 170  # square map units; real islands below this grow into their sea zone
Mask = NDArray[np.bool_]


def grow_small(labels: Labels, islands: dict[int, set[int]]) -> None:
    """Widen small true-shaped islands, rim by rim, into the zones they touch by rule."""
    for island, zones in sorted(islands.items()):
        for _ in range(12):
            mask = labels == island
            area = int(mask.sum()) / CELLS**2
            if not mask.any() or area >= SMALLEST:
                break
            rim = _widened(mask) & ~mask
            labels[rim & np.isin(labels, [*sorted(zones), SCENERY])] = island


def draw_islets(labels: Labels, projection: Projection, islets: dict[str, Any], zones: dict[int, int]) -> None:
    """Put every blob island into its zone, as near to its true place as the zone allows."""
    for key, islet in islets.items():
        island, zone = int(key), zones[int(key)]
        blobs = GROUP if islet["shape"] == "group" else SINGLE
        reach = max(math.hypot(dx, dy) + radius for dx, dy, radius in blobs) + MARGIN
        x, y = projection.point(*islet["at"])
        _clear_scenery(labels, zone, x, y, reach + 8)
        x, y = _place(labels, zone, x, y, reach)
        _clear_scenery(labels, zone, x, y, reach + 4)
        turn = island * 1.1  # so that no two groups look alike
        for n, (dx, dy, radius) in enumerate(blobs):
            right, down = dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn)
            _blob(labels, island, x + right, y + down, radius, phase=island * 0.7 + n)


def _window(labels: Labels, x: float, y: float, reach: float) -> tuple[slice, slice]:
    row, column, size = int(y * CELLS), int(x * CELLS), int(reach * CELLS) + 2
    return (
        slice(max(row - size, 0), min(row + size, labels.shape[0])),
        slice(max(column - size, 0), min(column + size, labels.shape[1])),
    )


def _clear_scenery(labels: Labels, zone: int, x: float, y: float, reach: float) -> None:
    patch = labels[_window(labels, x, y, reach)]
    patch[patch == SCENERY] = zone


def _place(labels: Labels, zone: int, x: float, y: float, reach: float) -> tuple[float, float]:
    """The point nearest to the wanted one whose whole surroundings belong to the zone."""
    for shrink in (1.0, 0.85, 0.7, 0.55):
        inner = labels == zone
        for turn in range(round(reach * shrink * CELLS)):
            inner = _narrowed(inner, corners=turn % 2 == 1)
        cells = np.argwhere(inner)
        if len(cells):
            away = (cells[:, 1] / CELLS - x) ** 2 + (cells[:, 0] / CELLS - y) ** 2
            row, column = cells[away.argmin()]
            return float(column) / CELLS, float(row) / CELLS
    raise ValueError(f"sea zone {zone} has no room for its island: widen it with another seed")


def _blob(labels: Labels, island: int, x: float, y: float, radius: float, *, phase: float) -> None:
    window = _window(labels, x, y, radius * 1.4)
    rows, columns = np.mgrid[window]
    dx, dy = (columns + 0.5) / CELLS - x, (rows + 0.5) / CELLS - y
    angle = np.arctan2(dy, dx)
    reach = radius * (1 + 0.13 * np.sin(2 * angle + phase) + 0.08 * np.sin(3 * angle + 2.3 * phase))
    labels[window][dx**2 + dy**2 <= reach**2] = island


def _widened(mask: Mask) -> Mask:
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    wide[:, 1:] |= mask[:, :-1]
    wide[:, :-1] |= mask[:, 1:]
    return wide


def _narrowed(mask: Mask, *, corners: bool) -> Mask:
    thin = mask.copy()
    thin[[0, -1]] = False
    thin[:, [0, -1]] = False
    thin[1:] &= mask[:-1]
    thin[:-1] &= mask[1:]
    thin[:, 1:] &= mask[:, :-1]
    thin[:, :-1] &= mask[:, 1:]
    if corners:
        thin[1:, 1:] &= mask[:-1, :-1]
        thin[:-1, :-1] &= mask[1:, 1:]
        thin[1:, :-1] &= mask[:-1, 1:]
        thin[:-1, 1:] &= mask[1:, :-1]
    return thin
