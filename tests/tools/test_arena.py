"""Win rates with the interval they deserve."""

from __future__ import annotations

import pytest

from tools.arena import Result, summary, wilson


@pytest.mark.parametrize(
    ("won", "played", "low", "high"), [(100, 100, 0.963, 1.0), (98, 100, 0.930, 0.994), (1, 2, 0.095, 0.905)]
)
def test_the_wilson_interval(won: int, played: int, low: float, high: float) -> None:
    assert wilson(won, played) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_summary_counts_side_by_side() -> None:
    games = [
        Result(number=n, side=side, won=won, outright=won, rounds=4, steps=9, seconds=8.0, wealth={})
        for n, (side, won) in enumerate((("axis", True), ("allies", False)))
    ]
    both, allies, axis, cost = summary(games, "staff")
    assert both.startswith("staff as both sides: 1 of 2 (1 by the rulebook's victory)")
    assert allies.startswith("staff as allies: 0 of 1")
    assert axis.startswith("staff as axis: 1 of 1")
    assert cost == "2.00 CPU seconds a round, 8.0 a game"
