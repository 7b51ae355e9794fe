"""Units and money conserve: in random games every change of either is accounted for by the log."""

from __future__ import annotations

import gc
from itertools import islice
from typing import Any

import pytest

from sandtable.games.axisallies.actions.buying import Buy
from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import SeededDice, Step
from sandtable.planning import RandomBot, SeatAtTable
from sandtable.sim.driver import positions, seat_bots
from tests.games.axisallies import ledger
from tests.games.axisallies.board import do, position

STEPS = 700


@pytest.mark.parametrize("number", range(4))
def test_the_books_of_a_random_game_are_right(number: int) -> None:
    scenario = GAME.open(("rulebook", "box")[number % 2], {"research": number > 1, "low_luck": number == 3})
    dice = SeededDice(b"books%d" % number)
    state: GlobalState = GAME.start(scenario, dice).state
    bots = {seat: RandomBot(seat.encode() + b"%d" % number) for seat in scenario.seats}
    for _ in range(STEPS):
        prompts = GAME.prompts(state)
        if not prompts:
            break
        seat = prompts[0].seat
        action = bots[seat].decide(SeatAtTable(GAME, state, seat))
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step)
        assert ledger.fault(state, step.state, step.entries) == "", (state.round, state.here.at, action)
        state = step.state


def test_play_leaves_no_positions_to_the_collector_of_cycles() -> None:
    board = GAME.open("rulebook")
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in islice(positions(GAME, board, seat_bots(GAME, board, b"cycles"), b"cycles"), 300):
            pass
        gc.collect()
        assert [one for one in gc.garbage if isinstance(one, GlobalState)] == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_a_gift_a_ghost_and_a_thief_are_found() -> None:
    state = position(treasury={"germany": 30}, territories={}, wars={"germany-uk": 1})
    after = do(state, "germany", Buy("germany", {"infantry": 1}))
    step: Any = GAME.apply(state, "germany", Buy("germany", {"infantry": 1}), SeededDice(b"x"))
    assert ledger.fault(state, after, step.entries) == ""
    assert "treasuries changed by -3, the log says 0" in ledger.fault(state, after, ())
    quiet: Any = GAME.apply(state, "germany", Done(), SeededDice(b"x"))
    assert "treasuries" in ledger.fault(state, after, quiet.entries)
