"""Values of an owner's copy from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry


@pytest.fixture(autouse=True)
def _with_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.eastfront")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "mine" / "eastfront"
    home.mkdir(parents=True)
    (home / "units.yaml").write_text("46 Inf Div: {front: 9-9-6}\n")
    return home.parent


def test_a_folder_is_checked(sand: Any, folder: Path) -> None:
    assert sand("data", "check", folder).out.startswith("eastfront, scenario 1: units from the folder.\n")
    seven = {"game": "eastfront", "scenario": "7", "parts": ["units"]}
    assert seven in sand("data", "check", folder, "--json").data
    (folder / "eastfront" / "units.yaml").write_text("46 Inf Div: {front: nine}\n")
    bad = sand("data", "check", folder)
    assert (bad.code, bad.out) == (3, "")
    assert "46 Inf Div: front: front is written attack-defence-movement" in bad.err
    assert sand("data", "mend", folder).code == 2


def test_a_game_is_played_with_them(sand: Any, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "ditch.game"
    assert sand("new", "eastfront", "1", "--to", path, "--seed", "5eed", "--overlay", folder).code == 0
    assert '"46 Inf Div":{"front":"9-9-6"}' in path.read_text(encoding="utf-8").splitlines()[0]
    assert sand("new", "eastfront", "1", "--to", tmp_path / "no.game", "--overlay", tmp_path / "no").code == 3
    assert not (tmp_path / "no.game").exists()
