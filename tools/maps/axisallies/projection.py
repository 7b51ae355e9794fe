"""The world projection: crowded regions get more room, and nothing can fold.

Parallels stay straight and level. y is the normalised integral of a positive density of latitude; along each
parallel x is the normalised integral of a positive density of longitude and latitude. Both grow strictly, so no two
points of the world can meet. The cut runs along `west_edge`, which bends with latitude so that no space is halved.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDTH, HEIGHT = 1440, 796
SOUTH, NORTH = -57.0, 77.0
ROWS, COLUMNS = 513, 1441  # nodes of the two tables

# The cut between the boards, (latitude, longitude): west of Alberta, along the Rockies, west of the Mexican
# isthmus, then out into the Pacific where the sea zones of the two halves meet.
CUT = (
    (-57.0, -124.0),
    (-20.0, -119.0),
    (0.0, -112.0),
    (12.0, -101.0),
    (18.0, -98.5),
    (24.0, -101.0),
    (31.0, -105.0),
    (41.0, -106.0),
    (49.0, -114.5),
    (60.0, -120.0),
    (77.0, -124.0),
)


def bump(z: Floats | float, centre: float, spread: float) -> Floats:
    """A bell of height one."""
    bell: Floats = np.exp(-(((np.asarray(z) - centre) / spread) ** 2))
    return bell


def longitude_density(lon: Floats | float, lat: float) -> Floats:
    """How much room a degree of longitude gets, before each parallel is normalised. Always positive."""
    return (
        0.42
        + 2.05 * bump(lon, 11, 22) * (0.42 + 0.58 * bump(lat, 48, 26))
        + 1.30 * bump(lon, 121, 21) * (0.40 + 0.60 * bump(lat, 29, 24))
        + 0.42 * bump(lon, -88, 19)
        + 0.55 * bump(lon, 244, 16)
        + 0.30 * bump(lon, 78, 15) * bump(lat, 18, 22)
        + 0.35 * bump(lon, 40, 12)
        - 0.13 * bump(lon, 205, 34)
        - 0.13 * bump(lon, -42, 14)
    )


def latitude_density(lat: Floats | float) -> Floats:
    """How much room a degree of latitude gets. Always positive."""
    return (
        0.55
        + 1.12 * bump(lat, 48, 12.5)
        + 0.42 * bump(lat, 28, 15)
        - 0.12 * bump(lat, -42, 16)
        - 0.25 * bump(lat, 78, 9)
    )


def west_edge(lat: float) -> float:
    """Longitude of the left edge of the map on a parallel; the right edge is the same meridian, 360 degrees on."""
    for (lat0, lon0), (lat1, lon1) in pairwise(CUT):
        if lat <= lat1:
            t = min(max((lat - lat0) / (lat1 - lat0), 0.0), 1.0)
            return lon0 + (lon1 - lon0) * t * t * (3 - 2 * t)
    return CUT[-1][1]


class Projection:
    """Degrees to map units (1440 x 796) and back, by two monotone tables."""

    def __init__(self) -> None:
        fine = (ROWS - 1) * 4
        heights = latitude_density(SOUTH + (NORTH - SOUTH) * (np.arange(fine) + 0.5) / fine)
        summed = np.concatenate([[0.0], np.cumsum(heights)])
        self._lat_fraction: Floats = summed / summed[-1]
        self._lats: Floats = np.linspace(SOUTH, NORTH, fine + 1)
        # One row of accumulated density per level of y, so that both directions are plain interpolation.
        self._levels: Floats = np.linspace(0.0, 1.0, ROWS)
        lats = np.interp(self._levels, self._lat_fraction, self._lats)
        self._west: Floats = np.array([west_edge(float(lat)) for lat in lats])
        self._across: Floats = np.empty((ROWS, COLUMNS))
        middles = (np.arange(COLUMNS - 1) + 0.5) * (360.0 / (COLUMNS - 1))
        for row, lat in enumerate(lats):
            widths = longitude_density(self._west[row] + middles, float(lat))
            total = np.concatenate([[0.0], np.cumsum(widths)])
            self._across[row] = total / total[-1]

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        """Where a place of the globe lies on the map; longitudes are taken as they are, not wrapped."""
        lat = min(max(lat, SOUTH), NORTH)
        level = float(np.interp(lat, self._lats, self._lat_fraction))
        row = min(int(level * (ROWS - 1)), ROWS - 2)
        share = level * (ROWS - 1) - row
        x = 0.0
        for r, weight in ((row, 1 - share), (row + 1, share)):
            column = (lon - self._west[r]) / 360.0 * (COLUMNS - 1)
            x += weight * float(np.interp(column, np.arange(COLUMNS), self._across[r]))
        return x * WIDTH, (1 - level) * HEIGHT

    def degrees(self, columns: int, rows: int) -> tuple[Floats, Floats]:
        """Longitude and latitude of the centre of every cell of a raster laid over the map."""
        levels = 1 - (np.arange(rows) + 0.5) / rows
        lats = np.interp(levels, self._lat_fraction, self._lats)
        wanted = (np.arange(columns) + 0.5) / columns
        lons = np.empty((rows, columns))
        nodes = np.arange(COLUMNS) * (360.0 / (COLUMNS - 1))
        for i, level in enumerate(levels):
            row = min(int(level * (ROWS - 1)), ROWS - 2)
            share = level * (ROWS - 1) - row
            across = self._across[row] * (1 - share) + self._across[row + 1] * share
            west = self._west[row] * (1 - share) + self._west[row + 1] * share
            lons[i] = west + np.interp(wanted, across, nodes)
        return lons, np.repeat(lats[:, None], columns, axis=1)
