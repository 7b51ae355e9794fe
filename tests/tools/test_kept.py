"""Games of a series are kept as they end, and a series goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from tools.kept import go_on, kept


class Played(Struct, frozen=True):
    """How a game went."""

    number: int
    winner: str


def play(number: int) -> Played:
    return Played(number, "axis" if number % 2 else "soviet")


def test_a_line_that_was_cut_off_costs_that_game_alone(tmp_path: Path) -> None:
    book = tmp_path / "series.jsonl"
    first = list(go_on(book, [(0,), (1,), (2,)], play))
    whole = book.read_bytes()
    book.write_bytes(whole[:-7])
    assert kept(book, Played) == first[:2]
    again = list(go_on(book, [(2,), (3,)], play))
    assert kept(book, Played) == [*first[:2], *again]


def test_a_series_begins_without_a_file(tmp_path: Path) -> None:
    book = tmp_path / "series.jsonl"
    assert kept(book, Played) == []
    assert [one.number for one in go_on(book, [(7,)], play)] == [7]
