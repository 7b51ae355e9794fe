"""Accounts by name, sessions by the hash of a token."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from sandtable.store import Conflict, Missing, Store
from sandtable.store.people import LIFE
from tests.store.conftest import Clock


def test_names_that_look_alike_are_one_person(store: Store) -> None:
    with store.writing() as books:
        number = books.people.add("Anna", "hash", "a@example.org", "it")
    with store.reading() as books:
        for spelling in ("anna", "ANNA ", "Ａnna"):
            found = books.people.named(spelling)
            assert found is not None
            assert found.id == number
        assert books.people.find(number).language == "it"
        assert books.people.named("Bob") is None
        with pytest.raises(Missing):
            books.people.find(99)
    with pytest.raises(Conflict), store.writing() as books:
        books.people.add("ANNA")


def test_a_token_is_nowhere_in_the_database(store: Store) -> None:
    with store.writing() as books:
        token = books.people.log_in(books.people.add("Ann"))
        rows = books.connection.execute(text("SELECT * FROM session")).all()
    assert len(token) >= 43
    assert token not in repr(rows)


def test_sessions_live_while_they_are_used_and_can_be_revoked(store: Store, clock: Clock) -> None:
    with store.writing() as books:
        ann = books.people.add("Ann")
        first, second = books.people.log_in(ann), books.people.log_in(ann, "token", "script")
        row = books.people.session(first)
        assert row is not None
        assert not books.people.is_stale(row)
        assert [one.label for one in books.people.sessions(ann)].count("script") == 1
        clock.time += LIFE - 1
        assert books.people.is_stale(row)
        books.people.touch(row)
        clock.time += 1
        assert books.people.session(second) is None
        assert books.people.session(first) is not None
        assert books.people.purge() == 1
        assert books.people.log_out(ann + 1, row.digest) == 0
        assert books.people.log_out(ann, row.digest) == 1
        assert books.people.session(first) is None


def test_all_other_sessions_can_be_ended_at_once(store: Store) -> None:
    with store.writing() as books:
        ann = books.people.add("Ann")
        tokens = [books.people.log_in(ann) for _ in range(3)]
        kept = books.people.session(tokens[1])
        assert kept is not None
        books.people.log_out_others(ann, kept.digest)
        assert [books.people.session(token) is not None for token in tokens] == [False, True, False]
