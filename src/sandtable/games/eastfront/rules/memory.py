"""What is still true when units move: indexes of the map are brought up to date hex by hex.

An action moves a unit or two of a hundred; most writes change no place at all, only what a unit has done. The hooks
here keep everything about the hexes that nobody left or entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sandtable.games.eastfront.model import CrimeaState, Piece
from sandtable.kernel.memory import Hook, Seen, by_place

MANY = 24
"""Touched hexes from which it is quicker to start afresh: when a turn begins, everything changes."""
NOWHERE = Piece()

Before = Mapping[int, Piece | None]
Matters = Callable[[CrimeaState, int, Piece, Piece], bool]
"""Whether a change matters: of a unit, as it was and as it is."""


def touched(state: CrimeaState, before: Before, matters: Matters | None = None) -> tuple[int, ...]:
    """Hexes that a unit left, entered, or where it changed in a way that matters, in order.

    Unless told otherwise that is being overrun, and recovering from it.
    """
    matters = matters or changed_zone
    pieces = state.pieces
    found: dict[int, None] = {}
    for key, old in before.items():
        was, now = old or NOWHERE, pieces.get(key, NOWHERE)
        if matters(state, key, was, now):
            found[was.hex] = found[now.hex] = None
    found.pop(0, None)
    return tuple(sorted(found))


def by_hex(fresh: Callable[[CrimeaState, int], Any], matters: Matters | None = None) -> Hook:
    """Bring a table of hexes up to date; ``fresh`` gives the value of one hex, ``None`` where it has none."""
    return by_place(fresh, partial(touched, matters=matters), MANY)


def unless(matters: Matters) -> Hook:
    """Keep everything unless a change matters: of the unit, as it was and as it is."""

    def revise(state: CrimeaState, seen: Seen, before: Before) -> Seen:
        pieces = state.pieces
        changed = ((key, old or NOWHERE, pieces.get(key, NOWHERE)) for key, old in before.items())
        return {} if any(matters(state, *change) for change in changed) else seen

    return revise


def came_or_went(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers that hang on who is on the map at all."""
    return bool(old.hex) != bool(new.hex) or old.box != new.box


def changed_place(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers that hang on who is where."""
    return old.hex != new.hex


def changed_zone(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers that hang on who is where and who has a zone of control."""
    return old.hex != new.hex or old.overrun != new.overrun


def changed_stack(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers that hang on how much stands where: a reduced unit stacks less."""
    return old.hex != new.hex or (old.steps != new.steps and bool(new.hex))


def changed_ship(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers that hang on who is aboard which ship."""
    return old.ship != new.ship


def is_headquarters(state: CrimeaState, key: int, old: Piece, new: Piece) -> bool:
    """For answers about headquarters only."""
    return state.board.units[key].is_hq
