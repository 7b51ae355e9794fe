"""What is arranged before the first turn: the meaning of signals, final protective lines and fires (2.3.4, 2.4.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.actions.arranging import ARRANGEMENTS as VERBS
from sandtable.games.fieldsoffire.actions.arranging import READY, is_anything_to_arrange
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.kernel import Phase

# rule: FF-2.3.4.b, FF-7.2.4.a, FF-7.16.2.D.a
ARRANGEMENTS: Phase[FieldsState] = Phase(
    "arrangements",
    "FF-2.3.4.b",
    who=lambda state: (COMPANY,),
    when=lambda state: not state.turn and state.attempt == 1 and is_anything_to_arrange(state),
    verbs=(*VERBS, READY),
)
