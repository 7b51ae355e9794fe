"""Handing out men and equipment before the mission."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.command.orders import why_not_under
from tests.games.fieldsoffire.board import board, key, play, why

PLAN = "mission.preparation.plan"
UNITS = {
    "CO HQ": "R0C1",
    "1 PLT HQ": "R0C1",
    "2 PLT HQ": "R0C2",
    "1/1 PLT": "R0C1",
    "1/LMG (.30 cal)": "R0C1",
    "CO XO": "R0C1",
}


@pytest.mark.rule("FF-2.3.2.a", "FF-2.3.2.c", "FF-2.3.3")
def test_a_unit_without_a_platoon_is_put_under_one_and_the_company_still_commands_it() -> None:
    state = board(UNITS, at=PLAN)
    gun = key(state, "1/LMG (.30 cal)")
    state = play(state, {"assign": "1/LMG (.30 cal)", "hq": "2 PLT HQ"}).state
    assert state.units[gun].platoon == 2
    assert why_not_under(state, key(state, "CO HQ"), gun) is None
    assert why_not_under(state, key(state, "CO XO"), gun) is None
    assert why_not_under(state, key(state, "2 PLT HQ"), gun) is None
    assert why_not_under(state, key(state, "1 PLT HQ"), gun) is not None


@pytest.mark.rule("FF-2.3.2.c", "FF-2.3.3")
def test_squads_of_a_platoon_and_headquarters_are_not_reassigned_and_only_platoons_receive() -> None:
    state = board(UNITS, at=PLAN)
    assert why(state, {"assign": "1/1 PLT", "hq": "2 PLT HQ"}).rule == "FF-2.3.3"
    assert why(state, {"assign": "CO HQ", "hq": "2 PLT HQ"}).rule == "FF-2.3.3"
    assert why(state, {"assign": "1/LMG (.30 cal)", "hq": "CO HQ"}).rule == "FF-2.3.2.c"


@pytest.mark.rule("FF-2.3.3")
def test_nobody_is_assigned_once_the_mission_has_begun() -> None:
    state = board(UNITS)
    assert why(state, {"assign": "1/LMG (.30 cal)", "hq": "2 PLT HQ"}) is not None


@pytest.mark.rule("FF-2.3.4.a")
def test_equipment_goes_to_whom_the_player_likes_but_radios_of_a_net_stay() -> None:
    assets = {
        1: {"kind": "EE8", "holder": "CO HQ"},
        2: {"kind": "SCR536", "holder": "CO HQ", "net": "net.co_tac"},
    }
    state = board(UNITS, at=PLAN, assets=assets)
    state = play(state, {"issue": "1/1 PLT", "assets": [1]}).state
    assert state.assets[1].holder == key(state, "1/1 PLT")
    why(state, {"issue": "1/1 PLT", "assets": [2]})


@pytest.mark.rule("FF-2.3.4.a")
def test_nobody_is_given_more_than_he_can_carry() -> None:
    assets = {number: {"kind": "EE8", "holder": "CO HQ"} for number in range(1, 8)}
    state = board(UNITS, at=PLAN, assets=assets)
    state = play(state, {"issue": "CO XO", "assets": [1, 2, 3, 4, 5, 6]}).state
    assert why(state, {"issue": "CO XO", "assets": [7]}).rule == "FF-5.1.6.A"
    assert play(state, {"issue": "CO HQ", "assets": [1]})
