"""Odds told from words and from a game in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry

WAR = ("3 infantry, 2 tanks", "v", "4 infantry, 1 fighter")


@pytest.fixture(autouse=True)
def _with_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.axisallies,tests.small.skirmish")


def test_two_forces_in_words(sand: Any) -> None:
    lines = sand("odds", "axisallies", *WAR).out.splitlines()
    assert lines[0].startswith("The attacker wins 30.4%, the defender 63.5%; both are destroyed 6.1%")
    assert lines[-1] == "These figures are exact."


def test_the_same_in_italian_and_as_json(sand: Any) -> None:
    assert "L'attaccante vince 30,4%" in sand("odds", "axisallies", *WAR, "--lang", "it").out
    found = sand("odds", "axisallies", *WAR, "--json").data
    assert found["method"] == "exact"
    assert found["attacker_wins"] == pytest.approx(0.3042, abs=1e-4)


def test_what_a_few_more_would_change(sand: Any) -> None:
    shown = sand("odds", "axisallies", *WAR, "--add", "1 tank").out
    assert "With the reinforcement:" in shown
    assert "The attacker's chance changes by +36.4%" in shown
    assert sand("odds", "axisallies", *WAR, "--add", "tank", "--json").data["difference"]["attacker_wins"] > 0.36


def test_a_landing_with_guns_behind_it(sand: Any) -> None:
    landing = ("odds", "axisallies", "2 infantry", "v", "1 infantry", "--amphibious", "2 infantry", "--json")
    alone = sand(*landing).data["attacker_wins"]
    assert sand(*landing, "--bombard", "battleship").data["attacker_wins"] > alone


def test_at_sea_nothing_is_taken(sand: Any) -> None:
    assert "takes the territory" in sand("odds", "axisallies", "tank", "v", "fighter").out
    assert "takes the territory" not in sand("odds", "axisallies", "2 destroyers", "v", "submarine").out


def test_a_missing_file_is_named(sand: Any) -> None:
    answer = sand("odds", "nowhere.game", "France")
    assert (answer.code, answer.err) == (3, "There is no file nowhere.game.\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("axisallies", "3 horses", "v", "1 tank"), "there is no kind"),
        (("axisallies", "v", "1 tank"), "Name a game and two forces"),
        (("axisallies",), "Name a game and two forces"),
        (("axisallies", "1 tank", "v", "1 tank", "--add", "-3 tank"), "cannot take 3 tank"),
        (("skirmish", "1 tank", "v", "1 tank"), "skirmish has no odds to tell"),
        (("chess", "1 tank", "v", "1 tank"), "No game is called chess"),
        (("axisallies", "1 tank", "v", "1 fighter", "--sea"), "tank does not fight at sea"),
        (("axisallies", "1 tank", "v", "1 destroyer"), "tank does not fight at sea"),
    ],
)
def test_bad_questions_are_told_what_to_do(sand: Any, words: tuple[str, ...], told: str) -> None:
    answer = sand("odds", *words)
    assert answer.code == 2
    assert told in answer.err
    assert answer.out == ""


def test_a_place_in_a_game(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "war.game"
    assert sand("new", "axisallies", "rulebook", "--to", path, "--seed", "5eed").code == 0
    quiet = sand("odds", path, "France")
    assert quiet.code == 2
    assert quiet.err.startswith("Nobody fights for France as things stand")
    tanks = sand("odds", path, "France", "--seat", "germany", "--add", "30 tanks", "--json").data
    assert tanks["attacker_wins"] > 0.99
    assert sand("do", path, "done").code == 0
    for words in (("done",), ("fly", "units=71,72", "to=France", "task=attack")):
        sand("do", path, *words)
    assert "The attacker wins" in sand("odds", path, "France").out
    assert "With the reinforcement:" in sand("odds", path, "France", "--add", "6 tanks").out


def test_every_ending_with_its_chance(sand: Any) -> None:
    lines = sand("odds", "axisallies", "2 tanks", "v", "1 infantry", "--all").out.splitlines()
    assert lines[0] == "60.0%: 2 Tank; nobody"
    cases = sand("odds", "axisallies", "2 tanks", "v", "1 infantry", "--all", "--json").data
    assert sum(case["chance"] for case in cases) == pytest.approx(1.0)
    assert cases[0]["attacker"] == {"tank": 2}
