"""Where names, chips and buildings go: the roomiest point of each space, then pushed apart per zoom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies.outlines import UNIT
from tools.maps.axisallies.pieces import Labels
from tools.maps.axisallies.projection import HEIGHT, WIDTH
from tools.maps.axisallies.raster import CELLS

Floats = NDArray[np.float64]
NEAR_ZOOM = 2.45  # screen px per map unit at the zoom that shows whole plates
CHIP_HEIGHT = 15.0  # screen px, far zoom
CELL_WIDTH, CELL_HEIGHT, PLATE_PAD, SITE_ROW = 40.0, 20.0, 6.0, 18.0  # screen px, near zoom
EMPTY_CHIP, EMPTY_PLATE = (22.0, 15.0), (45.0, 26.0)
LONG_SHAPE = 1.9  # a shape this much longer than wide gets its name turned along it
STEEPEST = 55


@dataclass(frozen=True)
class Spot:
    """The roomiest point of a space, how a name lies there and how much room it has."""

    x: float
    y: float
    angle: int
    room: float


def clearance(labels: Labels) -> NDArray[np.int32]:
    """How many map units each cell of the one-unit raster lies inside its space."""
    coarse = labels[CELLS // 2 :: CELLS, CELLS // 2 :: CELLS]
    depth = np.zeros(coarse.shape, dtype=np.int32)
    alive = np.ones(coarse.shape, dtype=bool)
    side = np.ones((2, *coarse.shape), dtype=bool)
    side[0, :, 1:] = coarse[:, 1:] == coarse[:, :-1]
    side[1, 1:] = coarse[1:] == coarse[:-1]
    side[0, :, 0] = side[1, 0] = False
    turn = 0
    while alive.any():
        depth[alive] += 1
        kept = alive.copy()
        west, north = side
        kept[:, 1:] &= alive[:, :-1] & west[:, 1:]
        kept[:, :-1] &= alive[:, 1:] & west[:, 1:]
        kept[1:] &= alive[:-1] & north[1:]
        kept[:-1] &= alive[1:] & north[1:]
        kept[[0, -1]] = False
        kept[:, [0, -1]] = False
        if turn % 2:  # every other ring also loses its corners, which makes the growth nearly round
            square = alive.copy()
            square[1:, 1:] &= alive[:-1, :-1]
            square[:-1, :-1] &= alive[1:, 1:]
            square[1:, :-1] &= alive[:-1, 1:]
            square[:-1, 1:] &= alive[1:, :-1]
            kept &= square
        alive = kept
        turn += 1
    return depth


def spot_of(labels: Labels, depth: NDArray[np.int32], label: int, *, level: bool) -> Spot:
    """The middle of the roomiest part of a space; a level one never turns its name."""
    coarse = labels[CELLS // 2 :: CELLS, CELLS // 2 :: CELLS]
    cells = np.argwhere(coarse == label)
    if not len(cells):
        raise ValueError(f"space {label} vanished from the map: give it another seed")
    depths = depth[cells[:, 0], cells[:, 1]]
    roomy = cells[depths >= max(1, math.floor(0.8 * depths.max()))]
    best = roomy[((roomy - roomy.mean(axis=0)) ** 2).sum(axis=1).argmin()]
    y, x = float(best[0]) + 0.5, float(best[1]) + 0.5
    angle = 0 if level else _lie(cells)
    return Spot(x, y, angle, _room(coarse, label, int(best[1]), int(best[0]), angle))


def _lie(cells: NDArray[np.int64]) -> int:
    """The angle of a long shape in degrees, clockwise; level for all others and for the steep ones."""
    if len(cells) < 20:
        return 0
    values, vectors = np.linalg.eigh(np.cov(cells.T.astype(float)))
    if math.sqrt(values[1] / max(values[0], 1e-9)) < LONG_SHAPE:
        return 0
    dy, dx = vectors[:, 1]
    angle = round(math.degrees(math.atan2(dy, dx)))
    angle = (angle + 90) % 180 - 90
    return angle if abs(angle) <= STEEPEST else 0


def _room(coarse: Labels, label: int, x: int, y: int, angle: int) -> float:
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    lengths = []
    for sign in (1, -1):
        n = 0
        while True:
            column, row = round(x + sign * dx * (n + 1)), round(y + sign * dy * (n + 1))
            if not (0 <= row < coarse.shape[0] and 0 <= column < coarse.shape[1]) or coarse[row, column] != label:
                break
            n += 1
        lengths.append(n)
    return 2.0 * min(lengths) + 1


def plate_size(stacks: list[dict[str, int]], buildings: frozenset[str]) -> tuple[float, float]:
    """Screen size of the plates of one space at the near zoom: one plate per power, three kinds to a row."""
    width = height = 0.0
    sites = False
    for units in stacks:
        kinds = sum(1 for kind in units if kind not in buildings)
        sites = sites or any(kind in buildings for kind in units)
        if kinds:
            columns = 2 if kinds == 4 else min(3, kinds)
            width = max(width, columns * CELL_WIDTH + 5)
            height += -(-kinds // columns) * CELL_HEIGHT + PLATE_PAD + 2
    return max(width, EMPTY_PLATE[0]), max(height, EMPTY_PLATE[1]) + (SITE_ROW if sites else 0)


def chip_size(stacks: list[dict[str, int]], domains: dict[str, str]) -> tuple[float, float]:
    """Screen size of the chips of one space at the far zoom: one chip per power, a count per domain."""
    width = height = 0.0
    for units in stacks:
        counts: dict[str, int] = {}
        for kind, number in units.items():
            if kind in domains:
                counts[domains[kind]] = counts.get(domains[kind], 0) + number
        if counts:
            width = max(width, 5 + sum(13 + 5.6 * len(str(n)) for n in counts.values()) + 2 * (len(counts) - 1))
            height += CHIP_HEIGHT + 1
    return max(width, EMPTY_CHIP[0]), max(height, EMPTY_CHIP[1])


def pushed_apart(points: Floats, sizes: Floats, busy: NDArray[np.bool_]) -> Floats:
    """Move boxes off each other, the busy spaces first; the others then make way for them."""
    placed = _relax(points.copy(), points, sizes, movable=busy, present=busy, rounds=900)
    return _relax(placed, points, sizes, movable=~busy, present=np.ones(len(points), dtype=bool), rounds=300)


def _relax(
    placed: Floats, home: Floats, sizes: Floats, *, movable: NDArray[np.bool_], present: NDArray[np.bool_], rounds: int
) -> Floats:
    half = sizes / 2 + 0.6
    pairs = np.argwhere(np.triu(np.ones((len(home), len(home)), dtype=bool), 1))
    pairs = pairs[(movable[pairs].any(axis=1)) & present[pairs].all(axis=1)]
    near = (np.abs(home[pairs[:, 0]] - home[pairs[:, 1]]) < half[pairs[:, 0]] + half[pairs[:, 1]] + 45).all(axis=1)
    i, j = pairs[near].T
    share_i = np.where(movable[i], np.where(movable[j], 0.5, 1.0), 0.0)
    for turn in range(rounds):
        gap = placed[j] - placed[i]
        overlap = half[i] + half[j] - np.abs(gap)
        hit = (overlap > 0).all(axis=1)
        push = np.zeros_like(placed)
        if hit.any():
            axis = overlap[hit].argmin(axis=1)
            if turn % 3 == 2:  # a box caught between two that stay put escapes up or down
                axis = np.where((share_i[hit] == 0.5), axis, 1)
            amount = np.take_along_axis(overlap[hit], axis[:, None], axis=1)[:, 0] * 0.55 + 0.02
            sign = np.where(np.take_along_axis(gap[hit], axis[:, None], axis=1)[:, 0] >= 0, 1.0, -1.0)
            np.add.at(push, (j[hit], axis), sign * amount * (1 - share_i[hit]))
            np.add.at(push, (i[hit], axis), -sign * amount * share_i[hit])
        placed = placed + push
        if turn < rounds * 0.7:  # the pull home ends early, so that the last rounds only separate
            placed[movable] += (home[movable] - placed[movable]) * 0.02
        elif not hit.any():
            break
        placed[:, 0] = np.clip(placed[:, 0], half[:, 0], WIDTH - half[:, 0])
        placed[:, 1] = np.clip(placed[:, 1], half[:, 1], HEIGHT - half[:, 1])
    return placed


def site_of(labels: Labels, depth: NDArray[np.int32], label: int, chip: tuple[float, float]) -> tuple[float, float]:
    """A roomy point of the space away from its chip, for complexes and bases."""
    coarse = labels[CELLS // 2 :: CELLS, CELLS // 2 :: CELLS]
    cells = np.argwhere(coarse == label)
    away = np.hypot(cells[:, 1] + 0.5 - chip[0], cells[:, 0] + 0.5 - chip[1])
    score = depth[cells[:, 0], cells[:, 1]] + np.minimum(away, 12.0) * 0.8
    best = cells[score.argmax()]
    return float(best[1]) + 0.5, float(best[0]) + 0.5


def inner_point(
    labels: Labels, depth: NDArray[np.int32], label: int, wanted: tuple[float, float]
) -> tuple[float, float]:
    """The wanted point, or the nearest one that lies well inside the space."""
    coarse = labels[CELLS // 2 :: CELLS, CELLS // 2 :: CELLS]
    cells = np.argwhere(coarse == label)
    depths = depth[cells[:, 0], cells[:, 1]]
    cells = cells[depths >= min(3, int(depths.max()))]
    best = cells[((cells[:, 1] + 0.5 - wanted[0]) ** 2 + (cells[:, 0] + 0.5 - wanted[1]) ** 2).argmin()]
    return float(best[1]) + 0.5, float(best[0]) + 0.5


def tenths(*values: float) -> list[int]:
    """Map units as whole tenths."""
    return [round(value * UNIT) for value in values]


def busy_stacks(setups: list[dict[str, Any]]) -> dict[int, list[list[dict[str, int]]]]:
    """Per space, per set-up that fills it, the units of each power there."""
    stacks: dict[int, list[list[dict[str, int]]]] = {}
    for setup in setups:
        here: dict[int, list[dict[str, int]]] = {}
        for rows in setup["units"].values():
            for row in rows:
                here.setdefault(row["place"], []).append(row["units"])
        for place, units in here.items():
            stacks.setdefault(place, []).append(units)
    return stacks
