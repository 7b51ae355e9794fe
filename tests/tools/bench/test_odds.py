"""The bench measures the odds that were promised, with their budgets."""

from __future__ import annotations

import pytest

from tools.bench import odds


@pytest.mark.slow
def test_four_figures_with_their_budgets() -> None:
    figures = list(odds.figures(quick=True))
    assert [(figure.budget, figure.unit, figure.at_most) for figure in figures] == [
        (0.5, "ms", True),
        (20, "ms", True),
        (20, "ms", True),
        (200_000, "per s", False),
    ]
    assert "55 v 43 units" in figures[1].name
    assert all(figure.value > 0 for figure in figures)
