"""What is asked before the first turn."""

from __future__ import annotations

from sandtable.games.fieldsoffire.game import GAME
from sandtable.kernel import SeededDice


def test_the_plan_tells_how_long_it_may_take_and_who_waits() -> None:
    state = GAME.start(GAME.open("keep_up_the_fire"), SeededDice(bytes(32))).state
    (prompt,) = GAME.prompts(state)
    assert prompt.params == {"turns": 10, "unplaced": 25}
