"""Which tactic the enemy follows, and which column of the hierarchies that is (8.0, 8.6.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState

ASSAULT, OVERRUN = "assault", "overrun"
COUNTERATTACK = "counterattack"


# rule: FF-8.0.a, FF-8.2.3
def is_counterattack(state: FieldsState) -> bool:
    """Whether an event has sent the enemy forward and its turns are not over."""
    order = state.standing.get(COUNTERATTACK)
    return order is not None and state.turn <= order.until


# rule: FF-8.0.a
def tactic_of(state: FieldsState) -> str:
    """The tactic of the briefing; while a counterattack lasts, the assault."""
    return ASSAULT if is_counterattack(state) else state.board.mission.tactic
