"""Play-book 7.35: on the maps of Odessa and Sevastopol guns fire together within the radius of a headquarters.

A card of such a map says so: ``switches: {guns_in_radius: {value: true}}``.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.soviet_units.suppression import callers
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref
from sandtable.kernel import Refusal, refuse


# rule: EF-PB7.35.a
def why_not(state: CrimeaState, keys: list[int], hexes: tuple[int, ...]) -> Refusal | None:
    """Why Soviet guns cannot fire together: one is out of reach of every headquarters."""
    for key in keys:
        if state.pieces[key].hex not in hexes and not callers(state, key):
            return refuse("EF-PB7.35.a", "refuse.guns_out_of_radius", ref(key), unit=ref(key))
    return None
