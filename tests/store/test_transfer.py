"""Games leave the store as the lines of a file, and come back; the seed leaves only at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable import registry
from sandtable.kernel import Match, codec, records
from sandtable.kernel.records import Header
from sandtable.store import Store
from sandtable.store.transfer import BadGame, export, read_game
from tests.store.test_loading import Game


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


@pytest.fixture
def game(store: Store) -> Game:
    return Game(store)


def exported(store: Store) -> bytes:
    with store.reading() as transaction:
        return b"".join(export(transaction, "g1"))


def test_a_running_game_leaves_without_its_seed_and_gets_new_dice(store: Store, game: Game) -> None:
    game.play(8)
    content = exported(store)
    seed = str(game.match.header.seed)
    assert seed.encode() not in content
    match, lines = read_game(content)
    assert codec.state_hash(match.state) == codec.state_hash(game.match.state)
    assert isinstance(lines[0], Header)
    assert lines[0].seed not in (None, seed)
    assert lines[0].commitment != game.match.header.commitment


def test_a_seed_that_came_with_a_running_game_is_not_used(game: Game) -> None:
    content = b"".join(records.write(record) for record in game.match.records)
    match, _ = read_game(content)
    assert match.header.seed != game.match.header.seed
    alone, _ = read_game(content, keep_seed=True)
    assert alone.header.seed == game.match.header.seed


def test_a_finished_game_leaves_with_everything(store: Store) -> None:
    game = Game(store, b"short")
    game.play(2000)
    with store.writing() as transaction:
        transaction.matches.change("g1", status="over")
    content = exported(store)
    assert content == b"".join(records.write(record) for record in game.match.records)
    match, _ = read_game(content)
    assert match.header.seed == game.match.header.seed
    assert list(Match.fold(match.game, read_game(content)[1]).verify()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: [], "line 1 is not the header"),
        (lambda lines: lines[1:], "line 1 is not the header"),
        (lambda lines: [lines[0], *lines[2:]], "line 2"),
        (lambda lines: [*lines[:3], *lines[4:]], "line 4: step 2 is missing"),
        (lambda lines: [*lines, lines[-1]], "is missing; this is step"),
        (lambda lines: [lines[0].replace(b"narrow", b"wide"), *lines[1:]], "line 1: there is no scenario"),
        (lambda lines: [*lines[:2], b"{}\n"], "line 3 is no record"),
        (lambda lines: [lines[0], re.sub(rb'"hex":\d+', b'"hex":' + b"9" * 30, lines[1])], "cannot be opened"),
        (lambda lines: [lines[0].replace(b'"rules":"', b'"rules":"' + b"x" * 99), *lines[1:]], "no version of rules"),
        (lambda lines: [lines[0].replace(b'"rules":"', b'"rules":"\\u0000'), *lines[1:]], "no version of rules"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(store: Store, game: Game, change: Any, words: str) -> None:
    game.play(4)
    lines = exported(store).splitlines(keepends=True)
    with pytest.raises(BadGame, match=words):
        read_game(b"".join(change(lines)))
