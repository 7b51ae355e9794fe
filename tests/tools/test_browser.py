"""Making ready for tests in a browser."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from tools import browser


def test_a_browser_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda name: "/x" if name == "chromium" else None)
    assert browser.fetch_browser() == ""


def test_without_rights_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda name: "/x" if name == "apt-get" else None)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 1000)
    assert "install the package chromium" in browser.fetch_browser()


def test_a_failed_installation_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 100, "", "E: no network\n")

    monkeypatch.setattr(browser.shutil, "which", lambda name: "/x" if name == "apt-get" else None)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0)
    monkeypatch.setattr(browser.subprocess, "run", run)
    assert "E: no network" in browser.fetch_browser()


def test_the_driver_is_pinned_and_comes_as_all_packages_do() -> None:
    assert browser.driver_command() == [
        str(browser.ROOT / "dev"),
        "packages",
        "--require-hashes",
        "-r",
        str(browser.LOCK),
    ]
    assert browser.LOCK.is_file()


@pytest.mark.parametrize(
    ("ends", "code", "runs", "told"),
    [([0], 0, 1, False), ([1, 0], 0, 2, True), ([1, 1], 1, 2, False), ([2], 2, 1, False), ([5], 5, 1, False)],
)
def test_what_failed_is_tried_once_more_and_named_unsteady_if_it_then_passes(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ends: list[int],
    code: int,
    runs: int,
    told: bool,
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, ends[len(commands) - 1])

    monkeypatch.setattr(browser.subprocess, "run", run)
    assert browser.run(["-x"]) == code
    assert len(commands) == runs
    assert "--last-failed" not in commands[0]
    assert all("--last-failed" in command for command in commands[1:])
    assert ("unsteady" in capsys.readouterr().out) is told
