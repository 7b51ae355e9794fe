"""Promotions: what a step costs, and who may rise (12.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GREEN, LINE, PATROL, VETERAN, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.averaging import average
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import is_own
from sandtable.games.fieldsoffire.rules.campaign.roster import honour
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.preparation.limits import is_on_patrol
from sandtable.games.fieldsoffire.scenario.units import HQ_CO
from sandtable.kernel import Draft, Ref, Refusal, refuse

# rule: FF-12.3, FF-12.3.a, FF-12.3.b
PRICE = {GREEN: 1, LINE: 3}
"""Points for one step to rise from a grade to the next."""
BARRED_LEADER = "relieved"
"""Set in the details where the commander has failed and may not be promoted for it."""


def points_left(state: FieldsState) -> int:
    """Experience points that can still be spent."""
    return state.points.get(EXPERIENCE, 0)


# rule: FF-12.3, FF-12.3.c, FF-12.3.d
# rule: FF-12.3.1, FF-12.8.sur
def why_not_promote(state: FieldsState, key: int) -> Refusal | None:
    """Why nobody of a unit can be promoted: lent, Veterans already, promoted before, too dear, or not on patrol."""
    me, unit = Ref("unit", key), state.units[key]
    if not is_own(state, key) or not unit.at:
        return refuse("FF-12.3.d", "refuse.not_our_own", me, unit=me)
    if unit.experience == VETERAN:
        return refuse("FF-12.3", "refuse.veterans_already", me, unit=me)
    if state.details.get(BARRED_LEADER) and state.board.types[key].kind == HQ_CO:
        return refuse("FF-12.8.sur", "refuse.failed_commander", me, unit=me)
    if unit.promoted:
        return refuse("FF-12.3.c", "refuse.promoted_already", me, unit=me)
    if state.board.mission.type == PATROL and state.turn and not is_on_patrol(state, key):
        return refuse("FF-12.3.1", "refuse.not_on_patrol", me, unit=me)
    if points_left(state) < PRICE[unit.experience]:
        return refuse("FF-12.3", "refuse.too_dear", me, unit=me, price=PRICE[unit.experience], left=points_left(state))
    return None


# rule: FF-12.3, FF-12.3.a, FF-12.3.b
def most_steps(state: FieldsState, key: int) -> int:
    """Steps of a unit for whose promotion the points suffice."""
    unit = state.units[key]
    return min(unit.steps, points_left(state) // PRICE[unit.experience])


# rule: FF-12.3, FF-12.3.a, FF-12.3.b, FF-12.3.c, FF-12.6
def promote(d: Draft[FieldsState], key: int, steps: int) -> None:
    """So many steps rise one grade; the unit has the average of all its steps, and rises no further now."""
    unit = d.now.units[key]
    grades = [unit.experience + 1] * steps + [unit.experience] * (unit.steps - steps)
    price = PRICE[unit.experience] * steps
    d.edit("units", key, experience=average(grades), promoted=True)
    d.put("points", EXPERIENCE, points_left(d.now) - price)
    honour(d, key, steps)
    me = Ref("unit", key)
    d.log("log.promoted", "FF-12.3", me, unit=me, steps=steps, price=price, grade=d.now.units[key].experience)
