"""How often plans are tried in the mind, and how well a game that was played out there has ended."""

from __future__ import annotations

from sandtable.games.eastfront.bots.goals import cut_off, is_safe, stakes
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.planning.foresight import Rounds

OFTEN: Rounds = ((99, 3), (3, 8))
SELDOM: Rounds = ((99, 2), (2, 4))
WON = 1.0
PER_STEP = 0.005
"""What a Soviet step more or less is worth where the game is decided either way: it will be close next time."""


def score(state: CrimeaState, side: str) -> float:
    """How well a game has ended for a side: won or not, and how far from it."""
    lost = state.tracks.get("soviet_steps", 0) + (cut_off(state, SOVIET) if stakes(state).counts_cut_off else 0)
    return WON * is_safe(state, side) + PER_STEP * (lost if side == AXIS else -lost)
