"""Odds of bombing raids, told from words and from a game in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry

RAID = ("odds", "axisallies", "2 strategic bombers", "--raid", "major_ic")


@pytest.fixture(autouse=True)
def _with_raids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.axisallies,tests.small.skirmish")


def test_bombers_over_a_complex(sand: Any) -> None:
    # Each bomber comes through the guns five times in six and does 3 to 8 points: 2 x 5/6 x 5.5.
    assert sand(*RAID).out.splitlines() == [
        "Major industrial complex: 9.2 damage points on average, 2.8% of the time none; it can take 20.",
        "The attacker loses on average: 0.3 Strategic bomber.",
        "A balance of 5.2 IPC, give or take 9.5.",
        "These figures are exact.",
    ]


def test_every_amount_of_damage_for_scripts(sand: Any) -> None:
    found = sand(*RAID, "--json").data
    assert found["damage_chances"]["major_ic"]["0"] == pytest.approx(1 / 36)
    assert sum(found["swing_chances"].values()) == pytest.approx(1.0)


def test_fighters_escort_and_intercept(sand: Any) -> None:
    alone = sand("odds", "axisallies", "2 strategic bombers", "v", "2 fighters", "--raid", "major_ic", "--json").data
    escorted = sand(
        "odds", "axisallies", "2 strategic bombers, 2 fighters", "v", "2 fighters", "--raid", "major_ic", "--json"
    ).data
    assert escorted["damage"]["major_ic"] > alone["damage"]["major_ic"]
    assert escorted["interceptors_lost"]["fighter"] > alone["interceptors_lost"]["fighter"]


def test_what_one_more_bomber_would_change(sand: Any) -> None:
    lines = sand(*RAID, "--add", "strategic bomber").out.splitlines()
    assert lines[0] == "As it is:"
    assert lines[-1].startswith("The damage changes by +4.")
    italian = sand(*RAID, "--add", "strategic bomber", "--lang", "it").out
    assert "Complesso industriale maggiore: in media" in italian


def test_a_place_in_a_game(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "war.game"
    assert sand("new", "axisallies", "rulebook", "--to", path, "--seed", "5eed").code == 0
    bombers = ("--raid", "major_ic", "--add", "2 strategic bombers")
    shown = sand("odds", path, "United Kingdom", *bombers, "--seat", "germany").out
    assert "The interceptors lose on average: 0.3 Fighter." in shown  # the two fighters of the set-up may rise
    own = sand("odds", path, "Germany", *bombers, "--seat", "germany")
    assert own.code == 2
    assert "only installations of the other side are raided" in own.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("2 strategic bombers", "--raid", "church"), "church cannot be raided. Targets: Major industrial complex"),
        (("2 tactical bombers", "--raid", "major_ic"), "tactical_bomber does not raid major_ic"),
        (("2 fighters", "--raid", "air_base"), "nobody here bombs air_base"),
        (("2 strategic bombers", "v", "1 tank", "--raid", "air_base"), "tank does not rise against a raid"),
        (("v", "1 fighter", "--raid", "air_base"), "Name bombers"),
    ],
)
def test_raids_that_cannot_be(sand: Any, words: tuple[str, ...], told: str) -> None:
    answer = sand("odds", "axisallies", *words)
    assert answer.code == 2
    assert told in answer.err


def test_a_game_without_raids_says_so(sand: Any) -> None:
    assert "skirmish has no odds to tell" in sand("odds", "skirmish", "1 tank", "--raid", "air_base").err
