"""The end of an attempt: what it brought, and whether the mission is over (3.0, 3.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.campaign.abilities import forget
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import gather, turn_to_front
from sandtable.games.fieldsoffire.rules.campaign.scoring import score
from sandtable.games.fieldsoffire.rules.sequence.objectives import FAILURE, SUCCESS, is_success
from sandtable.games.fieldsoffire.rules.sequence.retry import can_go_on, judge_secured
from sandtable.kernel import Draft


# rule: FF-3.0.b, FF-3.9.1
def close_attempt(d: Draft[FieldsState]) -> None:
    """After the last turn the points are counted; where no other attempt is allowed the mission is over."""
    score(d)
    if not can_go_on(d.now):
        end_mission(d)


# rule: FF-3.0.b, FF-3.9.a
def end_mission(d: Draft[FieldsState]) -> None:
    """The mission is over: accomplished or not, as its briefing says."""
    d.set(over=SUCCESS if is_success(d.now) else FAILURE)
    forget(d)  # rule: FF-12.7.f


# rule: FF-3.9.2, FF-3.9.3
def stand_down(d: Draft[FieldsState]) -> None:
    """Everybody comes to order; teams are steps again that units can take in."""
    judge_secured(d)  # rule: FF-3.9.5.a
    turn_to_front(d)
    gather(d)
