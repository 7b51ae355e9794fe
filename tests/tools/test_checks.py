"""Running checks in turn."""

from __future__ import annotations

import sys

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
