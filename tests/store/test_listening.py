"""Other processes hear which game moved, when and only when it is committed."""

from __future__ import annotations

import contextlib
import queue

from sqlalchemy import text

from sandtable.store import Store
from sandtable.store.listening import PostgresListener


def test_a_committed_step_is_heard_and_one_rolled_back_is_not(seated: Store) -> None:
    if seated.database.is_sqlite:
        with seated.writing() as transaction:
            transaction.matches.append("g1", 0, [b"one"])  # there is nobody to tell, and nothing breaks
        return
    heard: queue.Queue[tuple[str, int | None]] = queue.Queue()
    other = Store(seated.database.url.render_as_string(hide_password=False))  # as another process would
    listener = PostgresListener(other.database, lambda game, seq: heard.put((game, seq)))
    listener.start()
    assert listener.ready.wait(10)
    with contextlib.suppress(ZeroDivisionError), seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"ghost"])
        _ = 1 // 0
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one", b"two"])
    assert heard.get(timeout=5) == ("g1", 2)
    with seated.writing() as transaction:
        transaction.matches.change("g1", rematch="g2")
    assert heard.get(timeout=5) == ("g1", None)
    with other.writing() as transaction:
        transaction.matches.append("g1", 2, [b"three"])  # whoever wrote it there has told everybody there
    with seated.writing() as transaction:
        transaction.matches.append("g1", 3, [b"four"])
    assert heard.get(timeout=5) == ("g1", 4)
    assert heard.empty()
    listener.stop()
    other.close()


def test_a_listener_that_was_cut_off_comes_back_and_says_that_it_may_have_missed_something(seated: Store) -> None:
    if seated.database.is_sqlite:
        return
    heard: queue.Queue[tuple[str, int | None]] = queue.Queue()
    listener = PostgresListener(seated.database, lambda game, seq: heard.put((game, seq)))
    listener.start()
    assert listener.ready.wait(10)
    with seated.writing() as transaction:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        assert transaction.connection.execute(text(cut)).scalars().all() == [True]
    assert heard.get(timeout=10) == ("", None)
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"one"])
    assert heard.get(timeout=5) == ("g1", 1)
    listener.stop()
