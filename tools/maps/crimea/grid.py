"""The printed grid of map Q: flat-topped hexes numbered CCRR, even columns half a hex higher.

The hex plane has u = column * sqrt(3) / 2 growing east and v = row (odd columns: row + 1/2) growing south, so that
one unit is one hex flat to flat, 8.06 km. Corners get exact integer keys, which makes hexsides comparable.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

Hex = str
Point = tuple[float, float]
Corner = tuple[int, int]

FIRST_COLUMN, LAST_COLUMN = 20, 70
FIRST_ROW, LAST_ROW = 1, 30
KM_PER_HEX = 8.06

ROOT3 = math.sqrt(3.0)
# Affine fit of ten places whose hex the rulebook prints: longitude, latitude -> u, v (worst error 0.45 hex).
TO_PLANE = (
    (9.54265105, -2.19889098, -188.90498866),
    (-1.39307014, -13.70267848, 685.00002057),
)
# Corner i lies at i * 60 degrees, clockwise from east, in units of (sqrt(3)/6, 1/2).
_CORNER_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
# Side i joins corner i to corner i + 1 and faces the neighbour listed here: SE, S, SW, NW, N, NE.
SIDE_NAMES = ("SE", "S", "SW", "NW", "N", "NE")


def number(column: int, row: int) -> Hex:
    """The four digits printed in the hex."""
    return f"{column:02d}{row:02d}"


def split(code: Hex) -> tuple[int, int]:
    """Column and row of a printed number."""
    return int(code[:2]), int(code[2:])


def all_hexes() -> Iterator[Hex]:
    """Every hex of the map, column by column, north to south."""
    for column in range(FIRST_COLUMN, LAST_COLUMN + 1):
        for row in range(FIRST_ROW, LAST_ROW + 1):
            yield number(column, row)


def is_on_map(code: Hex) -> bool:
    """Whether the number lies inside the printed rectangle."""
    column, row = split(code)
    return FIRST_COLUMN <= column <= LAST_COLUMN and FIRST_ROW <= row <= LAST_ROW


def is_edge(code: Hex) -> bool:
    """Whether the hex touches the edge of the map."""
    column, row = split(code)
    return column in (FIRST_COLUMN, LAST_COLUMN) or row in (FIRST_ROW, LAST_ROW)


def neighbour(code: Hex, side: int) -> Hex:
    """The number across side 0..5 (SE, S, SW, NW, N, NE); it may lie off the map."""
    column, row = split(code)
    down = column % 2  # odd columns sit half a hex lower
    dc, dr = ((1, down), (0, 1), (-1, down), (-1, down - 1), (0, -1), (1, down - 1))[side]
    return number(column + dc, row + dr)


def neighbours(code: Hex) -> list[Hex]:
    """Neighbours on the map, in side order."""
    return [n for side in range(6) if is_on_map(n := neighbour(code, side))]


def are_adjacent(a: Hex, b: Hex) -> bool:
    """Whether two hexes share a side."""
    return b in (neighbour(a, side) for side in range(6))


def side_between(a: Hex, b: Hex) -> int:
    """The side of a that faces b."""
    for side in range(6):
        if neighbour(a, side) == b:
            return side
    raise ValueError(f"hexes {a} and {b} do not touch: correct the pair in the hand-drawn inputs")


def side_key(a: Hex, b: Hex) -> str:
    """The name of a hexside: both numbers, lower first."""
    side_between(a, b)
    return f"{min(a, b)}-{max(a, b)}"


def centre(code: Hex) -> Point:
    """Centre of a hex in the hex plane."""
    column, row = split(code)
    return column * ROOT3 / 2, row + 0.5 * (column % 2)


def corner_keys(code: Hex) -> list[Corner]:
    """Integer keys of the six corners; neighbours share them."""
    column, row = split(code)
    x, y = 3 * column, 2 * row + column % 2
    return [(x + dx, y + dy) for dx, dy in _CORNER_STEPS]


def corner_point(key: Corner) -> Point:
    """Position of a corner in the hex plane."""
    return key[0] * ROOT3 / 6, key[1] / 2


def corners(code: Hex) -> list[Point]:
    """The six corners in the hex plane."""
    return [corner_point(key) for key in corner_keys(code)]


def from_lonlat(lon: float, lat: float) -> Point:
    """Longitude and latitude to the hex plane."""
    (a, b, c), (d, e, f) = TO_PLANE
    return a * lon + b * lat + c, d * lon + e * lat + f


def hex_at(point: Point) -> Hex:
    """The hex whose centre is nearest; it may lie off the map."""
    u, v = point
    column = round(u / (ROOT3 / 2))
    near = [
        (math.dist(point, centre(number(c, r))), number(c, r))
        for c in (column - 1, column, column + 1)
        for r in (math.floor(v) - 1, math.floor(v), math.floor(v) + 1)
        if 0 <= r <= 99 and 0 <= c <= 99
    ]
    return min(near)[1]


def distance(a: Hex, b: Hex) -> int:
    """Hexes from a to b, counting b."""
    (ca, ra), (cb, rb) = split(a), split(b)
    za = ra - (ca + ca % 2) // 2 + ca % 2  # axial row: even columns are the high ones
    zb = rb - (cb + cb % 2) // 2 + cb % 2
    dq, dr = cb - ca, zb - za
    return max(abs(dq), abs(dr), abs(dq + dr))
