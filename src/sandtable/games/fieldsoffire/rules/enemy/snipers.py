"""Enemy snipers: they withdraw when they are spotted, and are hidden again once nobody sees them (8.8)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.falling_back import fall_back, seen_from, why_not_fall_back
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.kernel import Draft, Ref

STRONG = (works.FOXHOLES, works.TRENCH, works.BUNKER, works.PILLBOX, works.CAVE, works.DEEP_BUNKER)
"""Field fortifications and caves, in which a sniper stays although he was spotted."""


# rule: FF-8.8.c
def stays(state: FieldsState, key: int) -> bool:
    """Whether a sniper holds out where he is: under a field fortification or in a cave."""
    under = state.units[key].cover
    return bool(under) and state.covers[under].kind in STRONG


# rule: FF-8.8, FF-8.8.b, FF-8.8.d
def decide(state: FieldsState, key: int) -> tuple[str, str]:
    """What a sniper in good order does instead of a check, and the rule that says so."""
    if state.units[key].unspotted:
        return "FF-8.8.d", "none"
    if not seen_from(state, state.units[key].at):
        return "FF-8.8.b", "hide"
    if stays(state, key):
        return "FF-8.8.c", "none"
    return "FF-8.8.b", "none" if why_not_fall_back(state, key) else "withdraw"


# rule: FF-8.8.b
def withdraw(d: Draft[FieldsState], key: int) -> None:
    """Fall back, and be hidden again where no opponent sees the new card."""
    fall_back(d, key)
    if key in d.now.units and not seen_from(d.now, d.now.units[key].at):
        hide(d, key)


# rule: FF-8.8.b
def hide(d: Draft[FieldsState], key: int) -> None:
    """Out of sight of every opponent a sniper is unspotted again."""
    d.edit("units", key, unspotted=True)
    d.log("log.hidden_again", "FF-8.8.b", Ref("unit", key), unit=Ref("unit", key))
