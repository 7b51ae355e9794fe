"""Play-book 5.23: how much stands in the hexes of the enlarged map, and along its boundary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.games.eastfront.scenario.files import chart
from sandtable.games.eastfront.scenario.world import World, is_inner

LIMITS = chart("movement")["stacking"]
OUTSIDE: int = LIMITS["most_points"]
INSIDE: int = LIMITS["enlarged_map"]["most_points"]
FACING: int = LIMITS["facing_one_hex"]["most_points"]


# rule: EF-PB5.23, EF-PB5.23.b, EF-PB5.51
def limit_at(place: int) -> int:
    """Stacking points that a hex holds: fewer on the enlarged map; the hexes of map Q before it keep their ten."""
    return INSIDE if is_inner(place) else OUTSIDE


# rule: EF-PB5.23.a, EF-PB5.22
def groups_of(board: CrimeaScenario, place: int) -> Iterable[tuple[int, ...]]:
    """For a transition hex, each group of such hexes that faces the same hex of map Q."""
    if not isinstance(board.grid, World):
        return ()
    return tuple(board.grid.contacts[outer] for outer in board.facing(place))


# rule: EF-PB5.23.a
def overfull(board: CrimeaScenario, points: Mapping[int, int]) -> tuple[int, ...]:
    """Transition hexes of a side, by its points in each, that together are too many before one hex of map Q."""
    if not isinstance(board.grid, World):
        return ()
    crowds = [group for group in board.grid.contacts.values() if sum(points.get(h, 0) for h in group) > FACING]
    return tuple(sorted({h for group in crowds for h in group if points.get(h)}))
