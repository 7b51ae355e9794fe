"""Bots by name: the product's for every game, a game's own for that game."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import registry
from sandtable.bots import UnknownBot, known_bots, make, strongest
from sandtable.planning import RandomBot


def test_the_random_bot_plays_any_game() -> None:
    assert isinstance(make("random", b"x"), RandomBot)
    assert "random" in known_bots("eastfront")


@pytest.mark.parametrize("game", ["axisallies", "eastfront"])
def test_a_bot_is_found_by_the_name_it_had_once(game: str) -> None:
    assert type(make("staff", b"x", game)) is type(make("planner", b"x", game))
    assert "staff" not in known_bots(game), "nobody is offered two names for one bot"


def test_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(UnknownBot, match="no bot 'clever'; there is random"):
        make("clever", b"x")


def test_a_game_brings_its_own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "brought"
    (home / "bots").mkdir(parents=True)
    (home / "__init__.py").write_text(
        "from tests.small.skirmish import Skirmish\n\n\nclass G(Skirmish):\n    id = 'brought'\n\n\nGAME = G()\n"
    )
    (home / "bots" / "__init__.py").write_text("BOTS = {'clever': lambda seed: ('clever', seed)}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(registry.ENVIRONMENT, "brought,tests.small.skirmish")
    assert list(known_bots("brought")) == ["random", "clever"]
    assert make("clever", b"x", "brought") == ("clever", b"x")
    assert list(known_bots("skirmish")) == ["random"]


@pytest.mark.parametrize(
    ("game", "best"),
    [("axisallies", "strategist"), ("eastfront", "strategist"), ("fieldsoffire", "planner"), ("nextwar", "strategist")],
)
def test_the_strongest_bot_is_known_by_its_level_and_not_by_its_place(game: str, best: str) -> None:
    assert strongest(game) == best


def test_a_bot_without_a_level_stands_before_the_weakest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "levelled"
    (home / "bots").mkdir(parents=True)
    (home / "__init__.py").write_text(
        "from tests.small.skirmish import Skirmish\n\n\nclass G(Skirmish):\n    id = 'levelled'\n\n\nGAME = G()\n"
    )
    (home / "bots" / "__init__.py").write_text("BOTS = {'planner': lambda seed: seed, 'clever': lambda seed: seed}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(registry.ENVIRONMENT, "levelled,tests.small.skirmish")
    assert list(known_bots("levelled"))[-1] == "clever"
    assert strongest("levelled") == "planner"
    assert strongest("skirmish") == "random"
