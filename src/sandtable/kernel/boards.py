"""Boards besides maps of hexes and areas: grids of cards that grow, boxes, and tracks.

Each knows its places for the rules and draws itself for a client; see docs/kernel.md for the shape of a drawing. A
place is a number on all of them, and a game keeps the numbers of its boards apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.lines import NOWHERE, Line, walked

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The directions of a grid of cards: even ones over an edge, odd ones over a corner."""
WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True, eq=False)
class CardGrid:
    """A grid of cards by column and row, row 1 nearest to the player, with room to grow beyond its first cards.

    A place is a number that shows both: column 2, row 3 is 203. Where cards may be laid left of column 1 or below row
    1, ``left`` and ``below`` say how many; the numbers of places are shifted by as much, what is printed is not. Which
    places have a card is the game's: a table of its state.
    """

    columns: int
    rows: int
    left: int = 0
    right: int = 0
    below: int = 0
    above: int = 0
    base: int = 0

    def at(self, column: int, row: int) -> int:
        """The place in a column and row."""
        return self.base + (column + self.left) * 100 + row + self.below

    def column(self, place: int) -> int:
        """The column of a place."""
        return (place - self.base) // 100 - self.left

    def row(self, place: int) -> int:
        """The row of a place."""
        return (place - self.base) % 100 - self.below

    def label(self, place: int) -> str:
        """The place as people say it: column 2, row 3 is 2-3."""
        return f"{self.column(place)}-{self.row(place)}"

    def __contains__(self, place: int) -> bool:
        across = -self.left < self.column(place) <= self.columns + self.right
        return across and -self.below < self.row(place) <= self.rows + self.above

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Every place where a card lies or may come to lie."""
        columns = range(1 - self.left, self.columns + self.right + 1)
        rows = range(1 - self.below, self.rows + self.above + 1)
        return tuple(self.at(column, row) for column in columns for row in rows)

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The places of the grid before it grew."""
        return tuple(self.at(column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    def toward(self, place: int, direction: int) -> int | None:
        """The next place in one of the eight directions, or ``None`` where no card can lie."""
        across, up = WAYS[direction]
        following = self.at(self.column(place) + across, self.row(place) + up)
        return following if following in self else None

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        """Every place with those it touches at an edge or a corner, clockwise from the north."""
        found = {}
        for place in self.places:
            ways = (self.toward(place, direction) for direction in range(len(WAYS)))
            found[place] = tuple(one for one in ways if one is not None)
        return found

    def direction(self, a: int, b: int) -> int:
        """The direction from a place to one that it touches."""
        way = (self.column(b) - self.column(a), self.row(b) - self.row(a))
        if way not in WAYS:
            raise ValueError(f"{self.label(a)} and {self.label(b)} do not touch")
        return WAYS.index(way)

    def distance(self, a: int, b: int) -> int:
        """How many cards it is from one to the other, over edges and corners."""
        return max(abs(self.column(a) - self.column(b)), abs(self.row(a) - self.row(b)))

    def ray(self, place: int, direction: int, most: int) -> tuple[int, ...]:
        """The places in a direction, nearest first, without the start."""
        found: list[int] = []
        following = self.toward(place, direction)
        while following is not None and len(found) < most:
            found.append(following)
            following = self.toward(following, direction)
        return tuple(found)

    def is_straight(self, a: int, b: int) -> bool:
        """Whether a place lies in one of the eight directions from another."""
        across, up = abs(self.column(a) - self.column(b)), abs(self.row(a) - self.row(b))
        return a != b and (across == 0 or up == 0 or across == up)

    def line(self, a: int, b: int) -> Line:
        """The straight line from the middle of one card to the middle of another: every card that it crosses.

        Each step knows the edge or corner where the line enters and leaves its card.
        """
        if (a, b) not in self._lines:
            start = (self.column(a), self.row(a))
            rising = (2 * (self.column(b) - start[0]), 2 * (self.row(b) - start[1]))

            def bands(cell: tuple[int, int]) -> list[tuple[int, int]]:
                return [(2 * (start[i] - cell[i]), rising[i]) for i in range(2)]

            def near(cell: tuple[int, int]) -> list[tuple[int, int]]:
                return [(cell[0] + across, cell[1] + up) for across, up in WAYS]

            self._lines[a, b] = walked(start, bands, near, self._numbered, self._way)
        return self._lines[a, b]

    @cached_property
    def _lines(self) -> dict[tuple[int, int], Line]:
        return {}

    def _numbered(self, cell: tuple[int, int]) -> int | None:
        place = self.at(*cell)
        return place if place in self else None

    def _way(self, a: int, b: int) -> int:
        return self.direction(a, b) if b in self.neighbours[a] else NOWHERE

    def open_ends(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Where the next card can be laid: free places that touch one of the cards at an edge."""
        laid = dict.fromkeys(cards)
        near = (self.toward(place, direction) for place in laid for direction in range(0, len(WAYS), 2))
        return tuple(sorted({one for one in near if one is not None and one not in laid}))

    def drawing(self, table: str) -> dict[str, Any]:
        """What a client needs: the grid, and the table of the state that has the cards by place."""
        return {
            "kind": "cards",
            "grid": {
                "columns": [1 - self.left, self.columns + self.right],
                "rows": [1 - self.below, self.rows + self.above],
                "first": {"columns": [1, self.columns], "rows": [1, self.rows]},
                "shift": [self.left, self.below],
                "base": self.base,
            },
            "table": table,
        }


class Box(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box in which pieces stand: off the map, on a display. It is a place like any other and picked like one."""

    id: int
    name: str
    """What is printed; a catalogue may say it in other languages, as ``place.<id>``."""
    group: str = ""
    """The heading under which it stands, a catalogue key."""
    links: tuple[int, ...] = ()
    """Places that can be reached from it, of this board or another; a way is given once and goes both ways."""
    at: tuple[int, int, int, int] | None = None
    """Column, row, width and height on its display; boxes without it are laid out in order."""


@dataclass(frozen=True, eq=False)
class BoxBoard:
    """Boxes that belong together: an air display, the sea zones, the boxes off the map."""

    id: str
    boxes: tuple[Box, ...]

    def __post_init__(self) -> None:
        if len(self.by_id) != len(self.boxes):
            raise ValueError(f"two boxes of {self.id} have the same number")

    @cached_property
    def by_id(self) -> Mapping[int, Box]:
        """The boxes by their places."""
        return {box.id: box for box in self.boxes}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What the boxes are called, for the scenario's names of places."""
        return {box.id: box.name for box in self.boxes}

    def __contains__(self, place: int) -> bool:
        return place in self.by_id

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        """Every place that a way of these boxes begins or ends at, with the places at its other end."""
        found: dict[int, dict[int, None]] = {box.id: {} for box in self.boxes}
        for box in self.boxes:
            for other in box.links:
                found[box.id][other] = None
                found.setdefault(other, {})[box.id] = None
        return {place: tuple(sorted(near)) for place, near in sorted(found.items())}

    def drawing(self) -> dict[str, Any]:
        """What a client needs."""
        return {"kind": "boxes", "id": self.id, "boxes": codec.plain(self.boxes)}


class Space(Struct, frozen=True, omit_defaults=True):
    """One space of a track."""

    value: int
    label: str = ""
    """What is printed in it, where that is not the number."""
    note: str = ""
    """What holds there, as a catalogue key: night, reinforcements."""


@dataclass(frozen=True, eq=False)
class Track:
    """A row of numbered spaces with a marker: turns, victory points, supply. The marker is a number of the state."""

    id: str
    spaces: tuple[Space, ...]
    field: str
    """Where the marker stands: a field of the state, or a table with a marker for each of its keys."""

    @classmethod
    def of(cls, id: str, values: Iterable[int], field: str) -> Track:
        """A track of bare numbers."""
        return cls(id, tuple(Space(value) for value in values), field)

    def __post_init__(self) -> None:
        values = [space.value for space in self.spaces]
        if not values or values != sorted(set(values)):
            raise ValueError(f"the spaces of {self.id} must go up, each with its own number")

    @property
    def least(self) -> int:
        """The lowest space."""
        return self.spaces[0].value

    @property
    def most(self) -> int:
        """The highest space."""
        return self.spaces[-1].value

    def clamped(self, value: int) -> int:
        """A number as far as the track goes: a marker never leaves it."""
        return min(max(value, self.least), self.most)

    def drawing(self) -> dict[str, Any]:
        """What a client needs."""
        return {"kind": "track", "id": self.id, "spaces": codec.plain(self.spaces), "field": self.field}


def joined(*boards: Mapping[int, Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """The neighbours of several boards as one map, for searches that go from hexes to boxes and back."""
    found: dict[int, dict[int, None]] = {}
    for neighbours in boards:
        for place, near in neighbours.items():
            found.setdefault(place, {}).update(dict.fromkeys(near))
    return {place: tuple(near) for place, near in found.items()}


def drawn(main: Mapping[str, Any], *others: BoxBoard | Track, **more: Any) -> dict[str, Any]:
    """What :meth:`Game.board` hands to a client: the main board, those beside it, and what the game adds."""
    return {**main, "boards": [board.drawing() for board in others], **more}
