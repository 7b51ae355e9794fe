"""The pages of rulings are those the data gives."""

from __future__ import annotations

from tools import rulings


def test_the_committed_pages_are_up_to_date() -> None:
    pages = rulings.pages()
    assert pages
    for path, text in pages.items():
        assert path.read_text() == text, f"{path.name} is stale: run python -m tools.rulings"


def test_a_doubt_shows_what_is_printed_and_what_is_played() -> None:
    doubt = {"id": "suez", "printed": "64", "taken": "81", "why": "a slip", "rule": "AA-7.canal.suez"}
    text = rulings.page("x", [doubt])
    assert "## suez (AA-7.canal.suez)" in text
    assert "**Printed:** 64" in text
    assert "**We play:** 81" in text
