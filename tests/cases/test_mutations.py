"""Case files with mistakes: whatever is wrong is said, with its line, and no misspelt word goes unnoticed.

Every file gets a few mutants, the same in every run. A mutant passes, fails an expectation, or cannot be run; it never
ends otherwise. One with a misspelt word never passes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import casefile, registry
from sandtable.kernel.cases.vocabulary import NOTHING, vocabulary_of
from tests.cases.mutations import Mutant, mutants
from tests.cases.test_cases import MODULES

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("**/*.yaml"))
EACH, MANY = 2, 8
"""Mutants of a file in the fast suite, and in the slow one: half of them misspelt, the others changed or cut."""


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, ",".join(MODULES))


def verdict(path: Path, mutant: Mutant) -> str:
    """What becomes of a mutant; anything but an error with a line comes out as it is."""
    path.write_text(mutant.text)
    try:
        return "passes" if casefile.run_file(path).passed else "fails"
    except casefile.CaseFileError as problem:
        return "cannot be run" if problem.line else f"has no line: {problem.message}"


every_file = pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HERE)) for path in FILES])


@every_file
def test_a_mistake_is_noticed(path: Path, tmp_path: Path) -> None:
    check(path, tmp_path, "mistake", EACH)


@pytest.mark.slow
@every_file
def test_many_mistakes_are_noticed(path: Path, tmp_path: Path) -> None:
    check(path, tmp_path, "many", MANY)


def check(path: Path, folder: Path, seed: str, count: int) -> None:
    """Demand that each mutant of a file ends in one of the ways it may; words of a game without a list may be any."""
    data = casefile.read(path).data
    is_listed = vocabulary_of(registry.game(data["game"])) is not NOTHING
    for mutant in mutants(path, data, seed, count):
        found = verdict(folder / "mutant.yaml", mutant)
        allowed = ("fails", "cannot be run", *(() if mutant.is_misspelt and is_listed else ("passes",)))
        assert found in allowed, mutant.what


def test_most_mistakes_are_found_before_anything_is_played(tmp_path: Path) -> None:
    """A misspelt word is an error with its line nearly always, not an expectation that fails for other reasons."""
    found = [
        verdict(tmp_path / "mutant.yaml", mutant)
        for path in FILES[::20]
        for mutant in mutants(path, casefile.read(path).data, "word", 2 * EACH)
        if mutant.is_misspelt
    ]
    assert found.count("cannot be run") >= 0.9 * len(found) > 10
