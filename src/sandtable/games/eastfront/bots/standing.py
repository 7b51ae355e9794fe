"""Who is ahead, for tournaments: the card's verdict at the end, or as if the game ended now."""

from __future__ import annotations

from sandtable.games.eastfront.bots.goals import is_safe
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaState
from sandtable.games.eastfront.scenario import CrimeaScenario

SCENARIOS = ("1", "7")
"""The scenarios that the staff was taught and is measured in."""


def sides(board: CrimeaScenario) -> dict[str, tuple[str, ...]]:
    """The two sides, a seat each."""
    return {side: (side,) for side in SIDES}


def rounds(state: CrimeaState) -> int:
    """Turns played to their end."""
    return state.turn - state.board.first_turn


def wealth(state: CrimeaState) -> dict[str, int]:
    """The steps that each side has lost."""
    return {side: state.tracks.get(f"{side}_steps", 0) for side in SIDES}


def leader(before: CrimeaState, now: CrimeaState) -> str:
    """The side that has won, or would if the game ended now."""
    return AXIS if is_safe(now, AXIS) else SOVIET
