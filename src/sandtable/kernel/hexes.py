"""Hex grids with the numbers printed on the map, and the sides of their hexes.

A hex is known by an int that shows its printed number: column 36, row 06 is 3606. A second map of the same game gets a
``base``, so that In-1418 can be 11418; :meth:`HexGrid.label` writes what the map prints.

A hexside is known by an int as well, ten times the hex and the direction: 36062 is the side of 3606 in direction 2. It
has this one number from both of its hexes, on maps of either shape and with any base.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

from sandtable.kernel.lines import NOWHERE, Line, walked
from sandtable.kernel.refusals import of

DIRECTIONS = 6
OPPOSITE = 3
COMPASS = {"flat": ("N", "NE", "SE", "S", "SW", "NW"), "pointed": ("NE", "E", "SE", "SW", "W", "NW")}
"""What the directions of a map are called, by the shape of its hexes."""

Cube = tuple[int, int, int]
CUBE_WAYS: tuple[Cube, ...] = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))

Hexside = Annotated[int, of("hexside")]
"""The number of a hexside, in a state, an action or a subject."""


@dataclass(frozen=True, eq=False)
class HexGrid:
    """A map of hexes. ``flat`` hexes stand in columns, pointed ones in rows; ``low`` says which of them sit half lower.

    Directions count clockwise: on flat-topped maps 0 is north, on pointed ones 0 is north-east.
    """

    columns: range
    rows: range
    shape: Literal["flat", "pointed"] = "flat"
    low: Literal["odd", "even"] = "odd"
    base: int = 0
    prefix: str = ""
    only: frozenset[int] | None = field(default=None)
    """The hexes that exist, where the map does not fill its rectangle."""

    def at(self, column: int, row: int) -> int:
        """The hex in that column and row."""
        return self.base + column * 100 + row

    def column(self, hexagon: int) -> int:
        """The printed column of a hex."""
        return (hexagon - self.base) // 100

    def row(self, hexagon: int) -> int:
        """The printed row of a hex."""
        return (hexagon - self.base) % 100

    def label(self, hexagon: int) -> str:
        """The number as printed, such as 3606 or In-1418."""
        return f"{self.prefix}{hexagon - self.base:04d}"

    def __contains__(self, hexagon: int) -> bool:
        column, row = divmod(hexagon - self.base, 100)
        inside = column in self.columns and row in self.rows
        return inside and (self.only is None or hexagon in self.only)

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """All hexes of the map in the order of their numbers."""
        every = (self.at(column, row) for column in self.columns for row in self.rows)
        return tuple(h for h in every if h in self)

    def _is_low(self, line: int) -> bool:
        return (line % 2 == 1) == (self.low == "odd")

    def toward(self, hexagon: int, direction: int) -> int | None:
        """The next hex in a direction, or ``None`` at the edge of the map."""
        column, row = self.column(hexagon), self.row(hexagon)
        if self.shape == "flat":
            down = 1 if self._is_low(column) else 0
            dc, dr = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))[direction]
        else:
            right = 1 if self._is_low(row) else 0
            dc, dr = ((right, -1), (1, 0), (right, 1), (right - 1, 1), (-1, 0), (right - 1, -1))[direction]
        if column + dc not in self.columns or row + dr not in self.rows:
            return None
        following = self.at(column + dc, row + dr)
        return following if following in self else None

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        """Every hex with its neighbours in the order of the directions."""
        found = {}
        for hexagon in self.hexes:
            ways = (self.toward(hexagon, direction) for direction in range(DIRECTIONS))
            found[hexagon] = tuple(h for h in ways if h is not None)
        return found

    def direction(self, start: int, to: int) -> int:
        """The direction from a hex to its neighbour."""
        for direction in range(DIRECTIONS):
            if self.toward(start, direction) == to:
                return direction
        raise ValueError(f"{self.label(start)} and {self.label(to)} do not touch")

    # -- sides ---------------------------------------------------------------------------------------------------------

    @cached_property
    def hexsides(self) -> Mapping[tuple[int, int], int]:
        """The number of the side between two neighbours, given in either order."""
        return {(a, b): self.hexside(a, self.direction(a, b)) for a, near in self.neighbours.items() for b in near}

    def hexside(self, hexagon: int, direction: int) -> int:
        """The side of a hex in a direction; at the edge of the map it belongs to one hex alone."""
        if hexagon not in self or direction not in range(DIRECTIONS):
            raise ValueError(f"there is no side {direction} of {self.label(hexagon)}")
        other = self.toward(hexagon, direction)
        if other is None or direction < OPPOSITE:
            return hexagon * 10 + direction
        return other * 10 + direction - OPPOSITE

    def beside(self, hexside: int) -> tuple[int, ...]:
        """The two hexes beside a hexside, in the order of their numbers; at the edge of the map the only one."""
        hexagon, direction = divmod(hexside, 10)
        if hexagon not in self or direction >= DIRECTIONS or self.hexside(hexagon, direction) != hexside:
            raise ValueError(f"{hexside} is no hexside of this map")
        other = self.toward(hexagon, direction)
        return (hexagon,) if other is None else (min(hexagon, other), max(hexagon, other))

    def hexside_label(self, hexside: int) -> str:
        """The side as people write it: 3605/3606, or 0101 N at the edge of the map."""
        ends = self.beside(hexside)
        if len(ends) == 2:
            return "/".join(self.label(one) for one in ends)
        return f"{self.label(ends[0])} {COMPASS[self.shape][hexside % 10]}"

    # -- distances and lines -------------------------------------------------------------------------------------------

    def cube(self, hexagon: int) -> Cube:
        """The hex in cube coordinates, in which distances are simple."""
        column, row = self.column(hexagon), self.row(hexagon)
        if self.shape == "flat":
            q = column
            r = row - (column - (column & 1)) // 2 if self.low == "odd" else row - (column + (column & 1)) // 2
        else:
            r = row
            q = column - (row - (row & 1)) // 2 if self.low == "odd" else column - (row + (row & 1)) // 2
        return q, r, -q - r

    def _from_cube(self, cell: Cube) -> int | None:
        """The hex at cube coordinates, if the map has it."""
        q, r, _ = cell
        shift = 1 if self.low == "even" else -1
        if self.shape == "flat":
            column, row = q, r + (q + shift * (q & 1)) // 2
        else:
            column, row = q + (r + shift * (r & 1)) // 2, r
        if column not in self.columns or row not in self.rows:
            return None
        hexagon = self.at(column, row)
        return hexagon if hexagon in self else None

    def line(self, a: int, b: int) -> Line:
        """The straight line from the middle of one hex to the middle of another: every hex that it crosses.

        Where it runs along a hexside, the two hexes beside it are one step.
        """
        if (a, b) not in self._lines:
            start, end = self.cube(a), self.cube(b)
            rising = [end[i] - start[i] - end[i - 1] + start[i - 1] for i in range(3)]

            def bands(cell: Cube) -> list[tuple[int, int]]:
                offs = [start[i] - cell[i] - start[i - 1] + cell[i - 1] for i in range(3)]
                return list(zip(offs, rising, strict=True))

            def near(cell: Cube) -> list[Cube]:
                return [(cell[0] + q, cell[1] + r, cell[2] + s) for q, r, s in CUBE_WAYS]

            self._lines[a, b] = walked(start, bands, near, self._from_cube, self._way)
        return self._lines[a, b]

    @cached_property
    def _lines(self) -> dict[tuple[int, int], Line]:
        return {}

    def _way(self, a: int, b: int) -> int:
        return self.direction(a, b) if b in self.neighbours[a] else NOWHERE

    def distance(self, a: int, b: int) -> int:
        """How many hexes it is from one to the other, not counting the first."""
        aq, ar, as_ = self.cube(a)
        bq, br, bs = self.cube(b)
        return max(abs(aq - bq), abs(ar - br), abs(as_ - bs))

    def within(self, centre: int, distance: int) -> tuple[int, ...]:
        """All hexes at most that far away, the centre included, in the order of their numbers."""
        column, row = self.column(centre), self.row(centre)
        near = (
            self.at(c, r)
            for c in range(column - distance, column + distance + 1)
            if c in self.columns
            for r in range(row - distance, row + distance + 1)
            if r in self.rows
        )
        return tuple(h for h in near if h in self and self.distance(centre, h) <= distance)

    def drawing(self) -> dict[str, Any]:
        """What a client needs to know of the grid."""
        return {
            "columns": [self.columns[0], self.columns[-1]],
            "rows": [self.rows[0], self.rows[-1]],
            "shape": self.shape,
            "low": self.low,
            "base": self.base,
            "prefix": self.prefix,
        }


def side(a: int, b: int) -> tuple[int, int]:
    """The hexside between two neighbours, the same from both sides."""
    return (a, b) if a < b else (b, a)


def sides(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A set of hexsides to ask membership of."""
    return frozenset(side(a, b) for a, b in pairs)
