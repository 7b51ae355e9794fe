"""Scenario 8: the last assault on Sevastopol."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import SOVIET, CrimeaState
from sandtable.games.eastfront.rules.movement import movement
from tests.games.eastfront.board import board, key


@pytest.fixture(scope="module")
def assault() -> CrimeaState:
    return board("soviet.movement.moves", scenario="8", bare=False, weather="dry")


@pytest.mark.rule("EFS-10.84.i")
def test_the_staff_of_the_coastal_army_leaves_by_sea_only(assault: CrimeaState) -> None:
    staff = key(assault, "Coast HQ")
    no = movement.why_not_move(assault, SOVIET, staff)
    assert no is not None
    assert (no.rule, no.key) == ("EFS-10.84.i", "refuse.staff_sails")
    others = [
        k for k, unit in assault.board.units.items() if unit.side == SOVIET and k != staff and k in assault.pieces
    ]
    told = [movement.why_not_move(assault, SOVIET, k) for k in others]
    assert not any(one is not None and one.rule == "EFS-10.84.i" for one in told)
    assert any(one is None for one in told)


@pytest.mark.rule("EFS-10.84.i")
def test_elsewhere_it_marches() -> None:
    assert not GAME.open("4").special("coast_hq_sails")  # type: ignore[attr-defined]
