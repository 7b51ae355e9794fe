"""What men in each state can be ordered to do: Limited Action Teams, and the pinned (4.2.5)."""

from __future__ import annotations

from functools import cache

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE, LITTER, PARALYZED
from sandtable.kernel import Ref, Refusal, refuse

PINNED = "pinned"
ROWS = {
    "Pinned": PINNED,
    "Assault Team": ASSAULT,
    "Fire Team": FIRE,
    "Litter Team": LITTER,
    "Paralyzed Team": PARALYZED,
}
TO_FRONT = "4.2.3f"
COMMAND_MENU, MOVEMENT_MENU = "4.2.1", "4.2.2"
# rule: FF-4.2.5.assault, FF-4.2.5.fire, FF-4.2.5.litter
RULES = {
    ASSAULT: "FF-4.2.5.assault",
    FIRE: "FF-4.2.5.fire",
    LITTER: "FF-4.2.5.litter",
    PARALYZED: "FF-4.2.5.paralyzed",
}


# rule: FF-4.2.5.assault.ra, FF-4.2.5.fire.ra
@cache
def allowed() -> dict[str, frozenset[str]]:
    """The actions that the printed table gives to each state."""
    return {
        ROWS[row["state"]]: frozenset((*row["movement"], *row["rally"], *row["combat"]))
        for row in chart("lat_limits")["rows"]
    }


# rule: FF-4.2.5.pinned.a
def state_of(state: FieldsState, key: int) -> str:
    """The row of the table for a unit: being pinned comes before being a team; empty in good order."""
    unit, kind = state.units[key], state.board.types[key]
    if unit.pinned:
        return PINNED
    if unit.flipped:
        return FIRE
    return kind.kind if kind.is_team else ""


# rule: FF-4.2.5.pinned, FF-4.2.5.pinned.a, FF-4.2.5.b
def why_not_in_its_state(state: FieldsState, key: int, menu: str) -> Refusal | None:
    """Why men in their state cannot do this; command and control is open to all, but where good order is asked."""
    found = state_of(state, key)
    if not found or menu.startswith(COMMAND_MENU) or menu in allowed()[found]:
        return None
    if menu == TO_FRONT and state.units[key].flipped and found == FIRE:
        return None
    me = Ref("unit", key)
    if found == PINNED:
        rule = "FF-4.2.5.pinned.mv" if menu.startswith(MOVEMENT_MENU) else "FF-4.2.5.pinned"
        return refuse(rule, "refuse.pinned", me, unit=me)
    return refuse(RULES[found], "refuse.not_in_its_state", me, unit=me, action=menu)
