"""What can never be in a position, whatever was played."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.continuing import turns
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.enemy.activity import activity
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.scenario.deck import RESHUFFLE
from sandtable.games.fieldsoffire.scenario.town import card_of, is_area


def broken(state: FieldsState) -> str | None:
    """The first thing that is impossible about a position; none when all is well."""
    cards = sorted((*state.deck.rest, *state.deck.top, *state.deck.discards))
    if cards != list(range(1, RESHUFFLE + 1)):
        return f"the action deck holds {cards}"
    return _units(state) or _fire(state)


def _units(state: FieldsState) -> str | None:
    for key, unit in state.units.items():
        counter = state.board.counters[key]
        if bool(unit.at) == bool(unit.box):
            return f"{counter.name} is on {unit.at} and in box {unit.box!r}"
        if unit.at and unit.at not in state.cards:
            return f"{counter.name} is on {unit.at}, where there is no card"
        least = 0 if counter.type.is_vehicle else 1
        if unit.at and not least <= unit.steps <= counter.type.steps:
            return f"{counter.name} has {unit.steps} steps of {counter.type.steps}"
        if unit.ammo < 0:
            return f"{counter.name} has {unit.ammo} ammunition"
        if unit.aboard and state.units[unit.aboard].at != unit.at:
            return f"{counter.name} is not where its carrier is"
        if unit.cover and _card_of_cover(state, unit.cover) != unit.at:
            return f"{counter.name} is under a cover of another card"
        is_asked = bool(state.flow) and bool(state.here.waiting)
        if is_asked and unit.at and not unit.aboard and is_town(state, unit.at) and not is_area(unit.cover):
            return f"{counter.name} is in no area of an urban card"
    return None


def _card_of_cover(state: FieldsState, cover: int) -> int:
    """The card of a cover marker or of an area; a board made by hand need not have laid its urban cards out."""
    return card_of(cover) if is_area(cover) else state.covers[cover].at


# rule: FF-3.0.a
def _fire(state: FieldsState) -> str | None:
    """Fire and activity are what a fresh look at the map gives, outside Combat Effects."""
    for key in state.fires:
        if key not in state.units or not state.units[key].at:
            return f"{state.board.counters[key].name} fires and is not on the map"
    if state.frozen or state.over or not state.flow or not state.here.waiting:
        return None  # still being written: it has the last word before anybody is asked
    if stale := turns(state):
        return f"the fire of {state.board.counters[stale[0].unit].name} is out of date: {stale[0].why}"
    if activity(state) != state.activity:
        return f"the activity level is {state.activity}, the map shows {activity(state)}"
    for card, rows in volumes(state).items():
        if card not in state.cards:
            return f"fire {rows} lies on {card}, where there is no card"
    return None
