"""What the company is asked: who does what with what, and what is at stake."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Ref, SeededDice
from tests.games.fieldsoffire.board import board, key, play

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
NOBODY_RALLIES = (1, 2)


def asked(state: FieldsState) -> dict[str, Any]:
    (prompt,) = GAME.prompts(state)
    return dict(prompt.params)


def company(**fields: Any) -> FieldsState:
    units = {
        "1 PLT HQ": "R1C1",
        "1/1 PLT": {"at": "R1C1", "pinned": True},
        "2/1 PLT": {"at": "R1C1", "exposed": True},
        "1/2 PLT": "R2C2",
    }
    return board(units, commands={"1 PLT HQ": {}, "CO HQ": {}}, markers=FIRE, **fields)


def test_a_headquarters_is_told_whom_it_reaches_and_who_is_in_danger() -> None:
    state = company(hq="1 PLT HQ")
    told = asked(state)
    assert (told["hq"], told["left"]) == (Ref("unit", key(state, "1 PLT HQ")), 6)
    # Itself and its two squads; the other platoon is none of its business.
    assert told["ready"] == 3
    assert (told["fire"], told["pinned"], told["exposed"]) == (3, 1, 1)


def test_general_initiative_is_for_everybody() -> None:
    told = asked(company())
    assert "hq" not in told
    assert (told["left"], told["fire"]) == (6, 3)


def test_whoever_has_failed_is_exhorted_with_the_chance_in_view() -> None:
    state = play(company(hq="1 PLT HQ"), {"unpin": "1/1 PLT"}, deck=NOBODY_RALLIES).state
    assert state.here.at == "attempt.exhort"
    told = asked(state)
    assert (told["unit"], told["what"]) == (Ref("unit", key(state, "1/1 PLT")), "rally")
    left = [number for number in state.deck.rest if number in state.board.deck]
    showing = sum(state.board.deck[number].shows("rally") for number in left)
    assert told["chance"] == 100 * showing // len(left)
    assert told["chance"] > 0


def test_the_plan_tells_how_long_it_may_take_and_who_waits() -> None:
    state = GAME.start(GAME.open("keep_up_the_fire"), SeededDice(bytes(32))).state
    told = asked(state)
    assert told == {"turns": 10, "unplaced": 25}
