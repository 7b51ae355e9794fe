"""The planner as a player: legal, deterministic, and better than chance."""

from __future__ import annotations

import pytest

from sandtable.bots import known_bots, make
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import SeededDice, Step
from sandtable.kernel.codec import state_hash
from sandtable.planning import SeatAtTable
from tests.games.axisallies.board import at, position
from tools.arena import play


def rounds_of_planners(rounds: int, options: dict[str, object] | None = None) -> GlobalState:
    """The position after some rounds with the planner on every seat; every answer must be allowed."""
    dice = SeededDice(b"war")
    state: GlobalState = GAME.start(GAME.open("rulebook", options), dice).state
    planners = {seat: GlobalPlanner(seat.encode()) for seat in state.board.seats}
    while (prompts := GAME.prompts(state)) and state.round <= rounds:
        seat = prompts[0].seat
        action = planners[seat].decide(SeatAtTable(GAME, state, seat))
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step), (seat, prompts[0].at, action, step)
        state = step.state
        assert GAME.broken(state) is None
    return state


def test_the_roster_knows_it() -> None:
    assert list(known_bots("axisallies")) == ["random", "greedy", "planner", "strategist"]
    assert isinstance(make("planner", b"x", "axisallies"), GlobalPlanner)


def test_a_round_is_played_without_a_refusal_and_the_same_every_time() -> None:
    once, again = rounds_of_planners(1), rounds_of_planners(1)
    assert state_hash(once) == state_hash(again)
    assert once.territories[at("France")].holder == "germany"
    assert once.territories[at("Yunnan")].holder in ("japan", "china")


def test_a_bot_that_is_woken_in_the_middle_of_a_phase_goes_on() -> None:
    units = {n: {"kind": "tank", "owner": "germany", "at": at("Holland Belgium")} for n in (1, 2)}
    lands = {at("France"): {"holder": "france", "since": "france"}}
    state = position(at="germany.combat_move.moves", units=units, territories=lands, wars={"france-germany": 1})
    for _ in range(6):
        action = GlobalPlanner(b"new").decide(SeatAtTable(GAME, state, "germany"))
        step = GAME.apply(state, "germany", action, SeededDice(b"x"))
        assert isinstance(step, Step)
        state = step.state
        if not state.here.at.startswith("round.germany.combat_move"):
            break
    assert state.territories[at("France")].holder == "germany"


@pytest.mark.slow
def test_three_rounds_with_research_and_low_luck() -> None:
    assert rounds_of_planners(3, {"research": True, "low_luck": True}).round == 4


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_it_beats_chance_from_both_sides(number: int) -> None:
    result = play("axisallies", ("planner", "random"), number, b"match", 6)
    assert result.won, result
