"""The charts that players read say what the rules look up, and mark what had to be rebuilt."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Line, Sheet


def charts(scenario: str = "1") -> dict[str, Sheet]:
    return {sheet.id: sheet for sheet in GAME.sheets(GAME.open(scenario))}  # type: ignore[arg-type]


def line(sheet: Sheet, head: Any) -> Line:
    """The row with this head; of words the last part of their key."""
    found = [
        row
        for row in sheet.rows
        if (row.head.key.rpartition(".")[2] if isinstance(row.head, Phrase) else row.head) == head
    ]
    assert len(found) == 1, f"{len(found)} rows {head!r}"
    return found[0]


def test_the_results_stand_in_the_column_of_their_odds() -> None:
    crt = charts()["crt"]
    assert line(crt, "3").cells[crt.columns.index("4-1")] == "-/2R"  # proven by the worked example
    assert line(crt, "11").cells[crt.columns.index("1-1")] == "2R/-"


def test_costs_are_in_points_and_not_in_halves() -> None:
    terrain = charts()["terrain"]
    assert line(terrain, "open").cells[:4] == ("1", "2 / +1", "1", "2")
    assert line(terrain, "primary").cells[:4] == ("½", "1", "½", "1")
    assert line(terrain, "swamp").cells[0] == "3 / ✕"
    assert line(terrain, "woods").cells[0] == "+1 / +2"
    assert line(terrain, "hill").cells[4] == "+1"


def test_rows_of_a_die_cover_it_without_a_gap() -> None:
    aids = charts()
    assert [row.head for row in aids["initiative"].rows] == ["1", "2–5", "6–7", "8–9", "10"]
    assert [row.head for row in aids["overrun"].rows][:4] == ["≤ 2", "3–7", "8–10", "≥ 11"]


def test_what_was_rebuilt_is_marked_row_by_row() -> None:
    aids = charts()
    assert aids["replacements"].source == "reconstructed"
    assert [row.source for row in aids["readiness"].rows] == ["printed", "printed", "reconstructed", "reconstructed"]
    assert aids["crt"].source == "printed"


def test_reinforcements_come_with_turn_and_hex() -> None:
    (row,) = charts()["reinforcements"].rows
    assert row.head == 49
    assert isinstance(row.cells[2], Phrase)
    assert row.source == "reconstructed"
    assert "reinforcements" not in charts("7")  # its card brings nobody


@pytest.mark.parametrize(("scenario", "turns"), [("1", [48, 49, 50, 51])])
def test_the_calendar_is_that_of_the_scenario(scenario: str, turns: list[int]) -> None:
    rows = charts(scenario)["calendar"].rows
    assert [row.head for row in rows] == turns
    assert rows[0].cells[:2] == ("1941-09-24", "1941-09-25")


@pytest.mark.rule("EF-10.77.b")
def test_the_chart_closes_the_sea_in_every_weather() -> None:
    row = line(charts()["terrain"], "sea")
    assert (row.cells[:4], row.rule) == (("✕",) * 4, "EF-10.77.b")
