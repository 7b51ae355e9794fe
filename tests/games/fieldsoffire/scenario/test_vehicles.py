"""The Vehicle and AT Weapons Table, and the counters that it stands for."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.scenario.units import counters, types
from sandtable.games.fieldsoffire.scenario.vehicles import machine_of, machines
from tests.games.fieldsoffire.board import board, key


def test_the_table_has_every_figure_that_the_worked_examples_print() -> None:
    table = machines()
    assert table["flak88"].gun_at(2) == -3
    assert table["m4_75"].defence == 0
    assert table["m26"].gun_at(3) == -2
    assert table["m26"].move_and_fire == 3
    assert table["su76m"].move_and_fire is None
    assert table["uh1"].move_and_fire == 0
    assert table["hmg_50_127"].gun_at(2) == 1
    assert table["bazooka_m1a1"].gun_at(2) is None
    assert table["bazooka_m1a1"].gun_at(4) is None


@pytest.mark.rule("FF-1.2.3.e")
def test_the_steps_of_a_vehicle_are_those_of_its_crew_and_its_fire_is_that_of_the_table() -> None:
    tank, jeep, light = types()["n.tank"], types()["n.jeep"], types()["n.m5"]
    assert tank.steps == 2
    assert tank.rating(2).basic == "H"
    assert jeep.steps == 0
    assert (light.rating(1).basic, light.rating(1).special) == ("A", "G!")
    assert machine_of(types()["n.at1"]) is machines()["bazooka_m1a1"]
    assert machine_of(types()["n.s1_1"]) is None


@pytest.mark.rule("FF-1.2.6.atcap")
def test_a_truck_without_gun_values_is_not_at_capable() -> None:
    assert not machines()["truck"].is_at_capable
    assert machines()["m4_75"].is_at_capable
    assert machines()["panzerfaust"].is_at_capable


def test_the_first_tank_of_a_platoon_leads_it() -> None:
    names = {one.name: one.type for one in counters().values() if one.type.id == "n.tank"}
    assert list(names) == ["M4 HQ 11", "M4 12", "M4 13", "M4 14", "M4 15"]
    assert [one.leads for one in names.values()] == [True, False, False, False, False]
    assert names["M4 HQ 11"].commands
    assert names["M4 HQ 11"].rank == "plt_hq"
    assert names["M4 12"].rank == "vehicle"


def test_attachments_bring_vehicles_into_a_case() -> None:
    state = board({"M5 32": "R1C1", "Jeep": "R1C2"}, facts={"mission": {"attachments": ["M5", "Jeep"]}})
    assert state.units[key(state, "M5 32")].steps == 1
    assert state.units[key(state, "Jeep")].steps == 0
