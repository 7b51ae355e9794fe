"""Plans of movement phases."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.actions.moving import Move
from sandtable.games.eastfront.bots.moving import Muster, is_before_combat, marches, plan
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, Position
from sandtable.games.eastfront.rules.terms import STACKING_LIMIT, overstacked
from sandtable.kernel import SeededDice, Step
from tests.games.eastfront.board import board, key


@pytest.fixture(scope="module")
def ditch() -> Position:
    """The first movement phase of scenario 1."""
    state = GAME.start(GAME.open("1"), SeededDice(b"x")).state
    from sandtable.games.eastfront.actions.moving import Done

    while state.here.at != "turn.axis.movement.moves":
        step = GAME.apply(state, state.here.waiting[0], Done(), SeededDice(b"x"))
        assert isinstance(step, Step)
        state = step.state
    return state


def test_a_mass_is_brought_up_against_the_ditch(ditch: Position) -> None:
    muster = Muster(ditch, AXIS)
    muster.gather()
    assert sorted(muster.targets) == [3606, 3705]
    assert all(muster.load(h) <= STACKING_LIMIT for h in muster.posts.values())


def test_every_step_of_a_plan_is_allowed_and_no_stack_is_too_big(ditch: Position) -> None:
    state = ditch
    for idea in plan(state, AXIS).ideas:
        step = GAME.apply(state, AXIS, idea[0], SeededDice(b"x"))
        assert isinstance(step, Step), (idea, step)
        state = step.state
    assert overstacked(state, AXIS) == ()
    assert state.pieces != ditch.pieces


def test_an_open_prize_is_entered() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3607, "42 Cav Div": 4014}, weather="dry")
    muster = Muster(state, AXIS)
    muster.occupy()
    assert muster.posts[key(state, "73 Inf Div")] in (3606, 3705, 3708, 3808)


def test_a_guard_stays_in_a_prize_with_an_enemy_near() -> None:
    taken = dict.fromkeys((3606, 3705, 3708, 3808), AXIS)
    near = {"73 Inf Div": 3606, "690 Eng Rgt": 3606, "42 Cav Div": 3604}
    muster = Muster(board("axis.movement.moves", near, weather="dry", control=taken), AXIS)
    muster._guard(3606)
    assert list(muster.settled) == [key(muster.state, "690 Eng Rgt")]
    far = Muster(board("axis.movement.moves", {**near, "42 Cav Div": 4014}, weather="dry", control=taken), AXIS)
    far._guard(3606)
    assert not far.settled


def test_the_cheapest_way_is_taken() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3505}, weather="dry")
    unit = key(state, "73 Inf Div")
    assert list(marches(state, unit, 3503)) == [Move(unit, (3504, 3503))]
    assert list(marches(state, unit, 4214)) == []


def test_the_axis_moves_first_and_the_soviets_fight_first() -> None:
    assert is_before_combat(board("axis.movement.moves", {}), AXIS)
    assert not is_before_combat(board("axis.motorised.moves", {}), AXIS)
    assert is_before_combat(board("soviet.motorised.moves", {}), SOVIET)
    assert not is_before_combat(board("soviet.movement.moves", {}), SOVIET)
