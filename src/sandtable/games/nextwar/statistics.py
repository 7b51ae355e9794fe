"""What is worth a curve over a game: steps on the board and victory points of each side."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.nextwar.model import SIDES, KoreaState


def count(state: KoreaState) -> Mapping[str, Mapping[str, int]]:
    """The figures of both sides in a position, by series and seat."""
    units = state.board.units
    steps = dict.fromkeys(SIDES, 0)
    for key, unit in state.units.items():
        if unit.hex:
            steps[units[key].side] += unit.steps
    points = {side: state.accounts[side].vp2 + state.accounts[side].turn_vp2 for side in SIDES}
    return {"steps": steps, "half_points": points}
