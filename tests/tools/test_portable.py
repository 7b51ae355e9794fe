"""Modules of POSIX are hidden from the package and from nobody else."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from tools import portable


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)
    portable.hide()


@pytest.mark.usefixtures("hidden")
def test_ours_cannot_import_what_windows_lacks() -> None:
    ours: dict[str, Any] = {"__name__": "sandtable.locks", "__builtins__": builtins}
    with pytest.raises(ModuleNotFoundError, match="fcntl"):
        exec("import fcntl", ours)
    exec("import json", ours)
    exec("import fcntl", {"__name__": "asyncio.unix_events", "__builtins__": builtins})


@pytest.mark.usefixtures("hidden")
def test_a_file_is_locked_by_whatever_there_is(tmp_path: Any) -> None:
    from sandtable.locks import try_lock

    file = tmp_path / "a.game"
    file.write_text("x")
    with file.open() as one, file.open() as other:
        assert try_lock(one.fileno())
        assert try_lock(other.fileno()), "without locks nobody waits"
