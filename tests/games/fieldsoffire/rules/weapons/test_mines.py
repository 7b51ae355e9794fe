"""Mines."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.command import gas
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

CLOUD = {1: {"kind": "smoke", "at": "R2C2", "value": 1, "form": "CS"}}
FIELD = {1: {"kind": "mines", "at": "R1C2"}}


@pytest.mark.rule("FF-7.9.1.a", "FF-7.9.1.b", "FF-7.9.1.d")
@pytest.mark.parametrize(
    ("cards", "hit"), [([1, 2, 3], False), ([1, 2, 4], True), ([42, 2, 3], True), ([1, 50, 3], True)]
)
def test_who_enters_draws_three_cards_for_any_burst(cards: list[int], hit: bool) -> None:
    state = board({"1/1 PLT": "R1C1"}, markers=FIELD)
    step = play(state, {"move": "1/1 PLT", "to": "R1C2"}, deck=cards)
    after = step.state
    (told,) = [entry for entry in step.entries if entry.key == "log.mine_check"]
    assert (told.params["hit"], told.draws[0].cards) == (hit, tuple(cards))
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


@pytest.mark.rule("FF-7.9.1.e", "FF-7.9.1.b")
def test_men_under_mines_stir_no_more_in_this_turn_neither_by_order_nor_to_get_away() -> None:
    under = {2: {"kind": "mines", "at": "R2C2", "unit": "1/1 PLT", "value": -4}}
    state = board({"1/1 PLT": "R2C2", "2/1 PLT": "R2C2"}, markers=under, covers={1: {"at": "R2C2"}})
    assert why(state, {"move": "1/1 PLT", "to": "R1C2"}).rule == "FF-7.9.1.e"
    assert why(state, {"move_within": "1/1 PLT", "cover": 1}).rule == "FF-7.9.1.e"
    assert play(state, {"move": "2/1 PLT", "to": "R1C2"})
    thrown = {2: {"kind": "grenade", "at": "R2C2", "unit": "1/1 PLT", "value": -4}}
    assert play(board({"1/1 PLT": "R2C2"}, markers=thrown), {"move": "1/1 PLT", "to": "R1C2"})
    shown = drafted(board({"Paralyzed Team 1": {"at": "R2C2", "exposed": True}}, markers=CLOUD), [1])
    gas.check(shown)
    assert shown.now.units[key(shown.now, "Paralyzed Team 1")].pinned
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -3}}
    for mined in (False, True):
        trap = {2: {"kind": "mines", "at": "R2C2", "unit": "Paralyzed Team 1", "value": -4}} if mined else {}
        d = drafted(board({"Paralyzed Team 1": "R2C2"}, markers={**shells, **trap}))
        retreat(d)
        assert (d.now.units[key(d.now, "Paralyzed Team 1")].at == card(d.now, "R2C2")) is mined
        d = drafted(board({"Paralyzed Team 1": "R2C2"}, markers={**CLOUD, **trap}), [1] if mined else [1, 2])
        gas.check(d)
        unit = d.now.units[key(d.now, "Paralyzed Team 1")]
        assert (unit.pinned, unit.at == card(d.now, "R2C2")) == (mined, mined)
