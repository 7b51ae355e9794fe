"""The men of a company by name, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry
from sandtable.cli.roster import roster
from sandtable.cli.speech import Speech
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import Chapter, Man
from sandtable.registry import manifest, package
from tests.games.fieldsoffire.board import board, drafted, key


@pytest.fixture(autouse=True)
def _with_the_company(monkeypatch: pytest.MonkeyPatch, _surroundings: None) -> None:
    """The command line of these tests knows small games only; here it knows the real ones as well."""
    monkeypatch.setattr(registry, "HOME", "sandtable.games")


def told(lang: str = "en") -> list[str]:
    state = board({"CO HQ": "R1C1", "1/1 PLT": "R1C1"})
    d = drafted(state)
    for number, man in enumerate(
        (
            Man(name="B. Burke", unit=key(state, "CO HQ")),
            Man(name="C. Daly", unit=key(state, "1/1 PLT"), honours=("Normandy 1",)),
            Man(name="D. Ellis", fate="casualty", mission="Normandy 1"),
            Man(name="E. Ford"),
        ),
        start=1,
    ):
        d.put("men", number, man)
    d.set(chapters=(Chapter(mission="Normandy 1", success=True, points=12, casualties=3),))
    speech = Speech(package("fieldsoffire"), manifest("fieldsoffire"), d.now.board, lang=lang, step_name=GAME.step_name)
    return list(roster(d.now, speech))


def test_the_roster_tells_missions_the_fallen_and_who_serves_where() -> None:
    lines = told()
    assert lines[0] == "The company"
    assert lines[lines.index("Missions (1)") + 1].endswith("done, 12 points, 3 casualties")
    assert lines[lines.index("Fallen and missing (1)") + 1].startswith("  D. Ellis; fell in ")
    assert "  B. Burke" in lines[lines.index("Company HQ (1)") :]
    assert any(line.startswith("  C. Daly; promoted after ") for line in lines)
    assert lines[lines.index("Without a unit (1)") + 1] == "  E. Ford"


def test_it_speaks_italian() -> None:
    lines = told("it")
    assert lines[0] == "La compagnia"
    assert any(line.startswith("  D. Ellis; caduto in") for line in lines)


@pytest.mark.parametrize("word", ["m", "roster"])
def test_a_key_shows_it_at_the_table(sand: Any, tmp_path: Path, word: str) -> None:
    path = tmp_path / "company.game"
    answer = sand("play", "fieldsoffire", "keep_up_the_fire", "--to", path, typed=f"\n{word}\nq\n")
    assert answer.code == 0
    assert "Company HQ (" in answer.out


def test_a_game_without_one_says_so(sand: Any, game: Path) -> None:
    assert "This game keeps no roster." in sand("play", game, typed="\nroster\nq\n").out
