"""Enemy commanders: what they do for those who hear them, and what becomes of one who is left alone (8.9)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.scenario.units import LEADER
from sandtable.kernel import Draft, Modifier, Ref


# rule: FF-8.9, FF-8.9.b
def commander_of(state: FieldsState, key: int) -> int:
    """A commander in good order in the same area of a unit's card; 0 where there is none. Two do not add up."""
    unit = state.units[key]
    for other in on_card(state, unit.at).enemy:
        if other == key or state.board.types[other].kind != LEADER:
            continue
        if is_good_order(state, other) and state.units[other].cover == unit.cover:
            return other
    return 0


# rule: FF-8.9, FF-8.9.a, FFT-act-legend-11
def spurred(state: FieldsState, key: int) -> tuple[Modifier, ...]:
    """One card more in every attempt of an enemy beside a commander in good order, even of one who is pinned."""
    if state.board.sides[key] != ENEMY or not commander_of(state, key):
        return ()
    return (Modifier("FF-8.9.a", "modifier.commander", 1),)


# rule: FF-8.9, FF-8.9.c
def is_alone(state: FieldsState, key: int) -> bool:
    """Whether a commander in good order has nobody of his side on his card any more."""
    if state.board.types[key].kind != LEADER or not is_good_order(state, key):
        return False
    return on_card(state, state.units[key].at).enemy == (key,)


# rule: FF-8.9.c
def take_up_arms(d: Draft[FieldsState], key: int) -> None:
    """A commander who is alone turns to his Fire Team side; the settling lets him open fire."""
    d.edit("units", key, flipped=True)
    d.log("log.flipped", "FF-8.9.c", Ref("unit", key), unit=Ref("unit", key))
