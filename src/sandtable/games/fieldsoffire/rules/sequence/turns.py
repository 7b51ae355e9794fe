"""The turn: what is counted anew at its beginning, and when a mission is over (3.0)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Draft


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
    # rule: FF-9.0.d
    light = d.now.board.mission.setup.get("light_turns", {}).get(str(d.now.turn))
    if light:
        d.set(light=light)
        d.log("log.light_changes", "FF-9.0.d", light=light)
    # rule: FF-3.0.c
    d.log("log.turn", "FF-3.0.c", turn=d.now.turn, turns=d.now.board.mission.turns)


# rule: FF-3.0.b, FF-3.0.d
def is_last_turn(state: FieldsState) -> bool:
    """Whether the mission ends with this turn; it never ends before, whatever has been taken."""
    return state.turn >= state.board.mission.turns
