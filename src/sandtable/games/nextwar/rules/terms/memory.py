"""What is still true when units move: indexes of the map are brought up to date hex by hex.

An action moves a unit or two of hundreds; most writes change no place at all, only what a unit has done. The hooks
here keep everything about the hexes that nobody left or entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.nextwar.model import KoreaState, Unit
from sandtable.kernel.memory import Hook, Seen, by_place

MANY = 40
"""Touched hexes from which it is quicker to start afresh."""
NOWHERE = Unit()

Before = Mapping[int, Unit | None]


def touched(state: KoreaState, before: Before) -> tuple[int, ...]:
    """Places that a unit left, entered, or where it lost or gained a step, in order."""
    units = state.units
    found: dict[int, None] = {}
    for key, old in before.items():
        was, now = old or NOWHERE, units.get(key, NOWHERE)
        # rule: NW-2.3.7
        if was.hex != now.hex or was.steps != now.steps:
            found[was.hex] = found[now.hex] = None
    found.pop(0, None)
    return tuple(sorted(found))


def by_hex(fresh: Callable[[KoreaState, int], Any]) -> Hook:
    """Bring a table of hexes up to date; ``fresh`` gives the value of one hex, ``None`` where it has none."""
    return by_place(fresh, touched, MANY)


def unless(matters: Callable[[Unit, Unit], bool]) -> Hook:
    """Keep everything unless a change matters: of a unit, as it was and as it is."""

    def revise(state: KoreaState, seen: Seen, before: Before) -> Seen:
        units = state.units
        changed = ((old or NOWHERE, units.get(key, NOWHERE)) for key, old in before.items())
        return {} if any(matters(old, new) for old, new in changed) else seen

    return revise


def came_or_went(old: Unit, new: Unit) -> bool:
    """For answers that hang on who is on the board at all."""
    return bool(old.hex) != bool(new.hex)


def stood_otherwise(old: Unit, new: Unit) -> bool:
    """For answers that hang on where units stand, how strong they are, and which supply units can give how much."""
    return (old.hex, old.steps, old.mobile, old.strike) != (new.hex, new.steps, new.mobile, new.strike)
