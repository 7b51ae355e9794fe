"""Random play on a card where everything travels: trains, ferries, transports, flotillas, bridges and supply points."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel import Match, Refusal, SeededDice
from tests.contracts.playing import Wanderer

SHAPE = {"label": "x", "size": "regiment", "stack": 1, "steps": 1}
NEW = [
    {**SHAPE, "id": "Red Flotilla", "type": "flotilla", "side": "soviet", "nation": "soviet", "front": "1-1-16"},
    {**SHAPE, "id": "Base", "type": "axis_base", "side": "axis", "nation": "german", "front": "0-2-0"},
    {**SHAPE, "id": "Para Rgt", "type": "parachute", "side": "axis", "nation": "german", "front": "3-3-5"},
]
RIVER = {
    "5416-5516": {"river": "major"},
    "5415-5515": {"river": "major"},
    "5416-5515": {"river": "major"},
    "6413-6513": {"river": "minor"},
}
ANSWERS = 260


def facts() -> dict[str, Any]:
    """Scenario 7 with all that its card leaves out."""
    card = data("scenarios/7")
    axis = [*card["axis"]["units"], {"hex": "5316", "unit": "Base"}, {"hex": "5321", "unit": "Para Rgt"}]
    soviet = [*card["soviet"]["units"], {"hex": "6912", "unit": "Red Flotilla"}]
    return {
        "units": {"new": NEW},
        "sides": RIVER,
        "card": {
            "axis": {"units": axis},
            "soviet": {"units": soviet},
            "switches": {
                "attack_supply_axis": {"value": "points", "turns": [0, 0]},
                "attack_supply_soviet": {"value": "points", "turns": [0, 0]},
                "rail_conversion": {"value": "allowed"},
                "captured_lines": {"value": 1},
                "map_t": {"value": True},
                "naval": {"value": "allowed"},
            },
            "rail_capacity": {"axis": {"converted": 2, "captured": 1}, "soviet": {"soviet": 3}},
            "attack_supply": {
                "axis": {"each_turn": 3, "counters": 4, "per_base": 2},
                "soviet": {"each_turn": 2, "counters": 4, "wagon": True, "entry": "map"},
            },
            "bridges": {"axis": 2, "soviet": 2, "ferries": 1},
            "airlift": {"axis": 2, "soviet": 2},
        },
    }


@pytest.mark.parametrize("seed", [b"two", b"three"])
def test_every_answer_that_is_offered_applies_and_nothing_breaks(seed: bytes) -> None:
    match = Match.new(GAME, GAME.open("7", {}, facts()), seed)
    wanderer, said = Wanderer(GAME, SeededDice(seed)), Counter[str]()
    for _ in range(ANSWERS):
        if not GAME.prompts(match.state):
            break
        seat, action = wanderer.answer(match.state)
        step = match.act(seat, action)
        assert not isinstance(step, Refusal), (action, step)
        assert GAME.broken(match.state) is None
        said[str(action.__struct_config__.tag)] += 1
    assert said["deliver"]
    assert said["entrain"] or said["ship"]
