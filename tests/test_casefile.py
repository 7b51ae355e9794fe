"""Case files on disk: every fault with its line, and nothing that YAML guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import casefile, registry

GOOD = """\
case: a step
game: skirmish
rules: [SK-2.0]
position:
  only: true
  at: turn.blue
  pieces:
    blue 1: {hex: "0203"}
    red 1: {hex: "0503"}
play:
  - blue: {move: blue 1, path: ["0303"]}
expect:
  - pieces: {blue 1: {hex: 303}}
"""


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "case.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_good_case_passes(tmp_path: Path) -> None:
    report = casefile.run_file(written(tmp_path, GOOD))
    assert report.passed
    assert (report.case, report.game, report.rules, report.faults) == ("a step", "skirmish", ("SK-2.0",), ())
    assert casefile.as_plain(report)["entries"][0]["key"] == "log.moved"


def test_a_fault_has_the_line_of_its_expectation(tmp_path: Path) -> None:
    report = casefile.run_file(written(tmp_path, GOOD.replace("hex: 303", "hex: 404")))
    assert [(fault.line, fault.message) for fault in report.faults] == [(13, "blue 1: hex is 303, expected 404")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "a case is a mapping"),
        ("- a\n- b\n", 1, "a case is a mapping"),
        ("case: x\ngame: [\n", 3, "expected the node content"),
        ("case: x\ncase: y\n", 2, "'case' stands here twice"),
        ("case: &a x\ngame: *a\n", 2, "no aliases"),
        ("game: skirmish\n", 1, "a case needs a line 'case: ...'"),
        ("case: x\n", 1, "a case needs a line 'game: ...'"),
        ("case: x\ngame: chess\n", 2, "there is no game 'chess'"),
        (GOOD.replace("turn.blue", "turn.green"), 6, "there is no phase 'turn.green'"),
        (GOOD.replace("blue 1: {hex", "blu 1: {hex"), 7, "did you mean"),
        (GOOD.replace("path: [", "way: ["), 11, "move has no 'way'"),
        (GOOD + "weather: mud\n", 14, "there is no 'weather' here"),
        (b"case: \xff\xfe\n", 1, "not UTF-8"),
        (b"case: x\ngame: \xff\n", 2, "not UTF-8"),
    ],
)
def test_a_file_that_holds_no_case_says_where(tmp_path: Path, text: str | bytes, line: int, words: str) -> None:
    with pytest.raises(casefile.CaseFileError) as caught:
        casefile.run_file(written(tmp_path, text))
    assert caught.value.line == line
    assert words in caught.value.message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(casefile.CaseFileError, match="No such file"):
        casefile.run_file(tmp_path / "gone.yaml")
    with pytest.raises(casefile.CaseFileError, match="directory"):
        casefile.run_file(tmp_path)
    huge = written(tmp_path, b"#" * (casefile.LARGEST + 1))
    with pytest.raises(casefile.CaseFileError, match="larger than"):
        casefile.run_file(huge)


def test_words_stay_words(tmp_path: Path) -> None:
    path = written(tmp_path, "case: no\ngame: on\nrules: [2026-11-15]\nposition: {only: true, begun: false, at: ~}\n")
    data = casefile.read(path).data
    assert (data["case"], data["game"], data["rules"]) == ("no", "on", ["2026-11-15"])
    assert data["position"] == {"only": True, "begun": False, "at": None}
