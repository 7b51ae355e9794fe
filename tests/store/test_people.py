"""Accounts by name, sessions by the hash of a token."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from sandtable.store import Conflict, Missing, Store
from sandtable.store.people import LIFE, LINK_LIFE
from tests.store.conftest import Clock


def test_names_that_look_alike_are_one_person(store: Store) -> None:
    with store.writing() as transaction:
        number = transaction.people.add("Anna", "hash", "a@example.org", "it")
    with store.reading() as transaction:
        for spelling in ("anna", "ANNA ", "Ａnna"):
            found = transaction.people.named(spelling)
            assert found is not None
            assert found.id == number
        assert transaction.people.find(number).language == "it"
        assert transaction.people.named("Bob") is None
        with pytest.raises(Missing):
            transaction.people.find(99)
    with pytest.raises(Conflict), store.writing() as transaction:
        transaction.people.add("ANNA")


def test_a_token_is_nowhere_in_the_database(store: Store) -> None:
    with store.writing() as transaction:
        token = transaction.people.log_in(transaction.people.add("Ann"))
        rows = transaction.connection.execute(text("SELECT * FROM session")).all()
    assert len(token) >= 43
    assert token not in repr(rows)


def test_sessions_live_while_they_are_used_and_can_be_revoked(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        ann = transaction.people.add("Ann")
        first, second = transaction.people.log_in(ann), transaction.people.log_in(ann, "token", "script")
        row = transaction.people.session(first)
        assert row is not None
        assert not transaction.people.is_stale(row)
        assert [one.label for one in transaction.people.sessions(ann)].count("script") == 1
        clock.time += LIFE - 1
        assert transaction.people.is_stale(row)
        transaction.people.touch(row)
        clock.time += 1
        assert transaction.people.session(second) is None
        assert transaction.people.session(first) is not None
        assert transaction.people.purge() == 1
        assert transaction.people.log_out(ann + 1, row.digest) == 0
        assert transaction.people.log_out(ann, row.digest) == 1
        assert transaction.people.session(first) is None


def test_all_other_sessions_can_be_ended_at_once(store: Store) -> None:
    with store.writing() as transaction:
        ann = transaction.people.add("Ann")
        tokens = [transaction.people.log_in(ann) for _ in range(3)]
        kept = transaction.people.session(tokens[1])
        assert kept is not None
        transaction.people.log_out_others(ann, kept.digest)
        assert [transaction.people.session(token) is not None for token in tokens] == [False, True, False]


def test_a_link_to_a_new_password_works_once_and_ends_sessions(store: Store, clock: Clock) -> None:
    with store.writing() as transaction:
        ann, bob = (
            transaction.people.add("Ann", "old", "a@example.org"),
            transaction.people.add("Bob", "b", "B@Example.org"),
        )
        mine, theirs = transaction.people.log_in(ann), transaction.people.log_in(bob)
        void, link = transaction.people.offer_reset(ann), transaction.people.offer_reset(ann)
        assert not transaction.people.is_reset(void)
        assert transaction.people.is_reset(link)
        assert transaction.people.use_reset(link, "new") == ann
        assert transaction.people.find(ann).password == "new"
        assert transaction.people.session(mine) is None
        assert transaction.people.session(theirs) is not None
        with pytest.raises(Missing):
            transaction.people.use_reset(link, "newer")
        late = transaction.people.offer_reset(bob)
        clock.time += LINK_LIFE
        assert not transaction.people.is_reset(late)
        with pytest.raises(Missing):
            transaction.people.use_reset(late, "too late")


def test_accounts_are_found_by_their_mail_address_however_it_is_written(store: Store) -> None:
    with store.writing() as transaction:
        ann, bob = (
            transaction.people.add("Ann", "x", "A@example.org"),
            transaction.people.add("Bob", "x", "a@Example.org"),
        )
        transaction.people.add("Cid", "x", "")
        assert [row.id for row in transaction.people.with_email(" a@example.ORG ")] == [ann, bob]
        assert transaction.people.with_email("") == []
        transaction.people.disable(ann)
        assert [row.id for row in transaction.people.with_email("a@example.org")] == [bob]
