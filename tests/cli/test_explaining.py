"""An attack explained from a case file or a saved game, by the question that the table asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry

CASE = Path(__file__).parents[1] / "cases" / "eastfront" / "ditch_turn_48.yaml"


@pytest.fixture(autouse=True)
def _with_crimea(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.eastfront,tests.small.market")


def test_strengths_column_modifiers_and_results_by_the_die(sand: Any) -> None:
    lines = sand("odds", CASE, "3606").out.splitlines()
    assert lines[:2] == ["Attack on 3606", "Attack 31"]
    assert "    +8  attack strength [EF-15.51]: 73 Inf Div" in lines
    assert "    +4  defence strength [EF-15.54.a]: 106 Rifle Div" in lines
    assert lines[lines.index("Column 6-1") : lines.index("Defender")] == [
        "Column 6-1",
        "Die 0",
        "    +1  fortified line [EF-18.21]",
        "    +1  strongpoint [EF-18.36]",
        "    −2  super-heavy artillery [EF-15.64]: 641 S-H Art Bn, I-814 S-H Art Bn",
    ]
    assert "   10.0%  Loses 4 steps, retreats" in lines
    assert (
        "By the die on 6-1: 1: -/4R · 2: -/3R · 3: -/3R · 4: */3R · 5: -/2R · 6: 1*/2 · 7: 1/1 · 8: -/R"
        in sand("odds", CASE, "3606").out
    )
    assert lines[-8:][0] == "   1 [x] engineers"


def test_what_if_is_asked_by_number_words_or_the_name_of_a_unit(sand: Any) -> None:
    for wish in ("2", "artillery"):
        shown = sand("odds", CASE, "3606", "--if", wish).out
        assert "Attack 31" in shown
        assert "Attack 24" in shown
        assert "   2 [ ] artillery" in shown
    both = sand("odds", CASE, "3606", "--if", "73 Inf Div", "--add", "690 Eng Rgt", "--json").data
    # left out one after the other: the engineers of --add first, then the division
    assert [odds["attack"]["total"] for odds in both] == ["31", "29", "21"]
    again = sand("odds", CASE, "3606", "--if", "73 Inf Div", "--if", "add 73 Inf Div", "--json").data
    assert again[0]["attack"]["total"] == again[2]["attack"]["total"]


def test_in_italian_and_for_scripts(sand: Any) -> None:
    shown = sand("odds", CASE, "3606", "--lang", "it").out
    assert "10,0%  " in shown
    assert "Secondo il dado su 6-1" in shown
    assert sand("odds", CASE, "3606", "--json").data["column"] == "6-1"


def test_a_saved_game_is_asked_the_same(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "ditch.game"
    assert sand("new", "eastfront", "1", "--to", path, "--seed", "5eed").code == 0
    shown = sand("odds", path, "3705", "--seat", "soviet").out
    assert shown.startswith("Attack on 3705\nAttack ")
    assert "[EF-15.51]" in shown


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ((CASE, "3915"), 2, "Nobody can attack 3915 as things stand."),
        ((CASE, "9999"), 2, "there is no place '9999'"),
        ((CASE, "3606", "--if", "tanks"), 2, "There is no what-if tanks; there is: engineers, artillery"),
        ((CASE, "3606", "--seat", "britain"), 2, "britain"),
        ((CASE,), 2, "Name a game and two forces"),
        (("nowhere.yaml", "3606"), 3, "nowhere.yaml"),
    ],
)
def test_bad_questions_are_told_what_to_do(sand: Any, words: tuple[Any, ...], code: int, told: str) -> None:
    answer = sand("odds", *words)
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err


def test_a_case_of_a_game_without_odds(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "market.yaml"
    path.write_text("case: quiet\ngame: market\n")
    assert "market has no odds to tell" in sand("odds", path, "square").err
