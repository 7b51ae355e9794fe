"""What units take and touch in the hexes that they only pass."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.movement import passage
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import board, key, play, where
from tests.games.eastfront.fleet import MINOR, fleet, ship

HOSTILE = dict.fromkeys((3505, 3506, 3605, 3606, 3607, 3705, 3706), "soviet")


def march(**more: Any) -> CrimeaState:
    """73 Division goes from 3604 to 3608, where nothing that it passed is next to it."""
    pieces = {"73 Inf Div": 3604, "271 Rifle Div": 3615, **more.pop("pieces", {})}
    state = board("axis.movement", pieces, control=HOSTILE, weather="dry", **more)
    step = play(state, "axis", {"move": "73 Inf Div", "path": [3605, 3606, 3607, 3608]})
    assert where(step.state, "73 Inf Div") == 3608
    return step.state


@pytest.mark.rule("EF-3.21.a", "EF-10.4")
def test_a_march_takes_the_hexes_that_it_passes_and_those_in_its_zone_on_the_way() -> None:
    control = march().control
    assert {h: control[h] for h in HOSTILE} == dict.fromkeys(HOSTILE, "axis")


@pytest.mark.rule("EF-3.21.b")
def test_a_march_leaves_what_was_contested_when_it_passed() -> None:
    control = march(pieces={"106 Rifle Div": 3806}).control
    assert (control[3605], control[3606], control[3705], control[3706]) == ("axis", "axis", "soviet", "soviet")


@pytest.mark.rule("EF-6.82", "EF-18.14", "EF-23.25")
def test_a_march_ends_supplies_half_built_works_and_bridges_in_its_way() -> None:
    state = march(
        supplies={1: {"side": "soviet", "hex": "3606"}, 2: {"side": "soviet", "hex": "3804"}},
        strongpoints={"3605": {"side": "soviet", "building": True}, "3607": {"side": "soviet"}},
        bridges={"3606-3706": {"side": "soviet", "hex": "3606", "to": "3706", "placed": 47, "opened": 47}},
        facts={"sides": {"3606-3706": {"river": "minor"}}},
    )
    assert list(state.supplies) == [2]
    assert list(state.strongpoints) == [3607]
    assert not state.bridges


@pytest.mark.rule("EF-25.2")
def test_a_place_that_was_passed_scores() -> None:
    card = {"vp_places": [{"hex": "3606", "points": 2}]}
    state = march(facts={"hexes": {"3606": {"place": "town"}}, "card": card})
    assert state.tracks["vp"] == 2


@pytest.mark.rule("EF-22.82")
def test_a_garrison_is_released_by_those_who_pass_it() -> None:
    pieces = {"73 Inf Div": 3603, "106 Rifle Div": {"hex": "3806", "garrison": True}, "271 Rifle Div": 3615}
    facts = {"units": {"106 Rifle Div": {"zone_of_control": False}}}
    state = board("axis.movement", pieces, facts=facts, weather="dry")
    for path, is_held in (([3604, 3605, 3606, 3607], True), ([3604, 3605, 3705, 3606, 3607], False)):
        passed = play(state, "axis", {"move": "73 Inf Div", "path": path}).state
        assert passed.pieces[key(passed, "106 Rifle Div")].garrison == is_held


@pytest.mark.rule("EF-PB8.23.b")
def test_ships_leave_a_port_that_is_passed() -> None:
    state = fleet("axis.movement", {"DD-1": MINOR}, {"73 Inf Div": 3805, "46 Inf Div": 3704})
    step = play(state, "axis", {"move": "73 Inf Div", "path": [MINOR, 3705]}, [2])
    assert ship(step.state, "DD-1").zone == "sevastopol"
    assert step.state.tracks[f"taken_{MINOR}"] == state.turn


@pytest.mark.rule("EF-3.21.a", "EF-11.31")
def test_strategic_movement_takes_what_it_passes() -> None:
    roads = [[a, a + 1, "primary"] for a in range(3601, 3609)]
    control = {**dict.fromkeys(range(3601, 3611), "axis"), 3604: "soviet", 3605: "soviet"}
    pieces = {"73 Inf Div": 3601, "271 Rifle Div": 3815}
    state = board("axis.movement", pieces, facts={"roads": roads}, control=control, weather="dry")
    step = play(state, "axis", {"strategic": "73 Inf Div", "path": list(range(3602, 3610))})
    assert [step.state.control[h] for h in (3604, 3605)] == ["axis", "axis"]


@pytest.mark.rule("EF-3.21.a", "EF-11.43.1")
def test_the_way_to_an_overrun_takes_what_it_passes() -> None:
    team = ["I Bn/204 Pz", "II Bn/204 Pz", "III Bn/204 Pz"]
    pieces = {**dict.fromkeys(team, 3602), "52 Art Rgt": 3607}
    state = board("axis.movement", pieces, control=HOSTILE, weather="dry")
    step = play(state, "axis", {"do": "overrun", "units": team, "path": [3606, 3607]}, [9])
    assert [step.state.control[h] for h in (3605, 3606)] == ["axis", "axis"]
    assert [where(step.state, name) for name in team] == [3606] * 3
    # on the spot there is no way to go
    beside = board("axis.movement", {**dict.fromkeys(team, 3606), "52 Art Rgt": 3607}, weather="dry")
    stopped = play(beside, "axis", {"do": "overrun", "units": team, "path": [3606, 3607]}, [9]).state
    assert [where(stopped, name) for name in team] == [3606] * 3


@pytest.mark.rule("EF-3.21.a", "EF-16.4")
def test_a_retreat_takes_what_it_passes() -> None:
    pieces = {"46 Inf Div": 3605, "73 Inf Div": 3505, "106 Rifle Div": 3606}
    attack = {"3606": {"side": "axis", "hexes": ["3606"], "units": ["46 Inf Div", "73 Inf Div"]}}
    at = [
        {"phase": "axis.combat", "waiting": ["axis"]},
        {"phase": "battle.result.defender_retreat", "waiting": ["soviet"]},
    ]
    battle = {
        "attack": 3606,
        "units": ["46 Inf Div", "73 Inf Div"],
        "defenders": ["106 Rifle Div"],
        "result": "-/R",
        "retreat_defender": 2,
        "retreating": ["106 Rifle Div"],
    }
    facts = {"units": {"106 Rifle Div": {"zone_of_control": False}}}
    held = {3607: "axis", 3608: "axis"}
    state = board(at, pieces, attacks=attack, battle=battle, control=held, begun=True, facts=facts)
    step = play(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3607, 3608]})
    assert [step.state.control[h] for h in (3607, 3608)] == ["soviet", "soviet"]


@pytest.mark.rule("EF-3.21.a", "EF-10.4")
def test_whoever_did_not_get_there_has_passed_nothing() -> None:
    state = board("axis.movement", {"73 Inf Div": 3604, "271 Rifle Div": 3615}, control=HOSTILE, weather="dry")
    d = Draft(state, NoDice())
    passage.follow(d, (key(state, "73 Inf Div"),), (3605, 3606, 3607, 3608))
    assert d.now == state
    passage.follow(d, (), ())
    assert d.now == state


@pytest.mark.rule("EF-3.21.a", "EF-3.21.b")
def test_control_comes_with_the_zone_that_nobody_contests() -> None:
    """Of either side: a hex in both zones stays with whom it was."""
    for side, unit, foe in (("axis", "73 Inf Div", "106 Rifle Div"), ("soviet", "106 Rifle Div", "73 Inf Div")):
        other = "soviet" if side == "axis" else "axis"
        held = {3603: other, 3605: other}
        state = board("axis.movement", {unit: 3604, foe: 3606}, control=held, weather="dry")
        assert (state.control[3603], state.control[3604], state.control[3605]) == (side, side, other)
