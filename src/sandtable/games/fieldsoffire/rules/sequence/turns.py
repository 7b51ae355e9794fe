"""The turn: what is counted anew at its beginning, and when a mission is over (3.0)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.kernel import Draft, Draw, Ref


# rule: FF-1.1.1.b, FF-3.3.saved, FF-3.8.i
def begin_turn(d: Draft[FieldsState]) -> None:
    """The next turn: nobody is activated, nobody has acted."""
    d.set(turn=d.now.turn + 1)
    for hq, command in tuple(d.now.commands.items()):
        if command.activated or command.done:
            d.edit("commands", hq, activated=False, done=False)
    for key, unit in tuple(d.now.units.items()):
        if unit.checked:
            d.edit("units", key, checked=False)
    if d.now.turn == 1:
        first_light(d)
    # rule: FF-9.0.d
    light = d.now.board.mission.setup.get("light_turns", {}).get(str(d.now.turn))
    if light:
        d.set(light=light)
        d.log("log.light_changes", "FF-9.0.d", light=Ref("light", light))
    # rule: FF-3.0.c
    d.log("log.turn", "FF-3.0.c", turn=d.now.turn, turns=d.now.board.mission.turns)


# rule: FF-9.0.d
def first_light(d: Draft[FieldsState]) -> None:
    """The light of a first turn: drawn for every patrol where the briefing says so, else that of the mission anew.

    A board made by hand keeps the light that it was given.
    """
    mission, draws = d.now.board.mission, tuple[Draw, ...]()
    table = mission.setup.get("visibility_draw")
    light = mission.light if d.now.attempt > 1 else d.now.light
    if table:
        number, draws = random_number(d, "visibility", table["sides"])
        light = str(table["table"][number - 1]).removeprefix("light.")
    if draws or light != d.now.light:
        d.set(light=light)
        d.log("log.light_changes", "FF-9.0.d", draws=draws, light=Ref("light", light))


# rule: FF-3.0.b, FF-3.0.d
def is_last_turn(state: FieldsState) -> bool:
    """Whether the mission ends with this turn; it never ends before, whatever has been taken."""
    return state.turn >= state.board.mission.turns
