"""Taking hexes that nobody holds: who goes, and how likely a mop-up is to succeed."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.nextwar.model import STACK, KoreaState
from sandtable.games.nextwar.rules.movement import control, mopup, stacking
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import DIE, face

NUMBERS = mopup.EMPTY_CUP
"""Numbers that a marker may have, each about as likely."""


def chance(state: KoreaState, place: int, units: Iterable[int]) -> float:
    """How likely units take a hex in the next reorganization, as far as one can know."""
    keys = tuple(units)
    side = state.board.units[keys[0]].side if keys else ""
    if not keys:
        return 0.0
    if not control.needs_mopup(state, place, side):
        return 1.0
    counters = [state.board.units[key] for key in keys]
    plus = max(rating(state, key) for key in keys) - missing(state, place, keys)
    plus += any(c.is_infantry for c in counters) and any(c.is_armour or c.is_mechanised for c in counters)
    marker = state.mopups.get(place)
    numbers = (marker.number,) if marker is not None else NUMBERS
    hits = sum(die + plus - number >= number for number in numbers for die in DIE)
    return hits / (len(DIE) * len(numbers))


def missing(state: KoreaState, place: int, units: Iterable[int]) -> int:
    """Stack points that are missing for a safe mop-up."""
    held2 = sum(face(state, key).stack2 for key in units)
    return max(0, -(-(mopup.least2(state, place) - held2) // STACK))


def force(state: KoreaState, place: int, side: str, able: list[int]) -> tuple[int, ...]:
    """Who of some units should go into an empty hex: one for open ground, a full stack for a town of streets."""
    if not able:
        return ()
    if not control.needs_mopup(state, place, side):
        return (min(able, key=lambda key: (face(state, key).attack + face(state, key).defence, key)),)
    here = list(there(state, place))
    limit = stacking.limit2(state, place, side)
    order = sorted(able, key=lambda key: (-rating(state, key), -face(state, key).stack2, key))
    chosen: list[int] = []
    for key in order:
        full = sum(face(state, one).stack2 for one in (*here, *chosen))
        if not missing(state, place, (*here, *chosen)):
            break
        if full + face(state, key).stack2 <= limit:
            chosen.append(key)
    return tuple(chosen)
