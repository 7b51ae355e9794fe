"""Every store test runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from sandtable.store import Store
from sandtable.store.rows import MatchRow, SeatRow
from tools.postgres import Unavailable, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A running PostgreSQL; without one the tests are skipped here, and fail where everything must run."""
    try:
        with cluster() as url:
            yield url
    except Unavailable as problem:
        if os.environ.get("CI") == "true":
            pytest.fail(str(problem))
        pytest.skip(str(problem))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.sqlite'}"
        return
    server = request.getfixturevalue("postgres")
    name = f"test_{secrets.token_hex(6)}"
    admin = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.replace("/postgres?", f"/{name}?")
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    opened = Store(url, clock)
    yield opened
    opened.close()


def match_row(match_id: str = "g1", owner: int = 1, **fields: object) -> MatchRow:
    """A game in a row, with what matters to a test."""
    words = dict.fromkeys(("asked", "proposal", "outcome", "rematch"), "")
    numbers = dict.fromkeys(("seq", "revision", "turned"), 0)
    plain = {"kind": "skirmish", "rules": "1", "scenario": "meeting", "options": "{}", "settings": "{}"}
    values: dict[str, object] = {**words, **numbers, **plain, "status": "open", "created": 1, "changed": 1}
    return MatchRow(id=match_id, owner_id=owner, **{**values, **fields})  # type: ignore[arg-type]


def seat_row(seat: str, place: int = 0, account_id: int | None = None, match_id: str = "g1") -> SeatRow:
    """A seat in a row."""
    return SeatRow(
        match_id=match_id, seat=seat, place=place, account_id=account_id, reserved=False, bot="", resigned=False,
        clock=None, seen=0, trouble="",
    )  # fmt: skip


@pytest.fixture
def seated(store: Store) -> Store:
    """A store with two people and a game that has begun."""
    with store.writing() as transaction:
        ann, bob = transaction.people.add("Ann"), transaction.people.add("Bob")
        transaction.matches.create(match_row(owner=ann), [seat_row("blue", 0, ann), seat_row("red", 1, bob)])
        transaction.matches.begin("g1", 0, b"header", b"opening", status="playing")
    return store
