"""Chapter 25 and the victory conditions of the scenarios."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import is_friendly
from sandtable.kernel import Outcome


# rule: EF-25.0
def outcome(state: CrimeaState) -> Outcome | None:
    """How the game ended; ``None`` while turns are left."""
    if state.turn <= state.board.last_turn:
        return None
    won = _axis_wins(state)
    goal = state.board.card["victory"]
    scores = {
        "axis_steps": state.tracks.get("axis_steps", 0),
        "soviet_steps": state.tracks.get("soviet_steps", 0),
    }
    key = "outcome.axis" if won else "outcome.soviet"
    return Outcome(winners=(AXIS if won else SOVIET,), key=key, rule=goal["rule"], scores=scores)


def _axis_wins(state: CrimeaState) -> bool:
    goal = state.board.card["victory"]
    return _ditch(state) if "axis_holds_all" in goal else _kerch(state)


# rule: EFS-10.15
def _ditch(state: CrimeaState) -> bool:
    """Scenario 1: all four hexes held, and few steps lost."""
    goal = state.board.card["victory"]
    held = all(is_friendly(state, int(h), AXIS) for h in goal["axis_holds_all"])
    most: int = goal["most_axis_step_losses"]
    return held and state.tracks.get("axis_steps", 0) <= most


# rule: EFS-10.75
def _kerch(state: CrimeaState) -> bool:
    """Scenario 7: enough Soviet steps destroyed, fewer where Kerch is taken too."""
    goal = state.board.card["victory"]
    lost = state.tracks.get("soviet_steps", 0)
    if is_friendly(state, int(goal["with_kerch"]["hex"]), AXIS):
        return bool(lost >= goal["with_kerch"]["soviet_steps_lost"])
    return bool(lost >= goal["without_kerch"]["soviet_steps_lost"])
