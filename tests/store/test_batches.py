"""Those who write at once share a commit; nobody is told before it, and nobody pays for another's failure."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.store import Conflict, Store, Unreachable
from sandtable.store.batches import MOST, Batch, Batches


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'a.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def batches(store: Store) -> Batches:
    assert store.database.batches is not None
    return store.database.batches


class Disk:
    """Commits that take until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate, self.begun = threading.Semaphore(0), threading.Semaphore(0)
        end = Batch.end

        def slow(batch: Batch) -> None:
            self.begun.release()
            assert self.gate.acquire(timeout=20)
            end(batch)

        monkeypatch.setattr(Batch, "end", slow)


@pytest.fixture
def disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


class Writers:
    """Threads that each add a person, and what came of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.told, self.threads = store, dict[str, Any](), list[threading.Thread]()

    def start(self, *names: str) -> None:
        for name in names:
            self.threads.append(threading.Thread(target=self._write, args=(name,)))
            self.threads[-1].start()

    def _write(self, name: str) -> None:
        try:
            with self.store.writing() as transaction:
                transaction.people.add(name)
            self.told[name] = "done"
        except Exception as problem:  # noqa: BLE001 - the test looks at it
            self.told[name] = problem

    def join(self) -> None:
        for thread in self.threads:
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture
def writers(store: Store) -> Writers:
    return Writers(store)


def people(store: Store) -> list[str]:
    with store.reading() as transaction:
        return [row.name for row in transaction.people.all()]


def queue(batches: Batches, count: int) -> None:
    """Wait until so many wait for their turn."""
    until = time.monotonic() + 20
    while batches.waiting < count:
        assert time.monotonic() < until
        time.sleep(0.005)


def test_nobody_is_told_before_it_is_on_disk(store: Store, writers: Writers, disk: Disk) -> None:
    writers.start("Ann")
    assert disk.begun.acquire(timeout=20)
    assert (writers.told, people(store)) == ({}, [])
    disk.gate.release()
    writers.join()
    assert (writers.told, people(store)) == ({"Ann": "done"}, ["Ann"])


def test_those_who_wait_share_one_commit(store: Store, batches: Batches, writers: Writers, disk: Disk) -> None:
    before = batches.commits
    writers.start("First")
    assert disk.begun.acquire(timeout=20)
    others = [f"Person {n}" for n in range(12)]
    writers.start(*others)
    queue(batches, len(others))
    disk.gate.release()
    assert disk.begun.acquire(timeout=20)
    assert (writers.told, people(store)) == ({"First": "done"}, ["First"]), "the others have written, and are not told"
    disk.gate.release()
    writers.join()
    assert batches.commits - before == 2
    assert writers.told == dict.fromkeys(["First", *others], "done")
    assert sorted(people(store)) == sorted(["First", *others])


def test_one_that_fails_takes_back_only_its_own(store: Store, batches: Batches, writers: Writers, disk: Disk) -> None:
    writers.start("First")
    assert disk.begun.acquire(timeout=20)
    writers.start("Ann", "Bob", "ann", "Cid")  # two of them look alike
    queue(batches, 4)
    disk.gate.release(2)
    writers.join()
    alike = [writers.told["Ann"], writers.told["ann"]]
    assert sum(one == "done" for one in alike) == 1
    assert sum(isinstance(one, Conflict) for one in alike) == 1
    assert len(people(store)) == 4


def test_an_error_of_the_last_one_does_not_keep_the_others_waiting(
    store: Store, batches: Batches, writers: Writers, disk: Disk
) -> None:
    writers.start("First")
    assert disk.begun.acquire(timeout=20)
    writers.start("Ann")
    queue(batches, 1)
    disk.gate.release(9)
    with contextlib.suppress(ZeroDivisionError), store.writing() as transaction:
        transaction.people.add("Nobody")
        _ = 1 // 0
    writers.join()
    assert people(store) == ["First", "Ann"]


def test_a_commit_that_fails_is_told_to_all_who_shared_it(
    store: Store, batches: Batches, writers: Writers, disk: Disk
) -> None:
    writers.start("First")
    assert disk.begun.acquire(timeout=20)
    writers.start("Ann", "Bob")
    queue(batches, 2)
    disk.gate.release()
    assert disk.begun.acquire(timeout=20)
    shared = disk_connection(store)
    shared.rollback()  # as SQLite does by itself when the disk is full
    disk.gate.release()
    writers.join()
    assert writers.told["First"] == "done"
    assert all(isinstance(writers.told[name], Unreachable) for name in ("Ann", "Bob"))
    assert people(store) == ["First"]
    disk.gate.release()
    writers.start("Cid")
    writers.join()
    assert people(store) == ["First", "Cid"], "the next ones write again"


def disk_connection(store: Store) -> Any:
    """The connection of the batch that is being committed."""
    import gc

    (batch,) = [one for one in gc.get_objects() if isinstance(one, Batch) and not one._ended.is_set()]
    return batch.connection.connection.dbapi_connection


def test_a_batch_is_not_filled_for_ever(store: Store, batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST >= 16
    monkeypatch.setattr("sandtable.store.batches.MOST", 3)
    monkeypatch.setattr(batches, "waiting", 1_000_000)  # somebody always wants to write
    before = batches.commits
    writers = Writers(store)
    writers.start("A1", "A2", "A3", "A4", "A5", "A6")
    writers.join()
    assert batches.commits - before == 2
    assert len(people(store)) == 6


def test_a_database_that_cannot_be_written_says_so_and_lets_the_next_one_try(store: Store, tmp_path: Path) -> None:
    other = Store(f"sqlite:///{tmp_path / 'a.sqlite'}")
    held = other.database.engine.connect()
    held.exec_driver_sql("ROLLBACK")
    held.exec_driver_sql("BEGIN IMMEDIATE")
    with store.database.engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        raw.execute("PRAGMA busy_timeout=50")
    with pytest.raises(Unreachable, match="another program holds the database"), store.writing() as transaction:
        transaction.people.add("Ann")
    held.exec_driver_sql("ROLLBACK")
    held.close()
    other.close()
    with store.writing() as transaction:
        transaction.people.add("Bob")
        assert transaction.connection.execute(text("SELECT count(*) FROM account")).scalar() == 1
