"""Charts of every game: rows as wide as their heads, words in every language, rules that exist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from sandtable import inventory, registry
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Sheet
from sandtable.texts import Catalogue, load

GAMES = [info.id for info in registry.games() if info.is_playable]
LANGUAGES = ("en", "it")
SOURCES = {"", "printed", "public", "reconstructed", "ruling"}


@cache
def sheets(game_id: str) -> tuple[Sheet, ...]:
    game = registry.game(game_id)
    return tuple(sheet for info in game.scenarios() for sheet in game.sheets(game.open(info.name)))


def phrases(sheet: Sheet) -> Iterator[Phrase]:
    cells = (sheet.corner, *sheet.columns, *(cell for row in sheet.rows for cell in (row.head, *row.cells)))
    yield from (sheet.title, *sheet.notes, *(cell for cell in cells if isinstance(cell, Phrase)))
    if sheet.group:
        yield Phrase(f"sheets.{sheet.group}")


@pytest.mark.parametrize("game_id", GAMES)
def test_rows_are_as_wide_as_their_heads_and_say_where_they_come_from(game_id: str) -> None:
    for sheet in sheets(game_id):
        assert sheet.rows, f"{sheet.id} is empty"
        assert {sheet.source, *(row.source for row in sheet.rows)} <= SOURCES, sheet.id
        for row in sheet.rows:
            assert len(row.cells) == len(sheet.columns), f"{sheet.id}: {row.head}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_everything_is_said_in_every_language(game_id: str, lang: str) -> None:
    texts = Catalogue(lang, [load(lang, registry.package(game_id))])
    missing = {one.key for sheet in sheets(game_id) for one in phrases(sheet) if one.key not in texts}
    assert missing == set()
    for sheet in sheets(game_id):
        for one in phrases(sheet):
            assert "⟨" not in texts.say(one.key, **one.params), one.key


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_that_is_cited_exists(game_id: str) -> None:
    known = {rule.id for rule in inventory.entries(game_id)}
    cited = {rule for sheet in sheets(game_id) for rule in (*sheet.rules, *(row.rule for row in sheet.rows)) if rule}
    assert cited - known == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_scenario_says_what_is_printed_and_what_is_rebuilt(game_id: str) -> None:
    game = registry.game(game_id)
    for info in game.scenarios():
        board = game.open(info.name)
        (found,) = (sheet for sheet in game.sheets(board) if sheet.id == "sources")
        kinds = [column.key for column in found.columns if isinstance(column, Phrase)]
        assert set(kinds) <= {f"sheet.source.{kind}" for kind in (*SOURCES, "example")}
        assert len(kinds) == len(found.columns)
        counts = [cell for row in found.rows for cell in row.cells]
        assert all(isinstance(cell, int) and cell >= 0 for cell in counts)
        assert all(any(row.cells) for row in found.rows), "a line that counts nothing says nothing"
        drawn = game.board(board)
        if drawn is not None:
            # Whose work the map rests on is said at the table and on the page of the sources.
            assert drawn["attribution"] in [note.key for note in found.notes]


@pytest.mark.parametrize("game_id", GAMES)
def test_charts_of_a_scenario_have_names_of_their_own(game_id: str) -> None:
    game = registry.game(game_id)
    for info in game.scenarios():
        ids = [sheet.id for sheet in game.sheets(game.open(info.name))]
        assert len(ids) == len(set(ids))
