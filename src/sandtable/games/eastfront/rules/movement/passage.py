"""Chapters 3.21 and 10.4: units go from hex to hex, and in each that they pass happens what happens where they stop."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules import consequences
from sandtable.kernel import Draft


# rule: EF-3.21.a, EF-10.4
def follow(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Let units that have come to the end of a path take and touch the hexes on the way, one after the other.

    Whoever did not get there, turned back or lost on the way, has passed nothing.
    """
    going = tuple(key for key in units if path and d.now.pieces[key].hex == path[-1])
    passed = [h for h in path[:-1] if going and _is_touched(d.now, going[0], h)]  # equivalent[without: _is]: saves work
    for place in passed:
        _put(d, going, place)
        consequences.settle(d)
    if passed:
        _put(d, going, path[-1])


def _put(d: Draft[CrimeaState], units: tuple[int, ...], place: int) -> None:
    for key in units:
        d.edit("pieces", key, hex=place)


def _is_touched(state: CrimeaState, key: int, place: int) -> bool:
    """Whether a unit that passes a hex changes anything: it is not all its own there, or something was left in it."""
    side, near = state.board.units[key].side, state.board.grid.neighbours[place]
    if any(state.control.get(h) != side and state.board.ground[h].is_land for h in (place, *near)):
        return True
    left = (state.supplies.values(), state.ships.values(), state.bridges.values())
    return place in state.strongpoints or any(thing.hex == place for things in left for thing in things)
