"""How well the company stands: how near it is to what the mission asks, and what the fire will do to either side."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.games.fieldsoffire.model import ENEMY, OFFENSIVE, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.command.orders import subordinates
from sandtable.games.fieldsoffire.rules.preparation.limits import is_on_patrol
from sandtable.games.fieldsoffire.rules.sequence.objectives import TOUCHED, is_lost
from sandtable.games.fieldsoffire.rules.sequence.standing import next_route_point
from sandtable.games.fieldsoffire.rules.terms.presence import is_cleared, is_good_order, is_secured, ours
from sandtable.games.fieldsoffire.scenario.deck import HIT, LEAST_NCM, MOST_NCM, PIN, cards
from sandtable.games.fieldsoffire.scenario.ground import distance, row_of
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, HQ_CO, HQ_PLATOON, STAFF
from sandtable.kernel import derived

STEP, PINNED, EXPOSED, COVER = 4.0, 2.5, 0.3, 0.4
"""What a step is worth, and what it costs to be pinned or exposed; what cover brings where nobody fires."""
NEAR, REACH, SECURED, CLEARED, LOST, POINT = 0.5, 3.0, 40.0, 6.0, 12.0, 0.5
MOST_GOALS, FAR = 6, 9
MOST_ASKED = 4096
"""Distances that are kept in mind."""
FOE, FOE_PINNED, UNSEEN, UNKNOWN = 2.5, 1.5, 0.8, 2.0
CALLED, SAVED, LED = 4.0, 0.15, 0.6
"""A headquarters that was called draws more than one that acts by itself; a command that is kept is worth little."""


NO_PLAN = -1000.0
"""Two controls on one card: nobody begins a mission like that."""
LEADERS = (HQ_CO, HQ_PLATOON, STAFF)


def value(state: FieldsState, seat: str) -> float:
    """Points of our own for a position: nobody plays by them but the bot."""
    if not state.turn and len(set(state.controls.values())) < len(state.controls):
        return NO_PLAN
    return _men(state) + _ground(state) - _enemy(state) + _orders(state)


@cache
def _shares(result: str) -> dict[int, float]:
    """How likely an action card shows a result, by the modifier it is drawn for."""
    deck = cards().values()
    return {
        ncm: sum(card.results[ncm] == result for card in deck) / len(deck) for ncm in range(LEAST_NCM, MOST_NCM + 1)
    }


def suffering(state: FieldsState, key: int) -> tuple[float, float]:
    """How likely the fire that is on a unit now hits it, and pins it."""
    reading = net_combat_modifier(state, key)
    return (0.0, 0.0) if reading is None else (_shares(HIT)[reading.total], _shares(PIN)[reading.total])


def _men(state: FieldsState) -> float:
    """Steps, and how those who have them lie."""
    total = 0.0
    for key in ours(state):
        unit = state.units[key]
        hit, pin = suffering(state, key)
        total += STEP * (unit.steps - hit * min(unit.steps, 1.5)) - EXPOSED * unit.exposed
        total -= PINNED * (1.0 if unit.pinned else pin)
        total += COVER * bool(unit.cover)
    return total


@derived("cards", "controls", "units", "points")
def goals(state: FieldsState) -> tuple[int, ...]:
    """The cards that the mission is about, as it stands."""
    mission = state.board.mission
    goal = mission.setup["objective"]
    if mission.type == OFFENSIVE:
        wanted = [state.controls[name] for name in goal["secure"] if name in state.controls]
        swept = [card for card in state.board.ground if row_of(card) in goal["clear_rows"]]
        left = [card for card in dict.fromkeys([*wanted, *swept]) if card in state.cards]
        open_cards = [card for card in left if not is_cleared(state, card)]
        if goal.get("clear_cards_min", 0) and not open_cards:
            open_cards = [card for card in state.board.ground if state.cards[card].contact]
        return tuple(open_cards) or tuple(card for card in wanted if not is_secured(state, card))
    if mission.type == PATROL:
        point = next_route_point(state)
        if point:
            return (point,)
        if "primary" in state.controls and not state.points.get(TOUCHED):
            return (state.controls["primary"],)
        return tuple(card for card in state.cards if 0 < row_of(card) <= state.controls.get("mlr", 0))
    return ()


@lru_cache(maxsize=MOST_ASKED)
def nearest(card: int, others: tuple[int, ...]) -> int:
    """How far the nearest of some cards is; every order is weighed against the same goals."""
    return min(distance(card, other) for other in others)


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
    wanted = goals(state)
    if not wanted:
        return total
    sent = [key for key in ours(state) if mission.type != PATROL or is_on_patrol(state, key)]
    men = [(state.units[key].at, state.units[key].steps, is_good_order(state, key)) for key in sent]
    haste = 1.0 + state.turn / mission.turns
    far = sum(NEAR * steps * nearest(at, wanted) for at, steps, _ in men)
    ready = tuple(dict.fromkeys(at for at, _, good in men if good))
    for card in wanted[:MOST_GOALS]:
        far += REACH * (nearest(card, ready) if ready else FAR)
    return total - haste * far


def _enemy(state: FieldsState) -> float:
    """Those who are there, what our fire does to them, those who are not seen, and what may still be out there."""
    total = 0.0
    for key, unit in state.units.items():
        kind = state.board.types[key]
        if not unit.at or kind.side != ENEMY or kind.kind == CASUALTY or not unit.steps:
            continue
        hit, pin = suffering(state, key)
        total += FOE * (unit.steps - hit * min(unit.steps, 1.5)) + UNSEEN * unit.unspotted
        total -= FOE_PINNED * (1.0 if unit.pinned else pin)
    return total + UNKNOWN * sum(bool(card.contact) for card in state.cards.values())


def _orders(state: FieldsState) -> float:
    """Men who hear their headquarters, headquarters that are called to act, and commands that are kept."""
    left = state.impulse.left if state.impulse is not None and state.impulse.hq else 0
    total = SAVED * (sum(one.saved for one in state.commands.values()) + left)
    for hq, command in state.commands.items():
        is_called = command.activated and not command.done
        if not state.units[hq].at or not (is_called or state.board.types[hq].rank == HQ_PLATOON):
            continue
        men = sum(state.board.types[key].rank not in LEADERS for key in subordinates(state, hq))
        if state.board.types[hq].rank == HQ_PLATOON:
            total += LED * min(men, 4)
        total += CALLED * is_called * min(1.0, men / 3)
    return total
