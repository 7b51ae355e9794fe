"""Controls set up during a mission."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, card, play, why

FACTS = {"terrain": {"meadow": {"lz": True}}}


def company(hq: str = "CO HQ", **fields: Any) -> FieldsState:
    units = {"CO HQ": "R2C2", "CO XO": "R3C3", "1 PLT HQ": "R2C2"}
    return board(units, hq=hq, facts={**FACTS, **fields.pop("facts", {})}, **fields)


@pytest.mark.rule("FF-4.2.1l", "FF-4.2.1l.eff", "FF-5.1.7.a")
def test_a_control_goes_on_the_card_of_the_one_who_orders_it_and_the_old_one_moves() -> None:
    state = company(controls={"ccp": place(0, 1), "primary": place(4, 4)}, cards={"R2C2": {"terrain": "meadow"}})
    after = play(state, {"designate": "CO HQ", "control": "ccp"}).state
    assert after.controls["ccp"] == card(state, "R2C2")
    zone = play(state, {"designate": "CO HQ", "control": "medevac"}).state
    assert zone.controls == {"medevac": card(state, "R2C2"), "primary": card(state, "R4C4")}
    assert why(after, {"designate": "CO HQ", "control": "ccp"}).rule in ("FF-4.2.a", "FF-4.2.1l.eff")


@pytest.mark.rule("FF-5.2.4", "FF-4.2.1l.eff")
def test_helicopters_land_only_where_the_card_allows_it() -> None:
    assert why(company(), {"designate": "CO HQ", "control": "medevac"}).rule == "FF-5.2.4"
    meadow = company(cards={"R2C2": {"terrain": "meadow"}}, controls={"lz_1": place(2, 2)})
    assert why(meadow, {"designate": "CO HQ", "control": "lz_2"}).rule == "FF-11.1.3.a"
    assert play(meadow, {"designate": "CO HQ", "control": "medevac"})


@pytest.mark.rule("FF-4.2.1l.who")
def test_the_company_and_its_staff_set_controls_and_on_patrol_the_platoon() -> None:
    assert play(company("CO XO"), {"designate": "CO XO", "control": "ccp"})
    assert why(company("CO XO"), {"designate": "CO HQ", "control": "ccp"}).rule == "FF-4.2.1l.who"
    assert why(company("1 PLT HQ"), {"designate": "1 PLT HQ", "control": "ccp"}).rule == "FF-4.2.1l.who"
    patrol = company("1 PLT HQ", facts={"mission": {"type": "patrol"}})
    assert play(patrol, {"designate": "1 PLT HQ", "control": "ccp"})
    squad = board({"1/1 PLT": "R2C2", "CO HQ": "R2C2"})
    assert why(squad, {"designate": "1/1 PLT", "control": "ccp"}).rule == "FF-4.2.1l.who"
    assert play(squad, {"designate": "CO HQ", "control": "ccp"})
