"""What is different where the company does not attack: who acts first, and where no marker lies (3.0, 2.6.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import DEFENSIVE, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.preparation.limits import COP
from sandtable.kernel import Draft


# rule: FF-3.0.c1
def is_defence(state: FieldsState) -> bool:
    """Whether the company defends: then the enemy acts before it, else after it."""
    return state.board.mission.type == DEFENSIVE


# rule: FF-2.6.1.c
def clear_outpost(d: Draft[FieldsState]) -> None:
    """No marker lies on the outpost of a patrol."""
    outpost = d.now.controls.get(COP, 0)
    if d.now.board.mission.type == PATROL and outpost and d.now.cards[outpost].contact:
        d.edit("cards", outpost, contact="", contested=False)
