"""From land cover and seeds to one label per cell.

A cell is land or water by the public-domain land cover. Land is shared out among the land seeds of the same land
mass, water among the water seeds, each cell to the nearest. The seeds are ours; they were placed by geography and then
shifted until the borders agree with `connections.json` wherever that is possible.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies.pieces import Labels, Pieces, pieces_of
from tools.maps.axisallies.projection import HEIGHT, NORTH, WIDTH, Projection

HERE = Path(__file__).parent
CELLS = 2  # cells per map unit, each way
ICE, SCENERY, OUTSIDE = 900, 901, 902  # labels that are no space: pack ice, islands without effect, beyond the frame
LAND_RESOLUTION = 15  # land cover cells per degree
TILE = 48  # cells; seeds are compared tile by tile
LEAST_SCENERY = 40  # cells; smaller islets are left out
Mask = NDArray[np.bool_]


def read_inputs() -> dict[str, Any]:
    """The hand-made inputs: seeds, islets, waterways, the Caspian shore."""
    inputs: dict[str, Any] = json.loads((HERE / "seeds.json").read_text(encoding="utf-8"))
    return inputs


def land_cover() -> NDArray[np.float64]:
    """Share of land per cell of 1/15 degree, rows from north to south, columns from 180 W."""
    data = (HERE / "land.png").read_bytes()
    at, body = 8, b""
    width = height = 0
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, chunk = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth = struct.unpack(">IIB", chunk[:9])
            if depth != 2:
                raise ValueError("land.png must be a two-bit grey picture: make it again as SOURCES.md says")
        elif kind == b"IDAT":
            body += chunk
        at += size + 12
    rows = np.frombuffer(zlib.decompress(body), dtype=np.uint8).reshape(height, 1 + width // 4)[:, 1:]
    levels = np.stack([(rows >> shift) & 3 for shift in (6, 4, 2, 0)], axis=2).reshape(height, width)
    return levels / 3.0


def land_mask(projection: Projection, inputs: dict[str, Any]) -> Mask:
    """Which cells of the map are land, straits and canals cut open, the Caspian filled with water."""
    lons, lats = projection.degrees(WIDTH * CELLS, HEIGHT * CELLS)
    cover = land_cover()
    columns = (lons + 180.0) % 360.0 * LAND_RESOLUTION - 0.5
    rows = (NORTH - lats) * LAND_RESOLUTION - 0.5
    c0, r0 = np.floor(columns).astype(int), np.clip(np.floor(rows).astype(int), 0, cover.shape[0] - 2)
    dc, dr = columns - c0, rows - r0
    left, right = c0 % cover.shape[1], (c0 + 1) % cover.shape[1]
    top = cover[r0, left] * (1 - dc) + cover[r0, right] * dc
    bottom = cover[r0 + 1, left] * (1 - dc) + cover[r0 + 1, right] * dc
    land: Mask = top * (1 - dr) + bottom * dr >= 0.5
    for line in inputs["waterways"]:
        points = [projection.point(lon, lat) for lon, lat in line["line"]]
        _stroke(land, points, line["width"], value=False)
    _fill(land, [projection.point(lon, lat) for lon, lat in inputs["caspian"]], value=False)
    return land


def _window(points: list[tuple[float, float]], margin: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        slice(max(int((min(ys) - margin) * CELLS) - 1, 0), min(int((max(ys) + margin) * CELLS) + 2, shape[0])),
        slice(max(int((min(xs) - margin) * CELLS) - 1, 0), min(int((max(xs) + margin) * CELLS) + 2, shape[1])),
    )


def _centres(window: tuple[slice, slice]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    ys, xs = np.mgrid[window]
    return (xs + 0.5) / CELLS, (ys + 0.5) / CELLS


def _stroke(mask: Mask, points: list[tuple[float, float]], width: float, *, value: bool) -> None:
    for (x0, y0), (x1, y1) in pairwise(points):
        window = _window([(x0, y0), (x1, y1)], width, mask.shape)
        xs, ys = _centres(window)
        length = max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-9)
        t = np.clip(((xs - x0) * (x1 - x0) + (ys - y0) * (y1 - y0)) / length, 0, 1)
        near = (xs - x0 - t * (x1 - x0)) ** 2 + (ys - y0 - t * (y1 - y0)) ** 2 <= (width / 2) ** 2
        mask[window][near] = value


def _fill(mask: Mask, ring: list[tuple[float, float]], *, value: bool) -> None:
    window = _window(ring, 1, mask.shape)
    xs, ys = _centres(window)
    inside = np.zeros(xs.shape, dtype=bool)
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        crosses = (y0 > ys) != (y1 > ys)
        with np.errstate(divide="ignore", invalid="ignore"):
            inside ^= crosses & (xs < x0 + (ys - y0) * (x1 - x0) / (y1 - y0 if y1 != y0 else 1e-12))
    mask[window][inside] = value


def _warped(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shake the plane a little, so that land borders wander as borders do instead of running straight."""
    dx = 1.1 * np.sin(0.21 * ys + 1.7 * np.sin(0.067 * xs)) + 0.6 * np.sin(0.53 * ys + 0.31 * xs)
    dy = 1.1 * np.sin(0.19 * xs + 1.9 * np.sin(0.073 * ys)) + 0.6 * np.sin(0.47 * xs - 0.37 * ys)
    return xs + dx, ys + dy


def share_out(land: Mask, seeds: NDArray[np.float64], owner: NDArray[np.int32], sea: frozenset[int]) -> Labels:
    """Give every cell to the nearest seed: water to water seeds, land to seeds on the same land mass."""
    masses = pieces_of(land.astype(np.int32)).of
    is_sea = np.array([int(o) in sea or int(o) == ICE for o in owner])
    mass = np.full(len(seeds), -1)
    for i, (x, y) in enumerate(seeds):
        if not is_sea[i]:
            mass[i] = masses[_nearest_land(land, x, y)]
    rows, columns = land.shape
    labels = np.full(land.shape, SCENERY, dtype=np.int32)
    wanted = np.where(land, masses, -1)
    settled = np.isin(wanted, np.unique(mass))
    for top in range(0, rows, TILE):
        for left in range(0, columns, TILE):
            window = (slice(top, min(top + TILE, rows)), slice(left, min(left + TILE, columns)))
            xs, ys = _centres(window)
            for domain in np.unique(wanted[window][settled[window]]):
                cells = wanted[window] == domain
                cx, cy = (xs[cells], ys[cells]) if domain < 0 else _warped(xs[cells], ys[cells])
                candidates = np.flatnonzero((mass == domain) & (is_sea == (domain < 0)))
                labels[window][cells] = owner[_nearest(seeds, candidates, cx, cy)]
    return labels


def _nearest_land(land: Mask, x: float, y: float) -> tuple[int, int]:
    row, column = int(y * CELLS), int(x * CELLS)
    for reach in range(0, 60, 4):
        window = (slice(max(row - reach, 0), row + reach + 1), slice(max(column - reach, 0), column + reach + 1))
        found = np.argwhere(land[window])
        if len(found):
            found += (window[0].start, window[1].start)
            best = found[((found - (row, column)) ** 2).sum(axis=1).argmin()]
            return int(best[0]), int(best[1])
    raise ValueError(f"a land seed lies in open sea at map point {x:.0f}, {y:.0f}: move it onto land")


def _nearest(
    seeds: NDArray[np.float64], candidates: NDArray[np.int64], xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> NDArray[np.int64]:
    mx, my = (xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2
    radius = math.hypot(xs.max() - mx, ys.max() - my)
    away = np.hypot(seeds[candidates, 0] - mx, seeds[candidates, 1] - my)
    near = candidates[away <= away.min() + 2 * radius + 1e-6]
    distance = (xs[:, None] - seeds[near, 0]) ** 2 + (ys[:, None] - seeds[near, 1]) ** 2
    nearest: NDArray[np.int64] = near[distance.argmin(axis=1)]
    return nearest


def tidy(labels: Labels, sea: frozenset[int]) -> None:
    """Give stray scraps to what surrounds them, drop specks of scenery, and open corner-to-corner contacts."""
    for _ in range(4):
        pieces = pieces_of(labels)
        dry = ~np.isin(labels, [*sorted(sea), ICE])
        masses = np.where(dry, pieces_of(dry.astype(np.int32)).of, -1)
        mass = np.empty(len(pieces.size), dtype=np.int64)
        mass[pieces.of.ravel()] = masses.ravel()
        scraps = _scraps(pieces, mass)
        changed = False
        boxes = _boxes(pieces.of, scraps)
        for piece in scraps:
            window = boxes[piece]
            mask = pieces.of[window] == piece
            around = _neighbours(labels[window], mask)
            alike = {n: c for n, c in around.items() if (n in sea or n == ICE) == (mass[piece] < 0)}
            choices = alike or around
            if choices:
                labels[window][mask] = max(sorted(choices), key=lambda n: choices[n])
                changed = True
        if not changed:
            break
    _open_corners(labels)


def _scraps(pieces: Pieces, mass: NDArray[np.int64]) -> list[int]:
    """Pieces to give away: all but the largest of a sea zone, and of a space on each land mass; specks of scenery."""
    best: dict[tuple[int, int], int] = {}
    for piece, label in enumerate(pieces.label.tolist()):
        key = (label, int(mass[piece]))
        if key not in best or pieces.size[piece] > pieces.size[best[key]]:
            best[key] = piece
    largest = dict.fromkeys(pieces.label.tolist(), 0)
    for (label, _), piece in best.items():
        largest[label] = max(largest[label], int(pieces.size[piece]))
    scraps = []
    for piece, label in enumerate(pieces.label.tolist()):
        size = int(pieces.size[piece])
        if label in (SCENERY, ICE):
            wanted = size >= LEAST_SCENERY
        else:
            wanted = best[(label, int(mass[piece]))] == piece and size >= min(LEAST_SCENERY, largest[label])
        if not wanted:
            scraps.append(piece)
    return scraps


def _boxes(of: Labels, wanted: list[int]) -> dict[int, tuple[slice, slice]]:
    """The bounding window of each wanted piece, one cell wider on each side."""
    rows, columns = of.shape
    is_wanted = np.zeros(int(of.max()) + 1, dtype=bool)
    is_wanted[wanted] = True
    ys, xs = np.nonzero(is_wanted[of])
    boxes: dict[int, tuple[int, int, int, int]] = {}
    for y, x, piece in zip(ys.tolist(), xs.tolist(), of[ys, xs].tolist(), strict=True):
        y0, y1, x0, x1 = boxes.get(piece, (y, y, x, x))
        boxes[piece] = (min(y0, y), max(y1, y), min(x0, x), max(x1, x))
    return {
        piece: (slice(max(y0 - 1, 0), min(y1 + 2, rows)), slice(max(x0 - 1, 0), min(x1 + 2, columns)))
        for piece, (y0, y1, x0, x1) in boxes.items()
    }


def _neighbours(labels: Labels, mask: Mask) -> dict[int, int]:
    """How many cell sides a masked patch shares with each label around it."""
    count: dict[int, int] = {}
    for inner, outer in (
        ((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
        ((slice(1, None), slice(None)), (slice(None, -1), slice(None))),
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
    ):
        for label in labels[outer][mask[inner] & ~mask[outer]].tolist():
            count[label] = count.get(label, 0) + 1
    return count


def _open_corners(labels: Labels) -> None:
    """Where a label meets itself only corner to corner, widen the link, so that outlines never touch themselves."""
    for _ in range(40):
        a, b, c, d = labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]
        falling = np.argwhere((a == d) & (a != b) & (a != c))
        rising = np.argwhere((b == c) & (b != a) & (b != d))
        if not len(falling) and not len(rising):
            return
        for r, k in falling.tolist():
            if labels[r, k] == labels[r + 1, k + 1]:
                labels[r, k + 1] = labels[r, k]
        for r, k in rising.tolist():
            if labels[r, k + 1] == labels[r + 1, k]:
                labels[r, k] = labels[r, k + 1]
    raise ValueError("corner contacts could not be opened; check the last seeds added")
