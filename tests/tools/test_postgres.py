"""A throw-away PostgreSQL: it starts, takes what is written, leaves nothing; without one there is a sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tools import postgres
from tools.postgres import Unavailable, cluster, programs
from tools.waiting import next_line

ROOT = Path(__file__).resolve().parents[2]
needs_it = pytest.mark.skipif(
    programs() is None and os.environ.get("CI") != "true", reason="no PostgreSQL: python -m tools.postgres --install"
)


@needs_it
def test_a_cluster_is_there_while_it_is_wanted_and_gone_after() -> None:
    with cluster() as url:
        folder = Path(url.partition("?host=")[2])
        assert (folder / "data").is_dir()
        engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE x (n INTEGER)"))
            connection.execute(text("INSERT INTO x VALUES (7)"))
            assert connection.execute(text("SELECT n FROM x")).scalar() == 7
            assert connection.execute(text("SHOW listen_addresses")).scalar() == "", "nobody else can reach it"
        engine.dispose()
    assert not folder.exists()


@needs_it
def test_the_command_prints_the_address_and_stops_when_told() -> None:
    words = [sys.executable, "-m", "tools.postgres"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        url = next_line(process).strip()
        assert url.startswith("postgresql://postgres@/postgres?host=")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert not Path(url.partition("?host=")[2]).exists()


def test_without_programs_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "programs", lambda: None)
    with pytest.raises(Unavailable, match=r"tools\.postgres --install"), cluster():
        pass


def test_the_newest_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9", "15", "16"):
        (tmp_path / version / "bin").mkdir(parents=True)
    monkeypatch.setattr(postgres, "HOMES", f"{tmp_path}/*/bin")
    assert programs() == tmp_path / "16" / "bin"
    monkeypatch.setattr(postgres, "HOMES", f"{tmp_path}/none/*")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs() is None
    tool = tmp_path / "initdb"
    tool.touch(mode=0o755)
    assert programs() == tmp_path


def test_what_cannot_be_installed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres, "programs", lambda: None)
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\nexit 100\n")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert postgres.main(["--install"]) == 1
    assert "install it by hand" in capsys.readouterr().err


def test_a_program_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    bad = tmp_path / "initdb"
    bad.write_text("#!/bin/sh\necho no room on the disk\nexit 1\n")
    bad.chmod(0o755)
    with pytest.raises(Unavailable, match="no room on the disk"):
        postgres._run(bad)
