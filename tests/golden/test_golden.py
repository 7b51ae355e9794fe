"""Golden games fold, re-derive step by step, and come out the same when played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry, savefile
from sandtable.kernel import Match
from tools import golden

FILES = sorted(golden.GOLDEN.glob("*/*.game"))
KEPT = sorted(golden.GOLDEN.glob("kept/*/*.game"))
"""Games recorded under earlier rules: whatever changes since, they open."""
PLAYABLE = [
    (one.id, info.name) for one in registry.games() if one.is_playable for info in registry.game(one.id).scenarios()
]


def _match(path: Path) -> Match[Any]:
    loaded = savefile.read(path)
    assert loaded.problem is None
    return Match.fold(registry.game(path.parent.name), loaded.records)


@pytest.mark.parametrize(("game", "scenario"), PLAYABLE)
def test_every_scenario_has_its_golden_game(game: str, scenario: str) -> None:
    assert golden.path_of(game, scenario).exists(), "record it: python -m tools.golden --why REASON"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recording_has_its_reason(path: Path) -> None:
    history = golden.reasons()[f"{path.parent.name}/{path.stem}"]
    assert history[-1]["digest"] == golden.digest(path.read_bytes()), "record it: python -m tools.golden --why REASON"
    assert all(one["why"].strip() for one in history)


@pytest.mark.parametrize("path", [*FILES, *KEPT], ids=lambda path: "-".join(path.with_suffix("").parts[-3:]))
def test_a_golden_game_folds(path: Path) -> None:
    match = _match(path)
    assert match.steps
    assert match.game.broken(match.state) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_follows_from_the_rules_of_today(path: Path) -> None:
    assert list(_match(path).verify()) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playing_it_again_gives_the_same_bytes(path: Path) -> None:
    again = golden.play(registry.game(path.parent.name), path.stem)
    assert golden.lines(again) == path.read_bytes(), "if the change is meant: python -m tools.golden --why REASON"


OWN_DICE = {
    "axisallies": ("log.fire", "log.bombed"),
    "eastfront": ("log.combat", "log.flak", "log.air_shot", "log.readiness"),
}
"""Lines whose dice a side throws for itself, though the battle goes on by itself."""


@pytest.mark.parametrize("game", OWN_DICE)
def test_dice_belong_to_who_throws_them(game: str) -> None:
    steps = [step for path in FILES if path.parent.name == game for step in _match(path).steps]
    thrown = [entry for step in steps for entry in step.entries if entry.key in OWN_DICE[game] and entry.rolls]
    assert len(thrown) > 10
    assert [entry for entry in thrown if entry.seat not in registry.game(game).scenarios()[0].seats] == []
