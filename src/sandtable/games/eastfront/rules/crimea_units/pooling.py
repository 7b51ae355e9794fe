"""Play-book 7.35: on the maps of Odessa and Sevastopol guns fire together within the radius of a headquarters.

A card of such a map says so: ``switches: {guns_in_radius: {value: true}}``.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.soviet_units.soviet_units import headquarters, interdiction_at, is_within
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref
from sandtable.kernel import Refusal, refuse


def staffs_of(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Operational headquarters in whose radius a gun stands."""
    place = state.pieces[key].hex
    return tuple(hq for hq in headquarters(state, True) if is_within(state, hq, place))


# rule: EF-PB7.35.a
def why_not(state: CrimeaState, keys: list[int], hexes: tuple[int, ...]) -> Refusal | None:
    """Why Soviet guns cannot fire together: one is out of reach of every headquarters, or aircraft hold some down."""
    away = [key for key in keys if state.pieces[key].hex not in hexes]
    for key in away:
        if not staffs_of(state, key):
            return refuse("EF-PB7.35.a", "refuse.guns_out_of_radius", ref(key), unit=ref(key))
    for hq in headquarters(state, True):
        if (no := _why_held_down(state, hq, away)) is not None:
            return no
    return None


def _why_held_down(state: CrimeaState, hq: int, keys: list[int]) -> Refusal | None:
    """Why too many guns hang on a headquarters under interdiction: those that no other can call count."""
    place = state.pieces[hq].hex
    level = interdiction_at(state, place)
    if not level:
        return None
    table: dict[int, list[int]] = state.board.charts["artillery"]["suppression"]["units"]
    own = [k for k in on_map(state, state.board.units[hq].side) if batteries.is_gun(state, k)]
    near = len([k for k in own if is_within(state, hq, state.pieces[k].hex)])
    most = table[min(max(near, 1), max(table))][level - 1]
    if len([k for k in keys if staffs_of(state, k) == (hq,)]) <= most:
        return None
    return refuse("EF-PB7.35.a", "refuse.guns_suppressed", at(place), most=most, place=at(place))
