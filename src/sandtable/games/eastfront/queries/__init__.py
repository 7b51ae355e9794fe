"""What the umpire tells beside the rules: overlays on the map, and the chances of an attack before it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.eastfront.model import Position
from sandtable.games.eastfront.queries import chances, overlays
from sandtable.kernel import View
from sandtable.kernel.queries import Odds, Overlay

Answer = Callable[[Position, str, Mapping[str, Any]], Overlay | Odds | None]

ANSWERS: dict[str, Answer] = {
    "zoc": overlays.zoc,
    "supply": overlays.supplies,
    "reach": overlays.reach,
    "threat": overlays.threat,
    "control": overlays.control,
    "odds": chances.odds,
}


def answer(view: View[Position], name: str, params: Mapping[str, Any]) -> Overlay | Odds | None:
    """Answer a question from what a seat knows."""
    return ANSWERS[name](view.state, view.seat, params)
