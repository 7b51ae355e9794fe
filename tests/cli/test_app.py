"""The program as a whole: its commands, its exit codes, and no tracebacks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli import app as program
from sandtable.cli.faults import EXIT_CODES

SOURCE = Path(sandtable.__file__).parents[1]
ROOT = Path(__file__).parents[2]
MAIN = "from sandtable.cli import main; main()"


def process(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """The real program."""
    env = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", MAIN, *(str(word) for word in words)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60, **more)


def test_help_lists_every_command_and_the_exit_codes(sand: Any) -> None:
    shown = sand("--help").out
    listed = shown.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    of_the_server = ["serve", "doctor", "backup", "restore", "account"]
    assert [line.split()[0] for line in listed] == [*program.COMMANDS, *of_the_server]
    assert "..." not in "".join(listed)  # each fits its line
    told = " ".join(shown.split())
    assert " ".join(EXIT_CODES.split()) in told
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "130 "):
        assert code in EXIT_CODES


@pytest.mark.parametrize("command", program.COMMANDS)
def test_every_command_explains_itself(sand: Any, command: str) -> None:
    shown = sand(command, "--help")
    assert shown.code == 0
    assert f"Usage: sandtable {command}" in shown.out
    assert "--lang" in shown.out


def test_the_version_is_told(sand: Any) -> None:
    assert sand("--version").out == f"sandtable {sandtable.__version__}\n"


@pytest.mark.parametrize("words", [("juggle",), ("show",), ("games", "--what"), ("log", "x.game", "--last", "many")])
def test_wrong_usage_ends_with_two(sand: Any, words: tuple[str, ...]) -> None:
    answer = sand(*words)
    assert answer.code == 2
    assert "Error" in answer.err
    assert answer.out == ""


def test_without_words_it_shows_its_help(sand: Any) -> None:
    answer = sand()
    assert "Usage: sandtable" in answer.out + answer.err


def test_an_unforeseen_fault_is_one_sentence(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the board fell off the table")

    monkeypatch.setattr("sandtable.cli.shelf.tell", fail)
    answer = sand("games")
    assert answer.code == 4
    assert answer.err.startswith("Sandtable failed: RuntimeError: the board fell off the table.")
    assert len(answer.err.splitlines()) == 1
    monkeypatch.setenv("SANDTABLE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        sand("games")


@pytest.mark.parametrize("problem", [KeyError("x"), ValueError("x"), OSError(5, "Input/output error"), TypeError("x")])
def test_any_kind_of_fault_is_one_sentence(sand: Any, monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def fail(*_: object) -> None:
        raise problem

    monkeypatch.setattr("sandtable.cli.shelf.tell", fail)
    answer = sand("games")
    assert (answer.code, len(answer.err.splitlines())) == (4, 1)


def test_an_interrupt_ends_with_130(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.cli.shelf.tell", interrupt)
    answer = sand("games")
    assert (answer.code, answer.out) == (130, "")


def test_the_language_comes_from_the_option_or_the_surroundings(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "planned" in sand("games").out
    assert "in preparazione" in sand("games", "--lang", "it").out
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "in preparazione" in sand("games").out
    assert "planned" in sand("games", "--lang", "en").out
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert "planned" in sand("games").out


def test_an_unknown_language_is_refused(sand: Any) -> None:
    answer = sand("games", "--lang", "la")
    assert (answer.code, answer.err) == (2, "No language is called la. Languages: en and it.\n")


def test_errors_speak_the_chosen_language(sand: Any) -> None:
    answer = sand("scenarios", "chess", "--lang", "it")
    assert answer.code == 2
    assert answer.err.startswith("Nessun gioco si chiama chess.")


def test_the_real_program_works_and_has_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "r.game"
    assert process("new", "skirmish", "meeting", "--to", path).returncode == 0
    shown = process("show", path, "--seat", "blue")
    assert shown.returncode == 0
    assert "blue 1" in shown.stdout
    missing = process("show", tmp_path / "none.game")
    assert (missing.returncode, missing.stdout) == (3, "")
    assert missing.stderr == f"There is no file {tmp_path / 'none.game'}.\n"


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "r.game"
    bots = "--seat blue=random --seat red=random"
    env = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
    run = f'"{sys.executable}" -c "{MAIN}"'
    script = f'{run} play skirmish meeting --to "{path}" {bots} >/dev/null; {run} replay "{path}" | head -1'
    done = subprocess.run(["sh", "-c", script], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
