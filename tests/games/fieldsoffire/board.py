"""Boards made by hand: a few named units on open ground, in any phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.kernel import Action, Draft, Refusal, ScriptedDice, Step
from sandtable.kernel.cases.acting import action_of
from sandtable.kernel.cases.position import build, open_scenario
from sandtable.kernel.naming import find, label

Where = str | Mapping[str, Any]


def board(
    units: Mapping[str, Where] | None = None,
    *,
    left: int = 6,
    hq: str = "",
    at: Any = None,
    facts: Mapping[str, Any] | None = None,
    deck: Sequence[int] = (),
    scenario: str = "keep_up_the_fire",
    **fields: Any,
) -> FieldsState:
    """A position on the mission's grid as open ground: units by name on cards such as R2C3, and rows of other tables.

    Unless ``at`` says otherwise commands can be spent, by a headquarters or by general initiative. The settling has
    run, as it has before anybody is ever asked.
    """
    return built(units, left=left, hq=hq, at=at, facts=facts, deck=deck, scenario=scenario, **fields).state


def built(
    units: Mapping[str, Where] | None = None,
    *,
    left: int = 6,
    hq: str = "",
    at: Any = None,
    facts: Mapping[str, Any] | None = None,
    deck: Sequence[int] = (),
    scenario: str = "keep_up_the_fire",
    **fields: Any,
) -> Step[FieldsState]:
    """The same with what was said while it was made."""
    rows = {name: {"at": row} if isinstance(row, str) else dict(row) for name, row in (units or {}).items()}
    if at is None:
        subject = {"is": "impulse", "left": left, "drawn": left, **({"hq": hq} if hq else {})}
        inner = "impulse.orders" if hq else "general.orders"
        at = ["mission.turn.command.general", {"phase": inner, "subject": subject}]
    position = {"only": True, "at": at, "facts": dict(facts or {}), "units": rows, "tracks": {"turn": 1}}
    options = {"options": fields.pop("options")} if "options" in fields else {}
    data = {"scenario": scenario, **options, "position": {**position, **fields}}
    return build(GAME, open_scenario(GAME, data), data, ScriptedDice((), deck))


def drafted(state: FieldsState, deck: Sequence[int] = ()) -> Draft[FieldsState]:
    """A draft of a position, with the cards that will come."""
    return Draft(state, ScriptedDice((), deck), COMPANY)


def act(state: FieldsState, action: Mapping[str, Any]) -> Action:
    """An action from plain data with names."""
    return action_of(GAME, state.scenario, action, ())


def play(state: FieldsState, action: Mapping[str, Any], deck: Sequence[int] = ()) -> Step[FieldsState]:
    """Carry out an action that must be possible."""
    step = GAME.apply(state, COMPANY, act(state, action), ScriptedDice((), deck))
    assert isinstance(step, Step), step
    return step


def why(state: FieldsState, action: Mapping[str, Any]) -> Refusal:
    """The refusal of an action that must not be possible."""
    no = GAME.why_not(state, COMPANY, act(state, action))
    assert no is not None, "this may be done"
    return no


def key(state: FieldsState, name: str) -> int:
    """The number of a unit."""
    return int(find(state.scenario, "unit", name))


def card(state: FieldsState, name: str) -> int:
    """The number of a card."""
    return int(find(state.scenario, "place", name))


def fire_of(state: FieldsState, name: str) -> str:
    """The card on which a unit's fire lies; empty while it is not engaged."""
    fire = state.fires.get(key(state, name))
    return "" if fire is None else label(state.scenario, "place", fire.at)


def firing(state: FieldsState) -> dict[str, str]:
    """Everybody who fires, with the card on which his fire lies."""
    return {
        label(state.scenario, "unit", one): label(state.scenario, "place", fire.at) for one, fire in state.fires.items()
    }
