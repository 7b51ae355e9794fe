"""What AT combat does to vehicles and those aboard (10.7, 10.8.2)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.sight import screens, sees
from sandtable.games.fieldsoffire.rules.vehicles.driving import has_room
from sandtable.games.fieldsoffire.rules.vehicles.results import leave_empty, take_result
from tests.games.fieldsoffire.board import card, drafted, key
from tests.games.fieldsoffire.rules.vehicles.field import field

TANK, TRUCK, SQUAD = "M4 12", "Truck 1", "1/1 PLT"
LINE = [45, 47, 46, 48, 44, 43, 42, 41, 40, 39]
"""Cards whose hit is one letter for any experience."""


def after(result: str, units: dict[str, Any], target: str, deck: list[int] | None = None, **more: Any) -> Any:
    state = field(units, **more)
    d = drafted(state, LINE if deck is None else deck)
    take_result(d, key(state, target), result)
    return d


def kinds(state: FieldsState, at: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, unit in state.units.items():
        if unit.at == card(state, at):
            kind = state.board.types[number].kind
            found[kind] = found.get(kind, 0) + 1
    return found


@pytest.mark.rule("FF-10.7.V.burn", "FF-10.7.V", "FF-10.7.c")
def test_a_burning_vehicle_leaves_smoke_casualties_and_nothing_else() -> None:
    assets = {
        1: {"kind": "smoke", "holder": TRUCK},
        2: {"kind": "wp", "holder": SQUAD},
    }
    units = {TRUCK: "R2C2", SQUAD: {"at": "R2C2", "aboard": TRUCK}, "Casualty 9": {"at": "R2C2", "aboard": TRUCK}}
    d = after("burning", units, TRUCK, assets=assets)
    assert kinds(d.now, "R2C2") == {"casualty": 5}
    assert "log.burning" in [one.key for one in d.entries]
    assert kinds(after("crashed", {TRUCK: "R2C2"}, TRUCK).now, "R2C2") == {"casualty": 1}
    assert not d.now.assets
    assert [(one.kind, one.value) for one in d.now.markers.values()] == [("burning_wreck", 2)]
    assert not d.now.units[key(d.now, "Casualty 9")].aboard
    assert d.now.units[key(d.now, TRUCK)].box == "removed"
    # its smoke hides the card and whatever is behind it, and gives no cover marker
    assert card(d.now, "R2C2") in screens(d.now)
    assert not sees(d.now, card(d.now, "R1C2"), card(d.now, "R3C2"))
    assert not d.now.covers


@pytest.mark.rule("FF-10.7.V.ko", "FF-10.7.V.ko1", "FF-10.7.V.ko2", "FF-10.7.V", "FF-10.7.b")
def test_from_a_vehicle_knocked_out_every_step_comes_out_as_a_team_that_is_hit() -> None:
    assets = {
        1: {"kind": "smoke", "holder": TRUCK},
        2: {"kind": "ammo.mg", "holder": TRUCK, "points": 3},
        3: {"kind": "wp", "holder": SQUAD},
        4: {"kind": "ammo.mg", "holder": SQUAD, "points": 2},
    }
    units = {TRUCK: "R2C2", SQUAD: {"at": "R2C2", "aboard": TRUCK}, "Casualty 9": {"at": "R2C2", "aboard": TRUCK}}
    # the crew and three steps: Green teams take P, L, L and L of these cards
    d = after("knocked_out", units, TRUCK, [43, 45, 46, 47], assets=assets)
    assert kinds(d.now, "R2C2") == {"paralyzed": 1, "litter": 3, "casualty": 1}
    (wreck,) = d.now.covers
    assert (d.now.covers[wreck].kind, d.now.covers[wreck].value, d.now.covers[wreck].found) == ("wreck", 1, False)
    teams = [unit for unit in d.now.units.values() if unit.at and unit.steps and unit.cover]
    assert len(teams) == 4
    assert all(unit.exposed and unit.cover == wreck and not unit.aboard for unit in teams)
    assert (d.now.assets[1].holder, d.now.assets[1].at) == (0, card(d.now, "R2C2"))
    assert not {2, 4} & set(d.now.assets)
    assert d.now.assets[3].holder in d.now.units
    assert not d.now.units[key(d.now, "Casualty 9")].aboard
    assert not d.now.markers
    assert "log.knocked_out" in [one.key for one in d.entries]
    assert len(after("autorotation", {TRUCK: "R2C2"}, TRUCK).now.covers) == 1


@pytest.mark.rule("FF-10.7.a", "FF-5.1.5.a2")
def test_a_wreck_does_not_count_among_the_vehicles_of_a_card() -> None:
    units = dict.fromkeys(("M4 HQ 11", "M4 12", "M4 13"), "R2C2")
    d = after("knocked_out", {**units, "M4 14": "R2C2", "M4 15": "R1C2"}, "M4 14", [43, 45])
    assert has_room(d.now, key(d.now, "M4 15"), card(d.now, "R2C2"))


@pytest.mark.rule("FF-10.7.V.ret", "FF-10.7.V")
def test_a_vehicle_that_retreats_leaves_the_mission_with_all_aboard() -> None:
    units = {TRUCK: "R2C2", SQUAD: {"at": "R2C2", "aboard": TRUCK}, "Casualty 9": {"at": "R2C2", "aboard": TRUCK}}
    d = after("retreat", units, TRUCK, assets={1: {"kind": "smoke", "holder": TRUCK}})
    boxes = [(unit.at, unit.box, unit.aboard) for unit in d.now.units.values()]
    assert boxes == [(0, "off_map", 0), (0, "evacuated", 0), (0, "off_map", 0)]
    assert d.now.units[key(d.now, SQUAD)].steps == 3
    assert [one.key for one in d.entries] == ["log.driven_off"]
    assert not d.now.assets
    enemy = after("retreat", {"German Panzer IV 1": "R2C2"}, "German Panzer IV 1")
    assert not enemy.now.units


@pytest.mark.rule("FF-10.7.V.ret", "FF-10.1.1.a")
def test_a_headquarters_that_retreats_commands_no_more() -> None:
    commands = {"M4 HQ 11": {"saved": 2, "activated": True}}
    d = after("retreat", {"M4 HQ 11": "R2C2", "German LMG team 1": "R3C2"}, "M4 HQ 11", commands=commands)
    command = d.now.commands[key(d.now, "M4 HQ 11")]
    assert (command.saved, command.activated, command.done) == (0, False, True)
    assert key(d.now, "M4 HQ 11") not in d.now.fires


@pytest.mark.rule("FF-10.7.V", "FF-10.7.pin", "FF-10.8.2.hit", "FF-10.8.2")
def test_a_vehicle_is_pinned_or_missed() -> None:
    assert after("pinned", {TRUCK: "R2C2"}, TRUCK).now.units
    for result, pinned in (("pinned", True), ("miss", False)):
        d = after(result, {TRUCK: "R2C2", SQUAD: {"at": "R2C2", "aboard": TRUCK}}, TRUCK)
        assert d.now.units[key(d.now, TRUCK)].pinned is pinned
        assert d.now.units[key(d.now, SQUAD)].aboard


@pytest.mark.rule("FF-10.8.2", "FF-10.8.2.hit")
@pytest.mark.parametrize(("result", "off"), [("burning", 1), ("knocked_out", 1), ("pinned", 1), ("miss", 0)])
def test_whoever_rides_on_a_tank_that_is_hit_is_hit_and_thrown_off(result: str, off: int) -> None:
    units = {TANK: "R2C2", SQUAD: {"at": "R2C2", "aboard": TANK}, "CO HQ": {"at": "R2C2", "aboard": TANK}}
    d = after(result, units, TANK, [33, 49, 50, 45, 46, 47])
    squad, head = d.now.units[key(d.now, SQUAD)], d.now.units[key(d.now, "CO HQ")]
    hits = [one for one in d.entries if one.key == "log.hit"]
    if not off:
        assert (squad.aboard, squad.exposed, hits) == (key(d.now, TANK), False, [])
        return
    assert (squad.aboard, head.aboard, squad.cover) == (0, 0, 0)
    assert [one.key for one in d.entries].count("log.thrown_off") == 2
    assert squad.exposed or squad.box
    assert squad.steps == 2
    assert len(hits) == 2 + (2 if result == "knocked_out" else 0)


@pytest.mark.rule("FF-7.18.1.G", "FFT-weapons-row-afv")
def test_a_vehicle_without_ammunition_leaves_the_map() -> None:
    state = field(
        {TANK: {"at": "R2C2", "empty": True}, "M4 13": "R2C2", "1/AT (Bazooka)": {"at": "R2C2", "empty": True}}
    )
    d = drafted(state)
    leave_empty(d)
    assert [unit.box for unit in d.now.units.values()] == ["", "off_map", ""]
