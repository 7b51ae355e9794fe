"""Mines."""

from __future__ import annotations

import pytest

from tests.games.fieldsoffire.board import board, key, play

FIELD = {1: {"kind": "mines", "at": "R1C2"}}


@pytest.mark.rule("FF-7.9.1.a", "FF-7.9.1.b", "FF-7.9.1.d")
@pytest.mark.parametrize(
    ("cards", "hit"), [([1, 2, 3], False), ([1, 2, 4], True), ([42, 2, 3], True), ([1, 50, 3], True)]
)
def test_who_enters_draws_three_cards_for_any_burst(cards: list[int], hit: bool) -> None:
    state = board({"1/1 PLT": "R1C1"}, markers=FIELD)
    after = play(state, {"move": "1/1 PLT", "to": "R1C2"}, deck=cards).state
    found = [marker for marker in after.markers.values() if marker.unit == key(state, "1/1 PLT")]
    assert bool(found) is hit
    if hit:
        assert found[0].value == -4


@pytest.mark.rule("FF-7.9.1.c", "FF-7.9.1.f")
def test_every_move_on_the_card_is_checked_and_leaving_is_not() -> None:
    state = board({"1/1 PLT": "R1C2", "2/1 PLT": "R1C2"}, markers=FIELD, covers={1: {"at": "R1C2"}})
    within = play(state, {"move_within": "1/1 PLT", "cover": 1}, deck=[1, 2, 3]).state
    assert 1 in within.markers
    again = play(within, {"move_within": "2/1 PLT", "cover": 1}, deck=[4, 5, 6]).state
    assert len(again.markers) == 2
    assert play(state, {"move": "1/1 PLT", "to": "R1C3"})
