"""A run against a real server: it is killed and comes back, and a loss would be seen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from sandtable import registry
from sandtable.store import Store
from sandtable.store.folders import database_url
from tools.load.drive import Plan, drive, verify
from tools.load.players import Tally
from tools.load.server import GAME, Server


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, GAME)


@pytest.mark.slow
def test_a_run_with_kills_loses_nothing_and_a_loss_would_be_told(tmp_path: Path) -> None:
    tally, server = Tally(), Server(tmp_path)
    try:
        server.start()
        first = server.pid
        body = {"game": "skirmish", "scenario": "meeting", "options": {"turns": 1000}, "start": True}
        tables = [server.ask("POST", "/api/tables", body)["id"] for _ in range(3)]
        asyncio.run(drive([server], Plan(rate=40, seconds=60, kills=3), tally, tables))
        assert server.pid != first
    finally:
        server.stop()
    assert (tally.kills, tally.errors) == (3, [])
    assert len(tally.acked) > 5
    assert verify(tmp_path, "", tally, tables) == []
    store = Store(database_url(tmp_path))
    (table, request), other = tally.acked[0], next(one for one in tables if one != tally.acked[0][0])
    with store.writing() as books:
        lost = {"game": table, "request": f"1:{request}"}
        books.connection.execute(
            text("UPDATE step SET request = NULL WHERE game_id = :game AND request = :request"), lost
        )
        books.connection.execute(text("UPDATE game SET opening = '{}' WHERE id = :game"), {"game": other})
    store.close()
    told = verify(tmp_path, "", tally, tables)
    assert any(f"acknowledged answer {request} is lost" in line for line in told)
    assert any(line.startswith(f"table {other}: ") for line in told)
