"""A backup holds everything, is whole or refused, and moves between the databases."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.store import BadBackup, Store
from sandtable.store.backup import restore_backup, write_backup
from tests.store.conftest import match_row


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    yield store
    store.close()


@pytest.fixture
def full(seated: Store) -> Store:
    with seated.writing() as transaction:
        transaction.matches.append("g1", 0, [b"\x00\xffbytes", b"two"], request="1:c1")
        transaction.matches.keep_snapshot("g1", 1, 0, b"cache")
        transaction.talk.say("g1", 1, "ciao è")
        transaction.talk.write_note("g1", 1, "plan")
        transaction.jobs.add("clock", "k", {"a": 1})
        transaction.people.log_in(1)
        transaction.secret("links")
    return seated


def contents(store: Store) -> object:
    with store.reading() as transaction:
        return (
            transaction.matches.find("g1"),
            transaction.matches.beginning("g1"),
            transaction.matches.steps("g1"),
            transaction.matches.seats("g1"),
            transaction.talk.lines("g1"),
            transaction.talk.note("g1", 1),
            transaction.jobs.all(),
            transaction.people.find(1),
        )


def test_a_backup_restores_everything_there_and_back(full: Store, other: Store, tmp_path: Path) -> None:
    with full.reading() as transaction:
        secret = transaction.secret("links")
    counts = write_backup(full, tmp_path / "b")
    assert counts["step"] == 2
    assert restore_backup(other, tmp_path / "b") == counts
    assert contents(other) == contents(full)
    with other.writing() as transaction:
        assert transaction.secret("links") == secret
        assert transaction.matches.snapshots("g1") == []
        transaction.people.add("Cid")
        transaction.matches.append("g1", 2, [b"three"])
    write_backup(other, tmp_path / "c")
    restore_backup(full, tmp_path / "c", replace=True)
    assert contents(full) == contents(other)
    with full.writing() as transaction:
        assert transaction.people.add("Dan") == 4, "new rows are numbered after the restored ones"


def test_a_store_in_use_is_not_overwritten_by_accident(full: Store, other: Store, tmp_path: Path) -> None:
    write_backup(full, tmp_path / "b")
    with other.writing() as transaction:
        transaction.matches.create(match_row("mine", owner=transaction.people.add("Eve")), [])
    with pytest.raises(BadBackup, match="not empty"):
        restore_backup(other, tmp_path / "b")
    with other.reading() as transaction:
        assert transaction.matches.find("mine").id == "mine"


@pytest.mark.parametrize("damage", ["cut", "rows", "text", "none", "bomb"])
def test_half_a_backup_is_refused_and_nothing_is_written(
    full: Store, other: Store, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "b"
    write_backup(full, path)
    content = path.read_bytes()
    lines = gzip.decompress(content).splitlines(keepends=True)
    match damage:
        case "cut":
            path.write_bytes(content[: len(content) * 2 // 3])
        case "rows":
            path.write_bytes(gzip.compress(b"".join(line for line in lines if not line.startswith(b'["step"'))))
        case "text":
            path.write_text("hello")
        case "none":
            path.unlink()
        case _:
            path.write_bytes(gzip.compress(lines[0] + b'["step",' + b"[" * 100_000))
    with pytest.raises(BadBackup):
        restore_backup(other, path)
    with other.reading() as transaction:
        assert transaction.people.named("Ann") is None


def test_a_backup_of_an_older_version_is_restored_with_what_it_lacks(full: Store, other: Store, tmp_path: Path) -> None:
    path = tmp_path / "b"
    write_backup(full, path)
    lines = gzip.decompress(path.read_bytes()).replace(b'"version":"0003"', b'"version":"0001"')
    for newer in (b',"disabled":false', b',"known":"[]","told":-1'):
        assert newer in lines
        lines = lines.replace(newer, b"")
    head, _, counted = lines.rstrip(b"\n").rpartition(b"\n")
    assert b'"scenario":0' in counted, "a table that it did not know"
    lines = head + b"\n" + re.sub(rb',?"(scenario|subscription)":0', b"", counted) + b"\n"
    path.write_bytes(gzip.compress(lines))
    restore_backup(other, path)
    assert contents(other) == contents(full)


def test_a_backup_of_another_version_is_refused(other: Store, tmp_path: Path) -> None:
    path = tmp_path / "b"
    path.write_bytes(gzip.compress(b'{"sandtable":1,"version":"9999","at":1}\n{"rows":{}}\n'))
    with pytest.raises(BadBackup, match="newer version"):
        restore_backup(other, path)


def test_nothing_is_left_behind_when_a_backup_cannot_be_written(full: Store, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "x").touch()
    with pytest.raises(IsADirectoryError):
        write_backup(full, tmp_path / "taken")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".taken")]
