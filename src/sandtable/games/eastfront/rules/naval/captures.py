"""Play-book 8.49: a port that was just taken is of no use to anybody until the next turn."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval.ships import water_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import control_changes
from sandtable.kernel import Draft, Refusal, refuse

TAKEN = "taken"
"""Tracks of ports: the turn in which each was taken."""


# rule: EF-PB8.49
def note_captures(d: Draft[CrimeaState]) -> None:
    """Remember the turn in which a port changes hands, where there are ships to use it."""
    if d.now.ships:
        for place, _ in control_changes(d.now):
            if d.now.board.ground[place].port:
                d.put("tracks", f"{TAKEN}_{place}", d.now.turn)


# rule: EF-PB8.49
def is_just_taken(state: CrimeaState, place: int) -> bool:
    """Whether a port was taken in this turn: it neither feeds anybody nor lets ships in yet."""
    return state.tracks.get(f"{TAKEN}_{place}") == state.turn


# rule: EF-PB8.49
def why_just_taken(state: CrimeaState, water: str) -> Refusal | None:
    """Why a port is of no use to ships yet: it was taken in this turn."""
    if not water.isdigit() or not is_just_taken(state, int(water)):
        return None
    return refuse("EF-PB8.49", "refuse.port_taken", water_ref(water), water=water_ref(water))
