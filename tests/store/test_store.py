"""A store remembers its secrets, each once."""

from __future__ import annotations

import threading

from sandtable.store import Store


def test_a_secret_is_made_once_and_stays(store: Store, url: str) -> None:
    with store.writing() as transaction:
        first = transaction.secret("links")
        assert transaction.secret("links") == first
        assert transaction.secret("bots") != first
    again = Store(url)
    with again.writing() as transaction:
        assert transaction.secret("links") == first
    again.close()
    assert len(first) >= 43


def test_processes_that_start_at_once_agree_on_a_secret(store: Store, url: str) -> None:
    together, found = threading.Barrier(2), []

    def start(opened: Store) -> None:
        together.wait(10)
        with opened.writing() as transaction:
            found.append(transaction.secret("links"))

    other = Store(url)
    threads = [threading.Thread(target=start, args=(one,)) for one in (store, other)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    other.close()
    assert len(found) == 2
    assert found[0] == found[1]
