"""Cordons: posts that together cut the enemy off from his supply, though none of them would alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from sandtable.games.eastfront.bots.goals import stakes
from sandtable.games.eastfront.model import SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import carried, holders, on_map, zones

MOST_POSTS = 3
"""Posts of a cordon that are chosen together."""
MOST_SPOTS = 40
"""Hexes that are thought of for a post."""
BEST = 12
"""Cordons that are looked at closely."""


class Lanes:
    """The ways by which the enemy is fed, a bit for each hex: quick enough to try thousands of cordons."""

    def __init__(self, state: CrimeaState, side: str) -> None:
        foe, held, board = enemy(side), holders(state), state.board
        self._state = state
        self._covers: dict[tuple[int, bool], int] = {}
        behind = supply.behind(state, foe)
        land = [h for h, ground in board.ground.items() if ground.is_land]
        self._bit = {h: 1 << n for n, h in enumerate(land)}
        # A line runs from the unit to the source, so the search goes back along it.
        self._back = [self._mask(behind[a]) for a in land]
        self._source = self._mask(_sources(state, foe))
        ashore = [k for k in on_map(state, foe) if state.pieces[k].hex in self._bit]
        self._foes = [(self._bit[state.pieces[k].hex], state.pieces[k].steps) for k in ashore]
        self._theirs = self._mask(h for h, who in held.items() if who == foe)
        self.shut = 0
        for h, who in held.items():
            if who == side:
                self.shut |= self.cover(h, zones(state).get(h, ()))

    def _mask(self, hexes: Iterable[int]) -> int:
        found = 0
        for h in hexes:
            found |= self._bit.get(h, 0)
        return found

    def cover(self, place: int, zone: Iterable[int]) -> int:
        """The hexes that somebody in a place with a zone shuts to the enemy's supply."""
        return self._mask((place, *zone)) & ~self._theirs

    def covered(self, place: int, exerts: bool) -> int:
        """The hexes that a unit in a hex shuts, with its zone if it has one."""
        known = self._covers.get((place, exerts))
        if known is None:
            zone = carried(self._state, place, motorised=False) if exerts else ()
            known = self._covers[(place, exerts)] = self.cover(place, zone)
        return known

    def reached(self, shut: int) -> int:
        """What the enemy's supply reaches when some hexes are shut."""
        found, back = self._source, self._back
        ring = found & ~shut
        while ring:
            following = 0
            while ring:
                low = ring & -ring
                following |= back[low.bit_length() - 1]
                ring ^= low
            ring = following & ~found & ~shut
            found |= following
        return found

    def cut(self, shut: int) -> int:
        """Steps that are cut off when some hexes are shut."""
        fed = self.reached(shut)
        return sum(steps for place, steps in self._foes if not place & fed)


def _sources(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Where the supply lines of a side begin: with the prize, where the card counts who is cut off from it."""
    if side == SOVIET and stakes(state).counts_cut_off:
        return tuple(stakes(state).prizes)
    return supply.sources(state, side)


def cordons(state: CrimeaState, side: str, spots: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """The sets of spots from which units with a zone cut off most steps together, the best and smallest first."""
    lanes = Lanes(state, side)
    before, fed = lanes.cut(lanes.shut), lanes.reached(lanes.shut)
    masks: dict[int, int] = {}
    for h in sorted(spots):
        mask = lanes.covered(h, True)
        if mask & fed & ~lanes.shut:
            masks[h] = mask
    ranked = sorted(masks, key=lambda h: (-(masks[h] & fed & ~lanes.shut).bit_count(), h))[:MOST_SPOTS]
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for size in range(1, MOST_POSTS + 1):
        for chosen in combinations(sorted(ranked), size):
            shut = lanes.shut
            for h in chosen:
                shut |= masks[h]
            if (gain := lanes.cut(shut) - before) > 0:
                found.append((-gain, size, chosen))
    yield from (chosen for _, _, chosen in sorted(found)[:BEST])
