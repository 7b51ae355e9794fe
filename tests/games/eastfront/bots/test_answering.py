"""Answers in the middle of battles."""

from __future__ import annotations

from sandtable.games.eastfront.actions.fighting import Lose, Mandate, Order
from sandtable.games.eastfront.actions.moving import Done, Shed
from sandtable.games.eastfront.bots import answering
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, NO_RETREAT, SOVIET, Attack, CrimeaState
from sandtable.games.eastfront.rules.declaration.declaration import attackers
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key


def attacked(strongpoint: bool = True) -> CrimeaState:
    pieces = {"73 Inf Div": 3505, "46 Inf Div": 3605, "106 Rifle Div": 3606, "51 Army HQ": 3707}
    state = board("axis.reaction.orders", pieces, weather="dry")
    units = tuple(sorted((key(state, "73 Inf Div"), key(state, "46 Inf Div"))))
    return successor(state, attacks={3606: Attack(AXIS, (3606,), units)})


def test_a_step_is_taken_where_it_is_missed_least() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3505, "190 AG Bn": 3505})
    division, guns = key(state, "73 Inf Div"), key(state, "190 AG Bn")
    first = next(answering.losses(state, AXIS, (guns, division)))
    assert first == (Lose(division),)
    assert answering.price_of_step(state, guns) > answering.price_of_step(state, division)


def test_a_prize_is_held() -> None:
    assert next(answering.orders(attacked(), SOVIET)) == (Order(3606, NO_RETREAT),)


def test_the_least_of_a_stack_is_given_up() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3505, "46 Inf Div": 3505, "690 Eng Rgt": 3505})
    assert next(answering.shedding(state, AXIS)) == (Shed(key(state, "690 Eng Rgt")),)


def test_the_enemy_is_made_to_attack_where_it_costs_him_most() -> None:
    state = GAME.start(GAME.open("7"), SeededDice(b"x")).state
    first = next(answering.mandates(state, AXIS))[0]
    assert isinstance(first, Mandate)
    assert first.to in (5816, 5716, 5615)


def test_two_attacks_are_forced_that_cost_most_together() -> None:
    state = GAME.start(GAME.open("7"), SeededDice(b"x")).state
    options = list(answering._mandates(state, AXIS))
    pairs = [a[0] + b[0] for a in options for b in options if a[1] != b[1] and not {*a[2]} & {*b[2]}]
    first = next(answering.mandates(state, AXIS))[0]
    assert isinstance(first, Mandate)
    units = tuple(k for k in attackers(state, SOVIET, first.to) if state.pieces[k].hex in first.hexes)
    forced = Attack(SOVIET, (first.to,), units, mandated=True, forced=True)
    second = next(answering.mandates(successor(state, attacks={first.to: forced}), AXIS))[0]
    assert isinstance(second, Mandate)
    made = [gain for gain, to, hexes in options if (to, hexes) in ((first.to, first.hexes), (second.to, second.hexes))]
    assert sum(made) == max(pairs) > max(options)[0]


def test_guns_that_cannot_help_stay_silent() -> None:
    assert list(answering.guns(attacked(), SOVIET)) == [(Done(),)]
