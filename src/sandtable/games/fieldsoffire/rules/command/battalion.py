"""The battalion: off the map it activates the company, on the map its senior officer commands himself (4.1.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.activation import activate_company
from sandtable.games.fieldsoffire.scenario.units import HQ_HIGHER
from sandtable.kernel import Draft

SENIORITY = ("rgt_cdr", "bn_cdr", "bn_xo")


# rule: FF-4.1.1.bn.b, FF-4.1.1.bn.d
def senior(state: FieldsState) -> int:
    """The senior officer of the battalion or above on the map, who alone has commands; 0 where none is there."""
    types = state.board.types
    found = [key for key, unit in state.units.items() if unit.at and types[key].kind == HQ_HIGHER]
    return min(found, key=lambda key: (_rank(types[key].id), key), default=0)


def _rank(kind: str) -> int:
    return next((rank for rank, word in enumerate(SENIORITY) if kind.endswith(word)), len(SENIORITY))


# rule: FF-4.1.1.bn.c, FF-3.3.1a.3, FF-6.5.2.C
def is_available(state: FieldsState) -> bool:
    """Whether the battalion gives orders from off the map in this turn."""
    return state.turn >= state.battalion_from


# rule: FF-3.3.1a.1, FF-4.1.1.bn.a, FF-4.1.1.bn.b
def give_word(d: Draft[FieldsState]) -> None:
    """The impulse of a battalion that is off the map: it activates the company, which costs it nothing."""
    if not senior(d.now) and is_available(d.now):
        activate_company(d)


# rule: FF-4.1.1.bn.b, FF-4.1.4.b
def commands_itself(state: FieldsState) -> int:
    """The officer on the map who has an impulse of his own; 0 on his Fire Team side, and where nobody is there."""
    hq = senior(state)
    return hq if hq and not state.units[hq].flipped else 0
