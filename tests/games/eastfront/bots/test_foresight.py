"""Plans played out in the mind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sandtable.games.eastfront.bots import moving
from sandtable.games.eastfront.bots.foresight import WON, score
from sandtable.games.eastfront.bots.planner import CrimeaPlanner
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, ELIMINATED, SOVIET, CrimeaState
from sandtable.kernel import SeededDice, Step
from sandtable.kernel.codec import state_hash
from sandtable.kernel.state import successor
from sandtable.planning import SeatAtTable, foresight
from sandtable.planning.foresight import Rounds, play_out
from tests.games.eastfront.board import board, key

FEW = ("46 Inf Div", "50 Inf Div", "28 Jg Div", "Groddeck Bde", "129 Mot Rgt/22 Pz", "404 Rifle Div", "320 Rifle Div")


def last_turn() -> CrimeaState:
    """The last Axis movement at Kerch, with a few units where the scenario puts them."""
    state: CrimeaState = board("axis.movement.moves", scenario="7", bare=False, weather="dry", turn=165)
    kept = [key(state, name) for name in FEW]
    pieces = {k: piece if k in kept else replace(piece, hex=0, box=ELIMINATED) for k, piece in state.pieces.items()}
    return successor(state, pieces=pieces)


def test_a_game_is_played_out_to_its_end_and_the_same_for_the_same_dice() -> None:
    state = last_turn()
    ends = [play_out(GAME, state, AXIS, CrimeaPlanner(b"x", foresees=False), SeededDice(b"y")) for _ in range(2)]
    assert GAME.ending(ends[0]) is not None
    assert state_hash(ends[0]) == state_hash(ends[1])


def test_a_victory_scores_more_than_any_defeat_and_steps_count_beside_it() -> None:
    state = last_turn()
    some, more, won = (successor(state, tracks={"soviet_steps": n}) for n in (10, 20, 60))
    assert score(some, AXIS) < score(more, AXIS) < WON < score(won, AXIS)
    assert score(some, SOVIET) > score(more, SOVIET) > score(won, SOVIET)


@pytest.mark.slow
def test_the_planner_tries_its_plans_on_the_last_turn_and_sticks_to_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []
    real = foresight.choose

    def counted(count: int, rounds: Rounds, outcome: Callable[[int, int], float]) -> int:
        tried.append(count)
        return real(count, rounds, outcome)

    monkeypatch.setattr(foresight, "choose", counted)
    monkeypatch.setattr(moving, "STARTS", 2)
    state, planner, dice = last_turn(), CrimeaPlanner(b"x"), SeededDice(b"z")
    while state.here.at == "turn.axis.movement.moves":
        step = GAME.apply(state, AXIS, planner.decide(SeatAtTable(GAME, state, AXIS)), dice)
        assert isinstance(step, Step), step
        state = step.state
    assert len(tried) == 1
    assert tried[0] > 1


@pytest.mark.parametrize(
    ("scenario", "turn", "is_tried"), [("1", 48, True), ("7", 161, False), ("7", 163, False), ("7", 165, True)]
)
def test_it_looks_ahead_as_far_as_there_is_time(
    scenario: str, turn: int, is_tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def counted(count: int, rounds: Rounds, outcome: Callable[[int, int], float]) -> int:
        tried.append(count)
        return 0

    monkeypatch.setattr(foresight, "choose", counted)
    monkeypatch.setattr(moving, "STARTS", 2)
    state = board("axis.movement.moves", scenario=scenario, bare=False, weather="dry", turn=turn)
    CrimeaPlanner(b"x").decide(SeatAtTable(GAME, state, AXIS))
    assert bool(tried) == is_tried


def test_its_last_word_is_tried_against_what_the_enemy_may_still_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def counted(count: int, rounds: Rounds, outcome: Callable[[int, int], float]) -> int:
        tried.append(count)
        return 0

    monkeypatch.setattr(foresight, "choose", counted)
    for turn in (164, 165):
        state = board("axis.motorised.moves", scenario="7", bare=False, weather="dry", turn=turn)
        CrimeaPlanner(b"x").decide(SeatAtTable(GAME, state, AXIS))
        assert bool(tried) == (turn == 165)
