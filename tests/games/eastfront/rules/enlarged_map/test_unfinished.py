"""The joined game: the belt of Sevastopol is finished on turn 53."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.rules.enlarged_map import unfinished
from sandtable.games.eastfront.rules.enlarged_map.works import BELT, works_at
from sandtable.kernel import Draft, NoDice, SeededDice
from tests.games.eastfront.board import board, logged, play


@pytest.mark.rule("EF-PB5.86")
def test_the_belt_is_of_no_use_at_the_start_of_the_joined_game() -> None:
    state = GAME.start(GAME.open("10"), SeededDice(bytes(32))).state
    belt = [h for h, ground in state.board.ground.items() if ground.works == BELT]  # type: ignore[attr-defined]
    assert len(belt) == 14
    assert state.razed == dict.fromkeys(belt, 0)  # type: ignore[attr-defined]
    assert not any(works_at(state, h) for h in belt)  # type: ignore[arg-type]
    for name in ("3", "5"):
        assert unfinished.unfinished_belt(GAME.open(name)) == ()  # type: ignore[arg-type]
    late: dict[str, Any] = {"card": {"turns": {"first": 54}}}
    assert unfinished.unfinished_belt(GAME.open("10", facts=late)) == ()  # type: ignore[arg-type]
    early: dict[str, Any] = {"turns": {"first": 50, "last": 50}, "calendar": [{"turn": 50, "weather": "dry"}]}
    assert unfinished.unfinished_belt(GAME.open("5", facts={"card": early})) == ()  # type: ignore[arg-type]
    just: dict[str, Any] = {"card": {"turns": {"first": 53}}}
    assert len(unfinished.unfinished_belt(GAME.open("10", facts=just))) == 14  # type: ignore[arg-type]


@pytest.mark.rule("EF-PB5.86")
@pytest.mark.parametrize(
    ("name", "turn", "finished"), [("10", 52, False), ("10", 53, True), ("10", 54, False), ("5", 70, False)]
)
def test_it_is_finished_at_the_end_of_the_soviet_engineer_phase_of_turn_53(
    name: str, turn: int, finished: bool
) -> None:
    belt = [h for h, ground in GAME.open("10").ground.items() if ground.works == BELT]  # type: ignore[attr-defined]
    codes = [f"In-{h - 10_000}" for h in belt]
    facts = {"hexes": {code: {"works": "belt"} for code in codes}}
    razed: dict[str, int] = {**dict.fromkeys(codes, 0), codes[0]: 50}
    d = Draft(board("axis.movement", {}, scenario=name, turn=turn, weather="dry", facts=facts, razed=razed), NoDice())
    unfinished.finish_belt(d)
    # what the Axis destroyed before stays destroyed
    assert [h for h in belt if h not in d.now.razed] == (belt[1:] if finished else [])
    assert bool([entry for entry in d.entries if entry.key == "log.belt_finished"]) is finished


@pytest.mark.rule("EF-PB5.86")
def test_the_phase_ends_with_the_belt() -> None:
    facts = {"hexes": {"In-1624": {"works": "belt"}}, "card": {"switches": {"general_supply": {"value": "always"}}}}
    more: dict[str, Any] = {
        "scenario": "10",
        "turn": 53,
        "weather": "dry",
        "facts": facts,
        "control": {"4012": "soviet"},
    }
    state = board("soviet.engineer.building", {"157 Rifle Div": 4012}, razed={"In-1624": 0}, **more)
    assert works_at(state, 11624) == ""
    step = play(state, "soviet", {"do": "done"}, [5] * 9)
    assert logged(step, "belt_finished").rule == "EF-PB5.86"
    assert works_at(step.state, 11624) == BELT


@pytest.mark.rule("EF-PB5.86")
def test_nothing_is_finished_elsewhere_or_twice() -> None:
    early: dict[str, Any] = {"turns": {"first": 53, "last": 53}, "calendar": [{"turn": 53, "weather": "dry"}]}
    facts = {"hexes": {"In-1624": {"works": "belt"}}, "card": early}
    campaign = board("axis.movement", {}, scenario="5", turn=53, weather="dry", facts=facts, razed={"In-1624": 0})
    whole = board("axis.movement", {}, scenario="10", turn=53, weather="dry")
    for state in (campaign, whole):
        d = Draft(state, NoDice())
        unfinished.finish_belt(d)
        assert (d.now.razed, d.entries) == (state.razed, [])
