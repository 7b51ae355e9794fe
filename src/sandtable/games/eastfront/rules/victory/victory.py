"""Chapter 25 and the victory conditions of the scenarios.

A card states one of four things: ``axis_holds_all`` with a limit of losses; ``with_kerch`` and ``without_kerch`` with
Soviet steps that have to be lost; ``soviet_holds``, hexes in which the Soviets must be, by level; or ``levels``, the
points from which on each level is reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import is_friendly
from sandtable.kernel import Outcome

FALLEN = "fallen"
"""The track with the turn in which the goal was reached that ends a game at once."""


# rule: EF-25.0
def outcome(state: CrimeaState) -> Outcome | None:
    """How the game ended; ``None`` while turns are left."""
    goal = state.board.card["victory"]
    # rule: EFS-10.25
    if FALLEN in state.tracks:
        return _told(state, AXIS, goal["at_once"]["level"], goal["at_once"]["rule"])
    if state.turn <= state.board.last_turn:
        return None
    side, level = judged(state)
    return _told(state, side, level, goal["rule"])


def _told(state: CrimeaState, side: str, level: str, rule: str) -> Outcome:
    counted = ("vp",) if "levels" in state.board.card["victory"] else ()
    scores = {track: state.tracks.get(track, 0) for track in ("axis_steps", "soviet_steps", *counted)}
    key = f"outcome.{side}_{level}" if level else f"outcome.{side}"
    return Outcome(winners=(side,), key=key, rule=rule, scores=scores)


def judged(state: CrimeaState) -> tuple[str, str]:
    """Who would win if the game ended as it stands, and on which level where the card knows levels."""
    goal = state.board.card["victory"]
    if "axis_holds_all" in goal:
        return (AXIS if _ditch(state) else SOVIET), ""
    if "soviet_holds" in goal:
        return _held(state, goal["soviet_holds"])
    if "levels" in goal:
        # rule: EFS-10.5.levels, EFS-10.55.v
        return _level(state, goal["levels_kerch"] if _is_kerch_plan(state) else goal["levels"])
    return (AXIS if _kerch(state) else SOVIET), ""


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


# rule: EFS-10.65, EFS-10.95
def _held(state: CrimeaState, rows: tuple[Mapping[str, Any], ...]) -> tuple[str, str]:
    """Scenarios 6 and 9: the first row of which the Soviets hold enough hexes; the Axis wins where there is none."""
    for row in rows:
        if sum(is_friendly(state, int(h), SOVIET) for h in row["of"]) >= row["at_least"]:
            return SOVIET, row["level"]
    return AXIS, ""


def _is_kerch_plan(state: CrimeaState) -> bool:
    return "levels_kerch" in state.board.card["victory"] and plans.shown(state) == plans.KERCH


# rule: EFS-10.2.levels, EFS-10.3.levels, EFS-10.4.levels
def _level(state: CrimeaState, rows: tuple[Mapping[str, Any], ...]) -> tuple[str, str]:
    """Where points are counted: the first row whose least the Axis has reached; the last has none."""
    points = state.tracks.get("vp", 0)
    row = next(row for row in rows if points >= row.get("least", points))
    return row["side"], row["level"]
