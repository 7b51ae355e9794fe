"""After the last turn: the points, another attempt or the next patrol, the end of the mission (3.9)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions import (
    ACCEPT,
    DRAW_LINE,
    LEARN,
    PROCEED,
    REBUILDING,
    REDEPLOY,
    RELAY_LINE,
    RETRY,
)
from sandtable.games.fieldsoffire.model import COMPANY, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.sequence.ending import close_attempt, stand_down
from sandtable.games.fieldsoffire.rules.sequence.retry import judge_secured, restart
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.kernel import Phase


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


def goes_on(state: FieldsState) -> bool:
    return not state.over


def what_it_cost(state: FieldsState, seat: str) -> dict[str, Any]:
    """Which attempt has failed, the points so far, and the men who can still be led."""
    return {"attempt": state.attempt, "points": state.points.get(EXPERIENCE, 0), "units": len(ours(state))}


# rule: FF-3.0.b
ENDING: Phase[FieldsState] = Phase(
    "ending",
    "FF-3.0.b",
    (
        # rule: FF-3.9.1
        Phase("score", "FF-3.9.1", begin=close_attempt),
        # rule: FF-3.9.a
        Phase(
            "decide",
            "FF-3.9.a",
            who=commander,
            verbs=(RETRY, ACCEPT),
            prompt=what_it_cost,
            when=lambda state: goes_on(state) and state.board.mission.type != PATROL,
        ),
        # rule: FF-3.9.2
        Phase("stand_down", "FF-3.9.2", begin=stand_down, when=goes_on),
        Phase(
            "reorganize",
            "FF-3.9.3",
            begin=judge_secured,
            who=commander,
            verbs=(*REBUILDING, LEARN, REDEPLOY, RELAY_LINE, DRAW_LINE, PROCEED),
            when=goes_on,
        ),
        Phase("restart", "FF-3.9.12-14", begin=restart, when=goes_on),
    ),
)
