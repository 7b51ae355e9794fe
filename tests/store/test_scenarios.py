"""Scenarios of people's own: each belongs to one account, and a link shows one as long as it stands."""

from __future__ import annotations

import itertools

import pytest

from sandtable.store import Store


@pytest.fixture
def people(store: Store) -> Store:
    with store.writing() as transaction:
        for name in ("Ann", "Bob"):
            transaction.people.add(name)
    times = itertools.count(1)
    store.now = lambda: next(times)
    return store


def test_the_same_name_of_a_game_is_replaced_and_the_newest_comes_first(people: Store) -> None:
    with people.writing() as transaction:
        first = transaction.scenarios.keep(1, "a", "s", "North", "old")
        transaction.scenarios.keep(1, "a", "s", "South", "2")
        transaction.scenarios.keep(1, "b", "s", "North", "3")
        assert transaction.scenarios.keep(1, "a", "t", "North", "newer") == first
        found = [(one.kind, one.name, one.scenario, one.letters) for one in transaction.scenarios.of(1)]
        assert found == [("a", "North", "t", 5), ("b", "North", "s", 1), ("a", "South", "s", 1)]
        kept = transaction.scenarios.find(1, first)
        assert kept is not None
        assert kept[1] == "newer"


def test_nobody_reads_deletes_or_shares_what_is_somebody_elses(people: Store) -> None:
    with people.writing() as transaction:
        number = transaction.scenarios.keep(1, "a", "s", "North", "text")
        assert transaction.scenarios.of(2) == []
        assert transaction.scenarios.find(2, number) is None
        assert not transaction.scenarios.remove(2, number)
        transaction.scenarios.share(2, number, on=True)
        assert [one.link for one in transaction.scenarios.of(1)] == [""]
        assert transaction.scenarios.remove(1, number)
        assert not transaction.scenarios.remove(1, number)


def test_a_link_shows_one_until_it_is_taken_back_and_the_next_is_another(people: Store) -> None:
    with people.writing() as transaction:
        kept = transaction.scenarios
        number = kept.keep(1, "a", "s", "North", "text")
        assert kept.linked("") is None, "what has no link is not found by none"
        kept.share(1, number, on=True)
        (first,) = [one.link for one in kept.of(1)]
        kept.share(1, number, on=True)
        assert [one.link for one in kept.of(1)] == [first]
        shown = kept.linked(first)
        assert shown is not None
        assert shown[1] == "text"
        kept.share(1, number, on=False)
        assert kept.linked(first) is None
        kept.share(1, number, on=True)
        assert [one.link for one in kept.of(1)] not in ([""], [first])
