"""The list of games: told at once, without loading what it does not need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import cli, registry
from sandtable.cli.shelf import answered

SOURCE = str(Path(sandtable.__file__).parents[1])


def test_games_are_listed_with_their_state(sand: Any) -> None:
    lines = sand("games").out.splitlines()
    assert lines[:2] == ["someday   Some Day: A war to come (planned)", "skirmish  skirmish (playable)"]
    assert "Un giorno: Una guerra a venire (in preparazione)" in sand("games", "--lang", "it").out


def test_scripts_get_json(sand: Any) -> None:
    found = {one["id"]: one for one in sand("games", "--json").data}
    assert found["someday"]["seats"] == ["axis", "soviet"]
    assert found["someday"]["status"] == "planned"
    assert found["market"]["status"] == "playable"


def test_the_quick_way_says_the_same_as_the_command(sand: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--json"], ["--lang", "it"], ["--json", "--lang", "en"]):
        assert answered(words)
        assert capsys.readouterr().out == sand("games", *words).out


@pytest.mark.parametrize("words", [["--help"], ["--lang"], ["--lang", "la"], ["more"], ["--json=1"]])
def test_anything_else_is_left_to_the_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert not answered(words)
    assert capsys.readouterr().out == ""


def test_main_takes_the_quick_way_and_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sandtable", "games", "--json"])
    cli.main()
    assert json.loads(capsys.readouterr().out)
    monkeypatch.setattr(sys, "argv", ["sandtable", "games", "--lang", "la"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2


def test_a_bad_module_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "no.such")
    with pytest.raises(SystemExit) as ended:
        answered([])
    assert ended.value.code == 2
    assert "SANDTABLE_GAMES names no.such" in capsys.readouterr().err


def test_listing_loads_neither_typer_nor_any_heavy_library() -> None:
    code = (
        "import sys; sys.argv = ['sandtable', 'games']; from sandtable.cli import main; main();"
        "print([m for m in ('typer', 'pydantic', 'rich', 'babel', 'numpy', 'yaml') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": SOURCE, registry.ENVIRONMENT: ""}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("buffered", [True, False], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("words", [["games"], ["scenarios", "axisallies"], ["--help"]], ids=lambda words: words[0])
def test_a_full_disk_is_one_sentence_and_a_reader_who_leaves_is_none(words: list[str], buffered: bool) -> None:
    program = [sys.executable, "-c", "from sandtable.cli import main; main()", *words]
    surroundings = {**os.environ, "PYTHONPATH": SOURCE, registry.ENVIRONMENT: ""}
    surroundings.pop("PYTHONUNBUFFERED", None)
    if not buffered:
        surroundings["PYTHONUNBUFFERED"] = "1"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, env=surroundings, check=False)
    assert (done.returncode, done.stderr) == (4, "The system says: No space left on device.\n")
    reading, writing = os.pipe()
    os.close(reading)
    left = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, env=surroundings, check=False)
    os.close(writing)
    # Typer itself ends with 1 when nobody reads its help.
    assert (left.returncode, left.stderr) == (1 if words == ["--help"] else 0, "")
