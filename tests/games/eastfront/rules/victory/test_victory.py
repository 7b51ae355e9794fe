"""Who wins, and on which level."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.rules.victory import victory
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board


def verdict(name: str, turn: int, *held: int) -> tuple[str, str]:
    control = {str(h): "soviet" for h in held}
    return victory.judged(board("axis.movement", {"46 Inf Div": 6011}, scenario=name, turn=turn, control=control))


@pytest.mark.rule("EFS-10.65")
@pytest.mark.parametrize(
    ("held", "level"),
    [
        ((5718,), ("soviet", "operational")),
        ((5516, 5614, 5615), ("soviet", "operational")),
        ((5614, 5715), ("soviet", "tactical")),
        ((5615, 5616), ("soviet", "tactical")),
        ((5816,), ("soviet", "tactical")),
        ((5614,), ("axis", "")),
        ((), ("axis", "")),
    ],
)
def test_scenario_6_knows_two_soviet_levels(held: tuple[int, ...], level: tuple[str, str]) -> None:
    assert verdict("6", 134, *held) == level


@pytest.mark.rule("EFS-10.95")
@pytest.mark.parametrize("missing", [5716, 5718, 6214, 6814, 6912])
def test_scenario_9_needs_four_of_five(missing: int) -> None:
    five = (5716, 5718, 6214, 6814, 6912)
    four = tuple(h for h in five if h != missing)
    assert verdict("9", 101, *four) == ("soviet", "")
    assert verdict("9", 101, *four[1:]) == ("axis", "")


def ended(name: str, points: int) -> tuple[str, str]:
    """How a game that is counted in points ends, and the entry that says so."""
    state = board("axis.movement", scenario=name, tracks={"vp": points})
    assert victory.outcome(state) is None
    found = victory.outcome(successor(state, turn=state.board.last_turn + 1))
    assert found is not None
    return found.key, found.rule


@pytest.mark.rule("EFS-10.35")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (24, "axis_strategic"),
        (23, "axis_operational"),
        (18, "axis_operational"),
        (17, "axis_marginal"),
        (12, "axis_marginal"),
        (11, "soviet_marginal"),
        (8, "soviet_marginal"),
        (7, "soviet_operational"),
        (5, "soviet_operational"),
        (4, "soviet_strategic"),
    ],
)
def test_scenario_3_counts_points_on_six_levels(points: int, level: str) -> None:
    assert ended("3", points) == (f"outcome.{level}", "EFS-10.35")


@pytest.mark.rule("EFS-10.45")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (27, "axis_strategic"),
        (26, "axis_operational"),
        (18, "axis_operational"),
        (17, "axis_marginal"),
        (15, "axis_marginal"),
        (14, "soviet_marginal"),
        (8, "soviet_marginal"),
        (7, "soviet_operational"),
        (5, "soviet_operational"),
        (4, "soviet_strategic"),
    ],
)
def test_scenario_4_counts_points_on_six_levels(points: int, level: str) -> None:
    assert ended("4", points) == (f"outcome.{level}", "EFS-10.45")


@pytest.mark.rule("EFS-10.85")
@pytest.mark.parametrize(("points", "level"), [(20, "axis"), (19, "soviet")])
def test_scenario_8_is_won_at_twenty_points(points: int, level: str) -> None:
    assert ended("8", points) == (f"outcome.{level}", "EFS-10.85")
