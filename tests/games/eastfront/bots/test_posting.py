"""Where units stand best."""

from __future__ import annotations

from sandtable.games.eastfront.bots.posting import COVERED, HELD, hold_on, score, stance_of
from sandtable.games.eastfront.model import AXIS, SOVIET
from tests.games.eastfront.board import board, key


def test_a_prize_is_held_covered_or_open() -> None:
    pieces = {"73 Inf Div": 3707, "42 Cav Div": 3810}
    state = board("axis.movement.moves", {**pieces, "690 Eng Rgt": 3606}, weather="dry")
    stance = stance_of(state, AXIS)
    assert hold_on(state, stance, 3606) == HELD
    assert hold_on(state, stance, 3708) == COVERED
    assert hold_on(state, stance_of(state, SOVIET), 3606) == 0


def test_those_who_must_take_something_go_forward() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3503, "42 Cav Div": 4014}, weather="dry")
    unit, stance = key(state, "73 Inf Div"), stance_of(state, AXIS)
    assert stance.takes
    assert score(state, stance, unit, 3505) > score(state, stance, unit, 3503) > score(state, stance, unit, 3501)


def test_those_who_hold_stand_in_the_way() -> None:
    state = board("soviet.movement.moves", {"73 Inf Div": 3505, "156 Rifle Div": 3810}, weather="dry")
    unit, stance = key(state, "156 Rifle Div"), stance_of(state, SOVIET)
    assert not stance.takes
    assert score(state, stance, unit, 3808) > score(state, stance, unit, 3812)
