"""Orders of higher headquarters that hold."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import Standing
from sandtable.games.fieldsoffire.rules.sequence.standing import (
    end_of_orders,
    holds,
    is_silent,
    leading_row,
    owes_report,
    report,
    why_not_go,
)
from sandtable.games.fieldsoffire.rules.weapons.support import why_not_mission
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, card, drafted, key, why


@pytest.mark.rule("FF-3.1.a")
def test_an_order_holds_until_its_last_turn() -> None:
    state = board(standing={"hold_up": {"until": 1}})
    assert holds(state, "hold_up")
    assert not holds(state, "rain")
    assert not holds(board(standing={"hold_up": {"until": 1}}, tracks={"turn": 2}), "hold_up")


@pytest.mark.rule("FF-3.1.a")
@pytest.mark.parametrize(
    ("order", "start", "to", "key_"),
    [
        ({"hold_line": {"until": 1, "figure": 2}}, "R2C1", "R3C1", "refuse.flank_in_trouble"),
        ({"hold_line": {"until": 1, "figure": 2}}, "R1C1", "R2C1", ""),
        ({"hold_up": {"until": 1}}, "R2C1", "R3C1", "refuse.held_up"),
        ({"hold_up": {"until": 1}}, "R2C1", "R3C3", ""),
        ({"hold_up": {"until": 1}}, "R1C1", "R0C1", ""),
        ({"hold_up": {"until": 1}}, "R2C1", "R2C2", ""),
        ({"no_withdrawal": {"until": 1}}, "R2C1", "R1C1", "refuse.hold_at_all_costs"),
        ({"no_withdrawal": {"until": 1}}, "R2C1", "R2C2", ""),
    ],
)
def test_moves_that_orders_forbid(order: dict[str, Any], start: str, to: str, key_: str) -> None:
    state = board({"1/1 PLT": start, "2/1 PLT": "R2C2"}, standing=order, cards={"R3C3": {"contact": "B"}})
    no = why_not_go(state, key(state, "1/1 PLT"), card(state, to))
    assert (no.key if no else "") == key_
    assert no is None or no.rule == "FF-3.1.a"
    if no is not None:
        assert why(state, {"move": "1/1 PLT", "to": to}).key == key_


@pytest.mark.rule("FF-1.2.6.cardstates", "FF-3.1.a")
@pytest.mark.parametrize(
    ("there", "held_up"), [("", True), ("2/1 PLT", False), ("German Leader 1", False), ("Casualty 1", True)]
)
def test_an_order_to_hold_up_keeps_men_off_cards_that_neither_side_occupies(there: str, held_up: bool) -> None:
    units = {"1/1 PLT": "R2C1", **({there: {"at": "R3C1", "held": True}} if there else {})}
    state = board(units, standing={"hold_up": {"until": 1}})
    no = why_not_go(state, key(state, "1/1 PLT"), card(state, "R3C1"))
    assert (no is not None and no.key == "refuse.held_up") is held_up


@pytest.mark.rule("FF-3.1.b")
def test_orders_of_ones_own_headquarters_do_not_bind_the_enemy() -> None:
    state = board({"German Leader 1": "R3C1", "1/1 PLT": "R1C1"}, standing={"no_withdrawal": {"until": 1}})
    assert why_not_go(state, key(state, "German Leader 1"), card(state, "R2C1")) is None


@pytest.mark.rule("FF-3.1.a")
def test_the_leading_row_is_that_of_a_unit_on_the_map() -> None:
    assert leading_row(board({"1/1 PLT": "R0C1"})) == 0
    assert leading_row(board({"1/1 PLT": "R2C1", "Casualty 1": "R4C1", "German Leader 1": "R4C2"})) == 2


@pytest.mark.rule("FF-3.1.a")
def test_the_first_commands_of_the_company_go_into_its_report() -> None:
    state = board({"CO HQ": "R1C1"}, hq="CO HQ", left=2, standing={"report": {"until": 1, "figure": 3, "point": 1}})
    assert owes_report(state)
    d = drafted(state)
    report(d)
    assert (d.now.impulse.left, d.now.impulse.spent, d.now.standing["report"].figure) == (0, 2, 1)
    assert not owes_report(d.now)
    end_of_orders(d)
    assert not d.now.points
    rest = drafted(
        board({"CO HQ": "R1C1"}, hq="CO HQ", left=5, standing={"report": {"until": 1, "figure": 3, "point": 1}})
    )
    report(rest)
    assert (rest.now.impulse.left, rest.now.standing["report"].figure) == (2, 0)
    assert not owes_report(rest.now)
    end_of_orders(rest)
    assert rest.now.points == {"starred_higher_hq_event": 1}


@pytest.mark.rule("FF-3.1.a")
def test_platoons_owe_no_report() -> None:
    order = {"report": {"until": 1, "figure": 3}}
    assert not owes_report(board({"1 PLT HQ": "R1C1"}, hq="1 PLT HQ", standing=order))
    assert not owes_report(board({"1 PLT HQ": "R1C1"}, standing=order))


@pytest.mark.rule("FF-3.1.a")
def test_an_agency_on_the_move_is_silent() -> None:
    state = board(standing={"silent.artillery": {"until": 1}})
    assert is_silent(state, "15th FA Bn (105mm)")
    assert not is_silent(state, "Bn Mortar Plt (81mm)")
    assert not is_silent(board(), "15th FA Bn (105mm)")


@pytest.mark.rule("FF-3.1.a", "FF-12.1.a")
@pytest.mark.parametrize(
    ("name", "figure", "at", "points"),
    [
        ("advance", 1, "R2C1", 1),
        ("advance", 2, "R2C1", 0),
        ("advance_contact", 1, "R2C1", 1),
        ("advance_contact", 1, "R2C2", 0),
        ("advance_contact", 2, "R2C1", 0),
        ("no_withdrawal", 0, "R2C1", 1),
        ("hold_up", 0, "R2C1", 0),
        ("route", 2, "R2C1", 1),
        ("route", 1, "R2C1", 0),
    ],
)
def test_orders_that_were_carried_out_bring_their_point(name: str, figure: int, at: str, points: int) -> None:
    order = {name: {"until": 1, "figure": figure, "point": 1}}
    d = drafted(
        board({"1/1 PLT": at}, standing=order, cards={"R2C1": {"contested": True}}, controls={"route 1": place(3, 2)})
    )
    end_of_orders(d)
    assert d.now.points.get("starred_higher_hq_event", 0) == points
    assert not d.now.standing


@pytest.mark.rule("FF-3.1.a")
def test_rain_ends_a_visitor_leaves_and_what_lasts_longer_stays() -> None:
    units = {"CO HQ": "R1C1", "Battalion Commander": "R1C1"}
    state = board(units, commands={"Battalion Commander": {}}, tracks={"turn": 1, "weather": "rain"})
    guest = key(state, "Battalion Commander")
    d = drafted(state)
    for name, order in {"rain": (1, 0), "visitor": (1, guest), "counterattack": (2, 0)}.items():
        d.put("standing", name, Standing(until=order[0], figure=order[1]))
    end_of_orders(d)
    assert d.now.weather == ""
    assert guest not in d.now.units
    assert guest not in d.now.commands
    assert set(d.now.standing) == {"counterattack"}


@pytest.mark.rule("FF-3.1.a")
def test_an_agency_on_the_move_takes_no_calls() -> None:
    name = "15th FA Bn (105mm)/HE"
    for standing, key_ in (({"silent.artillery": {"until": 1}}, "refuse.agency_displacing"), ({}, "")):
        state = board({"ARTY FO": "R1C1"}, scenario="normandy_1", standing=standing, support={name: 4})
        no = why_not_mission(state, key(state, "ARTY FO"), name)
        assert (no is not None and no.key == "refuse.agency_displacing") is bool(key_)
