"""Printed tables: looked up by row and column, with shifts, and saying where a shift ran off the edge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import Generic, TypeVar

T = TypeVar("T")

_ROW = re.compile(r"^(?P<low>-?\d+)(?:(?P<plus>\+)|(?P<minus>-)|\s*(?:\.\.|to)\s*(?P<high>-?\d+))?$")


class ChartError(ValueError):
    """A printed table that is not whole, or a look-up outside of it."""


@dataclass(frozen=True)
class Cell(Generic[T]):
    """What a table says, and how it was found."""

    value: T
    row: str
    column: str
    clamped: int = 0
    """Columns that a shift wanted beyond the edge of the table: negative to the left, positive to the right."""


@dataclass(frozen=True, eq=False)
class Chart(Generic[T]):
    """A table with labelled columns and rows for numbers: ``3``, ``2 to 4``, ``10+`` (or more), ``0-`` (or less)."""

    name: str
    rule: str
    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[T]]

    def __post_init__(self) -> None:
        for label, cells in self.rows.items():
            if len(cells) != len(self.columns):
                raise ChartError(f"{self.name}: row {label} has {len(cells)} cells for {len(self.columns)} columns")
        spans = sorted(self._spans, key=lambda span: (span[0] is not None, span[0] or 0))
        for (_, high, a), (low, _, b) in pairwise(spans):
            if high is None or low is None or high >= low:
                raise ChartError(f"{self.name}: rows {a} and {b} overlap")

    @cached_property
    def _spans(self) -> tuple[tuple[int | None, int | None, str], ...]:
        return tuple((*_span(self.name, label), label) for label in self.rows)

    def row_for(self, number: int) -> str:
        """The label of the row a number falls into."""
        for low, high, label in self._spans:
            if (low is None or number >= low) and (high is None or number <= high):
                return label
        raise ChartError(f"{self.name} has no row for {number}")

    def look(self, number: int, column: str, shift: int = 0) -> Cell[T]:
        """The cell in a number's row, ``shift`` columns to the right of the one named (to the left when negative)."""
        if column not in self.columns:
            raise ChartError(f"{self.name} has no column {column!r}")
        wanted = self.columns.index(column) + shift
        at = min(max(wanted, 0), len(self.columns) - 1)
        label = self.row_for(number)
        return Cell(self.rows[label][at], label, self.columns[at], wanted - at)


def _span(name: str, label: str) -> tuple[int | None, int | None]:
    found = _ROW.match(label.strip())
    if found is None:
        raise ChartError(f"{name}: {label!r} is no number, range, 'n+' or 'n-'")
    low = int(found["low"])
    if found["plus"]:
        return low, None
    if found["minus"]:
        return None, low
    high = int(found["high"]) if found["high"] else low
    if high < low:
        raise ChartError(f"{name}: row {label!r} runs backwards")
    return low, high


def odds_column(attack: Fraction | int, defence: Fraction | int, columns: Sequence[str]) -> str:
    """The odds column two strengths give, rounded in the defender's favour; outermost columns catch the rest.

    Columns are named ``1-3``, ``1-1``, ``4-1`` from the worst odds for the attacker to the best.
    """
    if defence <= 0:
        return columns[-1]
    best = columns[0]
    for column in columns:
        left, right = _odds(column)
        if left * defence <= attack * right:
            best = column
    return best


@cache
def _odds(column: str) -> tuple[int, int]:
    """The two numbers that name a column."""
    left, _, right = column.partition("-")
    return int(left), int(right)
