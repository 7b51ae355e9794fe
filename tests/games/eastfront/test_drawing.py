"""What clients draw from: the hexes of the scenario and every counter as printed."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.drawing import board
from sandtable.games.eastfront.game import GAME
from sandtable.kernel import codec


@pytest.mark.parametrize("name", [info.name for info in GAME.scenarios()])
def test_the_scenarios_hexes_and_counters_can_be_drawn(name: str) -> None:
    scenario = GAME.open(name)
    drawn = board(scenario)  # type: ignore[arg-type]
    assert {f"{hexagon:04d}" for hexagon in scenario.grid.hexes} <= set(drawn["hexes"])  # type: ignore[attr-defined]
    assert {int(key) for key in drawn["counters"]} == set(scenario.units)  # type: ignore[attr-defined]
    assert all("-" in counter["front"] for counter in drawn["counters"].values())
    assert codec.decode(codec.encode(drawn), dict)["kind"] == "hex"
