"""The greedy player of Crimea plays on by itself, and by one style only."""

from __future__ import annotations

from sandtable.games.eastfront.bots import moving
from sandtable.games.eastfront.bots.greedy import CrimeaGreedy
from sandtable.games.eastfront.game import GAME
from sandtable.kernel import SeededDice, Step
from sandtable.planning import SeatAtTable


def test_a_phase_is_played_mass_by_mass() -> None:
    dice = SeededDice(b"war")
    state = GAME.start(GAME.open("1"), dice).state
    bot = CrimeaGreedy(b"seed")
    while not state.here.at.endswith(".movement.moves"):
        step = GAME.apply(state, state.here.waiting[0], bot.decide(SeatAtTable(GAME, state, "axis")), dice)
        assert isinstance(step, Step), step
        state = step.state
    table = SeatAtTable(GAME, state, "axis")
    wanted = [idea[0] for idea in moving.plan(table.state, "axis", moving.NARROW).ideas]
    assert bot.decide(table) in wanted
