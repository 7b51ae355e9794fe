"""Who guards prisoners (8.15)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.enemy.prisoners import (
    captors_of,
    lead_away,
    needs_team,
    waiting,
    why_not_guard,
)
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE
from sandtable.kernel import Action, Draft, OneOf, pick, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import of

TEAMS = (ASSAULT, FIRE)


class Guard(Action, frozen=True):
    """A step of a unit leads the prisoners of its card away."""

    unit: UnitId
    team: Annotated[str, of(WORDS)] = ""


# rule: FF-8.15.b1
def guards(state: FieldsState, seat: str) -> OneOf:
    """Units beside prisoners of which a step can guard them."""
    found = [key for card in waiting(state) for key in captors_of(state, card, ENEMY)]
    return pick("unit", found, lambda key: why_not_guard(state, key))


# rule: FF-8.15.b2
def left_over(state: FieldsState, seat: str, unit: int) -> OneOf | None:
    """What becomes of a single step that is left without a side of its own."""
    return OneOf(WORDS, TEAMS, default=FIRE) if needs_team(state, unit) else None


def guard(d: Draft[FieldsState], action: Guard) -> None:
    lead_away(d, d.now.units[action.unit].at, action.unit, action.team or FIRE)


GUARD = verb(Guard, "FF-8.15.b1", guard, unit=guards, team=left_over)
