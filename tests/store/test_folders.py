"""The data folder is the one given, the one named in the environment, or the platform's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.store.folders import ENVIRONMENT, data_folder, database_url


def test_the_order_of_places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "named"))
    assert data_folder(tmp_path / "given") == tmp_path / "given"
    assert data_folder() == tmp_path / "named"
    monkeypatch.delenv(ENVIRONMENT)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "sandtable"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "sandtable")


def test_the_folder_is_made_for_nobody_else_to_read(tmp_path: Path) -> None:
    url = database_url(tmp_path / "a" / "b")
    assert url.endswith("/a/b/sandtable.sqlite")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0
