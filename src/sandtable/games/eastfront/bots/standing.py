"""Who is ahead, for tournaments: the card's verdict at the end, or as if the game ended now."""

from __future__ import annotations

from sandtable.games.eastfront.bots.goals import is_safe
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, Position
from sandtable.games.eastfront.scenario import Theatre

SCENARIOS = ("1", "7")
"""The scenarios that the staff was taught and is measured in."""


def sides(theatre: Theatre) -> dict[str, tuple[str, ...]]:
    """The two sides, a seat each."""
    return {side: (side,) for side in SIDES}


def rounds(state: Position) -> int:
    """Turns played to their end."""
    return state.turn - state.theatre.first_turn


def wealth(state: Position) -> dict[str, int]:
    """The steps that each side has lost."""
    return {side: state.tracks.get(f"{side}_steps", 0) for side in SIDES}


def leader(before: Position, now: Position) -> str:
    """The side that has won, or would if the game ended now."""
    return AXIS if is_safe(now, AXIS) else SOVIET
