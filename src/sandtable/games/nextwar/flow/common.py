"""What several parts of the sequence share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel import Phase

Step = Phase[KoreaState]
Who = Callable[[KoreaState], tuple[str, ...]]
Telling = Callable[[KoreaState, str], dict[str, Any]]
"""What a prompt says to a seat."""


def about(state: KoreaState, seat: str) -> dict[str, Any]:
    """What prompts say: the turn."""
    return {"turn": state.turn}


def until(who: Who) -> Callable[[KoreaState, str], bool]:
    """Over once a side is asked nothing more."""
    return lambda state, seat: seat not in who(state)
