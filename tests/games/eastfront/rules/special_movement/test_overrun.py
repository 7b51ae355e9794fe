"""Overruns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.special_movement import overrun
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

# The worked example: a panzer group of 13 attack points, among them motorised engineers, all with allowance 7.
NAMES = ["I Bn/204 Pz", "II Bn/204 Pz", "III Bn/204 Pz", "129 Mot Rgt/22 Pz", "140 Mot Rgt/22 Pz"]
VALUES = {
    "I Bn/204 Pz": {"front": "4-2-7"},
    "II Bn/204 Pz": {"front": "3-2-7"},
    "III Bn/204 Pz": {"front": "3-2-7"},
    "129 Mot Rgt/22 Pz": {"front": "2-2-7"},
    "140 Mot Rgt/22 Pz": {"front": "1-2-7"},
}
GROUP: dict[str, Any] = dict.fromkeys(NAMES, 3604)
FACTS = {
    "units": VALUES,
    "roads": [["3604", "3605", "primary"], ["3605", "3606", "secondary"]],
    "hexes": {"3606": {"woods": True}, "3607": {"terrain": "hill"}},
}


def charge(units: dict[str, Any], **more: Any) -> CrimeaState:
    return board("axis.movement", units, **more)


@pytest.mark.rule("EF-11.42.c2", "EF-23.14", "EF-18.15")
def test_works_need_twelve_to_one_and_motorised_engineers() -> None:
    point = {"strongpoints": {"3605": {"side": "soviet"}}}
    state = charge({**GROUP, "52 Art Rgt": 3605}, facts=FACTS, **point)
    assert why(state, "axis", {"do": "overrun", "units": NAMES, "path": [3604, 3605]}).rule == "EF-11.42.c2"
    numbers = tuple(key(state, name) for name in NAMES)
    assert overrun.why_not(state, numbers, 3604, 3605).rule == "EF-11.42.c2"  # type: ignore[union-attr]
    assert overrun.least_odds(state, numbers, 3605) == 12


@pytest.mark.rule("EF-11.43.1")
def test_whoever_names_the_target_alone_is_told_what_comes_first() -> None:
    state = charge({**GROUP, "52 Art Rgt": 3605}, facts=FACTS)
    no = why(state, "axis", {"do": "overrun", "units": NAMES, "path": [3605]})
    assert (no.rule, no.key) == ("EF-11.43.1", "refuse.overrun_start")


@pytest.mark.rule("EF-11.42.a")
def test_a_group_that_is_too_weak_is_told_what_all_of_it_comes_to() -> None:
    state = charge({**GROUP, "106 Rifle Div": 3605}, facts=FACTS)
    no = why(state, "axis", {"do": "overrun", "units": NAMES, "path": [3604, 3605]})
    attack = sum(state.board.units[key(state, name)].front.attack for name in NAMES)
    assert (no.rule, no.params["odds"], no.params["need"]) == ("EF-11.42.a", attack // 4, 5)


@pytest.mark.rule("EF-PB11.2", "EF-11.43.5", "EF-11.43.2", "EFT-overrun")
def test_the_first_overrun_of_the_example() -> None:
    point = {"strongpoints": {"3605": {"side": "soviet"}}}
    state = charge({**GROUP, "52 Art Rgt": 3605}, facts=FACTS, **point)
    numbers = tuple(key(state, name) for name in NAMES)
    assert overrun.ratio(state, numbers, 3605) == 13
    modifiers = overrun.net(state, numbers, 3604, 3605)
    assert {part.key: part.amount for part in modifiers.parts} == {
        "modifier.odds": -2,
        "modifier.soft_defender": -1,
        "modifier.ground": 2,
    }
    # 1 for the overrun, a half for the primary road, 1 for the strongpoint
    assert overrun.cost(state, numbers[0], 3604, 3605) == 5


@pytest.mark.rule("EF-PB11.2", "EF-11.43.9", "EFT-overrun", "EF-11.43.5")
def test_the_second_overrun_of_the_example_fails_with_a_loss() -> None:
    # 10 attack points against a reduced division of 2 in the hills, by a secondary road
    team = NAMES[:3]
    facts = {**FACTS, "roads": [["3606", "3607", "secondary"]]}
    units = {**dict.fromkeys(team, 3606), "106 Rifle Div": {"hex": "3607", "steps": 1}}
    state = charge(units, facts=facts)
    numbers = tuple(key(state, name) for name in team)
    assert overrun.cost(state, numbers[0], 3606, 3607) == 4
    step = play(state, "axis", {"do": "overrun", "units": team, "path": [3606, 3607]}, [8])
    entry = logged(step, "overrun")
    assert (entry.params["odds"], entry.params["drm"], entry.params["success"]) == (5, 3, 0)
    assert asked(step.state) == {"axis": "overrun.loss"}
    state = play(step.state, "axis", {"lose": "I Bn/204 Pz"}).state
    assert where(state, "I Bn/204 Pz") == "cadre"
    # the others stay where they are and are done for the phase
    assert where(state, "II Bn/204 Pz") == 3606
    assert why(state, "axis", {"move": "II Bn/204 Pz", "path": [3605]}).rule == "EF-10.52"


@pytest.mark.rule("EF-11.42.d", "EF-PB11.2")
def test_another_enemy_zone_forbids_it_a_neighbour_without_one_does_not() -> None:
    team = NAMES[:4]
    weak = {"106 Rifle Div": {"hex": "3607", "steps": 1}}
    facts = {"units": VALUES}
    with_guns = charge({**dict.fromkeys(team, 3606), **weak, "52 Art Rgt": 3605}, facts=facts)
    assert may(with_guns, "axis", {"do": "overrun", "units": team, "path": [3606, 3607]})
    with_rifles = charge({**dict.fromkeys(team, 3606), **weak, "271 Rifle Div": 3706}, facts=facts)
    numbers = tuple(key(with_rifles, name) for name in team)
    no = overrun.why_not(with_rifles, numbers, 3606, 3607)
    assert no is not None
    assert (no.rule, [point.id for point in no.points]) == ("EF-11.42.d", [3706])


TEAM = ["I Bn/204 Pz", "II Bn/204 Pz"]
PANZERS = dict.fromkeys(TEAM, 3604)
GUN = {"52 Art Rgt": 3605}
GO = {"do": "overrun", "units": TEAM, "path": [3604, 3605]}


@pytest.mark.rule("EF-11.4", "EF-11.41", "EF-11.42.h", "EF-11.42.f")
def test_only_motorised_units_and_soviet_cavalry_overrun() -> None:
    state = charge({**PANZERS, "73 Inf Div": 3604, "Korne(+) Rgt": 3604, **GUN})
    assert may(state, "axis", GO)
    assert why(state, "axis", {**GO, "units": ["73 Inf Div"]}).rule == "EF-11.41"
    assert why(state, "axis", {**GO, "units": ["Korne(+) Rgt"]}).rule == "EF-11.42.h"
    horse = ["42 Cav Div", "48 Cav Div", "72 Cav Div"]
    soviet = board("soviet.movement", {**dict.fromkeys(horse, 3604), "49 Art Rgt": 3605})
    assert may(soviet, "soviet", {**GO, "units": horse})


@pytest.mark.rule("EF-11.42.a", "EF-11.43.3")
def test_germans_need_five_to_one_and_others_seven() -> None:
    state = charge({**PANZERS, **GUN})
    numbers = tuple(key(state, name) for name in TEAM)
    assert overrun.least_odds(state, numbers, 3605) == 5
    horse = ["42 Cav Div", "48 Cav Div"]
    soviet = board("soviet.movement", {**dict.fromkeys(horse, 3604), "49 Art Rgt": 3605})
    # 6 to 1 is not enough for them
    assert not may(soviet, "soviet", {**GO, "units": horse})


@pytest.mark.rule("EF-11.42.b")
@pytest.mark.parametrize("weather", ["mud", "snow", "arctic"])
def test_weather_forbids_overruns(weather: str) -> None:
    assert why(charge({**PANZERS, **GUN}, weather=weather), "axis", GO).rule == "EF-11.42.b"


@pytest.mark.rule("EF-11.42.b", "EF-11.42.c", "EF-11.42.c1")
@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"facts": {"sides": {"3604-3605": {"river": "major", "bridge": ["road"]}}}}, "EF-11.42.c"),
        ({"facts": {"hexes": {"3605": {"terrain": "swamp"}}}}, "EF-11.42.c1"),
        ({"facts": {"hexes": {"3605": {"woods": True}}}, "past": ["mud"]}, "EF-11.42.b"),
    ],
)
def test_ground_forbids_overruns(more: dict[str, Any], rule: str) -> None:
    state = charge({**PANZERS, **GUN}, **more)
    numbers = tuple(key(state, name) for name in TEAM)
    no = overrun.why_not(state, numbers, 3604, 3605)
    assert no is not None
    assert no.rule == rule


@pytest.mark.rule("EF-10.53", "EF-11.43.2", "EF-11.42.g", "EF-11.93")
def test_the_slowest_of_a_group_must_pay_too() -> None:
    slow = {"units": {"II Bn/204 Pz": {"front": "3-2-2"}}}
    units = {**dict.fromkeys(TEAM, 3603), **GUN}
    assert may(charge(units), "axis", {**GO, "path": [3604, 3605]})
    state = charge(units, facts=slow)
    numbers = tuple(key(state, name) for name in TEAM)
    no = overrun.why_not(state, numbers, 3604, 3605)
    assert no is not None
    assert no.rule == "EF-11.43.2"
    # nor does the one-hex move help: there is nothing left for the overrun
    assert not may(state, "axis", {**GO, "path": [3604, 3605]})


@pytest.mark.rule("EF-11.42.e")
def test_starving_units_do_not_overrun() -> None:
    state = charge({"I Bn/204 Pz": {"hex": "3604", "supply": 2}, "II Bn/204 Pz": 3604, "SS LAH Rcn Bn": 3604, **GUN})
    assert why(state, "axis", GO).rule == "EF-11.42.e"


@pytest.mark.rule("EF-11.43.6", "EF-11.43.8", "EF-11.44", "EF-22.23", "EF-11.43.1")
def test_after_a_success_the_enemy_runs_and_the_group_goes_on() -> None:
    state = charge({**dict.fromkeys(TEAM, 3603), **GUN, "51 Army HQ": 3605, "190 AG Bn": 3603, "197 AG Bn": 3603})
    team = [*TEAM, "190 AG Bn", "197 AG Bn"]
    step = play(state, "axis", {"do": "overrun", "units": team, "path": [3604, 3605]}, [5])
    assert logged(step, "overrun").params["success"] == 1
    assert asked(step.state) == {"axis": "overrun.rout"}
    state = play(step.state, "axis", {"retreat": ["52 Art Rgt", "51 Army HQ"], "path": [3606, 3607]}).state
    gun, staff = state.pieces[key(state, "52 Art Rgt")], state.pieces[key(state, "51 Army HQ")]
    assert (gun.hex, gun.overrun, staff.back) == (3607, True, True)
    assert where(state, "I Bn/204 Pz") == 3605
    # 1 + 1 + 1 of seven are spent: four are left, and the next overrun is possible
    assert may(state, "axis", {"move": "I Bn/204 Pz", "path": [3505, 3504, 3503, 3502]})
    assert not may(state, "axis", {"move": "I Bn/204 Pz", "path": [3505, 3504, 3503, 3502, 3501]})
    assert may(state, "axis", {"do": "overrun", "units": team, "path": [3606, 3607]})


@pytest.mark.rule("EF-11.43.6", "EFT-overrun")
def test_a_low_roll_costs_the_defender_a_step_of_his_choice() -> None:
    state = charge({**PANZERS, **GUN})
    step = play(state, "axis", GO, [1])
    assert asked(step.state) == {"soviet": "overrun.loss"}
    state = play(step.state, "soviet", {"lose": "52 Art Rgt"}).state
    assert where(state, "52 Art Rgt") == "cadre"
    assert where(state, "I Bn/204 Pz") == 3605


@pytest.mark.rule("EF-11.43.6")
def test_those_who_cannot_run_go_to_cadre() -> None:
    sea = {"hexes": {str(h): {"terrain": "sea"} for h in (3606, 3505, 3705, 3504, 3704)}}
    state = play(charge({**PANZERS, **GUN}, facts=sea), "axis", GO, [5]).state
    assert where(state, "52 Art Rgt") == "cadre"


@pytest.mark.rule("EF-11.43.7")
def test_what_cannot_move_is_lost() -> None:
    horse = ["42 Cav Div", "48 Cav Div", "72 Cav Div"]
    state = board("soviet.movement", {**dict.fromkeys(horse, 3604), "641 S-H Art Bn": 3605})
    state = play(state, "soviet", {**GO, "units": horse}, [5]).state
    assert where(state, "641 S-H Art Bn") == "cannot_rebuild"
    assert where(state, "42 Cav Div") == 3605


@pytest.mark.rule("EF-11.43.8", "EF-11.45")
def test_in_an_enemy_zone_the_group_stops_but_may_overrun_again() -> None:
    units = {**PANZERS, **GUN, "106 Rifle Div": {"hex": "3607", "steps": 1}, "190 AG Bn": 3604, "197 AG Bn": 3604}
    team = [*TEAM, "190 AG Bn", "197 AG Bn"]
    rifles = {**units, "106 Rifle Div": {"hex": "3606", "steps": 1}}
    state = play(charge(rifles), "axis", {**GO, "units": team}, [7]).state
    state = play(state, "axis", {"retreat": ["52 Art Rgt"], "path": [3505, 3506]}).state
    # 3606 has them in its zone: no step further, but the next overrun
    assert why(state, "axis", {"move": "I Bn/204 Pz", "path": [3604]}).rule == "EF-10.52"
    assert may(state, "axis", {"do": "overrun", "units": team, "path": [3605, 3606]})


@pytest.mark.rule("EF-11.44.n", "EF-4.2.B6")
def test_overrun_markers_come_off_in_the_engineer_phase_of_the_enemy() -> None:
    state = board("axis.engineer", {"52 Art Rgt": {"hex": "3605", "overrun": True}})
    assert not state.pieces[key(state, "52 Art Rgt")].overrun
    other = board("soviet.engineer", {"52 Art Rgt": {"hex": "3605", "overrun": True}})
    assert other.pieces[key(other, "52 Art Rgt")].overrun
