"""What clients draw from: every space and unit type of the board, as plain data."""

from __future__ import annotations

from sandtable.games.axisallies.drawing import board
from sandtable.games.axisallies.game import GAME
from sandtable.kernel import codec


def test_every_space_has_a_shape_and_every_type_a_name() -> None:
    scenario = GAME.open("rulebook")
    drawn = board(scenario)  # type: ignore[arg-type]
    places = {place["id"] for place in drawn["places"]}
    assert places == {int(key) for key in drawn["map"]["places"]}
    kinds = {kind["id"] for kind in drawn["kinds"]}
    state = GAME.setup(scenario, None)  # type: ignore[arg-type]
    assert {unit.kind for unit in state.units.values()} <= kinds
    assert codec.decode(codec.encode(drawn), dict)["kind"] == "area"
