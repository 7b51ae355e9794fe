"""The curves of a game."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, ELIMINATED, SIDES, SOVIET
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key
from tests.games.eastfront.fleet import fleet


def test_figures_follow_the_board() -> None:
    state = board("axis.movement.moves", scenario="1", bare=False)
    before = GAME.statistics(state)
    lost = key(state, "73 Inf Div")
    gone = replace(state.pieces[lost], hex=0, box=ELIMINATED)
    after = GAME.statistics(
        successor(state, pieces={**state.pieces, lost: gone}, tracks={**state.tracks, "axis_steps": 4})
    )
    assert after["steps"][AXIS] == before["steps"][AXIS] - state.pieces[lost].steps
    assert after["steps"][SOVIET] == before["steps"][SOVIET]
    assert (before["lost"][AXIS], after["lost"][AXIS]) == (0, 4)
    assert {side: sum(held == side for held in state.control.values()) for side in SIDES} == before["hexes"]


def test_ships_and_men_at_sea_have_curves_where_there_is_a_fleet() -> None:
    aboard = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A"}}
    state = fleet(
        "soviet.motorised.sailing", {"Gp-A": {"zone": "crimea", "damage": 1}, "DD-1": {"box": "cadre"}}, aboard
    )
    found = GAME.statistics(state)
    assert [found[name]["soviet"] for name in ("ships", "damage", "at_sea")] == [1, 1, 2]
    assert "ships" not in GAME.statistics(fleet("soviet.motorised.moves", {}))
