"""Players are never foolish: the positions of every game, a few always, all of them with the slow tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.sim.judgement import Verdict, judge_file
from tools.foolish import HOME, positions

ALWAYS = (
    "axisallies/lone_bomber",
    "axisallies/rome_one_gun",
    "nextwar/capital_left_open",
    "nextwar/lone_brigade_attacks_division",
    "nextwar/peace_refused_by_the_loser",
)
"""Positions that the planner answers rightly, and fast."""
SHARES = {("axisallies", "planner"): 0.95, ("axisallies", "strategist"): 0.95, ("nextwar", "planner"): 0.95}
"""The least share of right positions, as measured and rounded down."""


@pytest.mark.parametrize("name", ALWAYS)
def test_the_planner_is_not_foolish(name: str) -> None:
    assert judge_file(HOME / f"{name}.yaml", "planner").faults == ()


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "bot"), SHARES)
def test_the_share_of_right_positions(game_id: str, bot: str) -> None:
    found: list[Verdict] = [judge_file(file, bot) for file in positions(game_id)]
    wrong = [Path(one.file).stem for one in found if not one.passed]
    assert 1 - len(wrong) / len(found) >= SHARES[game_id, bot], wrong
