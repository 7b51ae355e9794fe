"""The Mutual Capture and Retreat phase (3.5)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions import GUARD
from sandtable.games.fieldsoffire.flow.command import commander
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command import gas
from sandtable.games.fieldsoffire.rules.enemy.prisoners import capture, capture_casualties, waiting
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat
from sandtable.kernel import Phase


def has_no_prisoners(state: FieldsState, seat: str) -> bool:
    """Nobody is left to be guarded."""
    return not waiting(state)


def how_many_wait(state: FieldsState, seat: str) -> dict[str, Any]:
    """On how many cards prisoners wait for their guard."""
    return {"count": len(waiting(state))}


# rule: FF-3.5.1.d, FF-3.5.2.b
RETREAT: Phase[FieldsState] = Phase(
    "withdrawal",
    "FF-3.5.2.b",
    (
        Phase("capture", "FF-3.5.1.a", begin=capture),
        Phase("guards", "FF-8.15.b1", who=commander, verbs=(GUARD,), over=has_no_prisoners, prompt=how_many_wait),
        Phase("casualties", "FF-8.15.1", begin=capture_casualties),
        Phase("gas", "FF-3.5.2.a", begin=gas.check, when=lambda state: bool(gas.gassed(state))),
        Phase("retreat", "FF-3.5.2.b", begin=retreat),
    ),
)
