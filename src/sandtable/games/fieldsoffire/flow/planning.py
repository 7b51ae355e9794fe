"""Before the first turn: controls, assignments, where the company starts (chapter 2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.actions import BEGIN, PLANNING
from sandtable.games.fieldsoffire.model import COMPANY, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.sequence.defending import clear_outpost
from sandtable.kernel import Phase


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


# rule: FF-1.1.3, FF-2.3.3, FF-2.4.1
PREPARATION: Phase[FieldsState] = Phase(
    "preparation",
    "FF-1.1.3",
    (
        Phase("plan", "FF-1.1.3", who=commander, verbs=(*PLANNING, BEGIN)),
        Phase("markers", "FF-2.6.1.c", begin=clear_outpost),
    ),
    when=lambda state: state.turn == 0 and (state.attempt == 1 or state.board.mission.type == PATROL),
)
