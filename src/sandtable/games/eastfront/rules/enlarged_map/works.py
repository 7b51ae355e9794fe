"""Play-book 5.7 and 5.8: citadels and the fortified belt, while they stand.

A hex of the map says what works it has of its own: ``works: citadel`` or ``works: belt``. What was destroyed is in
``razed`` by the number of the hex, and does nothing any more. Only the Soviets have use of either.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState

CITADEL, BELT = "citadel", "belt"
MOST_ADDED = 3
"""Points that a citadel adds to the defence of a hex at most."""


# rule: EF-PB5.81, EF-PB7.32.a
def works_at(state: CrimeaState, place: int) -> str:
    """The works of a hex that nobody builds, a citadel or a fortified belt, while they stand."""
    works = state.board.ground[place].works
    return "" if not works or place in state.razed else works


def is_citadel(state: CrimeaState, place: int) -> bool:
    """Whether a citadel stands in a hex."""
    return works_at(state, place) == CITADEL


def citadels(state: CrimeaState) -> tuple[int, ...]:
    """Hexes where a citadel stands."""
    return tuple(h for h, ground in state.board.ground.items() if ground.works and is_citadel(state, h))


# rule: EF-PB5.71, EF-PB5.83
def keeps_out(state: CrimeaState, side: str, start: int, into: int) -> bool:
    """Whether works stop the zone of control of a side between two neighbours.

    That of the Axis enters neither a citadel nor the belt; nobody's leaves the belt but along it.
    """
    if side == AXIS and works_at(state, into):
        return True
    return works_at(state, start) == BELT and works_at(state, into) != BELT


# rule: EF-PB5.74
def feeds(state: CrimeaState, side: str, place: int) -> bool:
    """Whether those in a hex are always in General Supply: Soviets in a citadel."""
    return side == SOVIET and bool(state.board.ground[place].works) and is_citadel(state, place)


# rule: EF-PB5.72.b
def added_defence(state: CrimeaState, side: str, place: int, values: Sequence[int]) -> int:
    """What a citadel adds to the defence of a hex: one unit counts twice, by three points at most."""
    if side != AXIS or not is_citadel(state, place):
        return 0
    return min(max(values, default=0), MOST_ADDED)


# rule: EF-PB5.72.e, EF-PB5.73
def holds_fast(state: CrimeaState, attacker: str, place: int) -> bool:
    """Whether the defenders of a hex ignore every retreat, at no price: Soviets in a citadel."""
    return attacker == AXIS and is_citadel(state, place)
