"""Strongpoints are begun, finished and hurried; garrisons are released; headquarters are given up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from tests.games.eastfront.board import asked, board, key, may, play, where, why


def allowed(who: str, **switches: str) -> dict[str, Any]:
    named = {"new_strongpoints": who, **switches}
    return {"card": {"switches": {name: {"value": value} for name, value in named.items()}}}


def works(side: str, pieces: dict[str, Any], who: str = "both", **more: Any) -> CrimeaState:
    return board(f"{side}.engineer", pieces, facts=allowed(who), **more)


@pytest.mark.rule("EF-18.31", "EF-18.32", "EF-18.33", "EF-18.35", "EF-PB3.23.d", "EF-4.2.C6")
def test_the_soviets_begin_one_strongpoint_a_turn_and_finish_it_in_the_next() -> None:
    state = works("soviet", {"106 Rifle Div": 3606})
    assert asked(state) == {"soviet": "turn.soviet.engineer.building"}
    assert why(state, "soviet", {"build": 3601}).rule == "EF-18.31"
    state = play(state, "soviet", {"build": 3606}).state
    assert state.strongpoints[3606].building
    assert "soviet" not in asked(state) or asked(state)["soviet"] != "turn.soviet.engineer.building"
    later = works("soviet", {"106 Rifle Div": 3606}, strongpoints={"3606": {"side": "soviet", "building": True}})
    assert not later.strongpoints[3606].building
    assert why(later, "soviet", {"build": 3606}).rule == "EF-18.31"


@pytest.mark.rule("EF-23.11", "EF-18.35")
def test_soviet_engineers_finish_at_once_unless_they_fought_or_starve() -> None:
    facts = {**allowed("both"), "units": {"12 Rifle Bde": {"type": "engineer"}}}
    fresh = board("soviet.engineer", {"12 Rifle Bde": 3606}, facts=facts)
    assert not play(fresh, "soviet", {"build": 3606}).state.strongpoints[3606].building
    tired = board("soviet.engineer", {"12 Rifle Bde": {"hex": "3606", "busy": True}}, facts=facts)
    assert play(tired, "soviet", {"build": 3606}).state.strongpoints[3606].building
    hungry = board("soviet.engineer", {"12 Rifle Bde": {"hex": "3606", "supply": 1}}, facts=facts)
    assert play(hungry, "soviet", {"build": 3606}).state.strongpoints[3606].building


@pytest.mark.rule("EF-18.35", "EF-23.11")
def test_after_the_first_arctic_turn_engineers_are_needed() -> None:
    cold = {"tracks": {"tracks": {"first_arctic": 47}}}
    facts = {**allowed("both"), "units": {"12 Rifle Bde": {"type": "engineer"}}}
    assert may(board("soviet.engineer", {"12 Rifle Bde": 3606}, facts=facts, **cold), "soviet", {"build": 3606})
    state = works("soviet", {"106 Rifle Div": 3606}, **cold)
    assert "soviet" not in asked(state) or asked(state)["soviet"] != "turn.soviet.engineer.building"


@pytest.mark.rule("EF-18.34", "EF-23.12", "EF-PB3.24")
def test_the_axis_needs_leave_and_engineers_before_and_after() -> None:
    units = {"690 Eng Rgt": 3604, "73 Inf Div": 3602}
    state = works("axis", units)
    assert why(state, "axis", {"build": 3602}).rule == "EF-18.34"
    assert play(state, "axis", {"build": 3604}).state.strongpoints[3604].building
    begun = {"3604": {"side": "axis", "building": True}}
    assert not works("axis", units, strongpoints=begun).strongpoints[3604].building
    # Whoever builds is idle; to finish it is enough that they are still there.
    fought = {**units, "690 Eng Rgt": {"hex": "3604", "busy": True}}
    assert why(works("axis", {**fought, "820 Eng Rgt": 3603}), "axis", {"build": 3604}).rule == "EF-18.34"
    assert not works("axis", fought, strongpoints=begun).strongpoints[3604].building
    gone = works("axis", {**units, "690 Eng Rgt": 3602}, strongpoints=begun)
    assert gone.strongpoints[3604].building
    forbidden = works("axis", units, who="soviet")
    assert asked(forbidden) != {"axis": "turn.axis.engineer.building"}


@pytest.mark.rule("EF-18.33", "EF-PB3.23.d", "EF-18.34")
def test_only_the_soviets_are_held_to_one_a_turn() -> None:
    state = works("axis", {"690 Eng Rgt": 3604, "820 Eng Rgt": 3602})
    state = play(state, "axis", {"build": 3604}).state
    assert asked(state) == {"axis": "turn.axis.engineer.building"}
    assert set(play(state, "axis", {"build": 3602}).state.strongpoints) == {3602, 3604}


@pytest.mark.rule("EF-18.23")
def test_a_strongpoint_may_stand_on_a_fortified_line() -> None:
    line = {"sides": {"3605-3606": {"fortified": {"defender": "3606"}}}}
    facts = {**allowed("both"), **line}
    state = board("soviet.engineer", {"106 Rifle Div": 3606}, facts=facts)
    assert may(state, "soviet", {"build": 3606})
    full = board("soviet.engineer", {"106 Rifle Div": 3606}, facts=facts, strongpoints={"3606": {"side": "soviet"}})
    assert why(full, "soviet", {"build": 3606}).rule == "EF-18.31"


@pytest.mark.rule("EF-6.76")
def test_lonely_strongpoints_decay_in_two_turns() -> None:
    far: dict[str, Any] = {"scenario": "7", "turn": 162, "weather": "dry", "control": {"6912": "soviet"}}
    first = board("strategic.supply", {}, strongpoints={"5511": {"side": "soviet"}}, **far)
    assert first.strongpoints[5511].starving
    lost = {"5511": {"side": "soviet", "starving": True}}
    assert not board("strategic.supply", {}, strongpoints=lost, **far).strongpoints
    guarded = board("strategic.supply", {"106 Rifle Div": 5512}, strongpoints=lost, **far)
    assert not guarded.strongpoints[5511].starving


@pytest.mark.rule("EF-18.38", "EF-22.25.a")
def test_a_paralysed_headquarters_stops_building() -> None:
    units = {"106 Rifle Div": 3606, "51 Army HQ": {"hex": "3608", "back": True}, "40 Cav Div": 3614}
    state = works("soviet", units)
    assert why(state, "soviet", {"build": 3606}).rule == "EF-18.38"
    assert may(state, "soviet", {"build": 3614})
    # what was begun is finished all the same
    begun = works("soviet", units, strongpoints={"3606": {"side": "soviet", "building": True}})
    assert not begun.strongpoints[3606].building


@pytest.mark.rule("EFS-10.14.c", "EFS-10.74.a")
@pytest.mark.parametrize("scenario", ["1", "7"])
def test_neither_scenario_lets_anybody_build(scenario: str) -> None:
    place = 3606 if scenario == "1" else 6011
    state = board("soviet.engineer", {"106 Rifle Div": place}, scenario=scenario)
    assert "building" not in next(iter(asked(state).values()))


@pytest.mark.rule("EF-22.82", "EF-22.81")
def test_garrisons_are_released_hex_by_hex() -> None:
    held = {"106 Rifle Div": {"hex": "3606", "garrison": True}, "271 Rifle Div": {"hex": "3606", "garrison": True}}
    quiet = board("soviet.movement", {**held, "73 Inf Div": 3603})
    assert quiet.pieces[key(quiet, "106 Rifle Div")].garrison
    near = board("soviet.movement", {**held, "73 Inf Div": 3605})
    assert not near.pieces[key(near, "106 Rifle Div")].garrison
    assert not near.pieces[key(near, "271 Rifle Div")].garrison
    held["271 Rifle Div"] = {"hex": "3606", "garrison": True, "supply": 2}
    hungry = board("soviet.movement", held)
    assert not hungry.pieces[key(hungry, "106 Rifle Div")].garrison


@pytest.mark.rule("EF-22.26.b")
def test_one_headquarters_may_be_given_up_for_a_victory_point() -> None:
    staffs = {
        "51 Army HQ": {"hex": "3606", "back": True},
        "44 Army HQ": 3608,
        "47 Army HQ": {"hex": "3610", "back": True},
    }
    state = board("interphase", staffs, facts=allowed("none", hq_disbanding="one"), turn=49)
    assert asked(state) == {"soviet": "turn.interphase.disbanding"}
    assert why(state, "soviet", {"disband": "44 Army HQ"}).rule == "EF-22.26.b"
    state = play(state, "soviet", {"disband": "51 Army HQ"}, [9]).state  # the other one rolls
    assert where(state, "51 Army HQ") == "cadre"
    assert state.tracks["vp"] == 1
    assert state.turn == 50


@pytest.mark.rule("EFS-10.14.a", "EFS-10.74.d")
@pytest.mark.parametrize(("scenario", "place"), [("1", 3606), ("7", 6011)])
def test_no_headquarters_is_given_up_in_either_scenario(scenario: str, place: int) -> None:
    state = board("interphase", {"51 Army HQ": {"hex": str(place), "back": True}}, scenario=scenario)
    assert "disbanding" not in " ".join(asked(state).values())
