"""The battalion off the map and on it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import LINE, FieldsState
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.command import battalion
from sandtable.games.fieldsoffire.rules.command.orders import why_not_under
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

BN, XO, RGT = "Battalion Commander", "Battalion XO/S-3", "Regiment/Brigade Commander"
RADIO = {1: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}
COMMANDS = {"CO HQ": {}, "1 PLT HQ": {}}


def turn(at: str = "battalion", deck: tuple[int, ...] = (), **fields: Any) -> FieldsState:
    """What the activation of a turn has come to, from one of its parts on."""
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R1C1", **fields.pop("units", {})}
    where = f"mission.turn.command.activation.{at}"
    return board(units, commands=COMMANDS, at=where, deck=deck, **{"assets": RADIO, **fields})


@pytest.mark.rule("FF-4.1.1.bn.b", "FF-3.3.1a.2", "FF-4.1.1.bn.d")
def test_the_senior_officer_on_the_map_has_the_most_commands_of_an_impulse() -> None:
    state = turn(units={BN: "R1C1", XO: "R1C1"})
    assert state.impulse is not None
    assert (state.impulse.hq, state.impulse.left) == (key(state, BN), 6)
    assert not state.commands[key(state, "CO HQ")].activated
    dark = turn(units={XO: "R1C1"}, tracks={"turn": 1, "light": "moon3"})
    assert dark.impulse is not None
    assert (dark.impulse.hq, dark.impulse.left) == (key(dark, XO), 4)
    both = turn(units={XO: "R1C1", RGT: "R4C4"})
    assert both.impulse is not None
    assert both.impulse.hq == key(both, RGT)


@pytest.mark.rule("FF-4.1.1.bn.b", "FF-3.3.1a.2")
def test_an_officer_of_the_battalion_saves_nothing() -> None:
    state = turn(units={BN: "R1C1"})
    after = play(state, {"end": True}, deck=[1]).state
    assert after.commands[key(state, BN)].saved == 0


@pytest.mark.rule("FF-4.1.1.bn.b", "FF-4.1.4.b")
def test_on_his_fire_team_side_he_commands_nobody_and_the_battalion_is_not_off_the_map() -> None:
    state = turn(units={BN: {"at": "R1C1", "flipped": True}}, deck=(1,))
    assert state.impulse is not None
    assert state.impulse.hq == key(state, "CO HQ")
    assert not state.commands[key(state, "CO HQ")].activated


@pytest.mark.rule("FF-4.1.b1", "FF-4.1.1.bn.b1", "FF-4.1.b")
def test_on_the_map_he_orders_anybody_and_activates_the_company_for_a_command() -> None:
    state = turn(units={BN: "R1C1", XO: "R1C1", "1/1 PLT": "R1C1"})
    for name in ("CO HQ", "1 PLT HQ", "1/1 PLT", XO):
        assert play(state, {"move": name, "to": "R1C2"})
    after = play(state, {"activate": "CO HQ"}).state
    assert after.commands[key(state, "CO HQ")].activated
    assert after.impulse is not None
    assert after.impulse.left == 5
    assert why(state, {"activate": "1 PLT HQ"}).rule == "FF-4.1.b"
    far = turn(units={BN: "R4C4"}, assets={})
    assert why(far, {"activate": "CO HQ"}).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-4.1.b1", "FF-4.1.b2")
def test_nobody_of_the_company_orders_the_battalion() -> None:
    state = board({"CO HQ": "R1C1", BN: "R1C1"}, hq="CO HQ")
    assert why(state, {"move": BN, "to": "R1C2"}).rule == "FF-1.2.6.chain"


@pytest.mark.rule("FF-4.1.b5")
def test_a_gunnery_sergeant_ranks_below_the_first_sergeant_and_activates_nobody() -> None:
    units = dict.fromkeys(("CO XO", "CO 1st SGT", "1 PLT HQ", "1/1 PLT"), "R1C1")
    state = board(units, hq="CO XO", commands={"1 PLT HQ": {}})
    gunny = key(state, "CO XO")
    kinds = {**state.board.types, gunny: dataclasses.replace(state.board.types[gunny], id="m.co_gysgt")}
    kinds[key(state, "1 PLT HQ")] = dataclasses.replace(kinds[key(state, "1 PLT HQ")], id="m.plt1_hq")
    state.board.__dict__["types"] = kinds
    no = why_not_under(state, gunny, key(state, "CO 1st SGT"))
    assert no is not None
    assert no.rule == "FF-4.1.b4"
    assert why_not_under(state, gunny, key(state, "1/1 PLT")) is None
    assert why(state, {"activate": "1 PLT HQ"}).rule == "FF-4.1.b"


@pytest.mark.rule("FF-4.1.1.bn.e")
def test_higher_headquarters_are_line() -> None:
    types = board({}).board.types
    assert {kind.experience for kind in types.values() if kind.kind == "higher_hq"} == {LINE}


@pytest.mark.rule("FF-6.5.2.C", "FF-4.1.1.bn.c")
def test_an_officer_who_falls_is_out_for_the_next_turn_and_then_off_the_map() -> None:
    d = drafted(board({BN: "R1C1"}, tracks={"turn": 3}))
    breakdown.remove_unit(d, key(d.now, BN))
    assert d.now.battalion_from == 5
    for number, available in ((4, False), (5, True)):
        d.set(turn=number)
        assert battalion.is_available(d.now) is available
    state = turn(deck=(1,), tracks={"turn": 4, "battalion_from": 5})
    assert not state.commands[key(state, "CO HQ")].activated
    assert state.here.at == "impulse.orders"


FALLEN = {"CO HQ": {"box": "removed"}, "1 PLT HQ": "R1C1", "CO XO": "R2C2"}


@pytest.mark.rule("FF-6.5.2.B.b", "FF-4.1.b1")
def test_the_battalion_off_the_map_names_a_successor_with_a_set_of_its_net() -> None:
    assets = {1: {"kind": "SCR300", "holder": "CO XO", "net": "net.bn_tac"}}
    state = turn("succession", units=FALLEN, assets=assets)
    assert state.here.at == "mission.turn.command.activation.succession"
    after = play(state, {"appoint": "CO XO"}, deck=[1]).state
    head = after.units[key(state, "CO HQ")]
    assert (head.at, head.experience) == (card(state, "R2C2"), -1)
    assert why(state, {"appoint": "1 PLT HQ"})
    assert play(state, {"pass_over": True}, deck=[1]).state.units[key(state, "CO HQ")].box == "removed"


@pytest.mark.rule("FF-6.5.2.B.b")
def test_without_a_set_of_the_net_nobody_is_named() -> None:
    assert (
        turn("succession", units=FALLEN, assets={}, deck=(1,)).here.at != "mission.turn.command.activation.succession"
    )
    phone = {1: {"kind": "EE8", "holder": "CO XO", "net": "net.bn_tac"}}
    cut_off = turn("succession", units={**FALLEN, "CO XO": "R3C3"}, assets=phone, deck=(1,))
    assert cut_off.here.at != "mission.turn.command.activation.succession"
