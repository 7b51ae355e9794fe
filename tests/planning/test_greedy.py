"""The greedy bot takes what helps at once, ends what nothing helps, and never hangs."""

from __future__ import annotations

from sandtable.kernel import Refusal, SeededDice
from sandtable.planning import Greedy, SeatAtTable
from sandtable.sim.driver import Players
from tests.small.skirmish import GAME, Position


def forward(state: Position, seat: str) -> float:
    """Pieces want to be far down the board."""
    return float(sum(piece.hex % 100 for piece in state.pieces.values() if piece.side == seat))


def test_it_takes_the_step_that_helps_most() -> None:
    state = GAME.start(GAME.open("narrow"), SeededDice(b"x")).state
    seat = state.here.waiting[0]
    bot = Greedy(b"a", GAME, forward)
    action = bot.decide(SeatAtTable(GAME, state, seat))
    step = GAME.apply(state, seat, action, SeededDice(b"y"))
    assert not isinstance(step, Refusal)
    assert forward(step.state, seat) > forward(state, seat)


def test_it_ends_a_phase_that_nothing_makes_better() -> None:
    state = GAME.start(GAME.open("narrow"), SeededDice(b"x")).state
    seat = state.here.waiting[0]
    action = Greedy(b"a", GAME, lambda state, seat: 0.0).decide(SeatAtTable(GAME, state, seat))
    assert action == GAME.verbs["done"].action()


def test_it_plays_to_the_end_and_the_same_for_the_same_seed() -> None:
    def played() -> list[object]:
        dice = SeededDice(b"x")
        state = GAME.start(GAME.open("narrow", {"turns": 3}), dice).state
        players = Players(GAME, {seat: Greedy(b"a", GAME, forward) for seat in ("blue", "red")}, b"a")
        said: list[object] = []
        while GAME.prompts(state) and len(said) < 500:
            seat, action = players.answer(state)
            said.append(action)
            step = GAME.apply(state, seat, action, dice)
            assert not isinstance(step, Refusal)
            state = step.state
        assert not GAME.prompts(state)
        return said

    assert played() == played()
