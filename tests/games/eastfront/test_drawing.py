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


@pytest.mark.rule("EF-22.51")
def test_an_untried_counter_shows_no_values() -> None:
    row = {"id": "1 UR", "label": "1", "side": "soviet", "nation": "soviet", "type": "ur_mg", "size": "regiment"}
    facts = {"units": {"new": [{**row, "stack": 1, "front": "1-3-0", "steps": 1, "cup": "UR"}]}}
    theatre = GAME.open("1", {}, facts)
    untried = next(key for key, counter in theatre.units.items() if counter.hides)
    drawn = GAME.board(theatre)["counters"][str(untried)]
    assert (drawn["front"], drawn["name"]) == ("?", "UR ?")


@pytest.mark.rule("EF-PB8.11")
def test_a_ship_shows_its_values_in_the_order_of_the_rulebook() -> None:
    drawn = GAME.board(GAME.open("1"))["ships"]
    flagship = next(ship for ship in drawn.values() if ship["kind"] == "BB")
    assert flagship == {
        "name": "Parizhskaya Kommuna",
        "side": "soviet",
        "kind": "BB",
        "front": "5-7-0-2",
        "range": 4,
        "recovery": 4,
        "rebuilt": ["range", "recovery"],
    }
