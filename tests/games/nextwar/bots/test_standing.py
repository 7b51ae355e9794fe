"""Who is ahead."""

from __future__ import annotations

from sandtable import registry
from sandtable.games.nextwar.bots import standing
from sandtable.games.nextwar.model import ALLIED, DPRK
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor

GAME = registry.game("nextwar")


def test_the_verdict_of_the_card_or_the_points() -> None:
    board = GAME.open("train_to_seoul")
    state = GAME.start(board, SeededDice(b"x")).state
    assert standing.sides(board) == {DPRK: (DPRK,), ALLIED: (ALLIED,)}  # type: ignore[arg-type]
    assert standing.leader(state, state) == ""  # type: ignore[arg-type]
    assert standing.rounds(state) == 0  # type: ignore[arg-type]
    over = successor(state, turn=state.board.turns + 1)  # type: ignore[attr-defined]
    assert standing.leader(state, over) == ALLIED  # type: ignore[arg-type]
    assert standing.wealth(over) == {DPRK: 0, ALLIED: 0}  # type: ignore[arg-type]
    assert set(standing.SCENARIOS) <= {info.name for info in GAME.scenarios()}
