"""Promotions: what a step costs, and who may rise (12.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GREEN, LINE, PATROL, VETERAN, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import grades_of, is_in_the_ranks, is_own, regrade
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


WENT = "went."
"""In the details, with its number: a unit that went on the patrol before this mission."""


def points_left(state: FieldsState) -> int:
    """Experience points that can still be spent."""
    return state.points.get(EXPERIENCE, 0)


# rule: FF-12.3
def why_not_promote(state: FieldsState, key: int) -> Refusal | None:
    """Why nobody of a unit can be promoted: lent, Veterans already, promoted before, too dear, or not on patrol."""
    me, unit = Ref("unit", key), state.units[key]
    # rule: FF-12.3.d
    if not is_own(state, key) or not is_in_the_ranks(unit):
        return refuse("FF-12.3.d", "refuse.not_our_own", me, unit=me)
    # rule: FF-12.8.sur
    if state.details.get(BARRED_LEADER) and state.board.types[key].kind == HQ_CO:
        return refuse("FF-12.8.sur", "refuse.failed_commander", me, unit=me)
    # rule: FF-12.3.c
    if not any(risers(state, key, grade) for grade in PRICE):
        is_veteran = unit.experience == VETERAN
        rule, word = ("FF-12.3", "refuse.veterans_already") if is_veteran else ("FF-12.3.c", "refuse.promoted_already")
        return refuse(rule, word, me, unit=me)
    # rule: FF-12.3.1
    if not earned_it(state, key):
        return refuse("FF-12.3.1", "refuse.not_on_patrol", me, unit=me)
    price = min(PRICE[grade] for grade in PRICE if risers(state, key, grade))
    if points_left(state) < price:
        return refuse("FF-12.3", "refuse.too_dear", me, unit=me, price=price, left=points_left(state))
    return None


# rule: FF-12.3.1
def earned_it(state: FieldsState, key: int) -> bool:
    """Whether a unit has its part in the points: those of patrols go only to units that went with the last of them."""
    if state.turn:
        return state.board.mission.type != PATROL or is_on_patrol(state, key)
    went = [name for name in state.details if name.startswith(WENT)]
    return not went or f"{WENT}{key}" in went


# rule: FF-12.3, FF-12.3.c
def risers(state: FieldsState, key: int, grade: int) -> int:
    """Steps of a grade in a unit that can still be promoted."""
    return grades_of(state.units[key])[0].count(grade)


# rule: FF-12.3
def affordable(state: FieldsState, key: int) -> tuple[int, ...]:
    """Grades of a unit of which at least one step can be promoted with the points that are left."""
    return tuple(grade for grade in PRICE if most_steps(state, key, grade))


# rule: FF-12.3, FF-12.3.a, FF-12.3.b
def most_steps(state: FieldsState, key: int, grade: int) -> int:
    """Steps of a grade for whose promotion the points suffice."""
    return min(risers(state, key, grade), points_left(state) // PRICE[grade])


# rule: FF-12.3, FF-12.3.c, FF-12.6
def promote(d: Draft[FieldsState], key: int, grade: int, steps: int) -> None:
    """So many steps rise one grade and no further now; the unit has the average of all its steps."""
    grades, risen = grades_of(d.now.units[key])
    left = list(grades)
    for _ in range(steps):
        left.remove(grade)
    regrade(d, key, tuple(left), (*risen, *(grade + 1,) * steps))
    d.put("points", EXPERIENCE, points_left(d.now) - PRICE[grade] * steps)
    honour(d, key, steps)
    me, now = Ref("unit", key), d.now.units[key].experience
    d.log("log.promoted", "FF-12.3", me, unit=me, steps=steps, price=PRICE[grade] * steps, grade=now)
