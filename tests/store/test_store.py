"""A store remembers its secrets, each once."""

from __future__ import annotations

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
