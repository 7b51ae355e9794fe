"""An attempt that was ordered: the cards, a word of encouragement after a failure, and what comes of it (4.2)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions.calling import NO_SPREAD, SPREAD
from sandtable.games.fieldsoffire.actions.exhorting import EXHORT, LET_BE
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState, Try
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.kernel import Phase, Ref


def what_failed(state: FieldsState, seat: str) -> dict[str, Any]:
    one, impulse = state.subject(Try), state.impulse
    return {"unit": Ref("unit", one.unit), "left": impulse.left if impulse is not None else 0}


# rule: FF-4.2.c, FF-4.2.1b.when
ATTEMPT: Phase[FieldsState] = Phase(
    "attempt",
    "FF-4.2.c",
    (
        Phase("draw", "FF-4.2.c", begin=trials.begin),
        Phase(
            "exhort",
            "FF-4.2.1b",
            who=lambda state: (COMPANY,),
            when=lambda state: bool(trials.exhorters(state)),
            verbs=(EXHORT, LET_BE),
            prompt=what_failed,
        ),
        Phase("outcome", "FF-4.2.c", begin=trials.resolve),
    ),
    when=trials.is_possible,
)

# rule: FF-7.16.2.B
BARRAGE: Phase[FieldsState] = Phase(
    "barrage",
    "FF-7.16.2.B",
    (Phase("cards", "FF-7.16.2.B", who=lambda state: (COMPANY,), verbs=(SPREAD, NO_SPREAD)),),
)
