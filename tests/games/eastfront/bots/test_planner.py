"""The planner as a player: legal, deterministic, and better than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from sandtable.bots import known_bots, make
from sandtable.games.eastfront.actions.moving import DONE, Done
from sandtable.games.eastfront.bots import moving
from sandtable.games.eastfront.bots.planner import CrimeaPlanner
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.kernel import Action, OneOf, SeededDice, Step, Verb, View, verb
from sandtable.kernel.codec import state_hash
from sandtable.planning import SeatAtTable
from sandtable.sim.driver import seat_bots
from tests.games.eastfront.board import board
from tools.arena import play


def turns_of_planners(scenario: str, turns: int, seed: bytes = b"war", *, foresees: bool = True) -> CrimeaState:
    """The position after some turns with the planner on both seats; every answer must be allowed."""
    dice = SeededDice(seed)
    state: CrimeaState = GAME.start(GAME.open(scenario), dice).state
    planners = {seat: CrimeaPlanner(seat.encode(), foresees=foresees) for seat in (AXIS, SOVIET)}
    last = state.turn + turns
    while (prompts := GAME.prompts(state)) and state.turn < last:
        seat = prompts[0].seat
        action = planners[seat].decide(SeatAtTable(GAME, state, seat))
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step), (seat, prompts[0].at, action, step)
        state = step.state
        assert GAME.broken(state) is None
    return state


def test_the_roster_knows_it_and_the_driver_seats_it() -> None:
    assert list(known_bots("eastfront")) == ["random", "greedy", "planner", "strategist"]
    assert isinstance(make("planner", b"x", "eastfront"), CrimeaPlanner)
    seated = seat_bots(GAME, GAME.open("1"), b"x", "planner")
    assert {seat: type(bot) for seat, bot in seated.items()} == {AXIS: CrimeaPlanner, SOVIET: CrimeaPlanner}


def test_a_turn_is_played_without_a_refusal_and_the_same_every_time() -> None:
    once, again, other = (turns_of_planners("1", 1, seed, foresees=False) for seed in (b"war", b"war", b"peace"))
    assert state_hash(once) == state_hash(again) != state_hash(other)


@pytest.mark.slow
def test_a_whole_game_is_played_without_a_refusal_to_its_end() -> None:
    once, again = turns_of_planners("1", 4), turns_of_planners("1", 4)
    assert GAME.outcome(once) is not None
    assert state_hash(once) == state_hash(again)


@pytest.mark.slow
def test_a_turn_at_kerch_is_played_without_a_refusal() -> None:
    state = turns_of_planners("7", 1)
    assert state.turn == 162
    assert state.tracks["soviet_steps"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_it_beats_chance_from_both_sides(number: int) -> None:
    result = play("eastfront", ("planner", "random"), number, b"match", 8, ("1",))
    assert result.won, result
    assert result.outright


class Parley(Action, frozen=True):
    """A word that no planner has heard."""

    unit: int


@dataclass
class Chair:
    """Only what a bot may look at: a view and verbs, no table behind them."""

    seat: str
    view: View[Any]
    verbs: tuple[Verb[Any, Any], ...]


def chair(state: CrimeaState, seat: str, *verbs: Verb[Any, Any]) -> Chair:
    return Chair(seat, GAME.view(state, seat), verbs)


def test_a_word_it_does_not_know_is_passed_over() -> None:
    strange = verb(Parley, "EF-1.0", lambda d, a: None, unit=lambda state, seat: OneOf("piece", (7, 8), default=8))
    state = board("axis.engineer.guns", {"73 Inf Div": 3505})
    assert CrimeaPlanner(b"x").decide(chair(state, AXIS, strange, DONE)) == Done()
    assert CrimeaPlanner(b"x").decide(chair(state, AXIS, strange)) == Parley(8)


@pytest.mark.slow
def test_a_bot_that_is_woken_in_the_middle_of_a_phase_goes_on() -> None:
    dice = SeededDice(b"war")
    state: CrimeaState = GAME.start(GAME.open("1"), dice).state
    seen = []
    while state.here.at != "turn.axis.combat.attacks":
        seat = state.here.waiting[0]
        action = CrimeaPlanner(b"new").decide(SeatAtTable(GAME, state, seat))
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step), (state.here.at, action, step)
        seen.append(type(action).__name__)
        state = step.state
    assert sorted(h for attack in state.attacks.values() for h in attack.hexes) == [3606, 3705]
    assert seen.count("Declare") == 2


def test_what_it_cannot_know_changes_nothing() -> None:
    state: CrimeaState = GAME.start(GAME.open("1"), SeededDice(b"war")).state
    view = GAME.view(state, AXIS)
    for seed in (b"a", b"b"):
        guess = GAME.imagine(view, SeededDice(seed))
        table = SeatAtTable(GAME, guess, AXIS)
        assert CrimeaPlanner(b"x").decide(table) == CrimeaPlanner(b"x").decide(SeatAtTable(GAME, state, AXIS))


def test_the_plan_that_promises_most_is_taken_where_none_can_be_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "STARTS", 3)
    state = board("axis.movement.moves", scenario="7", bare=False, weather="mud", turn=161)
    worth = {plan: moving.promise(state, AXIS, plan) for plan in moving.variants(state, AXIS, moving.BROAD)}
    made = CrimeaPlanner(b"x")._moves(GAME.view(state, AXIS), AXIS)
    assert worth[made] == max(worth.values()) > next(iter(worth.values()))
