"""What clients draw from: the hexes of the map, its lines, and every counter as printed."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.drawing import board, centre, corner
from sandtable.games.nextwar.game import GAME
from sandtable.kernel import codec


@pytest.mark.parametrize("name", [info.name for info in GAME.scenarios()])
def test_hexes_and_counters_can_be_drawn(name: str) -> None:
    scenario = GAME.open(name)
    drawn = board(scenario)  # type: ignore[arg-type]
    assert {f"{hexagon:04d}" for hexagon in scenario.grid.hexes} == set(drawn["hexes"])  # type: ignore[attr-defined]
    assert {int(key) for key in drawn["counters"]} == set(scenario.units)  # type: ignore[attr-defined]
    assert drawn["hexes"]["2822"]["place"] == "major_city"
    assert codec.decode(codec.encode(drawn), dict)["kind"] == "hex"


def test_the_coast_is_closed_rings_around_all_land() -> None:
    art = GAME.board(GAME.open("train_to_seoul"))["art"]  # type: ignore[arg-type]
    assert all(len(ring) >= 12 and len(ring) % 2 == 0 for ring in art["coast"])
    assert {road["class"] for road in art["roads"]} == {"primary", "secondary"}
    assert len(art["places"]) > 150


def test_neighbours_share_their_corners() -> None:
    assert {corner(3010, 3), corner(3010, 4)} == {corner(3011, 1), corner(3011, 0)}
    assert centre(3011)[1] - centre(3010)[1] == 1000
