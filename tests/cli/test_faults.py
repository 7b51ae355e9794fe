"""Exit codes and sentences for all that can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.bots import UnknownBot
from sandtable.cli.faults import Fault, explain, report
from sandtable.kernel.codec import Malformed
from sandtable.kernel.game import UnknownName
from sandtable.kernel.naming import UnknownThing
from sandtable.registry import BadModule, NotPlayable, UnknownGame
from sandtable.savefile import CutOff, Damaged, DiskTrouble, InUse, WrongPath
from sandtable.texts import Catalogue, load

FILE = Path("f.game")
PROBLEMS: list[tuple[BaseException, int, str]] = [
    (Fault(1, "cli.allowed"), 1, "This may be done now."),
    (Damaged("cli.file.empty", FILE, 1), 3, "f.game is empty"),
    (CutOff("cli.file.cut_off", FILE, 7), 3, "f.game, line 7"),
    (WrongPath("cli.file.exists", FILE), 2, "f.game is there already"),
    (DiskTrouble("cli.file.full", FILE), 4, "the disk is full"),
    (InUse("cli.file.in_use", FILE), 4, "in use"),
    (UnknownGame("x", ("a", "b")), 2, "No game is called x. Games: a and b."),
    (NotPlayable("x", ("a",)), 2, "x is planned"),
    (UnknownBot("x", ("a",)), 2, "No bot is called x."),
    (UnknownName("scenario", "x", ("a",)), 2, "No scenario is called x."),
    (UnknownName("option", "x", ("a",)), 2, "No option is called x."),
    (UnknownName("option value", "Expected int"), 2, "cannot have this value: Expected int."),
    (UnknownThing("there is no piece 'x'"), 2, "Not understood: there is no piece 'x'."),
    (BadModule("no GAME"), 2, "Not understood: no GAME."),
    (Malformed("oops"), 2, "Not understood: oops."),
    (OSError(28, "No space left on device"), 4, "The system says: No space left on device."),
    (RuntimeError("oops"), 4, "Sandtable failed: RuntimeError: oops."),
]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(("problem", "code", "says"), PROBLEMS, ids=lambda value: type(value).__name__)
def test_each_problem_has_a_code_and_a_sentence(problem: BaseException, code: int, says: str, lang: str) -> None:
    texts = Catalogue(lang, [load(lang, "sandtable")])
    found, sentence = explain(problem, texts)
    assert found == code
    assert says in sentence or lang == "it"
    assert "⟨" not in sentence
    assert texts.missing == {}


def test_an_interrupt_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""
