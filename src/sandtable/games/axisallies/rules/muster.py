"""New units on the board, whoever calls them up: mobilization, neutrals that join, awards."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.kernel import Draft


def new_unit(d: Draft[GlobalState], unit: Unit) -> int:
    """Put a unit on the board under a number that no unit has had; gives the number."""
    last = next(reversed(d.now.units), 0)
    key = max(d.now.next_unit, last + 1)
    d.put("units", key, unit)
    d.set(next_unit=key + 1)
    return key
