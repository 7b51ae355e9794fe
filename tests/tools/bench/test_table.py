"""The bench measures what people at a table wait for, in both games."""

from __future__ import annotations

import pytest

from tools.bench import table


def test_the_time_of_a_share_of_clicks() -> None:
    assert table.at([n / 1000 for n in range(1, 101)], 0.5) == 51
    assert table.at([0.004], 0.95) == 4


@pytest.mark.slow
def test_six_figures_with_their_budgets() -> None:
    figures = list(table.figures(quick=True))
    assert [(figure.budget, figure.unit) for figure in figures] == [(60, "ms"), (200, "ms"), (5, "MB")] * 2
    assert [figure.name.partition(":")[0] for figure in figures] == ["axisallies"] * 3 + ["eastfront"] * 3
    assert all(figure.value > 0 for figure in figures)
    assert "of 40" in figures[0].name, "all of the answers were given"
