"""Korea, 5.5.1: how far it is to the boxes off the map."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement import lines
from sandtable.games.nextwar.scenario.ground import is_hex

BEYOND = 10_000
"""Farther than anything reaches."""


# rule: NWK-5.5.1.e
def distance(state: KoreaState, a: int, b: int) -> int:
    """How many hexes it is from place to place: to Busan and Hamhung over their lines; nothing reaches Japan."""
    if a == b:
        return 0
    if is_hex(a) and is_hex(b):
        return state.board.map.distance(a, b)
    if is_hex(b):
        a, b = b, a
    if not is_hex(a):
        return BEYOND
    # rule: NWK-5.5.2
    ways = (state.board.map.distance(a, line.start) + line.hexes for line in lines.lines(state) if line.to == b)
    return min(ways, default=BEYOND)
