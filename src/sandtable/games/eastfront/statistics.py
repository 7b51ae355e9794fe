"""What is worth a curve over a game: steps on the map, steps lost and hexes held by each side."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import SIDES, CrimeaState


def count(state: CrimeaState) -> Mapping[str, Mapping[str, int]]:
    """The figures of both sides in a position, by series and seat."""
    units, steps, held = state.board.units, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
    for key, piece in state.pieces.items():
        if piece.hex:
            steps[units[key].side] += piece.steps
    for side in state.control.values():
        held[side] += 1
    lost = {side: state.tracks.get(f"{side}_steps", 0) for side in SIDES}
    return {"steps": steps, "lost": lost, "hexes": held}
