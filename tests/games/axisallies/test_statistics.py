"""The curves of a game."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.statistics import SERIES
from sandtable.texts import load
from tests.games.axisallies.board import position


def test_the_printed_set_up_in_figures() -> None:
    counted = GAME.statistics(position(only=False))
    assert tuple(counted) == SERIES
    assert counted["production"]["germany"] == 30
    assert counted["production"]["uk"] == 28 + 17, "both treasuries of a power are one curve"
    assert counted["treasury"]["uk"] == 28 + 17
    assert sum(counted["victory_cities"].values()) == 19


def test_figures_follow_the_board() -> None:
    units = {
        1: {"kind": "tank", "owner": "germany", "at": "Poland"},
        2: {"kind": "infantry", "owner": "germany", "at": "Poland"},
        3: {"kind": "infantry", "owner": "neutral", "at": "Greece"},
    }
    before = GAME.statistics(position(units=units))
    taken = GAME.statistics(position(units=units, territories={"France": {"holder": "germany"}}))
    assert before["forces"]["germany"] == 6 + 3
    assert set(before["forces"].values()) == {0, 9}, "the army of a neutral is nobody's"
    assert taken["victory_cities"]["germany"] == before["victory_cities"]["germany"] + 1
    assert taken["territories"]["france"] == before["territories"]["france"] - 1
    assert taken["production"]["germany"] == before["production"]["germany"] + 4


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_curve_has_a_title(lang: str) -> None:
    assert [name for name in SERIES if f"statistic.{name}" not in load(lang, "sandtable.games.axisallies")] == []
