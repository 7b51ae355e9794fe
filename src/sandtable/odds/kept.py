"""What is made once and kept for the battles to come.

Whoever weighs attacks asks about the same armies again and again: another force against the same defenders, the same
fleet in another zone. What depends on one army alone (its losses, its dice, where hits take it) is therefore kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from sandtable.odds.battle import Battle, SideName

T = TypeVar("T")

MOST_CELLS = 50_000
"""Tables with more cells are made anew each time: they are rare, and would fill the memory."""


class Kept(Generic[T]):
    """So many things at most that were made, by all that they depend on."""

    def __init__(self, most: int, cells: Callable[[T], int]) -> None:
        self._most = most
        self._cells = cells
        self._made: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of that key, made if it is not there."""
        found = self._made.get(key)
        if found is None:
            found = make()
            if self._cells(found) > MOST_CELLS:
                return found
            if len(self._made) >= self._most:
                self._made = {}  # all at once: threads that still look into the old one do no harm
            self._made[key] = found
        return found


def army_key(battle: Battle, side: SideName) -> Hashable:
    """All that a side's units and its order of loss depend on."""
    army = battle.army(side)
    parts = (tuple(part.items()) for part in (army.units, army.damaged, army.landed))
    return (battle.units, side, side == "attacker" and battle.keep_land_unit, army.order, *parts)
