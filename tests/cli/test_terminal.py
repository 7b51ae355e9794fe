"""Lines in and out."""

from __future__ import annotations

import io
import sys

import pytest

from sandtable.cli.terminal import EndOfInput, Terminal


def test_a_script_is_echoed_so_that_the_transcript_reads_like_a_session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("  move \n"))
    terminal = Terminal()
    assert not terminal.is_person
    assert terminal.ask() == "move"
    with pytest.raises(EndOfInput):
        terminal.ask()
    terminal.clear()
    assert capsys.readouterr().out == ">   move \n> \n"


def test_a_person_is_asked_and_may_leave(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter([" done "])

    def typed(mark: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr(Terminal, "is_person", True)
    assert Terminal().ask() == "done"
    with pytest.raises(EndOfInput):
        Terminal().ask()
    Terminal().clear()
    assert capsys.readouterr().out.startswith("\x1b[2J")


def test_few_texts_stand_below_each_other_and_many_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal().columns(["a", "b"])
    assert capsys.readouterr().out == "  a\n  b\n"
    Terminal().columns([f"{n:03}" for n in range(100)], width=42)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 13
    assert lines[0].split()[:3] == ["000", "013", "026"]
    assert max(map(len, lines)) <= 42
    Terminal().columns([])
    assert capsys.readouterr().out == ""
