"""Weapons that jam."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.weapons.jams import can_jam
from tests.games.fieldsoffire.board import board, key, play

FACTS = {"nations": ["vc", "nva"]}


@pytest.mark.rule("FF-7.12.a", "FF-7.7")
@pytest.mark.parametrize(
    ("name", "row", "jams"),
    [
        ("1/LMG (.30 cal)", {}, True),
        ("1/LMG (.30 cal)", {"flipped": True}, False),
        (".50 cal HMG", {}, True),
        ("1/AT (Bazooka)", {}, True),
        ("60mm Mtr Sec", {}, True),
        ("German 75mm AT gun 1", {}, True),
        ("German Grenadier squad 1/Gp", {}, True),
        ("German Grenadier squad 4/Gp", {}, False),
        ("VC squad 8 (grenade launchers)", {}, False),
        ("1/1 PLT", {}, False),
        ("Assault Team 1", {}, False),
    ],
)
def test_weapons_teams_guns_and_belt_fed_squads_can_jam(name: str, row: dict[str, Any], jams: bool) -> None:
    state = board({name: {"at": "R1C1", **row}}, scenario="normandy_1", facts=FACTS)
    assert can_jam(state, key(state, name)) is jams


@pytest.mark.rule("FF-7.12", "FF-7.12.b", "FF-7.12.c")
def test_a_jam_makes_the_crew_fire_teams_and_voids_a_success() -> None:
    units = {"1/LMG (.30 cal)": "R1C1", "1/1 PLT": "R1C1", "German Grenadier squad 4/Gp": {"at": "R2C1", "held": True}}
    state = board(units, assets={1: {"kind": "wp", "holder": "1/LMG (.30 cal)"}})
    after = play(state, {"concentrate": "1/LMG (.30 cal)", "cover": 0}, deck=[1, 49]).state
    assert after.units[key(state, "1/LMG (.30 cal)")].box == "removed"
    assert key(state, "Fire Team (rifle) 1") in after.units
    assert after.assets[1].holder == key(state, "Fire Team (rifle) 1")
    assert after.markers == {}
    rifles = play(state, {"concentrate": "1/1 PLT", "cover": 0}, deck=[1, 49]).state
    assert len(rifles.markers) == 1


@pytest.mark.rule("FF-7.12.c", "FF-6.2.1.c")
def test_what_lies_on_a_crew_lies_on_the_team_that_is_left_when_the_gun_jams() -> None:
    enemy = "German Grenadier squad 4/Gp"
    thrown = {1: {"kind": "grenade", "at": "R1C1", "unit": "1/LMG (.30 cal)", "value": -4, "by": enemy}}
    state = board({"1/LMG (.30 cal)": "R1C1", enemy: {"at": "R2C1", "held": True}}, markers=thrown)
    after = play(state, {"concentrate": "1/LMG (.30 cal)", "cover": 0}, deck=[1, 49]).state
    assert [one.unit for one in after.markers.values()] == [key(after, "Fire Team (rifle) 1")]
