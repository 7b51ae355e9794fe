"""What the cards ask, as worth."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.bots.goals import cut_off, is_attacker, is_safe, stakes, time_left, wanted
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor

DITCH = (3606, 3705, 3708, 3808)


@pytest.fixture
def ditch() -> CrimeaState:
    return GAME.start(GAME.open("1"), SeededDice(b"x")).state


@pytest.fixture
def kerch() -> CrimeaState:
    return GAME.start(GAME.open("7"), SeededDice(b"x")).state


def taken(state: CrimeaState, *hexes: int) -> CrimeaState:
    return successor(state, control={**state.control, **dict.fromkeys(hexes, AXIS)})


def test_the_fewer_hexes_are_missing_the_more_each_is_worth(ditch: CrimeaState) -> None:
    assert stakes(ditch).prizes == dict.fromkeys(DITCH, 6.0)
    later = stakes(taken(ditch, 3606, 3705, 3708)).prizes
    assert later == {3606: 6.0, 3705: 6.0, 3708: 6.0, 3808: 24.0}


def test_the_last_step_of_the_limit_is_worth_the_game(ditch: CrimeaState) -> None:
    prices = [stakes(successor(ditch, tracks={"axis_steps": lost})).step[AXIS] for lost in (0, 3, 5, 6)]
    assert prices[0] < prices[1] < prices[2] == 24.0
    assert prices[3] == stakes(ditch).step[SOVIET]


def test_steps_and_kerch_at_kerch(kerch: CrimeaState) -> None:
    found = stakes(kerch)
    assert found.prizes == {6912: 18.0}
    assert found.step == {AXIS: 0.5, SOVIET: 1.0}
    assert found.counts_cut_off


def test_who_has_to_change_something(ditch: CrimeaState) -> None:
    assert is_attacker(ditch, AXIS)
    assert not is_attacker(ditch, SOVIET)
    held = taken(ditch, *DITCH)
    assert is_safe(held, AXIS)
    assert is_attacker(held, SOVIET)
    assert not is_safe(successor(held, tracks={"axis_steps": 6}), AXIS)


def test_the_prizes_to_look_at(ditch: CrimeaState) -> None:
    assert wanted(taken(ditch, 3606), AXIS) == (3705, 3708, 3808)
    assert wanted(taken(ditch, *DITCH), AXIS) == DITCH
    assert wanted(ditch, SOVIET) == DITCH


def test_with_kerch_all_soviets_are_cut_off(kerch: CrimeaState) -> None:
    assert cut_off(kerch, SOVIET) < 10
    assert cut_off(taken(kerch, 6912), SOVIET) == 68
    assert is_safe(taken(kerch, 6912), AXIS)


def test_time_runs_out(ditch: CrimeaState) -> None:
    assert time_left(ditch) == 1.0
    assert time_left(successor(ditch, turn=51)) == 0.25
