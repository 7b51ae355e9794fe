"""Enemy snipers: they withdraw when they are spotted, and are hidden again once nobody sees them (8.8)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.falling_back import fall_back, seen_from, why_not_fall_back
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.urban.areas import barricaded, block_of, is_indoors
from sandtable.games.fieldsoffire.scenario.ground import COMPOUND
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import Draft, Ref

STRONG = (works.FOXHOLES, works.TRENCH, works.BUNKER, works.PILLBOX, works.CAVE, works.DEEP_BUNKER)
"""Field fortifications and caves, in which a sniper stays although he was spotted."""


# rule: FF-8.8.c
def stays(state: FieldsState, key: int) -> bool:
    """Whether a sniper holds out where he is: in a field fortification, a cave, a barricaded house, a compound."""
    unit = state.units[key]
    if not unit.cover:
        return False
    row = state.covers[unit.cover]
    if row.area:
        return is_indoors(row) and (unit.at in barricaded(state) or block_of(state, unit.at).kind == COMPOUND)
    return row.kind in STRONG


def _watched_from(state: FieldsState, key: int) -> tuple[int, ...]:
    """The cards from which opponents see a sniper, in a town in his area."""
    unit = state.units[key]
    return seen_from(state, unit.at, unit.cover if is_area(unit.cover) else 0)


# rule: FF-8.8, FF-8.8.b, FF-8.8.d
def decide(state: FieldsState, key: int) -> tuple[str, str]:
    """What a sniper in good order does instead of a check, and the rule that says so."""
    if state.units[key].unspotted:
        return "FF-8.8.d", "none"
    if not _watched_from(state, key):
        return "FF-8.8.b", "hide"
    if stays(state, key):
        return "FF-8.8.c", "none"
    return "FF-8.8.b", "none" if why_not_fall_back(state, key) else "withdraw"


# rule: FF-8.8.b
def withdraw(d: Draft[FieldsState], key: int) -> None:
    """Fall back, and be hidden again where no opponent sees the new card."""
    fall_back(d, key)
    if key in d.now.units and not _watched_from(d.now, key):
        hide(d, key)


# rule: FF-8.8.b
def hide(d: Draft[FieldsState], key: int) -> None:
    """Out of sight of every opponent a sniper is unspotted again."""
    d.edit("units", key, unspotted=True)
    d.log("log.hidden_again", "FF-8.8.b", Ref("unit", key), unit=Ref("unit", key))
