"""The bench measures what was promised of Next War: Korea, with its budgets."""

from __future__ import annotations

from itertools import islice

import pytest

from sandtable.games.nextwar import GAME
from sandtable.sim.driver import positions
from tools.bench import nextwar


@pytest.mark.slow
def test_the_figures_with_their_budgets() -> None:
    figures = list(nextwar.figures(quick=True))
    assert [(figure.budget, figure.unit, figure.at_most) for figure in figures] == [
        *[(1_500, "per s", False)] * len(nextwar.SCENARIOS),
        (3, "ms", True),
        (30, "ms", True),
        (15, "ms", True),
        (2, "ms", True),
        (3, "ms", True),
        (4, "kB", True),
        (3, "s", True),
    ]
    assert all(figure.value > 0 for figure in figures)


def test_a_look_measures_every_kind_of_question() -> None:
    spent = nextwar.Spent()
    nextwar.look("train_to_seoul", 60, spent)
    assert len(spent.supply) == 2 * len(spent.zoc)
    assert len(spent.zoc) >= 5
    assert len(spent.applied) >= 5
    assert spent.destinations


def test_the_units_looked_at_are_those_that_can_move() -> None:
    korea = GAME.open("train_to_seoul")
    looked_at = [
        (state, nextwar._movers(state))
        for state in islice(positions(GAME, korea, nextwar.busy_bots(korea, b"x"), b"x"), 120)
        if state.here.waiting
    ]
    moving = {state.board.units[key].side for state, keys in looked_at for key in keys}
    assert moving == {"allied", "dprk"}
    assert max(len(keys) for _, keys in looked_at) == nextwar.UNITS
