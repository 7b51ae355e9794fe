"""The Mutual Capture and Retreat phase (3.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat
from sandtable.games.fieldsoffire.rules.weapons import gas
from sandtable.kernel import Phase

# rule: FF-3.5.2.b
RETREAT: Phase[FieldsState] = Phase(
    "withdrawal",
    "FF-3.5.2.b",
    (
        Phase("gas", "FF-3.5.2.a", begin=gas.check, when=lambda state: bool(gas.gassed(state))),
        Phase("retreat", "FF-3.5.2.b", begin=retreat),
    ),
)
