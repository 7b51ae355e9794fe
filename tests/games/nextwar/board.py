"""Boards made by hand: a few named units on bare ground, in any phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Account, KoreaState
from sandtable.kernel import Action, Draft, Refusal, ScriptedDice, Step
from sandtable.kernel.cases.acting import action_of
from sandtable.kernel.cases.position import build, open_scenario

QUIET = "basic.first_movement.moves"
"""A phase in which nothing happens by itself, for tests of effects that come elsewhere in the turn."""
Where = str | Mapping[str, Any]

INF, OTHER_INF, MECH, ARM, LIGHT = (
    "DPRK 3/II Inf Div",
    "DPRK 6/II Inf Div",
    "DPRK ?/815 Mech Bde 1",
    "DPRK ?/II Arm Bde",
    "DPRK 32/II LI Bde",
)
"""Units of the DPRK: infantry 8-6-4 (2 stack points), mechanised 5-5-8, armour 5-4-8, light infantry 2-2-5."""
ROK_INF, ROK_INF_2, ROK_MECH, ROK_ARM, ROK_BDE = (
    "ROK 1/I Inf Div",
    "ROK 25/I Inf Div",
    "ROK 30/I Mech Div",
    "ROK 2/I Arm Bde",
    "ROK 101/I Inf Bde",
)
"""Units of the ROK: infantry 6-8-4 (2), mechanised 9-11-8 (2), armour 4-4-8 (1), a brigade 2-2-4 (1)."""


def board(
    at: Any = "initiative.movement.moves",
    units: Mapping[str, Where] | None = None,
    *,
    facts: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    scenario: str = "militarized_zone",
    bare: bool = True,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> KoreaState:
    """A position: units by name in hexes, on open ground without roads unless ``facts`` say otherwise; turn 2."""
    rows = {name: {"hex": row} if isinstance(row, str) else dict(row) for name, row in (units or {}).items()}
    told = {"bare": bare, "card": {"area": {}}, **(facts or {})} if bare else dict(facts or {})
    fields = {"turn": 2, "initiative": "dprk", "first": "dprk", **fields}
    position = {"only": bare, "at": at, "facts": told, "units": rows, **fields}
    data = {"scenario": scenario, "position": position, "options": dict(options or {})}
    korea = open_scenario(GAME, data)
    return build(GAME, korea, data, ScriptedDice(dice)).state


def advanced(at: Any, *, card: Mapping[str, Any] | None = None, **fields: Any) -> KoreaState:
    """A bare position of the advanced game: clear weather, turn 2, whole air defences and AWACS level 1."""
    facts = {**fields.pop("facts", {}), "card": {"area": {}, "level": "advanced", **(card or {})}}
    network = {"detection": 8, "sam": 8, "aaa": 3}
    told = {"weather": "clear", "awacs": 1, "networks": {"dprk": network, "allied": network}, **fields}
    return board(at, told.pop("units", {}), facts=facts, **told)


def air(state: KoreaState, name: str) -> int:
    """The number of an air unit."""
    return next(number for number, counter in state.board.aircraft.items() if counter.name == name)


def boxed(state: KoreaState, *names: str) -> list[str]:
    """The boxes of the air display in which air units are."""
    return [state.aircraft[air(state, name)].box for name in names]


def accounts(**sides: Mapping[str, int]) -> dict[str, Account]:
    """Rows for the general track."""
    return {side: Account(**sides.get(side, {})) for side in ("allied", "dprk")}


def act(state: KoreaState, action: Mapping[str, Any]) -> Action:
    """An action from plain data with names."""
    return action_of(GAME, state.scenario, action, ())


def play(state: KoreaState, seat: str, action: Mapping[str, Any], dice: Sequence[int] = ()) -> Step[KoreaState]:
    """Carry out an action that must be possible; all dice must be used."""
    script = ScriptedDice(dice)
    step = GAME.apply(state, seat, act(state, action), script)
    assert isinstance(step, Step), step
    assert script.left == (), f"not drawn: {script.left}"
    return step


def move(state: KoreaState, seat: str, units: str | Sequence[str], *path: str, dice: Sequence[int] = ()) -> KoreaState:
    """Move units along a path of printed hex numbers."""
    names = [units] if isinstance(units, str) else list(units)
    return play(state, seat, {"do": "move", "units": names, "path": list(path)}, dice).state


def why(state: KoreaState, seat: str, action: Mapping[str, Any]) -> Refusal:
    """The refusal of an action that must not be possible."""
    no = GAME.why_not(state, seat, act(state, action))
    assert no is not None, "this may be done"
    return no


def why_move(state: KoreaState, seat: str, units: str | Sequence[str], *path: str) -> Refusal:
    """The refusal of a move."""
    names = [units] if isinstance(units, str) else list(units)
    return why(state, seat, {"do": "move", "units": names, "path": list(path)})


def may(state: KoreaState, seat: str, action: Mapping[str, Any]) -> bool:
    """Whether an action is possible."""
    return GAME.why_not(state, seat, act(state, action)) is None


def may_move(state: KoreaState, seat: str, units: str | Sequence[str], *path: str) -> bool:
    """Whether a move is possible."""
    names = [units] if isinstance(units, str) else list(units)
    return may(state, seat, {"do": "move", "units": names, "path": list(path)})


def key(state: KoreaState, name: str) -> int:
    """The number of a unit."""
    return next(number for number, counter in state.board.units.items() if counter.name == name)


def where(state: KoreaState, name: str) -> str:
    """The printed number of the hex of a unit, or its box."""
    unit = state.units[key(state, name)]
    return state.board.ground[unit.hex].label if unit.hex else unit.box


def steps(state: KoreaState, name: str) -> int:
    """The steps a unit has left."""
    return state.units[key(state, name)].steps


def at(state: KoreaState, label: str) -> int:
    """The hex with a printed number."""
    return state.board.place(label)


def asked(state: KoreaState) -> dict[str, str]:
    """Who is asked where, without the beginning of the path."""
    return {prompt.seat: prompt.at.removeprefix("game.turn.") for prompt in GAME.prompts(state)}


def logged(step: Step[KoreaState], name: str) -> Any:
    """The only log entry of a name in a step."""
    found = [entry for entry in step.entries if entry.key == f"log.{name}"]
    assert len(found) == 1, [entry.key for entry in step.entries]
    return found[0]


def reasons(modifiers: Any) -> dict[str, int]:
    """Modifiers by the word for them."""
    parts = getattr(modifiers, "parts", modifiers)
    found: dict[str, int] = {}
    for part in parts:
        word = part.key.removeprefix("modifier.")
        found[word] = found.get(word, 0) + part.amount
    return found


def draft(state: KoreaState, dice: Sequence[int] = ()) -> Draft[KoreaState]:
    """A draft of a position, for effects that no verb stands before."""
    return Draft(state, ScriptedDice(dice))


def carried_out(state: KoreaState, effect: Callable[[Draft[KoreaState]], None], dice: Sequence[int] = ()) -> KoreaState:
    """The position after an effect that no verb stands before; all dice must be used."""
    script = ScriptedDice(dice)
    d = Draft(state, script)
    effect(d)
    assert script.left == (), f"not drawn: {script.left}"
    return d.now
