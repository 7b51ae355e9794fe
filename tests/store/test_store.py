"""A store remembers its secrets, each once."""

from __future__ import annotations

import threading

from sandtable.store import Store


def test_a_secret_is_made_once_and_stays(store: Store, url: str) -> None:
    with store.writing() as books:
        first = books.secret("links")
        assert books.secret("links") == first
        assert books.secret("bots") != first
    again = Store(url)
    with again.writing() as books:
        assert books.secret("links") == first
    again.close()
    assert len(first) >= 43


def test_processes_that_start_at_once_agree_on_a_secret(store: Store, url: str) -> None:
    together, found = threading.Barrier(2), []

    def start(opened: Store) -> None:
        together.wait(10)
        with opened.writing() as books:
            found.append(books.secret("links"))

    other = Store(url)
    threads = [threading.Thread(target=start, args=(one,)) for one in (store, other)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    other.close()
    assert len(found) == 2
    assert found[0] == found[1]
