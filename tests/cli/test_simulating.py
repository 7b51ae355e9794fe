"""The command that plays many games says what it lacks."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

from sandtable.cli.app import app


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sandtable.lab.runs", None)
    monkeypatch.setitem(sys.modules, "sandtable.lab.report", None)
    found = CliRunner().invoke(app, ["sim", "eastfront", "--games", "1"])
    assert found.exit_code == 2
    assert "sandtable[lab]" in found.output
