"""The command line under test: small games, English, and a runner that keeps both streams apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from sandtable import registry
from sandtable.cli.app import app

GAMES = "tests.small.skirmish,tests.small.market,tests.small.patrol"
MANIFEST = """\
id = "someday"
title = { en = "Some Day", it = "Un giorno" }
subtitle = { en = "A war to come", it = "Una guerra a venire" }

[[seats]]
id = "axis"

[[seats]]
id = "soviet"
"""


@dataclass(frozen=True)
class Answer:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Sand = Callable[..., Answer]


@pytest.fixture(scope="session", autouse=True)
def _built_once() -> Iterator[None]:
    """Let the runner use one built program: building it anew takes most of the time of a command."""
    program = get_command(app)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", lambda _: program)
        yield


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of games with one that is only planned, so that nothing here hangs on which games there are today."""
    home = tmp_path_factory.mktemp("shelf") / "shelf_of_tests"
    (home / "someday").mkdir(parents=True)
    (home / "__init__.py").write_text("")
    (home / "someday" / "__init__.py").write_text("")
    (home / "someday" / "manifest.toml").write_text(MANIFEST, encoding="utf-8")
    return home


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shelf: Path) -> None:
    monkeypatch.syspath_prepend(str(shelf.parent))
    monkeypatch.setattr(registry, "HOME", shelf.name)
    monkeypatch.setenv(registry.ENVIRONMENT, GAMES)
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "SANDTABLE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def sand() -> Sand:
    """Run a command in this process."""

    def run(*words: object, typed: str = "") -> Answer:
        done = CliRunner().invoke(app, [str(word) for word in words], input=typed, prog_name="sandtable")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Answer(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def game(sand: Sand, tmp_path: Path) -> Path:
    """A new skirmish in a file."""
    path = tmp_path / "a.game"
    assert sand("new", "skirmish", "meeting", "--to", path, "--seed", "5eed").code == 0
    return path


@pytest.fixture
def over(sand: Sand, tmp_path: Path) -> Path:
    """A skirmish that bots have played to its end."""
    path = tmp_path / "over.game"
    bots = ("--seat", "blue=random", "--seat", "red=random")
    assert sand("play", "skirmish", "narrow", "--to", path, "--seed", "5eed01", *bots).code == 0
    return path
