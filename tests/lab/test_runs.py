"""Many games on many processes: nothing is lost, nothing is played twice, the same games come out."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import Client, LocalCluster
from pyarrow import parquet

from sandtable.lab import runs
from sandtable.lab.report import report
from sandtable.lab.runs import Run, RunError, cluster, play_all
from sandtable.sim.series import GameRow, Series, play, series

PLAN = series("eastfront", ("1",), ("random", "random"), 10, seed="runs")


def told(row: GameRow) -> dict[str, Any]:
    return {**msgspec.structs.asdict(row), "seconds": 0}


@pytest.fixture(scope="module")
def here() -> list[dict[str, Any]]:
    """The same games, played one after the other."""
    return [told(play(PLAN, number)) for number in range(PLAN.games)]


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path, here: list[dict[str, Any]]) -> None:
    run = Run.open(tmp_path / "run", PLAN)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as own:
        pids = [worker.pid for worker in own.workers.values()]

        def kill_once(row: GameRow) -> None:
            if pids:
                os.kill(pids.pop(), signal.SIGKILL)
                pids.clear()

        with Client(own) as client:
            play_all(run, client, kill_once)
    assert [told(run.rows[number]) for number in range(PLAN.games)] == here
    table = parquet.read_table(tmp_path / "run" / runs.GAMES)
    assert table.num_rows == PLAN.games
    assert parquet.read_table(tmp_path / "run" / runs.TURNS).num_rows == sum(len(row["figures"]) for row in here)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, here: list[dict[str, Any]]) -> None:
    run = Run.open(tmp_path / "run", PLAN)
    for number in (0, 3):
        run.keep(play(PLAN, number))
    with (tmp_path / "run" / runs.FINISHED).open("ab") as file:
        file.write(b'{"number": 5, "scen')  # killed while it wrote
    again = Run.open(tmp_path / "run", PLAN)
    assert sorted(again.rows) == [0, 3]
    assert len(again.missing) == PLAN.games - 2
    again.keep(play(PLAN, 5))
    once_more = Run.open(tmp_path / "run", PLAN)
    assert [told(once_more.rows[number]) for number in (0, 3, 5)] == [here[number] for number in (0, 3, 5)]


def test_more_games_can_be_asked_of_a_run_but_no_others(tmp_path: Path) -> None:
    Run.open(tmp_path / "run", PLAN)
    assert len(Run.open(tmp_path / "run", msgspec.structs.replace(PLAN, games=12)).missing) == 12
    for other in ({"seed": "other"}, {"bots": ("random", "planner")}, {"version": "9"}):
        with pytest.raises(RunError, match="another series"):
            Run.open(tmp_path / "run", msgspec.structs.replace(PLAN, **other))


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("x")
    with pytest.raises(RunError, match="something else"):
        Run.open(tmp_path, PLAN)
    with pytest.raises(RunError, match="no series"):
        Run.load(tmp_path)
    (tmp_path / runs.PLAN).write_text("{")
    with pytest.raises(RunError, match="no series"):
        Run.open(tmp_path, PLAN)


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SECONDS", 0.5)
    with pytest.raises(RunError, match="no scheduler answers"), cluster("tcp://127.0.0.1:9"):
        pass


class Elsewhere:
    """Workers as a client tells of them."""

    def __init__(self, said: dict[str, str]) -> None:
        self.said = said

    def run(self, ask: Any) -> dict[str, str]:
        return self.said


def test_workers_of_another_version_are_said() -> None:
    with pytest.raises(RunError, match="make them alike"):
        runs.check_versions(Elsewhere({"tcp://a": "0.0.1"}))
    with pytest.raises(RunError, match="no workers"):
        runs.check_versions(Elsewhere({}))
    runs.check_versions(Elsewhere({"tcp://a": runs.version_here()}))


def test_the_page_says_what_came_of_it(tmp_path: Path) -> None:
    run = Run.open(tmp_path / "a", PLAN)
    for number in range(4):
        run.keep(play(PLAN, number))
    other = Run(tmp_path / "b", Series(game="eastfront", scenarios=("1",), bots=("planner", "random"), games=4))
    other.rows = dict(run.rows)
    page = report(run, other)
    for word in ("random against random", "4 games", "first bot wins", "0 / 0 / 4", "<svg", "Openings"):
        assert word in page
    empty = Run(tmp_path / "c", PLAN)
    assert "No game is finished" in report(empty)
