"""The bench measures what was promised of Barbarossa: Crimea, with its budgets."""

from __future__ import annotations

import pytest

from tools.bench import eastfront


@pytest.mark.slow
def test_seven_figures_with_their_budgets() -> None:
    figures = list(eastfront.figures(quick=True))
    assert [(figure.budget, figure.unit, figure.at_most) for figure in figures] == [
        (1_500, "per s", False),
        (1_500, "per s", False),
        (3, "ms", True),
        (30, "ms", True),
        (15, "ms", True),
        (2, "ms", True),
        (3, "ms", True),
    ]
    assert all(figure.value > 0 for figure in figures)


def test_a_look_measures_units_of_both_sides_at_every_kind_of_question() -> None:
    spent = eastfront.Spent()
    eastfront.look("1", 0, spent)
    assert len(spent.supply) == 2 * len(spent.zoc)
    assert len(spent.zoc) >= 10
    assert len(spent.applied) >= 10
    assert spent.destinations


def test_the_units_looked_at_are_those_that_can_move() -> None:
    looked_at = [(state, eastfront._movers(state)) for state in eastfront.positions("1", 0)]
    moving = {state.board.units[key].side for state, keys in looked_at for key in keys}
    assert moving == {"axis", "soviet"}
    assert max(len(keys) for _, keys in looked_at) == eastfront.UNITS
