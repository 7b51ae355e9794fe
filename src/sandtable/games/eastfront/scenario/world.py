"""Two maps as one world: map Q, and in it the enlarged map of Sevastopol (play-book 5).

The hexes of the enlarged map are numbered after those of map Q: In-1418 is 11418. Where the two meet, a hex of map Q
touches the transition hexes that its card of contacts names. The hexes of map Q that lie under the enlarged map keep
their numbers, and nothing leads to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel.hexes import Cube, HexGrid

BASE = 10_000
"""What the number of a hex of the enlarged map has before the printed one."""
PREFIX = "In-"
ODESSA = "Od-"
"""What stands before the numbers of the card of Odessa."""
SCALE = 3
"""Hexes of the enlarged map to one of map Q, where ranges are counted."""


def is_inner(place: int) -> bool:
    """Whether a hex is one of the enlarged map."""
    return place >= BASE


def number(written: str) -> str:
    """The number of a hex as cards print it: 3606 as it stands, In-1418 as 11418."""
    return str(BASE + int(written.removeprefix(PREFIX))) if written.startswith(PREFIX) else written


def ends(side: str) -> list[str]:
    """The numbers of the two hexes beside a hexside, written 3605-3606, 4023-In-1619 or with a stroke between them."""
    return [number(end) for end in re.split(r"/|(?<!In)-", side)]


@dataclass(frozen=True, eq=False)
class World(HexGrid):
    """Map Q with the enlarged map inside it."""

    inner: HexGrid = field(default_factory=lambda: HexGrid(range(0), range(0)))
    covered: frozenset[int] = frozenset()
    """Hexes of map Q that lie under the enlarged map."""
    contacts: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Hexes of map Q with the transition hexes that they touch."""

    def __contains__(self, hexagon: int) -> bool:
        return hexagon in self.inner if is_inner(hexagon) else HexGrid.__contains__(self, hexagon)

    def column(self, hexagon: int) -> int:
        return self.inner.column(hexagon) if is_inner(hexagon) else hexagon // 100

    def row(self, hexagon: int) -> int:
        return self.inner.row(hexagon) if is_inner(hexagon) else hexagon % 100

    def label(self, hexagon: int) -> str:
        return self.inner.label(hexagon) if is_inner(hexagon) else HexGrid.label(self, hexagon)

    @cached_property
    def outer(self) -> HexGrid:
        """Map Q alone."""
        return HexGrid(self.columns, self.rows, low=self.low)

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        return (*self.outer.hexes, *self.inner.hexes)

    # rule: EF-PB5.12, EF-PB5.4, EF-PB5.4.ex
    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for place, near in self.outer.neighbours.items():
            open_ways = () if place in self.covered else tuple(n for n in near if n not in self.covered)
            found[place] = open_ways + self.contacts.get(place, ())
        for place, near in self.inner.neighbours.items():
            found[place] = near + self.facing.get(place, ())
        return found

    # rule: EF-PB5.13
    @cached_property
    def facing(self) -> Mapping[int, tuple[int, ...]]:
        """Transition hexes with the hexes of map Q that they touch."""
        found: dict[int, tuple[int, ...]] = {}
        for place, touched in self.contacts.items():
            for inside in touched:
                found[inside] = (*found.get(inside, ()), place)
        return found

    def cube(self, hexagon: int) -> Cube:
        return self.inner.cube(hexagon) if is_inner(hexagon) else self.outer.cube(hexagon)

    # rule: EF-PB5.53
    def distance(self, a: int, b: int) -> int:
        """Hexes of either map from one to the other, each counting as one."""
        if is_inner(a) == is_inner(b):
            return (self.inner if is_inner(a) else self.outer).distance(a, b)
        if (a, b) not in self._across:
            inside, outside = (a, b) if is_inner(a) else (b, a)
            ways = (depth + 1 + self.outer.distance(q, outside) for q, depth in self._depths(inside).items())
            self._across[a, b] = self._across[b, a] = min(ways)
        return self._across[a, b]

    def _depths(self, inside: int) -> dict[int, int]:
        """How many hexes of the enlarged map lie between one of them and each hex of map Q on its boundary."""
        if inside not in self._deep:
            near = self.inner.distance
            self._deep[inside] = {q: min(near(inside, t) for t in touched) for q, touched in self.contacts.items()}
        return self._deep[inside]

    @cached_property
    def _deep(self) -> dict[int, dict[int, int]]:
        return {}

    @cached_property
    def _across(self) -> dict[tuple[int, int], int]:
        return {}

    # rule: EF-PB5.62
    def span(self, a: int, b: int) -> int:
        """The range that reaches from one hex to another, in hexes of map Q.

        Inside the enlarged map ranges are tripled. Outwards every three hexes that are left make one of map Q, inwards
        what is left is tripled: so the part of the way inside counts a third of its hexes, rounded up.
        """
        if not is_inner(a) and not is_inner(b):
            return self.outer.distance(a, b)
        if is_inner(a) and is_inner(b):
            return -(-self.inner.distance(a, b) // SCALE)
        if (a, b) not in self._spans:
            # The step over the boundary counts where it ends.
            inside, outside, before = (a, b, 0) if is_inner(a) else (b, a, 1)
            ways = (
                -(-(depth + before) // SCALE) + (1 - before) + self.outer.distance(q, outside)
                for q, depth in self._depths(inside).items()
            )
            self._spans[a, b] = min(ways)
        return self._spans[a, b]

    @cached_property
    def _spans(self) -> dict[tuple[int, int], int]:
        return {}

    def within(self, centre: int, distance: int) -> tuple[int, ...]:
        home = self.inner if is_inner(centre) else self.outer
        found = dict.fromkeys(home.within(centre, distance))
        for outer, touched in self.contacts.items():
            if is_inner(centre) and (left := distance - self._depths(centre)[outer] - 1) >= 0:
                found |= dict.fromkeys(self.outer.within(outer, left))
            elif not is_inner(centre) and (left := distance - self.outer.distance(centre, outer) - 1) >= 0:
                found |= dict.fromkeys(h for inside in touched for h in self.inner.within(inside, left))
        return tuple(sorted(found))


# rule: EF-PB5.11
@cache
def enlarged(columns: range, rows: range) -> World:
    """Map Q with the enlarged map of Sevastopol in it."""
    drawn = data("map_sevastopol")
    left, right = drawn["grid"]["columns"]
    top, bottom = drawn["grid"]["rows"]
    only = frozenset(BASE + int(h) for h in drawn["hexes"])
    inner = HexGrid(range(left, right + 1), range(top, bottom + 1), low="odd", base=BASE, prefix=PREFIX, only=only)
    contacts = {int(q): tuple(BASE + int(t) for t in touched) for q, touched in drawn["boundary"].items()}
    covered = frozenset(map(int, drawn["mega_hexes"]))
    return World(columns, rows, low="odd", inner=inner, covered=covered, contacts=contacts)
