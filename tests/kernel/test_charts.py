"""Printed tables: rows, shifts, edges, odds, and tables that are not whole."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.charts import Chart, ChartError, odds_column

COLUMNS = ("1-2", "1-1", "2-1", "3-1")
CRT = Chart(
    "combat",
    "R-1",
    COLUMNS,
    {"1-": ("A", "B", "C", "D"), "2 to 4": ("E", "F", "G", "H"), "5": ("I", "J", "K", "L"), "6+": ("M", "N", "O", "P")},
)


@pytest.mark.parametrize(
    ("number", "label"),
    [(-3, "1-"), (1, "1-"), (2, "2 to 4"), (4, "2 to 4"), (5, "5"), (6, "6+"), (60, "6+")],
)
def test_a_number_falls_into_its_row(number: int, label: str) -> None:
    assert CRT.row_for(number) == label


@pytest.mark.parametrize(
    ("column", "shift", "value", "clamped"),
    [
        ("1-1", 0, "F", 0),
        ("1-1", 2, "H", 0),
        ("1-1", -1, "E", 0),
        ("1-1", 4, "H", 2),
        ("2-1", -5, "E", -3),
        ("3-1", 1, "H", 1),
    ],
)
def test_shifts_stop_at_the_edge_and_say_so(column: str, shift: int, value: str, clamped: int) -> None:
    cell = CRT.look(3, column, shift)
    assert (cell.value, cell.row, cell.clamped) == (value, "2 to 4", clamped)
    assert cell.column == COLUMNS[CRT.rows["2 to 4"].index(value)]


@given(st.integers(-20, 20), st.sampled_from(COLUMNS), st.integers(-9, 9))
def test_what_is_clamped_is_what_the_shift_wanted_too_much(number: int, column: str, shift: int) -> None:
    cell = CRT.look(number, column, shift)
    assert COLUMNS.index(cell.column) + cell.clamped == COLUMNS.index(column) + shift


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(ChartError, match="combat has no column '9-1'"):
        CRT.look(3, "9-1")


def test_a_row_that_is_not_there() -> None:
    gap = Chart("gap", "R-1", ("x",), {"1": ("a",), "3": ("b",)})
    with pytest.raises(ChartError, match="gap has no row for 2"):
        gap.look(2, "x")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"1": ("a",), "1 to 2": ("b",)}, "overlap"),
        ({"3-": ("a",), "3": ("b",)}, "rows 3- and 3 overlap"),
        ({"3-": ("a",), "5-": ("b",)}, "overlap"),
        ({"3+": ("a",), "5": ("b",)}, "overlap"),
        ({"3+": ("a",), "5+": ("b",)}, "overlap"),
        ({"1": ("a", "b")}, "row 1 has 2 cells for 1 columns"),
        ({"1": ()}, "row 1 has 0 cells"),
        ({"x": ("a",)}, "'x' is no number, range"),
        ({"2-4": ("a",)}, "'2-4' is no number, range"),
        ({"4 to 2": ("a",)}, "4 to 2"),
    ],
)
def test_a_table_that_is_not_whole(rows: dict[str, Any], words: str) -> None:
    with pytest.raises(ChartError, match=words):
        Chart("bad", "R-1", ("x",), rows)


@pytest.mark.parametrize(
    ("label", "numbers"),
    [("-2", [-2]), ("-2 to 1", [-2, -1, 0, 1]), ("-5..-3", [-5, -4, -3]), ("-1-", [-9, -1]), ("-1+", [-1, 0, 9])],
)
def test_rows_may_be_below_zero(label: str, numbers: list[int]) -> None:
    chart = Chart("low", "R-1", ("x",), {label: ("a",)})
    assert [chart.row_for(n) for n in numbers] == [label] * len(numbers)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (6, 6, "1-1"),
        (11, 6, "1-1"),
        (12, 6, "2-1"),
        (5, 6, "1-2"),
        (3, 6, "1-2"),
        (2, 6, "1-2"),
        (60, 6, "3-1"),
        (Fraction(7, 2), Fraction(7, 4), "2-1"),
        (1, 0, "3-1"),
        (0, 5, "1-2"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: Any, defence: Any, column: str) -> None:
    assert odds_column(attack, defence, COLUMNS) == column


@given(st.integers(1, 200), st.integers(1, 50))
def test_a_column_is_never_better_than_the_odds(attack: int, defence: int) -> None:
    column = odds_column(attack, defence, COLUMNS)
    left, right = map(int, column.split("-"))
    assert column == "1-2" or attack * right >= defence * left
