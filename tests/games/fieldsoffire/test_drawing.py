"""What a client is told to draw."""

from __future__ import annotations

from sandtable.games.fieldsoffire.drawing import board, grid_of
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.kernel import codec


def test_the_board_has_grid_cards_kinds_and_counters_as_plain_data() -> None:
    scenario = GAME.open("normandy_1")
    drawn = board(scenario)
    assert codec.encode(drawn)
    assert drawn["grid"]["first"] == {"columns": [1, 4], "rows": [1, 3]}
    assert (drawn["kind"], drawn["table"], drawn["staging"]) == ("cards", "cards", True)
    grid = grid_of(scenario)
    assert {place(row, column) for row in range(1, 4) for column in range(1, 5)} == set(grid.first)
    assert grid.at(1, 0) == place(0, 1)
    assert drawn["terrain"]["130"]["edges"]["n"] == "dark"
    assert drawn["types"]["ge.hmg"]["front"] == [{"steps": 1, "vof": "A", "range": "V", "tripod": True}]
    assert drawn["types"]["n.mtr_sec"]["front"][0]["range"] == "C-L"
    assert len(drawn["counters"]) == len(scenario.counters)
    assert all(one["source"] for one in drawn["types"].values())
    assert not any(one["town"] for one in drawn["terrain"].values())
    block = next(one["town"] for one in board(GAME.open("street_fight"))["terrain"].values() if one["id"] == "T18")
    assert block == {"kind": "compound", "buildings": [5], "storeys": True, "courtyard": 1, "roof": None}
