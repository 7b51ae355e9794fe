"""Chapter 2 and 8.1: who stands where."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.kernel import derived
from sandtable.kernel.memory import patched
from sandtable.kernel.state import Seen


def _restack(state: KoreaState, seen: Seen, before: memory.Before) -> Seen:
    """The stacks after some units moved."""
    hexes = memory.touched(state, before)
    if not hexes or not seen:
        return seen
    units, known = state.units, seen[()]
    stayed = {h: [key for key in known.get(h, ()) if key not in before] for h in hexes}
    for key in before:
        place = units[key].hex if key in units else 0
        if place in stayed:
            stayed[place].append(key)
    return {(): patched(known, {h: tuple(sorted(keys)) or None for h, keys in stayed.items()})}


# rule: NW-8.1.2
@derived("units", units=_restack)
def stacks(state: KoreaState) -> dict[int, tuple[int, ...]]:
    """The ground units in each hex and box."""
    found: dict[int, list[int]] = {}
    for key, unit in state.units.items():
        if unit.hex:
            found.setdefault(unit.hex, []).append(key)
    return {h: tuple(keys) for h, keys in sorted(found.items())}


def there(state: KoreaState, place: int) -> tuple[int, ...]:
    """The ground units in a place."""
    return stacks(state).get(place, ())


def _holder(state: KoreaState, place: int) -> str | None:
    keys = stacks(state).get(place)
    return state.board.units[keys[0]].side if keys else None


@derived("units", units=memory.by_hex(_holder))
def holders(state: KoreaState) -> dict[int, str]:
    """The side whose ground units stand in each occupied place."""
    units = state.board.units
    return {h: units[keys[0]].side for h, keys in stacks(state).items()}


def _points(state: KoreaState, place: int) -> int | None:
    keys = stacks(state).get(place)
    return sum(face(state, key).stack2 for key in keys) if keys else None


# rule: NW-2.3.7, NW-2.3.7.a, NW-8.1
@derived("units", units=memory.by_hex(_points))
def points2(state: KoreaState) -> dict[int, int]:
    """Half stack points in each occupied place."""
    return {h: sum(face(state, key).stack2 for key in keys) for h, keys in stacks(state).items()}


@derived("units", units=memory.unless(memory.came_or_went))
def on_board(state: KoreaState, side: str) -> tuple[int, ...]:
    """A side's ground units on the map and in its boxes."""
    units = state.board.units
    return tuple(key for key, unit in state.units.items() if unit.hex and units[key].side == side)
