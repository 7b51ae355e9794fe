"""Positions: what they are, whatever is remembered beside them."""

from __future__ import annotations

import pytest

from sandtable.kernel import Frame
from sandtable.kernel.state import Scenario, bind, successor
from tests.kernel.toy import Board


def test_a_position_knows_its_scenario_only_when_bound() -> None:
    loose = Board()
    with pytest.raises(RuntimeError, match=r"not bound to a scenario; read it with codec\.decode_state"):
        _ = loose.scenario
    scenario = Scenario(name="any")
    assert bind(loose, scenario).scenario is scenario


def test_binding_does_not_change_what_a_position_is() -> None:
    assert bind(Board(count=3), Scenario(name="any")) == Board(count=3)


def test_the_innermost_frame_is_here() -> None:
    assert Board(flow=(Frame("turn"), Frame("battle", 7))).here == Frame("battle", 7)


def test_a_successor_of_a_position_without_a_scenario_says_so() -> None:
    with pytest.raises(RuntimeError, match="not bound to a scenario"):
        successor(Board(), count=1)
