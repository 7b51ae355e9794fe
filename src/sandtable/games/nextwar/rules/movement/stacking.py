"""Rule 8.1: how many units a hex holds, and what crowding costs."""

from __future__ import annotations

from sandtable.games.nextwar.model import STACK, KoreaState
from sandtable.games.nextwar.rules.korean_terrain import tunnels
from sandtable.games.nextwar.rules.movement import beachheads
from sandtable.games.nextwar.rules.terms.stacks import holders, points2
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.scenario.ground import MOUNTAIN, is_hex

LIMIT2, MOUNTAIN_LIMIT2 = 4 * STACK, 3 * STACK
LEAST_LIMIT2 = min(LIMIT2, MOUNTAIN_LIMIT2)
"""With less than this no hex is full."""
BEYOND_COUNT = 10_000
"""Room in a box off the map: any number of units."""


# rule: NW-8.1.1.1.a, NW-8.1.1.1.g, NWK-5.5.1.a
def limit2(state: KoreaState, place: int, side: str) -> int:
    """Half stack points that a side may have in a place without a penalty."""
    if not is_hex(place):
        return BEYOND_COUNT
    normal = MOUNTAIN_LIMIT2 if state.board.terrain(place) == MOUNTAIN else LIMIT2
    return max(normal, tunnels.limit2(state, place, side), beachheads.limit2(state, place, side))


# rule: NW-8.1.1.1.b
def is_full(state: KoreaState, place: int, side: str) -> bool:
    """Whether a hex is at its limit or over it, so that no road leads into it."""
    held = points2(state).get(place, 0)  # equivalent[0 becomes 1]: both are too few
    return held >= limit2(state, place, side)


# rule: NW-8.1.1.1.c
def excess(state: KoreaState, place: int) -> int:
    """Stack points over the limit in a hex, half points counted as whole ones."""
    side = holders(state).get(place)
    if side is None:
        return 0
    over2 = points2(state)[place] - limit2(state, place, side)
    return max(0, -(-over2 // STACK))


def overstacked(state: KoreaState, side: str) -> tuple[int, ...]:
    """Hexes where a side has more than the limit."""
    held = holders(state)
    big = (h for h, held2 in points2(state).items() if held2 > MOUNTAIN_LIMIT2)  # less is too much nowhere
    return tuple(h for h in big if held[h] == side and excess(state, h))


def stack2(state: KoreaState, units: tuple[int, ...]) -> int:
    """Half stack points of some units."""
    return sum(face(state, key).stack2 for key in units)
