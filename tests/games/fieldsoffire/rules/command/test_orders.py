"""Who may order whom, and who hears whom."""

from __future__ import annotations

import pytest

from tests.games.fieldsoffire.board import board, card, key, play, why


@pytest.mark.rule("FF-4.1.b6", "FF-1.2.6.chain", "FF-4.0.lat")
def test_a_platoon_headquarters_orders_its_own_platoon_and_any_team() -> None:
    units = dict.fromkeys(("1 PLT HQ", "1/1 PLT", "1/2 PLT", "Assault Team 1", "CO HQ", "1/LMG (.30 cal)"), "R1C1")
    state = board(units, hq="1 PLT HQ")
    assert play(state, {"move": "1/1 PLT", "to": "R1C2"})
    assert play(state, {"move": "Assault Team 1", "to": "R1C2"})
    assert play(state, {"move": "1 PLT HQ", "to": "R1C2"})
    assert why(state, {"move": "1/2 PLT", "to": "R1C2"}).rule == "FF-4.1.b6"
    assert why(state, {"move": "1/LMG (.30 cal)", "to": "R1C2"}).rule == "FF-4.1.b6"
    assert why(state, {"move": "CO HQ", "to": "R1C2"}).rule == "FF-1.2.6.chain"


@pytest.mark.rule("FF-4.1.b2", "FF-4.1.b3", "FF-4.1.b4", "FF-4.0.gen")
def test_the_company_and_its_staff_order_all_below_them() -> None:
    units = dict.fromkeys(("CO HQ", "CO XO", "CO 1st SGT", "1 PLT HQ", "1/1 PLT", "1/LMG (.30 cal)"), "R1C1")
    for name in ("1 PLT HQ", "1/1 PLT", "1/LMG (.30 cal)", "CO XO", "CO 1st SGT"):
        assert play(board(units, hq="CO HQ"), {"move": name, "to": "R1C2"})
    assert why(board(units, hq="CO XO"), {"move": "CO HQ", "to": "R1C2"}).rule == "FF-1.2.6.chain"
    assert play(board(units, hq="CO XO"), {"move": "CO 1st SGT", "to": "R1C2"})
    assert why(board(units, hq="CO 1st SGT"), {"move": "CO XO", "to": "R1C2"}).rule == "FF-4.1.b4"


@pytest.mark.rule("FF-4.3", "FF-4.3.1.a", "FF-4.3.1.c")
def test_by_voice_both_must_be_unpinned_and_in_the_same_area() -> None:
    covers = {1: {"at": "R1C1"}}
    for hq, squad, heard in (
        ({}, {}, True),
        ({"cover": 1}, {"cover": 1}, True),
        ({"cover": 1}, {}, False),
        ({}, {"cover": 1}, False),
        ({"pinned": True}, {}, False),
        ({}, {"pinned": True}, False),
        ({}, {"at": "R1C2"}, False),
    ):
        state = board(
            {"1 PLT HQ": {"at": "R1C1", **hq}, "1/1 PLT": {"at": "R1C1", **squad}}, covers=covers, hq="1 PLT HQ"
        )
        action = {"move": "1/1 PLT", "to": "R2C2"}
        if heard:
            assert play(state, action).state.units[key(state, "1/1 PLT")].at == card(state, "R2C2")
        else:
            assert why(state, action).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-4.1.1.gi", "FF-4.1.1.gi.a")
def test_general_initiative_needs_neither_headquarters_nor_voice() -> None:
    state = board({"1/1 PLT": "R1C1", "1/2 PLT": "R4C4"}, left=2)
    assert play(
        play(state, {"move": "1/1 PLT", "to": "R1C2"}).state, {"move": "1/2 PLT", "to": "R4C3"}, deck=[44, 1, 2]
    )


@pytest.mark.rule("FF-4.1.a", "FF-4.0")
def test_every_order_costs_a_command_and_none_is_given_without() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", "German Litter Team 1": "R4C4"}, left=3)
    once = play(state, {"move": "1/1 PLT", "to": "R1C2"}).state
    assert once.impulse is not None
    assert (once.impulse.left, once.impulse.spent) == (2, 1)
    assert why(state, {"move": "German Litter Team 1", "to": "R4C3"}).rule == "FF-4.0"


@pytest.mark.rule("FF-4.1.4.a")
def test_a_headquarters_on_its_fire_team_side_orders_itself_only() -> None:
    state = board({"1 PLT HQ": {"at": "R1C1", "flipped": True}, "1/1 PLT": "R1C1", "2/1 PLT": "R1C2"}, hq="1 PLT HQ")
    assert why(state, {"move": "1/1 PLT", "to": "R2C2"}).rule == "FF-4.1.4.a"
    assert play(state, {"move": "1 PLT HQ", "to": "R1C2"})
