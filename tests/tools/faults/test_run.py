"""Ten faults, and everything that was told was so; and what is bent in the store afterwards is found."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandtable import registry
from sandtable.store import Store
from sandtable.store.folders import database_url
from tools.faults import run
from tools.faults.run import Outcome, Trial, verify
from tools.load.server import GAME


@pytest.mark.slow
def test_ten_faults_and_nothing_is_lost_nor_told_that_was_not_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, GAME)
    trial = Trial(tmp_path, "", 2, b"ten")
    try:
        trial.open()
        found = asyncio.run(trial.play(10, ("kill", "cut", "clock")))
    finally:
        trial.server.stop()
    verify(trial, "", found)
    assert found.troubles == []
    assert found.faults.total() == 10
    assert min(found.acked, found.seen, found.resumed) > 0
    # The same diaries against a store that has lost its last record, as after a disk that lied.
    store = Store(database_url(tmp_path))
    table = max(trial.clients, key=lambda one: max(one.seqs.values())).diary.table
    with store.writing() as transaction:
        newest = transaction.matches.find(table).seq
        transaction.connection.exec_driver_sql("DELETE FROM step WHERE game_id = ? AND seq = ?", (table, newest))
        transaction.connection.exec_driver_sql("UPDATE game SET seq = ? WHERE id = ?", (newest - 1, table))
    store.close()
    again = Outcome()
    verify(trial, "", again)
    assert any("which there is not" in said or "is lost" in said for said in again.troubles)


def test_what_is_asked_for_has_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["--faults", "0"])
    assert "1 to 5000 faults" in capsys.readouterr().err
