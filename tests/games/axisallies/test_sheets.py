"""The charts that players read say what the rules look up."""

from __future__ import annotations

from sandtable.games.axisallies.game import GAME
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Ref
from sandtable.kernel.sheets import Line, Sheet


def charts() -> dict[str, Sheet]:
    return {sheet.id: sheet for sheet in GAME.sheets(GAME.open("rulebook"))}  # type: ignore[arg-type]


def line(sheet: Sheet, key: str) -> Line:
    (found,) = [row for row in sheet.rows if isinstance(row.head, Phrase) and row.head.key == key]
    return found


def test_every_unit_has_its_cost_and_values() -> None:
    board = GAME.open("rulebook")
    units = charts()["units"]
    assert len(units.rows) == len(board.kinds)  # type: ignore[attr-defined]
    assert line(units, "kind.battleship").cells[:5] == (20, 4, 4, 2, 2)
    assert line(units, "kind.transport").cells[:3] == (7, "–", "–")


def test_an_objective_has_a_line_for_each_condition() -> None:
    rows = charts()["objectives"].rows
    at = next(i for i, row in enumerate(rows) if row.rule == "AA-12.germany.sweden")
    more = [row for row in rows[at : at + 3] if isinstance(row.cells[1], Phrase)]
    keys = [row.cells[1].key for row in more]  # type: ignore[union-attr]
    assert keys == ["sheet.when.at_war_with_all", "sheet.when.controls_all", "sheet.when.not_with"]
    assert rows[at].head == Phrase("sheet.one", {"thing": Ref("seat", "germany")})
    assert [row.head for row in rows[at + 1 : at + 3]] == ["", ""]


def test_long_lists_of_places_are_counted() -> None:
    spread = next(row for row in charts()["objectives"].rows if row.rule == "AA-12.ussr.spread")
    index = charts()["objectives"].rows.index(spread)
    each = charts()["objectives"].rows[index + 1].cells[1]
    assert isinstance(each, Phrase)
    assert each.params["count"] == 21


def test_effects_carry_the_numbers_of_the_data() -> None:
    research = charts()["research"]
    yards = next(row for row in research.rows if row.rule == "AA-13.t2.3").cells[1]
    assert isinstance(yards, Phrase)
    assert yards.params["cost_battleship"] == 17
    assert [row.head for row in research.rows] == [1, 2, 3, 4, 5, 6] * 2


def test_powers_stand_in_the_order_of_play() -> None:
    powers = charts()["powers"]
    assert [row.head for row in powers.rows] == [1, 2, 3, 4, 5, 6, 6, 7, 8, 9]  # the United Kingdom keeps two purses
    assert powers.rows[0].cells[2] == 30
