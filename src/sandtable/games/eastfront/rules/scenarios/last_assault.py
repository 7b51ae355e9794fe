"""Scenario 8, the last assault on Sevastopol: its harbour falls, and its staff leaves by sea (EFS-10.84)."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref
from sandtable.kernel import Draft, Refusal, refuse

HARBOUR, NORTH_SHORE = 11527, 11526
EVACUATED = "harbour_lost"
"""The track with the turn in which the Axis entered the harbour or the fort before it."""
STAFF = "Coast HQ"
BASES_LOST = 4
"""What is added to the rolls of Soviet aircraft once the harbour is lost."""


# rule: EFS-10.84.h
def note_fall(d: Draft[CrimeaState]) -> bool:
    """The harbour is evacuated for good as soon as Axis units stand in it or on its northern shore: say when."""
    if EVACUATED in d.now.tracks or not d.now.board.special("forced_evacuation"):
        return False
    held = holders(d.now)
    place = next((h for h in (NORTH_SHORE, HARBOUR) if held.get(h) == AXIS), 0)
    if not place:
        return False
    d.put("tracks", EVACUATED, d.now.turn)
    d.log("log.harbour_lost", "EFS-10.84.h", at(place), place=at(place))
    # rule: EF-PB8.55.a
    if held.get(HARBOUR) != AXIS:
        d.put("evacuations", HARBOUR, d.now.turn)
    return True


# rule: EFS-10.84.h
def is_shut(state: CrimeaState, place: int) -> bool:
    """Whether a port feeds nobody any more."""
    return place == HARBOUR and state.board.special("forced_evacuation") and EVACUATED in state.tracks


# rule: EFS-10.84.h
def why_no_landing(state: CrimeaState, place: int) -> Refusal | None:
    """Why nobody and nothing goes ashore in a port any more: it is given up for good."""
    if not is_shut(state, place):
        return None
    return refuse("EFS-10.84.h", "refuse.harbour_given_up", at(place), place=at(place))


# rule: EFS-10.84.i
def why_staff_stays(state: CrimeaState, key: int) -> Refusal | None:
    """Why the staff of the Coastal Army does not march: it leaves by sea only."""
    if state.board.units[key].name != STAFF or not state.board.special("coast_hq_sails"):
        return None
    return refuse("EFS-10.84.i", "refuse.staff_sails", ref(key), unit=ref(key))
