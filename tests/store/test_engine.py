"""Transactions mean the same on both databases; what cannot be opened says what to do."""

from __future__ import annotations

import contextlib
import secrets
import threading
import traceback
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from sandtable.store import Store, Unreachable
from sandtable.store.engine import Database
from sandtable.store.errors import Damaged


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite'}")
    with store.writing() as transaction:
        found = {
            name: transaction.connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    for file in ("a.sqlite", "a.sqlite-wal"):
        assert (tmp_path / file).stat().st_mode & 0o077 == 0, "nobody else reads it, nor its log"
    store.close()


def test_an_error_does_not_tell_what_is_in_the_rows(store: Store) -> None:
    secret = secrets.token_hex(16)
    with pytest.raises((SQLAlchemyError, Unreachable)) as problem, store.writing() as transaction:
        transaction.connection.execute(text("SELECT * FROM nowhere WHERE seed = :seed"), {"seed": secret})
    told = "".join(traceback.format_exception(problem.value))
    assert "nowhere" in told
    assert secret not in told


def test_a_damaged_file_is_known_as_such(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite'}")
    with store.writing() as transaction:
        transaction.people.add("Ann")
    assert store.database.damage() == ""
    store.close()
    with (tmp_path / "a.sqlite").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    assert "damaged" in database.damage()
    database.close()


def test_what_a_damaged_file_cannot_answer_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    file.write_bytes(b"this is no database, and it is long enough to be taken for one" * 100)
    database = Database(f"sqlite:///{file}")
    with pytest.raises(Damaged, match="restore a backup"), database.reading():
        pass
    database.close()


def test_the_log_is_moved_into_the_file_beside_the_writers(seated: Store, tmp_path: Path) -> None:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"x" * 50_000])
    before = (tmp_path / "test.sqlite").stat().st_size if seated.database.is_sqlite else 0
    with seated.reading() as transaction:
        transaction.matches.find("g1")
        seated.database.tidy()
    seated.database.tidy()
    if seated.database.is_sqlite:
        assert (tmp_path / "test.sqlite").stat().st_size > before + 40_000
    with seated.reading() as transaction:
        assert transaction.matches.find("g1").seq == 1


def test_a_reader_sees_one_moment_while_others_write(seated: Store) -> None:
    with seated.reading() as transaction:
        assert transaction.matches.find("g1").seq == 0

        def write() -> None:
            with seated.writing() as other:
                other.matches.append("g1", 0, [b"one"])

        thread = threading.Thread(target=write)
        thread.start()
        thread.join(60)
        assert transaction.matches.find("g1").seq == 0
    with seated.reading() as transaction:
        assert transaction.matches.find("g1").seq == 1


def test_an_error_in_a_transaction_leaves_no_trace(store: Store) -> None:
    with contextlib.suppress(ZeroDivisionError), store.writing() as transaction:
        transaction.people.add("Ann")
        _ = 1 // 0
    with store.reading() as transaction:
        assert transaction.people.named("Ann") is None


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("nonsense", "write sqlite:///FILE or postgresql://"),
        ("mysql://x/y", "use SQLite or PostgreSQL"),
        ("sqlite:////nowhere/at/all/x.sqlite", "check that it exists and may be written"),
        ("postgresql://nobody@127.0.0.1:1/x", "does not answer"),
    ],
)
def test_a_database_that_cannot_be_opened_says_what_to_do(url: str, advice: str) -> None:
    with pytest.raises(Unreachable, match=advice):
        Store(url)


def test_a_password_in_the_url_is_not_in_the_name() -> None:
    database = Database("postgresql://u:secret@127.0.0.1:1/x")
    assert "secret" not in f"{database.name} {database.url}"


def test_whoever_finds_all_connections_in_use_is_told_to_try_again(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    pool._timeout = 0.01
    with contextlib.ExitStack() as taken:
        for _ in range(pool.size() + pool._max_overflow):
            taken.enter_context(database.reading())
        with pytest.raises(Unreachable, match="in use; try again"):
            taken.enter_context(database.reading())
    with database.reading() as connection:
        assert connection.execute(text("SELECT 1")).scalar() == 1
    database.close()
