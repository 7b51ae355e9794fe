"""The Mutual Capture and Retreat phase (3.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat
from sandtable.kernel import Phase

# rule: FF-3.5.2.b
RETREAT: Phase[FieldsState] = Phase("withdrawal", "FF-3.5.2.b", (Phase("retreat", "FF-3.5.2.b", begin=retreat),))
