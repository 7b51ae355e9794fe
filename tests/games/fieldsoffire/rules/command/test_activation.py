"""Activating subordinates."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.command.activation import activate_company
from tests.games.fieldsoffire.board import board, drafted, key, play, why

COMMANDS = {"CO HQ": {"activated": True}, "1 PLT HQ": {}, "2 PLT HQ": {}, "CO XO": {}}


@pytest.mark.rule("FF-4.2.1a", "FF-4.2.1a.eff", "FF-4.1.b2", "FF-4.2.g")
def test_the_company_activates_platoons_and_staff_for_a_command_each() -> None:
    state = board(dict.fromkeys(COMMANDS, "R1C1"), commands=COMMANDS, hq="CO HQ")
    for name in ("1 PLT HQ", "CO XO"):
        after = play(state, {"activate": name}).state
        assert after.commands[key(state, name)].activated
        assert after.impulse is not None
        assert after.impulse.left == 5
    assert why(state, {"activate": "CO HQ"}).rule == "FF-4.2.1a"
    twice = play(state, {"activate": "1 PLT HQ"}).state
    assert why(twice, {"activate": "1 PLT HQ"}).rule in ("FF-4.2.a", "FF-4.2.1a")


@pytest.mark.rule("FF-4.1.b", "FF-4.1.b6", "FF-4.1.b3")
def test_nobody_else_activates() -> None:
    for hq in ("1 PLT HQ", "CO XO"):
        state = board(dict.fromkeys(COMMANDS, "R1C1"), commands=COMMANDS, hq=hq)
        assert why(state, {"activate": "2 PLT HQ"}).rule == "FF-4.1.b"
    general = board(dict.fromkeys(COMMANDS, "R1C1"), commands=COMMANDS)
    assert why(general, {"activate": "2 PLT HQ"}).rule == "FF-4.1.b"


@pytest.mark.rule("FF-4.2.1a.side", "FF-4.1.4.b")
def test_nobody_on_his_fire_team_side_is_activated() -> None:
    units = {**dict.fromkeys(COMMANDS, "R1C1"), "1 PLT HQ": {"at": "R1C1", "flipped": True}}
    state = board(units, commands=COMMANDS, hq="CO HQ")
    assert why(state, {"activate": "1 PLT HQ"}).rule == "FF-4.2.1a.side"


@pytest.mark.rule("FF-3.3.1a", "FF-3.3.1a.1", "FF-4.1.1.bn.a", "FF-4.3.3.c", "FF-4.3.3.n2")
@pytest.mark.parametrize(("holder", "activated"), [("CO HQ", True), ("1 PLT HQ", False)])
def test_the_battalion_activates_the_company_over_its_net(holder: str, activated: bool) -> None:
    assets = {1: {"kind": "SCR300", "net": "net.bn_tac", "holder": holder}}
    state = board({"CO HQ": "R1C1", "1 PLT HQ": "R1C1"}, commands={"CO HQ": {}}, assets=assets)
    d = drafted(state)
    activate_company(d)
    assert d.now.commands[key(state, "CO HQ")].activated is activated


@pytest.mark.rule("FF-2.3.5.b", "FF-4.2.1a.eff")
def test_a_headquarters_that_came_without_a_marker_gets_one_when_it_is_activated_or_draws() -> None:
    state = board({"CO HQ": "R1C1", "1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}, hq="CO HQ")
    assert not state.commands
    after = play(state, {"activate": "1 PLT HQ"}).state
    assert after.commands[key(state, "1 PLT HQ")].activated
    lead = board({"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}, hq="1 PLT HQ")
    moved = play(lead, {"move_platoon": "1 PLT HQ", "to": "R1C2"}).state
    assert moved.units[key(state, "1/1 PLT")].at == moved.units[key(state, "1 PLT HQ")].at
    at = [
        "mission.turn.command.initiative.platoons",
        {"phase": "impulse.draw", "subject": {"is": "impulse", "hq": "1 PLT HQ"}},
    ]
    drawn = board({"1 PLT HQ": "R1C1"}, at=at, deck=[1])
    assert key(state, "1 PLT HQ") in drawn.commands
