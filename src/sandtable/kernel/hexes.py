"""Hex grids with the numbers printed on the map.

A hex is known by an int that shows its printed number: column 36, row 06 is 3606. A second map of the same game gets a
``base``, so that In-1418 can be 11418; :meth:`HexGrid.label` writes what the map prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

DIRECTIONS = 6


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

    def cube(self, hexagon: int) -> tuple[int, int, int]:
        """The hex in cube coordinates, in which distances are simple."""
        column, row = self.column(hexagon), self.row(hexagon)
        if self.shape == "flat":
            q = column
            r = row - (column - (column & 1)) // 2 if self.low == "odd" else row - (column + (column & 1)) // 2
        else:
            r = row
            q = column - (row - (row & 1)) // 2 if self.low == "odd" else column - (row + (row & 1)) // 2
        return q, r, -q - r

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


def side(a: int, b: int) -> tuple[int, int]:
    """The hexside between two neighbours, the same from both sides."""
    return (a, b) if a < b else (b, a)


def sides(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A set of hexsides to ask membership of."""
    return frozenset(side(a, b) for a, b in pairs)
