"""The tables go up and down, and what the migrations make is what the program declares."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from sandtable.store import Store, WrongVersion
from sandtable.store.engine import Database
from sandtable.store.migrating import HEAD, bring_up, migrate, version_of
from sandtable.store.schema import metadata


def test_migrations_make_exactly_the_declared_tables(store: Store) -> None:
    with store.reading() as transaction:
        context = MigrationContext.configure(transaction.connection, opts={"target_metadata": metadata})
        assert compare_metadata(context, metadata) == []
    assert version_of(store.database) == HEAD
    assert not bring_up(store.database)


def test_down_and_up_again_from_every_revision(url: str) -> None:
    database = Database(url)
    assert version_of(database) == ""
    for _ in range(2):
        migrate(database, "head")
        with database.reading() as connection:
            assert set(metadata.tables) <= set(inspect(connection).get_table_names())
        migrate(database, "base")
        with database.reading() as connection:
            assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    database.close()


def test_accounts_survive_the_way_up_and_down(url: str) -> None:
    database = Database(url)
    migrate(database, "0001")
    row = "'x', 'hash', '', '', false, 'en', 1"
    with database.writing() as connection:
        for number, name in enumerate(("ann", "bob"), start=1):
            values = f"{number}, '{name}', {row.replace('x', name)}"
            columns = "id, name, folded, password, email, webhook, notify, language, created"
            connection.execute(text(f"INSERT INTO account ({columns}) VALUES ({values})"))
            session = f"'digest {number}', {number}, 'browser', '', 1, 1, 99999999999999"
            connection.execute(text(f"INSERT INTO session VALUES ({session})"))
    store = Store(url)
    with store.writing() as transaction:
        assert [(one.name, one.disabled) for one in transaction.people.all()] == [("ann", False), ("bob", False)]
        transaction.people.disable(2)
        transaction.people.offer_reset(1)
    store.close()
    migrate(database, "0001")
    with database.reading() as connection:
        kept = connection.execute(text("SELECT name, password FROM account ORDER BY id")).all()
        assert [tuple(one) for one in kept] == [("ann", "hash"), ("bob", "")], "nobody logs in to a closed account"
        assert connection.execute(text("SELECT account_id FROM session")).scalars().all() == [1]
    database.close()


def test_who_sits_at_a_running_game_is_known_to_have_seen_the_hand(url: str) -> None:
    database = Database(url)
    migrate(database, "0002")
    with database.writing() as connection:
        connection.execute(
            text(
                "INSERT INTO account (id, name, folded, password, email, webhook, notify, language, created)"
                " VALUES (1, 'ann', 'ann', '', '', '', false, 'en', 1)"
            )
        )
        names = "id, kind, rules, scenario, options, settings, status, asked, proposal, outcome, rematch"
        numbers = "owner_id, seq, revision, created, changed, turned"
        values = "'g1', 'x', '1', 's', '{}', '{}', 'playing', '', '', '', '', 1, 0, 0, 1, 1, 1"
        connection.execute(text(f"INSERT INTO game ({names}, {numbers}) VALUES ({values})"))
        seats = "game_id, seat, place, account_id, reserved, bot, resigned, seen, trouble"
        for row in ("'blue', 0, 1, false, ''", "'red', 1, NULL, false, 'random'", "'green', 2, 1, true, ''"):
            connection.execute(text(f"INSERT INTO seat ({seats}) VALUES ('g1', {row}, false, 0, '')"))
    store = Store(url)
    with store.reading() as transaction:
        found = [(one.seat, one.known, one.told) for one in transaction.matches.seats("g1")]
    store.close()
    assert found == [("blue", "[1]", -1), ("red", "[]", -1), ("green", "[]", -1)]
    migrate(database, "0002")
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM seat")).scalar() == 3
    database.close()


def test_a_store_of_a_newer_version_is_not_touched(url: str) -> None:
    Store(url).close()
    database = Database(url)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongVersion, match=r"version 9999.*update Sandtable"):
        Store(url)
    database.close()


def test_an_unknown_revision_is_refused(store: Store) -> None:
    with pytest.raises(WrongVersion, match="cannot go from"):
        migrate(store.database, "7777")
    assert version_of(store.database) == HEAD
