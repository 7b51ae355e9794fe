"""Golden games come out the same when played again, step by step; games of earlier rules open."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable import registry, savefile
from sandtable.kernel import Match
from tools import golden

FILES = sorted(golden.GOLDEN.glob("*/*.trace"))
KEPT = sorted(golden.GOLDEN.glob("kept/*/*.game"))
"""Whole games recorded under earlier rules: whatever changes since, they open."""
PLAYABLE = [
    (one.id, info.name) for one in registry.games() if one.is_playable for info in registry.game(one.id).scenarios()
]


@cache
def _played(game: str, scenario: str) -> Match[Any]:
    return golden.play(registry.game(game), scenario)


def test_every_scenario_has_its_golden_game_and_no_other_lies_there() -> None:
    wanted = {golden.path_of(game, scenario) for game, scenario in PLAYABLE}
    assert wanted == set(FILES), "record it: python -m tools.golden --why REASON"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recording_has_its_reason(path: Path) -> None:
    history = golden.reasons()[f"{path.parent.name}/{path.stem}"]
    assert history[-1]["digest"] == golden.digest(path.read_bytes()), "record it: python -m tools.golden --why REASON"
    assert all(one["why"].strip() for one in history)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: "-".join(path.with_suffix("").parts[-2:]))
def test_a_game_of_earlier_rules_opens(path: Path) -> None:
    loaded = savefile.read(path)
    assert loaded.problem is None
    match = Match.fold(registry.game(path.parent.name), loaded.records)
    assert match.steps
    assert match.game.broken(match.state) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playing_it_again_gives_the_same_steps(path: Path) -> None:
    match = _played(path.parent.name, path.stem)
    assert golden.trace(match) == path.read_text().splitlines(), (
        "if the change is meant: python -m tools.golden --why REASON"
    )
    assert match.game.broken(match.state) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_folds_and_follows_from_the_rules(path: Path) -> None:
    match = _played(path.parent.name, path.stem)
    again = Match.fold(match.game, match.records)
    assert again.state == match.state
    assert list(again.verify()) == []


OWN_DICE = {
    "axisallies": ("log.fire", "log.bombed"),
    "eastfront": ("log.combat", "log.flak", "log.air_shot", "log.readiness"),
}
"""Lines whose dice a side throws for itself, though the battle goes on by itself."""


@pytest.mark.parametrize("game", OWN_DICE)
def test_dice_belong_to_who_throws_them(game: str) -> None:
    steps = [step for scenario in registry.game(game).scenarios()[:2] for step in _played(game, scenario.name).steps]
    thrown = [entry for step in steps for entry in step.entries if entry.key in OWN_DICE[game] and entry.rolls]
    assert len(thrown) > 10
    assert [entry for entry in thrown if entry.seat not in registry.game(game).scenarios()[0].seats] == []
