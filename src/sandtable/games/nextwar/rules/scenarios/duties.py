"""Korea, 16.1.1: duties that a segment cannot be ended without."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, STACK, KoreaState
from sandtable.games.nextwar.rules.movement import marching
from sandtable.games.nextwar.rules.scenarios.restraints import HOLDS, ID_5, unit_of
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, points2
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.kernel import Refusal, derived, refuse

GUARDED = "N2916"
GUARD2 = 2 * STACK


# rule: NWK-16.1.1.h, NWK-16.1.1.o
def why_not_end(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side may not end its movement: the DPRK has to watch the 5th division, as long as anybody can get there."""
    if seat != DPRK or not state.board.special(HOLDS):
        return None
    guarded, division = state.board.place(GUARDED), unit_of(state, ID_5)
    stands = bool(division) and state.board.ground[state.units[division].hex or guarded].label == "N3017"
    if not stands or _held2(state, guarded) >= GUARD2:
        return None
    if _is_in_reach(state, seat, guarded):
        return refuse("NWK-16.1.1.o", "refuse.guard_duty", at(guarded), place=at(guarded))
    return None


@derived(*marching.READ, "first", "initiative")
def _is_in_reach(state: KoreaState, side: str, place: int) -> bool:
    """Whether any unit of a side can get to a hex in this segment: those that are nearest are asked first."""
    far = state.board.map.distance
    units = sorted(on_board(state, side), key=lambda key: (far(state.units[key].hex, place), key))
    return any(marching.can_reach(state, key, place) for key in units)


def _held2(state: KoreaState, place: int) -> int:
    return points2(state).get(place, 0) if holders(state).get(place) == DPRK else 0
