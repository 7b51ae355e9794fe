"""Running checks in turn."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tools import checks

GOOD, BAD = (sys.executable, "-c", ""), (sys.executable, "-c", "raise SystemExit(3)")


def test_every_step_is_run_and_all_failures_are_told(capfd: pytest.CaptureFixture[str]) -> None:
    last = (sys.executable, "-c", "print('reached')")
    assert checks.in_turn({"one": BAD, "two": GOOD, "three": BAD, "four": last}) == 1
    out = capfd.readouterr().out
    assert "reached" in out
    assert "== one: FAILED, " in out
    assert "== two: ok, " in out
    assert out.splitlines()[-1] == "== failed: one, three"


def test_nothing_failed_is_success(capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.in_turn({"one": GOOD}) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "== all is well"


def test_only_the_named_checks_are_run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"one": GOOD, "two": BAD})
    assert checks.main(["one"]) == 0
    assert checks.main([]) == 1


def test_an_unknown_check_is_refused_with_the_names_there_are(capfd: pytest.CaptureFixture[str]) -> None:
    assert checks.main(["lay"]) == 2
    assert "no check is called lay; there are ruff, format, mypy, imports, layout" in capfd.readouterr().out


def test_a_step_that_hangs_is_named_and_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    hangs = ("bash", "-c", f"sleep 600 >{pipe} & wait")
    monkeypatch.setattr(checks, "LIMIT", 1)
    assert checks.in_turn({"one": hangs, "two": GOOD}) == 1
    out = capfd.readouterr().out
    assert "== one: FAILED: not over after 1 s, so it was ended, " in out
    assert "== two: ok, " in out
    os.set_blocking(end, True)
    assert os.read(end, 1) == b"", "nobody holds the pipe any more"
    os.close(end)
