"""Runs every case file below this folder; each carries its rule ids as the ``rule`` mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import casefile, registry

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("**/*.yaml"))
SMALL = ("tests.small.skirmish", "tests.small.market", "tests.small.patrol")
MODULES = (*SMALL, "sandtable.games.fieldsoffire.game")
"""Games that the registry does not offer: those made for tests, and those that are planned."""


def _parameters() -> list[object]:
    found = []
    for path in FILES:
        rules = casefile.read(path).data.get("rules") or []
        marks = [pytest.mark.rule(*rules)] if rules else []
        found.append(pytest.param(path, id=str(path.relative_to(HERE)), marks=marks))
    return found


@pytest.mark.parametrize("path", _parameters())
def test_case(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, ",".join(MODULES))
    report = casefile.run_file(path)
    assert report.passed, "\n" + "\n".join(f"{report.file}:{fault.line}: {fault.message}" for fault in report.faults)
