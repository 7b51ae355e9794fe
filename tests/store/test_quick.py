"""Statements that go to the driver as they are: the same on every database, with the same words for what goes wrong."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, select
from sqlalchemy.exc import DBAPIError

from sandtable.store import Store
from sandtable.store.quick import Statement
from sandtable.store.schema import meta


def test_a_statement_is_written_once_for_a_kind_of_database(store: Store) -> None:
    wanted = Statement(select(meta.c.value).where(meta.c.key == bindparam("name")))
    with store.writing() as transaction:
        made = transaction.secret("quick")
        assert wanted.run(transaction.connection, name="quick").fetchone()[0] == made
        assert wanted.run(transaction.connection, name="nothing").fetchone() is None
    assert len(wanted._written) == 1


def test_what_goes_wrong_is_told_without_what_is_in_the_rows(store: Store) -> None:
    wrong = Statement(select(meta.c.value).where(meta.c.key == bindparam("name")))
    wrong._written[store.database.engine.dialect.name] = ("SELECT nonsense FROM nowhere", ())
    with pytest.raises(DBAPIError) as told, store.database.engine.connect() as connection:
        wrong.run(connection, name="secret")
    assert "secret" not in str(told.value)


def test_a_glance_takes_a_connection_only_where_something_is_read(store: Store) -> None:
    pool = store.database.engine.pool
    before = pool.checkedout()  # type: ignore[attr-defined]
    with store.glancing() as transaction:
        assert pool.checkedout() == before  # type: ignore[attr-defined]
        assert transaction.matches.ids("playing") == []
        assert pool.checkedout() == before + 1  # type: ignore[attr-defined]
    assert pool.checkedout() == before  # type: ignore[attr-defined]
