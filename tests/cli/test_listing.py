"""Scenarios and options of a game."""

from __future__ import annotations

from typing import Any


def test_scenarios_and_options_are_listed(sand: Any) -> None:
    assert sand("scenarios", "skirmish").out.splitlines() == [
        "meeting  (blue, red)",
        "narrow  (blue, red)",
        "--option turns=6",
    ]


def test_scripts_get_json(sand: Any) -> None:
    found = sand("scenarios", "market", "--json").data
    assert found["scenarios"] == [{"name": "coast", "seats": ["east", "north", "west"], "minutes": 0}]
    assert found["options"] == {"rounds": 3}


def test_an_unknown_and_a_planned_game_are_named(sand: Any) -> None:
    unknown, planned = sand("scenarios", "chess"), sand("scenarios", "someday")
    assert (unknown.code, planned.code) == (2, 2)
    assert unknown.err == "No game is called chess. Games: someday, skirmish, market and patrol.\n"
    assert planned.err == "someday is planned and cannot be played yet. Playable: skirmish, market and patrol.\n"
