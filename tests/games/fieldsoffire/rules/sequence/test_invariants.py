"""What can never be in a position."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import FieldsState, Fire
from sandtable.games.fieldsoffire.rules.sequence.invariants import broken
from sandtable.kernel.state import successor
from tests.games.fieldsoffire.board import board, key


def changed(state: FieldsState, name: str, **fields: object) -> FieldsState:
    one = key(state, name)
    return successor(state, units={**state.units, one: replace(state.units[one], **fields)})


def test_a_position_of_play_is_whole() -> None:
    assert broken(board({"1/1 PLT": "R1C1", "German LMG team 1": "R2C1"})) is None


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at": 0}, "in box"),
        ({"at": 9999}, "where there is no card"),
        ({"steps": 4}, "4 steps of 3"),
        ({"steps": 0}, "0 steps"),
        ({"ammo": -1}, "ammunition"),
    ],
)
def test_units_are_somewhere_with_as_many_steps_as_printed(fields: dict[str, int], said: str) -> None:
    assert said in (broken(changed(board({"1/1 PLT": "R1C1"}), "1/1 PLT", **fields)) or "")


@pytest.mark.rule("FF-3.0.a")
def test_fire_and_activity_are_what_a_fresh_look_gives() -> None:
    state = board({"1/1 PLT": "R1C1", "German LMG team 1": "R2C1"})
    one = key(state, "1/1 PLT")
    stale = successor(state, fires={**state.fires, one: Fire(state.units[one].at + 2)})
    assert "out of date" in (broken(stale) or "")
    assert "activity" in (broken(successor(state, activity=0)) or "")
    missing = successor(state, deck=replace(state.deck, rest=state.deck.rest[1:]))
    assert "action deck" in (broken(missing) or "")
