"""Chapter 2: the values of a unit, and links to things of the game."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, Unit
from sandtable.games.nextwar.scenario.counters import Counter, Face
from sandtable.kernel import Ref

# rule: NW-2.6
DIE = range(10)
"""A ten-sided die that reads 0 to 9."""


def ref(unit: int) -> Ref:
    """A link to a ground unit."""
    return Ref("piece", unit)


def refs(units: tuple[int, ...]) -> tuple[Ref, ...]:
    """Links to ground units."""
    return tuple(map(ref, units))


def at(place: int) -> Ref:
    """A link to a hex or a box."""
    return Ref("place", place)


def counter_of(state: KoreaState, key: int) -> Counter:
    """The counter of a unit."""
    return state.board.units[key]


# rule: NW-9.7.3
def printed(counter: Counter, unit: Unit) -> Face:
    """The face that shows: a unit of two steps turns over with its first loss, a depot when it takes to the road."""
    if counter.is_supply and counter.back is not None:
        return counter.back if unit.mobile else counter.front
    if counter.back is None or unit.steps >= counter.steps:
        return counter.front
    return counter.back


# rule: NWK-1.1.1
def is_out_of_place(state: KoreaState, key: int) -> bool:
    """Whether a unit is in play that the players have not chosen."""
    return bool(state.units[key].hex) and not state.board.chooses(state.board.units[key])


def face(state: KoreaState, key: int) -> Face:
    """The values of a unit now."""
    return printed(state.board.units[key], state.units[key])


def side_of(state: KoreaState, key: int) -> str:
    """The side of a unit."""
    return state.board.units[key].side
