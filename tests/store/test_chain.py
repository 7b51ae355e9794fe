"""A record that was changed after it was written is found, and named, wherever games are opened or copied."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from sandtable import registry
from sandtable.store import Store, chain
from sandtable.store.backup import bent_games
from sandtable.store.loading import Corrupt, load_match
from sandtable.store.migrating import migrate
from sandtable.store.rows import StepRow
from tests.store.test_loading import Game


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


@pytest.fixture
def game(store: Store) -> Game:
    found = Game(store)
    found.play(12)
    return found


def bend(store: Store, statement: str) -> None:
    with store.writing() as transaction:
        transaction.connection.execute(text(statement))


def bent(store: Store) -> int | None:
    with store.reading() as transaction:
        return transaction.matches.first_bent("g1")


def test_a_game_as_it_was_written_holds(store: Store, game: Game) -> None:
    assert bent(store) is None
    assert list(bent_games(store)) == []


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("UPDATE step SET line = (SELECT s.line FROM step s WHERE s.seq = 2) WHERE seq = 7", 7),
        ("DELETE FROM step WHERE seq = 7", 8),
        ("DELETE FROM step WHERE seq = 12", 12),
        ("UPDATE game SET header = opening", 1),
        ("UPDATE step SET chain = '' WHERE seq = 5", 5),
    ],
)
def test_what_was_changed_is_named(store: Store, game: Game, statement: str, seq: int) -> None:
    bend(store, statement)
    assert bent(store) == seq
    assert list(bent_games(store)) == [("g1", seq)]


def test_a_game_with_a_changed_record_is_not_opened(store: Store, game: Game) -> None:
    bend(store, "UPDATE step SET line = (SELECT s.line FROM step s WHERE s.seq = 2) WHERE seq = 7")
    with store.reading() as transaction, pytest.raises(Corrupt, match="step 7 of table g1 is not as it was written"):
        load_match(transaction, "g1")


def test_many_records_are_looked_through_in_parts(store: Store, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.store.matches.CHUNK", 5)
    assert bent(store) is None
    bend(store, "UPDATE step SET line = (SELECT s.line FROM step s WHERE s.seq = 2) WHERE seq = 11")
    assert bent(store) == 11


def test_games_from_before_there_were_chains_are_chained_as_they_are(store: Store, game: Game) -> None:
    migrate(store.database, "0004")
    migrate(store.database, "head")
    assert bent(store) is None


def test_a_link_hangs_on_all_before_it() -> None:
    start = chain.start(b"header", b"opening")
    rows, last = [], start
    for seq, line in enumerate((b"a", b"b", b"c"), start=1):
        last = chain.link(last, line)
        rows.append(StepRow(seq, line, 0, last))
    assert chain.first_bent(start, rows) is None
    assert chain.first_bent(chain.start(b"header", b"other"), rows) == 1
    assert chain.first_bent(start, [rows[0], rows[2]]) == 3
