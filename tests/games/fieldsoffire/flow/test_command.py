"""The Friendly Command phase in its order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Ref
from tests.games.fieldsoffire.board import board, built, key, play, why

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
RADIO = {1: {"kind": "SCR300", "net": "net.bn_tac", "holder": "CO HQ"}}
LEADERS = ("CO HQ", "1 PLT HQ", "2 PLT HQ", "CO XO")


def start(deck: list[int], assets: dict[int, Any] | None = None) -> Any:
    units = dict.fromkeys(LEADERS, "R1C1")
    commands = {name: {} for name in LEADERS}
    return built(
        units, at="mission.turn.command.activation.battalion", commands=commands, assets=assets or {}, deck=deck
    ).state


@pytest.mark.rule(
    "FF-3.3.1a", "FF-3.3.1b", "FF-3.3.1c", "FF-4.1.1.plt.a", "FF-3.3.2a", "FF-3.3.2b", "FF-3.3.2c", "FF-3.3.2d"
)
def test_activated_leaders_act_before_those_who_take_the_initiative() -> None:
    state = start([11], RADIO)
    assert state.here.at == "impulse.orders"
    assert state.impulse.hq == key(state, "CO HQ")
    state = play(state, {"activate": "2 PLT HQ"}).state
    state = play(state, {"do": "end"}).state
    assert state.here.at == "mission.turn.command.activation.leaders.pick"
    assert why(state, {"pick": "1 PLT HQ"})
    state = play(state, {"pick": "2 PLT HQ"}, deck=[12]).state
    assert state.impulse.hq == key(state, "2 PLT HQ")
    state = play(state, {"do": "end"}).state
    assert state.here.at == "mission.turn.command.initiative.platoons.pick"
    state = play(state, {"pick": "1 PLT HQ"}, deck=[13]).state
    state = play(state, {"do": "end"}).state
    assert state.here.at == "mission.turn.command.initiative.staff.pick"
    state = play(state, {"pick": "CO XO"}).state
    state = play(state, {"do": "end"}, deck=[14]).state
    assert state.here.at == "general.orders"
    assert state.impulse.hq == 0


@pytest.mark.rule("FF-3.3.2a", "FF-4.1.1.init.a", "FF-4.1.1.bn.c")
def test_a_company_out_of_touch_with_its_battalion_acts_on_its_own_initiative() -> None:
    state = start([11])
    assert state.impulse.hq == key(state, "CO HQ")
    assert state.impulse.drawn == 4
    assert state.flow[0].at == "mission.turn.command.initiative.company"


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
