"""Orders to vehicles, and making units ready for the Vehicle phase (10.1, 10.4, 4.2.1i)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.activation import why_not_activate
from sandtable.games.fieldsoffire.rules.command.commands import LEADERS, waiting
from sandtable.games.fieldsoffire.rules.command.orders import why_not_order
from sandtable.games.fieldsoffire.rules.command.signals import obey
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.scenario.setup import opening
from sandtable.kernel import SeededDice
from tests.games.fieldsoffire.board import card, drafted, key, play, why
from tests.games.fieldsoffire.rules.vehicles.field import SET, field

TANK, HEAD, TRUCK, BAZOOKA = "M4 12", "M4 HQ 11", "Truck 1", "1/AT (Bazooka)"
VIETNAM: dict[str, Any] = {"scenario": "vietnam_3", "facts": {"mission": {"attachments": ["Tank Plt"]}}}


def rule(state: FieldsState, name: str, menu: str = "4.2.1i") -> str:
    no = why_not_order(state, key(state, name), menu)
    return "" if no is None else no.rule


@pytest.mark.rule("FF-4.2.1i", "FF-4.2.1i.to", "FF-10.4", "FF-10.1.2.e", "FF-4.2.1i.who")
def test_vehicles_pinned_or_not_and_unpinned_at_men_are_made_ready_for_a_command() -> None:
    units = {
        TANK: {"at": "R1C2", "pinned": True},
        BAZOOKA: "R1C2",
        "2/AT (Bazooka)": {"at": "R1C2", "pinned": True},
        "1/1 PLT": "R1C2",
        "M4 13": {"at": "R1C2", "activated": True},
        "3/AT (Bazooka)": "R0C1",
    }
    state = field(units, left=3)
    for name in (TANK, BAZOOKA):
        step = play(state, {"do": "activate_unit", "unit": name})
        assert step.state.units[key(state, name)].activated
        assert step.state.impulse is not None
        assert step.state.impulse.left == 2
        assert [one.key for one in step.entries] == ["log.unit_activated"]
    told = {name: why(state, {"do": "activate_unit", "unit": name}) for name in list(units)[2:]}
    assert {name: (no.rule, no.key) for name, no in told.items()} == {
        "2/AT (Bazooka)": ("FF-4.2.1i.to", "refuse.pinned"),
        "1/1 PLT": ("FF-4.2.1i.to", "refuse.no_at_unit"),
        "M4 13": ("FF-4.2.1i", "refuse.ready_already"),
        "3/AT (Bazooka)": ("FF-4.2.1i.to", "refuse.no_at_unit"),
    }


@pytest.mark.rule("FF-4.2.1i.who")
def test_by_a_headquarters_only_those_are_made_ready_whom_it_may_order() -> None:
    state = field({"1 PLT HQ": "R1C2", BAZOOKA: {"at": "R1C2", "platoon": 1}, TANK: "R1C2"}, hq="1 PLT HQ")
    assert play(state, {"do": "activate_unit", "unit": BAZOOKA})
    assert why(state, {"do": "activate_unit", "unit": TANK}).rule == "FF-10.1.2.c"


@pytest.mark.rule("FF-10.1.2", "FF-10.1.2.a")
def test_vehicles_take_five_orders_of_the_menu_and_no_others() -> None:
    state = field({TANK: "R1C2", HEAD: "R1C2"})
    allowed = ("4.2.1i", "4.2.2h", "4.2.3a", "4.2.4k", "4.2.4l")
    assert [rule(state, TANK, menu) for menu in allowed] == [""] * 5
    for menu in ("4.2.1a", "4.2.1c", "4.2.2a", "4.2.4a", "4.2.4b", "4.2.4d"):
        assert rule(state, TANK, menu) == "FF-10.1.2.a"
    assert rule(state, HEAD, "4.2.1a") == ""
    assert rule(state, HEAD, "4.2.4b") == "FF-10.1.2.a"


@pytest.mark.rule("FF-10.1.2.b")
def test_vehicles_cease_fire_by_signal_and_follow_no_other() -> None:
    units = {TANK: "R1C2", "1/1 PLT": "R1C2", "German LMG team 1": "R3C2"}
    state = field(units, controls={"primary": 503})
    d = drafted(state)
    d.put("controls", "primary", card(state, "R2C2"))
    obey(d, "M2PO", "red_cluster", card(state, "R1C2"))
    assert [d.now.units[key(state, name)].at for name in (TANK, "1/1 PLT")] == [
        card(state, "R1C2"),
        card(state, "R2C2"),
    ]
    assert key(state, TANK) in state.fires
    d = drafted(state)
    obey(d, "CF", "red_cluster", card(state, "R1C2"))
    assert key(state, TANK) not in d.now.fires


@pytest.mark.rule("FF-10.1.2.c", "FF-10.1.1.a")
def test_a_tank_of_a_platoon_obeys_its_own_headquarters_and_the_company() -> None:
    units = {TANK: "R3C4", HEAD: "R1C2", "CO HQ": "R1C2", "CO XO": "R1C2", "1 PLT HQ": "R1C2", "1/1 PLT": "R1C2"}
    units["Battalion Commander"] = "R1C2"
    higher = {1: {**SET[1], "holder": "Battalion Commander"}}
    assert rule(field(units, hq="Battalion Commander", assets=higher), TANK) == ""
    taken = {**units, "1 PLT HQ": {"at": "R1C2", "platoon": 9}}
    assert rule(field(taken, hq="1 PLT HQ"), TANK) == "FF-10.1.2.c"
    for hq, found in ((HEAD, ""), ("CO HQ", ""), ("CO XO", "FF-10.1.2.c"), ("1 PLT HQ", "FF-10.1.2.c")):
        assert rule(field(units, hq=hq, assets=SET), TANK) == found
    assert rule(field(units, hq=HEAD), "1/1 PLT", "4.2.2a") == "FF-10.1.1.a"
    assert rule(field({**units, "M5 32": "R1C2"}, hq=HEAD), "M5 32") == "FF-10.1.2.c"


@pytest.mark.rule("FF-10.1.2.d", "FF-10.8.1.truck")
def test_a_single_vehicle_obeys_the_company_its_staff_and_the_platoon_it_was_given_to() -> None:
    units = {"Quad .50 41": {"at": "R1C2", "platoon": 1}, "CO HQ": "R1C2", "CO XO": "R1C2"}
    units |= {"1 PLT HQ": "R1C2", "2 PLT HQ": "R1C2", "M26 HQ 21": "R1C2"}
    sets = {
        number: {"kind": "SCR300", "holder": name, "net": "net.bn_tac"}
        for number, name in enumerate(("CO HQ", "CO XO", "1 PLT HQ", "2 PLT HQ"), 1)
    }
    facts = {"mission": {"attachments": ["Quad .50", "Tank Plt"]}}
    found = {}
    for hq in ("CO HQ", "CO XO", "1 PLT HQ", "2 PLT HQ", "M26 HQ 21"):
        state = field(units, hq=hq, assets=sets, scenario="naktong_river_5", facts=facts)
        found[hq] = rule(state, "Quad .50 41")
    assert found == {
        "CO HQ": "",
        "CO XO": "",
        "1 PLT HQ": "",
        "2 PLT HQ": "FF-10.1.2.d",
        "M26 HQ 21": "FF-10.1.2.d",
    }
    same = {**units, "Quad .50 41": {"at": "R1C2", "platoon": 9}}
    state = field(same, hq="M26 HQ 21", assets=sets, scenario="naktong_river_5", facts=facts)
    assert rule(state, "Quad .50 41") == "FF-10.1.2.d"


@pytest.mark.rule("FF-10.1.1.b", "FF-10.1.1.e", "FF-10.1.1.d")
def test_the_company_reaches_tanks_by_the_battalions_net_and_never_by_voice() -> None:
    units = {TANK: "R1C2", HEAD: "R1C2", "CO HQ": "R1C2"}
    assert rule(field(units, hq="CO HQ"), TANK) == "FF-10.1.1.e"
    assert rule(field(units, hq="CO HQ", assets=SET), TANK) == ""
    other = {1: {"kind": "SCR536", "holder": "CO HQ", "net": "net.co_tac"}}
    assert rule(field(units, hq="CO HQ", assets=other), TANK) == "FF-10.1.1.e"
    wired = {1: {"kind": "EE8", "holder": "CO HQ", "net": "net.bn_tac"}}
    assert rule(field(units, hq="CO HQ", assets=wired), TANK) == "FF-4.3.3.a"


@pytest.mark.rule("FF-10.1.1.b", "FF-10.1.1.d")
def test_in_vietnam_they_are_on_the_companys_net() -> None:
    units = {"M48 32": "R1C2", "CO HQ": "R1C2"}
    co, bn = ({1: {"kind": "PRC25", "holder": "CO HQ", "net": net}} for net in ("net.co_tac", "net.bn_tac"))
    assert rule(field(units, hq="CO HQ", assets=co, **VIETNAM), "M48 32") == ""
    assert rule(field(units, hq="CO HQ", assets=bn, **VIETNAM), "M48 32") != ""


@pytest.mark.rule("FF-10.1.1.d", "FF-10.1.1.a", "FF-10.1.1.c")
def test_the_headquarters_of_tanks_is_activated_or_acts_on_its_initiative_and_fights_all_the_while() -> None:
    units = {HEAD: "R1C2", "CO HQ": "R1C2", "German LMG team 1": "R3C2"}
    commands = {HEAD: {}, "CO HQ": {"activated": True}}
    state = field(units, hq="CO HQ", assets=SET, commands=commands)
    head = key(state, HEAD)
    assert why_not_activate(state, head) is None
    assert waiting(state, LEADERS, activated=False) == (head,)
    after = play(state, {"do": "activate", "hq": HEAD}).state
    assert waiting(after, LEADERS, activated=True) == (head,)
    assert capability(after, head) is not None
    assert head in after.fires


@pytest.mark.rule("FF-10.1.1.a", "FF-10.1.1.c")
def test_a_mission_with_tanks_has_a_command_marker_for_their_headquarters() -> None:
    board = field({}, scenario="normandy_6").board
    state = opening(board, SeededDice(b"0" * 32))
    heads = [board.counters[hq].name for hq in state.commands]
    assert "M4 HQ 11" in heads
    assert "M4 12" not in heads


@pytest.mark.rule("FF-10.8.1.jeep", "FF-10.8.1", "FF-10.8.8")
def test_whoever_sits_in_a_jeep_drives_it_and_nobody_does_in_an_empty_one() -> None:
    assert rule(field({"Jeep": "R1C2"}), "Jeep") == "FF-10.8.1.jeep"
    assert rule(field({TRUCK: "R1C2"}), TRUCK) == ""
    assert rule(field({TANK: "R1C2", "CO HQ": "R1C2"}, hq="CO HQ"), TANK) == "FF-10.1.1.e"
    assert rule(field({"Jeep": "R1C2", "CO HQ": "R1C2"}), "Jeep", "4.2.2h") == ""
    driven = {"Jeep": "R1C2", "CO HQ": {"at": "R1C2", "aboard": "Jeep"}}
    assert rule(field(driven), "Jeep") == ""
    assert rule(field(driven, hq="CO HQ"), "Jeep") == ""
    men = {"Jeep": "R1C2", "ARTY FO": {"at": "R1C2", "aboard": "Jeep"}, "CO HQ": "R1C2"}
    assert rule(field(men, hq="CO HQ"), "Jeep") == ""
    assert rule(field({**men, "CO HQ": "R2C2"}, hq="CO HQ"), "Jeep") == "FF-10.8.1.truck"


@pytest.mark.rule("FF-10.8.1.truck", "FF-10.8.1")
def test_a_truck_obeys_any_headquarters_or_staff_beside_it_by_voice() -> None:
    assert rule(field({TANK: "R1C2", "CO HQ": "R1C2"}, hq="CO HQ"), TANK) == "FF-10.1.1.e"
    for hq in ("CO HQ", "CO XO", "3 PLT HQ"):
        assert rule(field({TRUCK: "R1C2", hq: "R1C2"}, hq=hq), TRUCK) == ""
    assert rule(field({TRUCK: "R1C2", "CO HQ": "R1C3"}, hq="CO HQ", assets=SET), TRUCK) == "FF-10.8.1.truck"
    under = field({TRUCK: "R1C2", "CO HQ": {"at": "R1C2", "cover": 1}}, hq="CO HQ", covers={1: {"at": "R1C2"}})
    assert rule(under, TRUCK) == "FF-10.8.1.truck"
    pinned = field({TRUCK: "R1C2", "CO HQ": {"at": "R1C2", "pinned": True}}, hq="CO HQ")
    assert rule(pinned, TRUCK) == "FF-10.8.1.truck"
    elsewhere = {TRUCK: "R1C2", "Truck 2": "R1C2", "CO HQ": {"at": "R1C2", "aboard": "Truck 2"}}
    assert rule(field(elsewhere, hq="CO HQ"), TRUCK) == "FF-10.8.1.truck"
    assert rule(field({TRUCK: "R1C2", HEAD: "R1C2"}, hq=HEAD), TRUCK) == "FF-10.1.2.d"


@pytest.mark.rule("FF-10.2.1.a", "FF-10.8.1.fire")
def test_men_aboard_take_no_orders_but_on_trucks_to_fight_and_to_rally() -> None:
    def orders(vehicle: str, *menus: str) -> list[str]:
        state = field({vehicle: "R1C2", "1/1 PLT": {"at": "R1C2", "aboard": vehicle}})
        return [rule(state, "1/1 PLT", menu) for menu in menus]

    assert orders(TRUCK, "4.2.4b", "4.2.3a", "4.2.1c", "4.2.2a") == ["", "", "", "FF-10.2.1.a"]
    assert orders(TANK, "4.2.4b", "4.2.3a", "4.2.1c", "4.2.2a") == ["FF-10.2.1.a"] * 4
    head = field({TANK: "R1C2", "1 PLT HQ": {"at": "R1C2", "aboard": TANK}})
    assert rule(head, "1 PLT HQ", "4.2.1a") == ""
