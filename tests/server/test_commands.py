"""The commands: serve on this machine alone, stop in order, survive being killed; doctor, backup, restore."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from sandtable.server import commands
from sandtable.server.commands import register
from sandtable.server.config import Config
from sandtable.store import Store
from sandtable.store.folders import database_url
from tests.store.conftest import game_row

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def command() -> Any:
    app = typer.Typer()
    register(app)
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one table that has not begun."""
    store = Store(database_url(tmp_path / "data"))
    with store.writing() as books:
        books.games.create(game_row(owner=books.people.add("Ann")), [])
    store.close()
    return tmp_path / "data"


def start(folder: Path, *words: str) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own; gives its address."""
    program = "import sys, typer; from sandtable.server.commands import register; a = typer.Typer(); register(a); a()"
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--no-browser", "--data", str(folder), *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line, line
    return process, line.split()[3].rstrip("/")


def test_serve_answers_on_loopback_and_stops_in_order(tmp_path: Path) -> None:
    process, address = start(tmp_path / "data")
    with process:
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
                    assert b'"ok"' in answer.read()
                break
            except OSError:
                continue
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) in (0, -signal.SIGTERM)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert (tmp_path / "data" / "sandtable.sqlite").is_file()


def test_serve_refuses_what_it_should_not_do(command: Any, tmp_path: Path) -> None:
    wide = command("serve", "--host", "0.0.0.0", "--data", tmp_path, "--no-browser")
    assert wide.exit_code == 1
    assert "use --club" in wide.output
    bad = command("serve", "--port", "0", "--database", "mysql://x/y", "--no-browser")
    assert bad.exit_code == 1
    assert "use SQLite or PostgreSQL" in bad.output


def test_a_port_in_use_is_said(command: Any, tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = command("serve", "--port", taken.getsockname()[1], "--data", tmp_path, "--no-browser")
    assert found.exit_code == 1
    assert "--port" in found.output


def test_backup_and_restore(command: Any, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    made = command("backup", file, "--data", data)
    assert made.exit_code == 0, made.output
    assert "1 games" in made.output
    assert "exists" in command("backup", file, "--data", data).output
    assert command("restore", file, "--data", data).exit_code == 1
    assert "1 games" in command("restore", file, "--data", tmp_path / "new").output
    assert command("restore", file, "--data", data, "--replace").exit_code == 0
    missing = command("restore", tmp_path / "nothing", "--data", tmp_path / "newer")
    assert (missing.exit_code, "there is no file" in missing.output) == (1, True)


def test_the_doctor_finds_a_table_that_cannot_be_opened(
    command: Any, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandtable.server import doctor

    bundle = data / "web"
    bundle.mkdir()
    (bundle / "index.html").touch()
    monkeypatch.setattr(doctor, "BUNDLE", bundle)
    well = command("doctor", "--data", data)
    assert well.exit_code == 0, well.output
    assert "skirmish: 2 scenarios" in well.output
    store = Store(database_url(data))
    with store.writing() as books:
        books.games.begin("g1", 0, b"{}", b"{}", status="playing")
    store.close()
    ill = command("doctor", "--data", data)
    assert ill.exit_code == 1
    assert "FAIL table g1" in ill.output


def test_a_thread_that_reckons_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import uvicorn

    seen: list[float] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: seen.append(sys.getswitchinterval()))
    usual = sys.getswitchinterval()
    try:
        with commands._listen("127.0.0.1", 0) as listener:
            commands._run(None, listener, Config(database=""))
    finally:
        sys.setswitchinterval(usual)
        gc.unfreeze()
    assert seen == [commands.SWITCH]


@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_when_the_server_is_killed() -> None:
    words = [sys.executable, "-m", "tools.load", "--tables", "10", "--rate", "30", "--kills", "6"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "in the store: 0 troubles" in done.stdout
