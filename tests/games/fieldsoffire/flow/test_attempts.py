"""What is asked after an attempt has failed."""

from __future__ import annotations

from sandtable.games.fieldsoffire.game import GAME
from sandtable.kernel import Ref
from tests.games.fieldsoffire.board import board, key, play

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
NOBODY_RALLIES = (1, 2)


def test_whoever_has_failed_is_exhorted_with_the_chance_in_view() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}}
    pinned = board(units, commands={"1 PLT HQ": {}}, hq="1 PLT HQ", markers=FIRE)
    state = play(pinned, {"unpin": "1/1 PLT"}, deck=NOBODY_RALLIES).state
    assert state.here.at == "attempt.exhort"
    (prompt,) = GAME.prompts(state)
    told = prompt.params
    assert (told["unit"], told["what"]) == (Ref("unit", key(state, "1/1 PLT")), "rally")
    left = [number for number in state.deck.rest if number in state.board.deck]
    showing = sum(state.board.deck[number].shows("rally") for number in left)
    assert told["chance"] == 100 * showing // len(left)
    assert told["chance"] != 0
