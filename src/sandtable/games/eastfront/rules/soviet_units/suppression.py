"""Guns that hang on a headquarters, and how many still fire when it is interdicted (13.24, 22.14, play-book 7.35)."""

from __future__ import annotations

from sandtable.games.eastfront.model import SOVIET, CrimeaState
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.soviet_units.soviet_units import headquarters, is_within, staff_interdiction
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stacks
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Refusal, refuse


def staffs(state: CrimeaState) -> tuple[int, ...]:
    """Hexes of operational Soviet headquarters under interdiction."""
    if not state.interdiction:
        return ()
    places = sorted({state.pieces[hq].hex for hq in headquarters(state, True)})
    return tuple(place for place in places if staff_interdiction(state, place))


# rule: EF-PB7.35.a
def callers(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Operational headquarters in whose radius a gun stands, on the same map that lets guns fire so."""
    place = state.pieces[key].hex
    staffs = [hq for hq in headquarters(state, True) if fires_in_radius(state, state.pieces[hq].hex)]
    return tuple(hq for hq in staffs if is_within(state, hq, place))


# rule: EF-22.14, EF-PB7.35.a
def guns_of(state: CrimeaState, place: int) -> tuple[int, ...]:
    """Guns that fire together on the word of the headquarters in a hex, and of no other.

    They are stacked with it; on the maps of Odessa and Sevastopol they need only be within its radius.
    """
    if not fires_in_radius(state, place):
        return tuple(k for k in stacks(state).get(place, ()) if state.board.units[k].artillery)
    own = [k for k in on_map(state, SOVIET) if batteries.is_gun(state, k)]
    return tuple(k for k in own if {state.pieces[hq].hex for hq in callers(state, k)} == {place})


# rule: EF-13.24, EFT-arty-suppression
def most(state: CrimeaState, place: int) -> int:
    """How many of the guns of a headquarters, which has one at least, may fire under the interdiction of its hex."""
    table: dict[int, list[int]] = state.board.charts["artillery"]["suppression"]["units"]
    count = min(len(guns_of(state, place)), max(table))
    return table[count][staff_interdiction(state, place) - 1]


def rule(state: CrimeaState, place: int) -> str:
    """The paragraph that holds guns down on this map."""
    return "EF-PB7.35.a" if fires_in_radius(state, place) else "EF-13.24"


def fires_in_radius(state: CrimeaState, place: int) -> bool:
    """Whether guns fire together on the word of a headquarters near by: at Odessa, and on the enlarged map."""
    return bool(state.board.switch("guns_in_radius")) and (is_inner(place) or not state.board.is_enlarged)


def refusal(state: CrimeaState, key: int, place: int) -> Refusal:
    """Why a gun that is held down does not fire."""
    left = most(state, place)
    return refuse(rule(state, place), "refuse.gun_silenced", ref(key), at(place), unit=ref(key), most=left)
