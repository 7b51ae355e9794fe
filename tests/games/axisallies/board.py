"""Positions for tests, written as in a case file."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Draft, ScriptedDice, Step
from sandtable.kernel.actions import Action
from sandtable.kernel.cases.position import build, open_scenario


def position(*, options: dict[str, Any] | None = None, dice: tuple[int, ...] = (), **parts: Any) -> GlobalState:
    """A bare board (``only=False``: the set-up of the rulebook) with these parts, played on to its first question."""
    data = {"position": {"only": True, "at": "germany.purchase", **parts}, "options": options or {}}
    scenario = open_scenario(GAME, data)
    state: GlobalState = build(GAME, scenario, data, ScriptedDice(dice)).state
    return state


def draft(state: GlobalState, *dice: int, seat: str = "") -> Draft[GlobalState]:
    """A draft of a position with dice that fall as told."""
    return Draft(state, ScriptedDice(dice), seat)


def do(state: GlobalState, seat: str, action: Action, *dice: int) -> GlobalState:
    """The position after an action that must be allowed."""
    step = GAME.apply(state, seat, action, ScriptedDice(dice))
    assert isinstance(step, Step), step
    after: GlobalState = step.state
    return after


def at(name: str) -> int:
    """The id of a space by its name."""
    places = {space.name["en"]: space.id for space in position().board.spaces.values()}
    return places[name]
