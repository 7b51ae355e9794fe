"""Any position can be told as a case file: what is written is read in again and gives the same position."""

from __future__ import annotations

import pytest

from sandtable import casewriting, registry
from sandtable.sim.driver import positions, seat_bots, seed_for

EVERY, FIRST = 40, 7
SAMPLES = {
    "axisallies": ("rulebook", "box"),
    "eastfront": ("1", "5", "9"),
    "fieldsoffire": ("keep_up_the_fire", "normandy_1", "vietnam_8"),
    "nextwar": ("train_to_seoul", "air_war"),
}


@pytest.mark.parametrize("game_id", SAMPLES)
@pytest.mark.parametrize("most", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_positions_of_play_are_written_and_read_in_again(game_id: str, most: int) -> None:
    game = registry.game(game_id)
    for name in SAMPLES[game_id]:
        board, seed = game.open(name), seed_for(b"written", name, most)
        wanted = range(FIRST, FIRST + EVERY * most, EVERY)
        written = 0
        for step, state in enumerate(positions(game, board, seat_bots(game, board, seed, "random"), seed)):
            if step > wanted[-1]:
                break
            if step in wanted and game.prompts(state):
                assert casewriting.write(game, state, name)
                written += 1
        assert written
