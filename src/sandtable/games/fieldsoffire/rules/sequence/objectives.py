"""What a mission asks for: ground to take, ground to hold, a route to walk (2.4.1, 2.6.2, 3.0)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, OFFENSIVE, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.preparation.limits import is_on_patrol
from sandtable.games.fieldsoffire.rules.sequence.standing import next_route_point
from sandtable.games.fieldsoffire.rules.terms.presence import is_cleared, is_good_order, is_secured, on_card, ours
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.games.fieldsoffire.scenario.units import HQ_CO
from sandtable.kernel import Draft, Ref, derived

ROUTE, TOUCHED, HOME = "route", "touched", "home"
"""How far a patrol has come: route points in order, its objective, and back across its own line."""
SUCCESS, FAILURE = "success", "failure"
LOST_ROW, LOST_INNER, LOST_BLOCK = 3, 3, 6
"""Held cards whose loss loses a defence: of row 1, of the nine inner cards, of the inner block."""


# rule: FF-3.0.b, FF-3.0.d
def is_success(state: FieldsState) -> bool:
    """Whether the company has done what the mission asks, as it stands when the last turn is over."""
    mission = state.board.mission
    if mission.type == OFFENSIVE:
        return _has_taken(state)
    if mission.type == PATROL:
        return bool(state.points.get(HOME))
    return _has_held(state)


# rule: FF-2.4.1.A.points, FF-1.2.6.cardstates.d
def _has_taken(state: FieldsState) -> bool:
    """Objectives secured, rows cleared, and so many cards cleared at all."""
    goal = state.board.mission.setup["objective"]
    ground = state.board.ground
    is_taken = all(is_secured(state, state.controls[name]) for name in goal["secure"])
    is_swept = all(is_cleared(state, card) for card in ground if row_of(card) in goal["clear_rows"])
    cleared = sum(is_cleared(state, card) for card in ground)
    fewest = goal.get("clear_cards_min", 0)  # equivalent[0 becomes 1]: an objective that is secured is cleared
    return is_taken and is_swept and cleared >= fewest


def is_lost(state: FieldsState, card: int) -> bool:
    """Whether a held card is lost: enemy in good order on it, and none of the company's."""
    present = on_card(state, card)
    held = any(is_good_order(state, key) for key in present.of(FRIENDLY))
    return not held and any(is_good_order(state, key) for key in present.of(ENEMY))


def _has_held(state: FieldsState) -> bool:
    """Not too many of the held cards are lost; in a perimeter the card of the company headquarters is not."""
    goal = state.board.mission.setup["objective"]
    cards = [card for card in state.board.ground if row_of(card) in goal.get("hold_rows", ())]
    most = LOST_ROW
    if "hold_cards" in goal:
        cards = list(start_cards(state.board))
        most = LOST_INNER if "three" in goal["fail_if"] else LOST_BLOCK
        heads = [key for key in ours(state) if state.board.types[key].kind == HQ_CO]
        if "CO HQ" in goal["fail_if"] and not any(not is_lost(state, state.units[key].at) for key in heads):
            return False
    return sum(is_lost(state, card) for card in cards) < most


@derived("units", "details")
def patrol_cards(state: FieldsState) -> frozenset[int]:
    """The cards on which there are units of the patrol."""
    return frozenset(state.units[key].at for key in ours(state) if is_on_patrol(state, key))


# rule: FF-2.6.2, FF-2.6.2.a, FF-2.4.1.C
def touch(d: Draft[FieldsState]) -> None:
    """Keep the account of a patrol: one of its units on a point has touched it; route points count in order.

    When all are touched, a unit that stands behind the main line of resistance again has brought it home.
    """
    if d.now.board.mission.type != PATROL or d.now.turn == 0:
        return
    cards = patrol_cards(d.now)
    while (point := next_route_point(d.now)) in cards:
        number = d.now.points.get(ROUTE, 0) + 1
        d.put("points", ROUTE, number)
        d.log("log.route_point", "FF-2.6.2.a", Ref("place", point), number=number, card=Ref("place", point))
    goal = d.now.controls.get("primary", 0)
    if goal in cards and not d.now.points.get(TOUCHED):
        d.put("points", TOUCHED, 1)
        d.log("log.objective_touched", "FF-2.6.2.a", Ref("place", goal), card=Ref("place", goal))
    is_done = bool(d.now.points.get(TOUCHED)) and not next_route_point(d.now)
    is_back = any(0 < row_of(card) <= d.now.controls.get("mlr", 0) for card in cards)
    if is_done and is_back and not d.now.points.get(HOME):
        d.put("points", HOME, 1)
        d.log("log.patrol_home", "FF-2.6.2")
