"""Area maps: named places and the borders between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class AreaMap:
    """Places by id, with their names, and which of them touch."""

    names: Mapping[int, str]
    borders: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, names: Mapping[int, str], links: Iterable[tuple[int, int]]) -> AreaMap:
        """A map from links given in any order; raises on a link to a place that does not exist or to itself."""
        borders = []
        for a, b in links:
            for place in (a, b):
                if place not in names:
                    raise ValueError(f"the border {a}-{b} names a place that is not on the map")
            if a == b:
                raise ValueError(f"{names[a]} cannot border itself")
            borders.append((a, b) if a < b else (b, a))
        return cls(dict(sorted(names.items())), frozenset(borders))

    @cached_property
    def neighbours(self) -> Mapping[int, tuple[int, ...]]:
        """Every place with the places it touches, in the order of their ids."""
        found: dict[int, list[int]] = {place: [] for place in self.names}
        for a, b in sorted(self.borders):
            found[a].append(b)
            found[b].append(a)
        return {place: tuple(sorted(near)) for place, near in found.items()}

    def touch(self, a: int, b: int) -> bool:
        """Whether two places share a border."""
        return ((a, b) if a < b else (b, a)) in self.borders
