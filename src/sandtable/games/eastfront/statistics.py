"""What is worth a curve over a game: steps on the map, steps lost, hexes held by each side, and the fleet."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.naval.ships import afloat


def count(state: CrimeaState) -> Mapping[str, Mapping[str, int]]:
    """The figures of both sides in a position, by series and seat."""
    units, steps, held = state.board.units, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
    for key, piece in state.pieces.items():
        if piece.hex:
            steps[units[key].side] += piece.steps
    for side in state.control.values():
        held[side] += 1
    lost = {side: state.tracks.get(f"{side}_steps", 0) for side in SIDES}
    found = {"steps": steps, "lost": lost, "hexes": held}
    if state.ships:
        found["ships"] = {AXIS: 0, SOVIET: len(afloat(state, SOVIET))}
        found["damage"] = {AXIS: 0, SOVIET: sum(state.ships[key].damage for key in afloat(state, SOVIET))}
        found["at_sea"] = {AXIS: 0, SOVIET: sum(piece.steps for piece in state.pieces.values() if piece.ship)}
    return found
