"""Missions as typed figures."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.missions import UNLIMITED, missions


@pytest.mark.rule("FF-1.1.2", "FF-2.1.1", "FF-1.1.1.b", "FF-7.16.a")
def test_all_missions_are_read() -> None:
    found = missions()
    assert len(found) == 33
    assert {one.type for one in found.values()} == {"offensive", "defensive", "patrol"}
    assert {one.tactic for one in found.values()} <= {"deliberate", "hasty", "delay", "assault", "overrun"}
    first = found["Normandy 1"]
    assert (first.rows, first.columns, first.turns, first.experience) == (3, 4, 10, 0)
    assert [(row.agency, row.type, row.value, row.missions) for row in first.support] == [
        ("15th FA Bn (105mm)", "HE", -5, 4),
        ("15th FA Bn (105mm)", "WP", -4, 1),
    ]


@pytest.mark.parametrize(
    ("name", "light", "weather"),
    [
        ("Normandy 1", "daylight", ""),
        ("Heartbreak Ridge 2", "daylight", "fog"),
        ("Heartbreak Ridge 6", "moon4", ""),
        ("Vietnam 8", "moon3", ""),
    ],
)
@pytest.mark.rule("FF-2.2.2.a")
def test_light_and_weather_are_those_of_the_briefing(name: str, light: str, weather: str) -> None:
    mission = missions()[name]
    assert (mission.light, mission.weather) == (light, weather)


@pytest.mark.rule("FFM-standalone")
def test_the_standalone_mission_has_no_ammunition_and_unlimited_fire_missions() -> None:
    found = missions()["Keep Up The Fire"]
    assert not found.ammo
    assert {row.missions for row in found.support} == {UNLIMITED}
    assert (found.rows, found.columns, found.turns, found.reattempts) == (4, 4, 10, 0)
    assert missions()["Normandy 2"].ammo


@pytest.mark.rule("FFM-normandy-1")
def test_the_first_mission_of_normandy_is_rebuilt_as_data_and_six_steps_follow_it() -> None:
    found = missions()["Normandy 1"]
    assert (found.title, found.source) == ("Trévières", "public")
    assert data("counters")["replacements_per_mission"]["Normandy"]["steps"] == 6
