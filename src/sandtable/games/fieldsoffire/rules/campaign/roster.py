"""Who is who: the roster keeps step with what became of the company's steps (12.0, 12.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CAPTURED, FieldsState, Man
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import comes_along, is_own
from sandtable.games.fieldsoffire.scenario.roster import enlist
from sandtable.kernel import Draft

CASUALTY = "casualty"


def strengths(state: FieldsState) -> dict[int, int]:
    """Steps of every unit of the company itself."""
    return {key: unit.steps if comes_along(unit) else 0 for key, unit in state.units.items() if is_own(state, key)}


# rule: FF-12.0
def settle_accounts(
    state: FieldsState, loose: int, prisoners: int, *, returned: int = 0, surplus: str = CASUALTY
) -> dict[int, Man]:
    """The roster as the company stands now: men without a step are loose, and those beyond the loose steps are gone.

    Who of a unit is lost goes by the list. ``returned``: so many casualties are back, the first who fell first.
    ``surplus``: what became of those who are gone and were not captured.
    """
    men = dict(state.men)
    back = [number for number, man in men.items() if man.fate == CASUALTY][:returned]
    for number in back:
        men[number] = Man(men[number].name, honours=men[number].honours)
    steps = strengths(state)
    for unit in steps:
        own = [number for number, man in men.items() if man.unit == unit and not man.fate]
        for number in own[steps[unit] :]:
            men[number] = Man(men[number].name, honours=men[number].honours)
    for unit, wanted in steps.items():
        have = sum(man.unit == unit and not man.fate for man in men.values())
        idle = [number for number, man in men.items() if not man.unit and not man.fate]
        for number in idle[: wanted - have]:
            men[number] = Man(men[number].name, unit, honours=men[number].honours)
        missing = wanted - have - len(idle)
        if missing > 0:
            men.update(enlist({unit: missing}, men))
    idle = [number for number, man in men.items() if not man.unit and not man.fate]
    for place, number in enumerate(idle[loose:]):
        fate = CAPTURED if place < prisoners else surplus
        men[number] = Man(men[number].name, 0, fate, state.board.mission.id, men[number].honours)
    return men


# rule: FF-12.3
def honour(d: Draft[FieldsState], key: int, steps: int) -> None:
    """Men who were promoted have it on the roster, with the mission they earned it in."""
    own = [number for number, man in d.now.men.items() if man.unit == key and not man.fate]
    earned_in = d.now.board.mission.id if d.now.turn else d.now.chapters[-1].mission
    for number in own[:steps]:
        d.edit("men", number, honours=(*d.now.men[number].honours, earned_in))
