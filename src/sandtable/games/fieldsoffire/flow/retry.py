"""After the last turn: the points, another attempt, the end of the mission (3.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.ending import close_attempt
from sandtable.kernel import Phase

# rule: FF-3.0.b, FF-3.9.1
ENDING: Phase[FieldsState] = Phase(
    "ending",
    "FF-3.0.b",
    (Phase("score", "FF-3.9.1", begin=close_attempt),),
)
