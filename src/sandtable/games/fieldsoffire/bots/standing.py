"""How well the company stands: how near it is to what the mission asks, and how many of its men can still fight."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, OFFENSIVE, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.sequence.objectives import is_lost
from sandtable.games.fieldsoffire.rules.terms.presence import is_cleared, is_secured, ours
from sandtable.games.fieldsoffire.scenario.ground import distance, row_of

STEP, PINNED, EXPOSED, COVER, UNDER_FIRE = 4.0, 1.5, 0.3, 0.8, 0.7
NEAR, SECURED, CLEARED, LOST, POINT = 0.8, 40.0, 6.0, 12.0, 0.5
FOE, FOE_PINNED, UNSEEN, UNKNOWN = 2.0, 1.0, 0.6, 2.0
CALLED, SAVED = 1.6, 0.15
WON = 200.0


def value(state: FieldsState, seat: str) -> float:
    """Points of our own for a position: nobody plays by them but the bot."""
    return _men(state) + _ground(state) - _enemy(state) + _orders(state)


def _men(state: FieldsState) -> float:
    """Steps, and how those who have them lie."""
    fire, total = volumes(state), 0.0
    for key in ours(state):
        unit = state.units[key]
        if not unit.at:
            continue
        total += STEP * unit.steps - PINNED * unit.pinned - EXPOSED * unit.exposed
        if unit.at in fire:
            total += COVER if unit.cover else -UNDER_FIRE
    return total


def _goals(state: FieldsState) -> tuple[int, ...]:
    """The cards that the mission is about, as it stands."""
    mission = state.board.mission
    goal = mission.setup["objective"]
    if mission.type == OFFENSIVE:
        wanted = [state.controls[name] for name in goal["secure"] if name in state.controls]
        wanted += [card for card in state.board.ground if row_of(card) in goal["clear_rows"]]
        return tuple(card for card in dict.fromkeys(wanted) if card in state.cards and not is_cleared(state, card))
    if mission.type == PATROL and "primary" in state.controls:
        return (state.controls["primary"],)
    return ()


def _ground(state: FieldsState) -> float:
    """What is taken, and how near the rest is."""
    mission = state.board.mission
    goal = mission.setup["objective"]
    total = POINT * sum(state.points.values())
    total += CLEARED * sum(is_cleared(state, card) for card in state.cards)
    if mission.type == OFFENSIVE:
        named = [state.controls[name] for name in goal["secure"] if name in state.controls]
        total += SECURED * sum(is_secured(state, card) for card in named if card in state.cards)
    elif mission.type != PATROL:
        total -= LOST * sum(is_lost(state, card) for card in state.cards)
    goals = _goals(state)
    for key in ours(state) if goals else ():
        unit = state.units[key]
        if unit.at and unit.steps:
            total -= NEAR * unit.steps * min(distance(unit.at, card) for card in goals)
    return total


def _enemy(state: FieldsState) -> float:
    """Those who are there, those who are seen less, and what may still be out there."""
    total = 0.0
    for key, unit in state.units.items():
        if unit.at and state.board.types[key].side == ENEMY and unit.steps:
            total += FOE * unit.steps - FOE_PINNED * unit.pinned + UNSEEN * unit.unspotted
    return total + UNKNOWN * sum(bool(card.contact) for card in state.cards.values())


def _orders(state: FieldsState) -> float:
    """Headquarters that are called to act, and commands that are kept."""
    return sum(CALLED * (one.activated and not one.done) + SAVED * one.saved for one in state.commands.values())
