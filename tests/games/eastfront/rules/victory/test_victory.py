"""Who wins, and on which level."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.rules.victory import victory
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
