"""The Enemy Activity phase: before the company's orders in a defence (3.2), after them otherwise (3.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import DEFENSIVE, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.ceasing import cease_fire
from sandtable.games.fieldsoffire.rules.enemy.checks import check_next, close, line_up
from sandtable.games.fieldsoffire.rules.enemy.contacts import lay_scheduled
from sandtable.games.fieldsoffire.rules.weapons.claymores import trigger
from sandtable.kernel import Phase


def is_defence(state: FieldsState) -> bool:
    """Whether the company defends."""
    return state.board.mission.type == DEFENSIVE


def is_no_defence(state: FieldsState) -> bool:
    return not is_defence(state)


def checks(rule: str) -> tuple[Phase[FieldsState], ...]:
    """Activity checks, one unit after the other; the settling follows each."""
    return (
        Phase("order", "FF-3.4.2.b", begin=line_up),
        Phase(
            "units",
            rule,
            (Phase("unit", rule, begin=check_next),),
            when=lambda state: bool(state.queue),
            again=lambda state: bool(state.queue),
        ),
        Phase("close", rule, begin=close, end=trigger),  # rule: FF-7.9.2.a
    )


# rule: FF-3.2.2, FF-3.2.2.a, FF-3.2.2.b
ENEMY_FIRST: Phase[FieldsState] = Phase(
    "enemy_first",
    "FF-3.2.2",
    (Phase("markers", "FF-3.2.2.a", begin=lay_scheduled), *checks("FF-3.2.2")),
    when=is_defence,
)

# rule: FF-3.4.2, FF-3.4.2.a
ENEMY: Phase[FieldsState] = Phase(
    "enemy",
    "FF-3.4.2",
    (Phase("cease_fire", "FF-3.4.2.a", begin=cease_fire), *checks("FF-3.4.2")),
    when=is_no_defence,
)
