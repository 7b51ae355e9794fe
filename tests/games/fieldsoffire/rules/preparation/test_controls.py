"""Tactical controls."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.preparation.controls import point_controls, why_not_control, why_not_plan
from sandtable.games.fieldsoffire.scenario.controls import limits_of
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, key, play, why

PLAN = "mission.preparation.plan"
GOOD = {"primary": "R4C1", "secondary": "R4C2", "attack_position": "R3C2"}


def planned(controls: dict[str, Any], scenario: str = "keep_up_the_fire") -> FieldsState:
    state = board(at=PLAN, scenario=scenario, tracks={"turn": 0})
    for name, where in controls.items():
        state = play(state, {"do": "set_control", "control": name, "card": where}).state
    return state


@pytest.mark.rule("FF-2.4.1", "FF-2.4.1.A.points", "FF-2.4.1.C", "FF-2.4.1.D", "FF-2.4.1.B.cop")
def test_every_mission_has_the_point_controls_of_its_briefing() -> None:
    offensive = board(at=PLAN)
    assert point_controls(offensive) == ("primary", "secondary", "attack_position")
    patrol = limits_of(missions()["Normandy 3"])
    assert {name: (rows[0], rows[-1]) for name, rows in patrol.items()} == {
        "primary": (4, 4),
        "cop": (2, 2),
        "route 1": (2, 4),
        "route 2": (2, 4),
        "route 3": (2, 4),
        "route 4": (2, 4),
        "ccp": (1, 1),
        "concentration": (1, 4),
    }
    wide = limits_of(missions()["Vietnam 1"])
    assert (wide["primary"][0], wide["primary"][-1]) == (4, 5)


@pytest.mark.rule("FF-2.4.1", "FF-2.4.1.A.points", "FF-2.4.1.B.cop", "FF-2.4.1.C")
def test_a_control_lies_in_its_own_rows_on_the_map() -> None:
    state = planned(GOOD)
    assert [state.controls[name] for name in GOOD] == [card(state, where) for where in GOOD.values()]
    no = why_not_control(state, "primary", card(state, "R3C1"))
    assert no is not None
    assert (no.rule, no.params["least"], no.params["most"]) == ("FF-2.4.1", 4, 4)
    staging = why_not_control(state, "primary", card(state, "R0C1"))
    assert staging is not None
    assert staging.key == "refuse.not_on_the_map"
    assert why(state, {"do": "set_control", "control": "attack_position", "card": "R4C4"}).rule == "FF-2.4.1"


@pytest.mark.rule("FF-2.4.1")
def test_a_control_may_lie_on_a_card_that_is_face_down() -> None:
    state = board(at=PLAN, cards={"R4C4": {"terrain": 0, "pile": "main"}})
    assert why_not_control(state, "primary", card(state, "R4C4")) is None


@pytest.mark.rule("FF-2.4.1.A.points", "FF-2.4.1.C")
@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({}, ""),
        ({"secondary": "R4C1"}, "refuse.control_twice"),
        ({"attack_position": "R3C4"}, "refuse.attack_position"),
        ({"attack_position": "R3C3"}, ""),
    ],
)
def test_the_mission_begins_only_with_a_plan_that_holds_together(changed: dict[str, str], key: str) -> None:
    state = planned({**GOOD, **changed})
    no = why_not_plan(state)
    assert (no.key if no else "") == key
    if key:
        assert why(state, {"do": "begin"}).key == key


@pytest.mark.rule("FF-2.4.1.C")
def test_a_route_may_cross_itself_but_objectives_are_two_cards() -> None:
    points = {"primary": "R4C1", **{f"route {n}": f"R2C{n}" for n in (1, 2, 3, 4)}}
    assert why_not_plan(planned(points, "naktong_river_2")) is None
    assert why_not_plan(planned({**points, "route 4": "R2C2"}, "naktong_river_2")) is None


@pytest.mark.rule("FF-2.4.1.A.pl")
def test_two_phase_lines_can_be_drawn_between_rows() -> None:
    state = board(at=PLAN)
    for line, row in ((1, 1), (2, 3), (1, 2)):
        state = play(state, {"do": "draw_line", "line": line, "row": row}).state
    assert (state.controls["phase line 1"], state.controls["phase line 2"]) == (2, 3)
    for line, row in ((3, 1), (1, 4), (1, 0)):
        why(state, {"do": "draw_line", "line": line, "row": row})


@pytest.mark.rule("FF-2.4.1.B.cop", "FF-2.4.1")
def test_an_outpost_that_is_put_elsewhere_takes_its_foxholes_and_men_along() -> None:
    covers = {1: {"at": "R2C1", "kind": "foxholes", "value": 1}, 2: {"at": "R1C1", "kind": "foxholes", "value": 1}}
    units = {"1/1 PLT": {"at": "R2C1", "cover": 1}, "2/1 PLT": "R1C1"}
    state = board(units, scenario="normandy_3", at="mission.preparation.plan", covers=covers, tracks={}, controls=POST)
    after = play(state, {"set_control": "cop", "card": "R2C4"}).state
    where = {name: after.units[key(after, name)] for name in units}
    assert {name: label(after.scenario, "place", row.at) for name, row in where.items()} == {
        "1/1 PLT": "R2C4",
        "2/1 PLT": "R1C1",
    }
    assert where["1/1 PLT"].cover == 1
    assert [label(after.scenario, "place", row.at) for row in after.covers.values()] == ["R2C4", "R1C1"]
    other = play(state, {"set_control": "primary", "card": "R4C4"}).state
    assert other.units == state.units


POST = {"cop": 507, "primary": 509, "mlr": 1}
