"""Terrain cards, and the numbers by which cards of the map and directions are known.

A card of the map is named by row and column, ``R2C3``; rows run away from the player, row 0 is the Staging Area. Its
number is that of the kernel's grid of cards, ``100 * (column + 4) + row + 5``: a step in a direction is an addition,
also beyond the map, around which the enemy may lay four cards more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.scenario.files import data

# The eight directions clockwise, 0 away from the player.
NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST = range(8)
DIRECTIONS = tuple(range(8))
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = (1, 101, 100, 99, -1, -101, -100, -99)
"""What a step in each direction adds to the number of a card."""
FARTHEST = 3
"""Cards to the end of the longest line of sight."""
MARGIN = FARTHEST + 1
"""Cards that the enemy may add on each side of the map."""
BELOW = MARGIN + 1
"""The same below row 1, and the Staging Area."""

DECKS = ("normandy", "korea", "vietnam", "town")
BASES = {"N": 100, "K": 200, "HBR": 260, "V": 300, "T": 370}
PLAIN = 1
"""A card that no deck has: open ground, for the Staging Area and for boards made by hand."""


def place(row: int, column: int) -> int:
    """The number of a card."""
    return 100 * (column + MARGIN) + row + BELOW


def row_of(card: int) -> int:
    """The row of a card; row 1 is the nearest to the player."""
    return card % 100 - BELOW


def column_of(card: int) -> int:
    """The column of a card, counted from the left."""
    return card // 100 - MARGIN


def place_name(card: int) -> str:
    """What people call a card."""
    return f"R{row_of(card)}C{column_of(card)}"


@cache
def offset(a: int, b: int) -> tuple[int, int]:
    """Rows and columns from one card to another."""
    return row_of(b) - row_of(a), column_of(b) - column_of(a)


# rule: FF-1.1.1.a, FF-1.2.6.adj, FF-1.2.6.range
@cache
def distance(a: int, b: int) -> int:
    """Cards from one to the other by the shortest way: 0 the same card, 1 one of the eight around it."""
    rows, columns = offset(a, b)
    return max(abs(rows), abs(columns))


@cache
def direction(a: int, b: int) -> int:
    """The direction of a straight line from one card to another; -1 where none of the eight leads there."""
    rows, columns = offset(a, b)
    if (rows == 0 and columns == 0) or (rows and columns and abs(rows) != abs(columns)):
        return -1
    unit = (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)
    return STEPS.index(unit[0] + 100 * unit[1])


@cache
def line(a: int, b: int) -> tuple[int, ...]:
    """The cards strictly between two that lie on a straight line."""
    step = STEPS[direction(a, b)]
    return tuple(a + step * number for number in range(1, distance(a, b)))


@cache
def ray(card: int, towards: int) -> tuple[int, ...]:
    """The cards in one direction, nearest first, as far as anybody can see."""
    return tuple(card + STEPS[towards] * number for number in range(1, FARTHEST + 1))


@cache
def around(card: int) -> tuple[int, ...]:
    """The eight cards next to one, whether or not they are on the map."""
    return tuple(card + step for step in STEPS)


def opposite(towards: int) -> int:
    """The direction back."""
    return (towards + 4) % 8


INTERIOR, COMPLEX, SEPARATE, COMPOUND = "interior", "complex", "separate", "compound"
BLOCKS = (INTERIOR, COMPLEX, SEPARATE, COMPOUND)
"""Kinds of block in a town: one large room, many rooms, houses of their own, a house behind a wall."""


# rule: FF-13.1.c
@dataclass(frozen=True, slots=True)
class Town:
    """What an urban card prints instead of a cover potential: areas with cover and concealment of their own."""

    kind: str
    buildings: tuple[int, ...]
    """The values of its building areas."""
    street: int
    courtyard: int | None
    """The value of the courtyard or garden of a compound."""
    roof: int | None
    """The value of its roofs; none where nobody can stand on them."""
    wall: bool
    """A wall that nobody on the ground sees across."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain card as printed."""

    number: int
    id: str
    name: str
    kind: str
    cc: int
    """Cover and concealment, the larger value."""
    low: int | None
    """The smaller value, on cards that print two."""
    level: int
    """Levels that it adds."""
    is_hill: bool
    potential: int
    draw: int
    cover: str
    """``basic``, ``urban``, or empty where no cover can be found."""
    burst: int
    vehicles: str
    landing: bool
    storeys: bool
    tower: bool
    mortars_barred: bool
    open: tuple[bool, ...]
    """For each direction whether the border is white."""
    walls: tuple[bool, ...]
    """For each direction whether the border is black, so that nobody crosses it."""
    source: str
    town: Town | None = None
    """The areas of an urban card."""

    @property
    def title(self) -> str:
        """What people call it: the ground first, then which card of its deck it is."""
        return self.name if self.number == PLAIN or self.name == self.id else f"{self.name} {self.id}"


def number_of(card: str) -> int:
    """The number of a printed card from its id, such as N30."""
    letters = card.rstrip("0123456789")
    return BASES[letters] + int(card[len(letters) :])


# rule: FF-13.1.a, FF-13.1.c
def town_of(row: Mapping[str, Any]) -> Town:
    """The areas of an urban card: two buildings in a complex or of houses apart, else one; a compound has a yard."""
    kind = str(row["kind"])
    if kind not in BLOCKS:
        raise ValueError(f"there is no kind of block {kind!r}; there is {', '.join(BLOCKS)}")
    buildings = tuple(row.get("buildings") or ())
    if len(buildings) != (2 if kind in (COMPLEX, SEPARATE) else 1):
        raise ValueError(f"a block of the kind {kind} has {len(buildings)} building areas")
    yard = row.get("courtyard", 0) if kind == COMPOUND else None
    return Town(kind, buildings, row.get("street", 0), yard, row.get("roof"), bool(row.get("wall", kind == COMPOUND)))


def terrain_of(number: int, row: Mapping[str, Any]) -> Terrain:
    """A card from a row of the data, or of the facts of a board made by hand."""
    cover = row.get("cover") or {"potential": 0, "draw": 0, "kind": ""}
    dark = "dark" if row.get("town") else "open"  # blocks of houses close a view on every side
    edges = dict.fromkeys(COMPASS, dark) | (row.get("edges") or {})
    return Terrain(
        number=number,
        id=str(row["id"]),
        name=str(row.get("name", row["id"])),
        kind=str(row.get("type", "open")),
        cc=row.get("cc", 0),
        low=row.get("cc_low"),
        level=row.get("elevation", 0),
        is_hill=bool(row.get("stack_card_on_top", False)),
        potential=cover["potential"],
        draw=cover["draw"],
        cover=cover["kind"],
        burst=row.get("burst") or 0,
        vehicles=row.get("vehicles", "free"),
        landing=bool(row.get("lz", False)),
        storeys=bool(row.get("multi_story", False)),
        tower=bool(row.get("observation_post", False)),
        mortars_barred=bool(row.get("mortars_barred", False)),
        open=tuple(edges[side] == "open" for side in COMPASS),
        walls=tuple(edges[side] == "black" for side in COMPASS),
        source=(row.get("provenance") or {}).get("kind", "ruling"),
        town=town_of(row["town"]) if row.get("town") else None,
    )


@cache
def printed() -> dict[int, Terrain]:
    """Every card of the decks, and open ground."""
    found = {PLAIN: terrain_of(PLAIN, {"id": "plain", "name": "Open ground", "type": "open"})}
    for deck in DECKS:
        for card, row in data(f"terrain/{deck}")["cards"].items():
            number = number_of(card)
            found[number] = terrain_of(number, row)
    return dict(sorted(found.items()))


@cache
def pile(name: str) -> tuple[int, ...]:
    """The cards of a named deck or pile."""
    for deck in DECKS:
        file = data(f"terrain/{deck}")
        for piles in (file["decks"], file.get("standalone", {})):
            if name in piles:
                return tuple(number_of(card) for card in piles[name])
    raise LookupError(f"there is no pile of terrain cards {name!r}")
