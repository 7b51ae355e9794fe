"""Boards made by hand: a few named units on bare ground, in any phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import Action, Draft, NoDice, Refusal, ScriptedDice, Step
from sandtable.kernel.cases.acting import action_of
from sandtable.kernel.cases.position import build, open_scenario

Where = int | Mapping[str, Any]


def board(
    at: Any = "axis.movement",
    pieces: Mapping[str, Where] | None = None,
    *,
    facts: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    scenario: str = "1",
    bare: bool = True,
    **fields: Any,
) -> CrimeaState:
    """A position: units by name in hexes, on open ground without roads unless ``facts`` say otherwise."""
    rows = {name: {"hex": str(row)} if isinstance(row, int) else dict(row) for name, row in (pieces or {}).items()}
    position = {"only": bare, "at": at, "facts": {"bare": bare, **(facts or {})}, "pieces": rows, **fields}
    data = {"scenario": scenario, "position": position}
    theatre = open_scenario(GAME, data)
    return build(GAME, theatre, data, ScriptedDice(dice)).state


def act(state: CrimeaState, seat: str, action: Mapping[str, Any]) -> Action:
    """An action from plain data with names."""
    return action_of(GAME, state.scenario, action, ())


def play(state: CrimeaState, seat: str, action: Mapping[str, Any], dice: Sequence[int] = ()) -> Step[CrimeaState]:
    """Carry out an action that must be possible."""
    step = GAME.apply(state, seat, act(state, seat, action), ScriptedDice(dice))
    assert isinstance(step, Step), step
    return step


def why(state: CrimeaState, seat: str, action: Mapping[str, Any]) -> Refusal:
    """The refusal of an action that must not be possible."""
    no = GAME.why_not(state, seat, act(state, seat, action))
    assert no is not None, "this may be done"
    return no


def may(state: CrimeaState, seat: str, action: Mapping[str, Any]) -> bool:
    """Whether an action is possible."""
    return GAME.why_not(state, seat, act(state, seat, action)) is None


def marked(state: CrimeaState, name: str, **fields: Any) -> CrimeaState:
    """A position with other marks on a unit, such as a phase that has begun would have taken away."""
    d = Draft(state, NoDice())
    d.edit("pieces", key(state, name), **fields)
    return d.now


def key(state: CrimeaState, name: str) -> int:
    """The number of a unit."""
    return next(number for number, counter in state.board.units.items() if counter.name == name)


def where(state: CrimeaState, name: str) -> int | str:
    """The hex or the box of a unit."""
    piece = state.pieces[key(state, name)]
    return piece.hex or piece.box


def asked(state: CrimeaState) -> dict[str, str]:
    """Who is asked where."""
    return {prompt.seat: prompt.at for prompt in GAME.prompts(state)}


def logged(step: Step[CrimeaState], name: str) -> Any:
    """The only log entry of a name in a step."""
    found = [entry for entry in step.entries if entry.key == f"log.{name}"]
    assert len(found) == 1, [entry.key for entry in step.entries]
    return found[0]
