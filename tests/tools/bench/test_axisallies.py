"""The bench measures what was promised of Global 1940, with its budgets."""

from __future__ import annotations

import pytest

from tools.bench import axisallies


@pytest.mark.slow
def test_six_figures_with_their_budgets() -> None:
    figures = list(axisallies.figures(quick=True))
    assert [(figure.budget, figure.unit, figure.at_most) for figure in figures] == [
        (100, "ms", True),
        (200, "kB", True),
        (3_000, "per s", False),
        (3, "ms", True),
        (50, "ms", True),
        (3, "ms", True),
    ]
    assert all(figure.value > 0 for figure in figures)


def test_a_game_is_measured_for_three_rounds() -> None:
    rounds = [state.round for state in axisallies._positions(1)]
    assert rounds[0] == 1
    assert rounds[-1] == axisallies.ROUNDS
