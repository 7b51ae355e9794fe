"""The end of an attempt: what it brought, and whether the mission is over (3.0, 3.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.campaign.scoring import score
from sandtable.games.fieldsoffire.rules.sequence.objectives import FAILURE, SUCCESS, is_success
from sandtable.kernel import Draft


# rule: FF-3.0.b, FF-3.9.1
def close_attempt(d: Draft[FieldsState]) -> None:
    """After the last turn the attempt is judged and its points are counted."""
    won = is_success(d.now)
    score(d)
    d.set(over=SUCCESS if won else FAILURE)
