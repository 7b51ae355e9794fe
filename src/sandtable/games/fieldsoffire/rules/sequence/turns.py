"""The turn: what is counted anew at its beginning, and when a mission is over (3.0)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.kernel import Draft, Ref


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
        d.log("log.light_changes", "FF-9.0.d", light=Ref("light", light))
    # rule: FF-3.0.c
    d.log("log.turn", "FF-3.0.c", turn=d.now.turn, turns=d.now.board.mission.turns)


# rule: FF-2.2.2.a
def draw_light(d: Draft[FieldsState]) -> None:
    """Where the briefing leaves the light of a patrol to chance, it is drawn before each of them."""
    plan = d.now.board.mission.setup["visibility_draw"]
    number, draws = random_number(d, "light", int(plan["sides"]))
    light = str(plan["table"][number - 1]).removeprefix("light.")
    d.set(light=light)
    d.log("log.light_changes", "FF-2.2.2.a", draws=draws, light=Ref("light", light))


# rule: FF-2.2.2.a
def has_light_of_chance(state: FieldsState) -> bool:
    """Whether the light of this mission is drawn: by its briefing, where no other light is given to it."""
    is_given = "light" in state.board.facts.get("mission", {})
    return bool(state.board.mission.setup.get("visibility_draw")) and not is_given


# rule: FF-3.0.b, FF-3.0.d
def is_last_turn(state: FieldsState) -> bool:
    """Whether the mission ends with this turn; it never ends before, whatever has been taken."""
    return state.turn >= state.board.mission.turns
