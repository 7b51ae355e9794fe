"""Play-book 6.15: where Soviet aircraft fly from: from Map T, far behind, once the airfields of Simferopol are lost.

A card says so: ``switches: {soviet_air_readiness_drm: {value: 2, once_taken: "4321"}}``; without a hex they are far
away from the first turn on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import control_changes
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft

SWITCH = "soviet_air_readiness_drm"
LOST = "airfields_lost"
"""The track with the turn in which the Axis took the hex with the airfields."""


def terms(board: CrimeaScenario) -> Mapping[str, Any]:
    """What the card says of bases far away."""
    found: Mapping[str, Any] = (board.card.get("switches") or {}).get(SWITCH) or {}
    return found


# rule: EF-PB6.15
def note_fall(d: Draft[CrimeaState]) -> None:
    """Remember the turn in which the airfields fall: whoever holds them later, nobody goes back there."""
    place = int(terms(d.now.board).get("once_taken", 0))  # equivalent[0 becomes 1]: no hex has either number
    if LOST not in d.now.tracks and (place, AXIS) in control_changes(d.now):
        d.put("tracks", LOST, d.now.turn)


# rule: EF-PB6.15
def are_far(state: CrimeaState) -> bool:
    """Whether Soviet aircraft of the army fly from Map T: from the turn after the one in which the airfields fell."""
    card = terms(state.board)
    if "once_taken" not in card:
        return bool(card.get("value"))
    if LOST in state.tracks:
        return state.tracks[LOST] < state.turn
    return state.control.get(int(card["once_taken"])) == AXIS
