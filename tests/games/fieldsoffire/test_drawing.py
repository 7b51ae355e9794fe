"""What a client is told to draw."""

from __future__ import annotations

from sandtable.games.fieldsoffire.drawing import board
from sandtable.games.fieldsoffire.game import GAME
from sandtable.kernel import codec


def test_the_board_has_grid_cards_kinds_and_counters_as_plain_data() -> None:
    scenario = GAME.open("normandy_1")
    drawn = board(scenario)
    assert codec.encode(drawn)
    assert drawn["grid"] == {"rows": 3, "columns": 4, "staging": True}
    assert drawn["terrain"]["130"]["edges"]["n"] == "dark"
    assert drawn["types"]["ge.hmg"]["front"] == [{"steps": 1, "vof": "A", "range": "V", "tripod": True}]
    assert drawn["types"]["n.mtr_sec"]["front"][0]["range"] == "C-L"
    assert len(drawn["counters"]) == len(scenario.counters)
    assert all(one["source"] for one in drawn["types"].values())
