"""The pools of squads."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.enemy.packages import squads_of
from sandtable.games.fieldsoffire.scenario.units import types
from tests.games.fieldsoffire.board import board


@pytest.mark.rule("FFM-vc-pool")
def test_all_three_kinds_of_squad_are_in_the_cup_of_the_viet_cong_with_three_steps() -> None:
    kinds = squads_of(board(scenario="vietnam_3"))
    assert len(kinds) == 3
    assert {types()[kind].steps for kind in kinds} == {3}
    assert all(kind.startswith("vc.") for kind in kinds)
