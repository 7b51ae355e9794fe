"""The commands: serve on this machine alone, stop in order, survive being killed; doctor, backup, restore."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
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
from tests.server.conftest import Running
from tests.store.conftest import match_row
from tools.waiting import next_line

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
    with store.writing() as transaction:
        transaction.matches.create(match_row(owner=transaction.people.add("Ann")), [])
    store.close()
    return tmp_path / "data"


def start(folder: Path, *words: str) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own; gives its address."""
    program = "import sys, typer; from sandtable.server.commands import register; a = typer.Typer(); register(a); a()"
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--no-browser", "--data", str(folder), *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    line = next_line(process)
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


def test_a_folder_has_one_server_and_is_free_again_when_that_is_killed(command: Any, tmp_path: Path) -> None:
    first = Running(tmp_path)
    second = command("serve", "--port", "0", "--data", tmp_path / "data", "--no-browser")
    assert second.exit_code == 1
    assert "another server is at work on" in second.output
    assert first.ask("GET", "/healthz")[0] == 200
    first.stop(signal.SIGKILL)
    again = Running(tmp_path)
    assert again.ask("GET", "/healthz")[0] == 200
    again.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_bot_outlives_its_server(tmp_path: Path, how: int) -> None:
    running = Running(tmp_path)
    chairs = {"blue": {"who": "bot"}, "red": {"who": "bot"}}
    wanted = {"game": "skirmish", "scenario": "narrow", "options": {"turns": 500}, "seats": chairs, "start": True}
    table = running.ask("POST", "/api/tables", wanted)[1]["id"]
    for _ in range(400):
        if running.ask("GET", f"/api/tables/{table}")[1]["seq"] > 2:
            break
        time.sleep(0.05)
    else:
        pytest.fail("the bots do not play")
    bots = children(running.process.pid)
    assert bots
    running.stop(how)
    for _ in range(400):
        if not any(is_alive(one) for one in bots):
            return
        time.sleep(0.05)
    pytest.fail("a bot thinks on for nobody")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there and is more than the memory of one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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


def test_where_no_port_was_asked_for_a_free_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with commands._listen("127.0.0.1", 0) as taken:
        monkeypatch.setattr(commands, "PORT", taken.getsockname()[1])
        with commands._listen_anywhere("127.0.0.1") as found:
            assert found.getsockname()[1] != commands.PORT
    with commands._listen_anywhere("127.0.0.1") as found:
        assert found.getsockname()[1] == commands.PORT


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


def test_a_backup_of_nothing_is_no_backup(command: Any, data: Path, tmp_path: Path) -> None:
    """Whoever mistypes the folder would else have an empty backup, and learn of it on the day it is needed."""
    for words in (("--data", tmp_path / "dta"), ("--database", f"sqlite:///{tmp_path / 'other.sqlite'}")):
        made = command("backup", tmp_path / "all.backup", *words)
        assert made.exit_code == 1
        assert "there is no " in made.output
    assert [one.name for one in tmp_path.iterdir()] == ["data"]
    unplaced = command("backup", tmp_path / "no" / "all.backup", "--data", data)
    assert (unplaced.exit_code, "there is no folder" in unplaced.output) == (1, True)
    assert "no database URL" in command("backup", tmp_path / "all.backup", "--database", "nonsense").output
    (tmp_path / "file").write_text("")
    told = command("serve", "--data", tmp_path / "file" / "data", "--no-browser")
    assert (told.exit_code, "Errno" in told.output, "file/data: " in told.output) == (1, False, True)


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
    assert "ok   skirmish bots: random" in well.output
    for about in ("settings: local, no public address, no mail", "store: sqlite", "file: ", "disk: "):
        assert f"ok   {about}" in well.output
    store = Store(database_url(data))
    with store.writing() as transaction:
        transaction.matches.begin("g1", 0, b"{}", b"{}", status="playing")
    store.close()
    ill = command("doctor", "--data", data)
    assert ill.exit_code == 1
    assert "FAIL table g1" in ill.output


def test_the_doctor_finds_a_bad_setting_a_broken_bot_and_a_full_disk(
    command: Any, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandtable.server import doctor

    def broken(name: str, seed: bytes, game_id: str) -> Any:
        raise ImportError("no weights")

    monkeypatch.setattr(doctor, "make", broken)
    monkeypatch.setattr(doctor, "LOW", 10**9)
    monkeypatch.setenv("SANDTABLE_BOTS", "many")
    ill = command("doctor", "--data", data)
    assert ill.exit_code == 1
    for said in ("FAIL settings: ", "FAIL skirmish bots: ImportError: no weights", "FAIL disk: "):
        assert said in ill.output
    monkeypatch.setenv("SANDTABLE_BOTS", "2")
    monkeypatch.setenv("SANDTABLE_MODE", "club")
    assert "settings: club, no public address (not HTTPS" in command("doctor", "--data", data).output
    monkeypatch.setenv("SANDTABLE_MAIL_HOST", "mail.example")
    assert "FAIL settings: mails are sent, but SANDTABLE_URL is not set" in command("doctor", "--data", data).output


def test_an_unknown_level_of_the_log_is_said(command: Any, tmp_path: Path) -> None:
    found = command("serve", "--log-level", "loud", "--data", tmp_path, "--no-browser")
    assert found.exit_code == 1
    assert "debug, info, warning, error" in found.output


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


def test_two_servers_never_share_a_port_where_reusing_it_means_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows a second server that "reuses" the address gets some of the people of the first."""
    import socket

    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with commands._listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
