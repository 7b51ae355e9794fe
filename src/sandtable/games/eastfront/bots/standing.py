"""Who is ahead, for tournaments: the card's verdict at the end, or as if the game ended now."""

from __future__ import annotations

from sandtable.games.eastfront.bots.goals import is_safe, stakes
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaState
from sandtable.games.eastfront.scenario import CrimeaScenario

SCENARIOS = ("1", "7")
"""The scenarios that the staff was taught and is measured in."""
PER_STEP = 0.01
"""What a lost step counts beside the card's verdict."""


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


def advantage(before: CrimeaState, now: CrimeaState) -> float:
    """How well the Axis stands: won or lost, the share of the prizes that it holds, and what both have lost."""
    prizes, lost = stakes(now).prizes, wealth(now)
    held = sum(worth for h, worth in prizes.items() if now.control.get(h) == AXIS) / (sum(prizes.values()) or 1.0)
    return (1 if is_safe(now, AXIS) else -1) + held + PER_STEP * (lost[SOVIET] - lost[AXIS])
