"""Higher headquarters: the events of both sides (3.1, 3.2.1, 3.4.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.actions import RESUPPLY
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.rules.sequence.defending import is_defence
from sandtable.games.fieldsoffire.rules.sequence.events import enemy_event, friendly_event, is_due
from sandtable.kernel import Phase


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


# rule: FF-3.1.a, FF-3.1.c
HIGHER_HQ: Phase[FieldsState] = Phase("higher_hq", "FF-3.1.a", begin=friendly_event, when=is_due)

# rule: FF-3.0.c1, FF-3.2.1
ENEMY_HQ_FIRST: Phase[FieldsState] = Phase(
    "enemy_hq_first",
    "FF-3.2.1",
    begin=enemy_event,
    when=lambda state: is_due(state) and is_defence(state),
)

# rule: FF-3.0.c1, FF-3.4.1
ENEMY_HQ: Phase[FieldsState] = Phase(
    "enemy_hq",
    "FF-3.4.1",
    begin=enemy_event,
    when=lambda state: is_due(state) and not is_defence(state),
)

RESUPPLYING: Phase[FieldsState] = Phase(
    "resupply", "FF-3.1.a", (Phase("choose", "FF-3.1.a", who=commander, verbs=(RESUPPLY,)),)
)
