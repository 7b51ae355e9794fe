"""Who is ahead."""

from __future__ import annotations

from sandtable.games.eastfront.bots import standing
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor


def test_the_card_decides_as_if_the_game_ended_now() -> None:
    state = GAME.start(GAME.open("1"), SeededDice(b"x")).state
    assert standing.sides(GAME.open("1")) == {AXIS: (AXIS,), SOVIET: (SOVIET,)}
    assert (standing.rounds(state), standing.leader(state, state)) == (0, SOVIET)
    won = successor(state, turn=50, control={**state.control, **dict.fromkeys((3606, 3705, 3708, 3808), AXIS)})
    assert (standing.rounds(won), standing.leader(state, won)) == (2, AXIS)
    assert standing.wealth(successor(state, tracks={"axis_steps": 3})) == {AXIS: 3, SOVIET: 0}
