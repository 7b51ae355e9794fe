"""Accounts by name, sessions by the hash of a token."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from sandtable.store import Conflict, Missing, Store
from sandtable.store.people import LIFE, LINK_LIFE
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


def test_a_link_to_a_new_password_works_once_and_ends_sessions(store: Store, clock: Clock) -> None:
    with store.writing() as books:
        ann, bob = books.people.add("Ann", "old", "a@example.org"), books.people.add("Bob", "b", "B@Example.org")
        mine, theirs = books.people.log_in(ann), books.people.log_in(bob)
        void, link = books.people.offer_reset(ann), books.people.offer_reset(ann)
        assert not books.people.is_reset(void)
        assert books.people.is_reset(link)
        assert books.people.use_reset(link, "new") == ann
        assert books.people.find(ann).password == "new"
        assert books.people.session(mine) is None
        assert books.people.session(theirs) is not None
        with pytest.raises(Missing):
            books.people.use_reset(link, "newer")
        late = books.people.offer_reset(bob)
        clock.time += LINK_LIFE
        assert not books.people.is_reset(late)
        with pytest.raises(Missing):
            books.people.use_reset(late, "too late")


def test_accounts_are_found_by_their_mail_address_however_it_is_written(store: Store) -> None:
    with store.writing() as books:
        ann, bob = books.people.add("Ann", "x", "A@example.org"), books.people.add("Bob", "x", "a@Example.org")
        books.people.add("Cid", "x", "")
        assert [row.id for row in books.people.with_email(" a@example.ORG ")] == [ann, bob]
        assert books.people.with_email("") == []
        books.people.disable(ann)
        assert [row.id for row in books.people.with_email("a@example.org")] == [bob]
