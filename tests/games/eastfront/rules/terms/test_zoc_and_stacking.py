"""Stacks, zones of control, control of hexes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.eastfront.model import enemy, phasing
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    bears,
    control_changes,
    overstacked,
    stacking,
    values,
    zoc,
    zones,
)
from sandtable.games.eastfront.scenario import Values
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, board, key, may, play, where, why


@pytest.mark.rule("EF-16.23")
@pytest.mark.parametrize(
    ("name", "steps", "face"),
    [
        ("73 Inf Div", 4, Values(8, 9, 5)),
        ("73 Inf Div", 3, Values(6, 7, 5)),  # a loss marker takes two from both strengths
        ("73 Inf Div", 2, Values(4, 5, 5)),
        ("73 Inf Div", 1, Values(2, 3, 5)),
        ("28 Jg Div", 3, Values(6, 6, 6)),
        ("28 Jg Div", 2, Values(3, 3, 6)),
        ("28 Jg Div", 1, Values(1, 1, 6)),
        ("106 Rifle Div", 1, Values(1, 2, 4)),
        ("190 AG Bn", 1, Values(2, 1, 7)),
    ],
)
def test_losses_turn_a_unit_over(name: str, steps: int, face: Values) -> None:
    state = board(pieces={name: {"hex": "3503", "steps": steps}})
    number = key(state, name)
    assert values(state.board.units[number], state.pieces[number]) == face


@pytest.mark.rule("EF-3.4", "EF-3.41", "EF-3.42")
def test_a_zone_reaches_the_six_hexes_around_and_bands_have_none() -> None:
    state = board(pieces={"73 Inf Div": 3604, "49 Art Rgt": 3808})
    assert sorted(zoc(state, "axis")) == sorted(state.board.grid.neighbours[3604])
    assert 3808 not in zones(state)
    with_infantry = board(pieces={"73 Inf Div": 3604, "49 Art Rgt": 3808, "47(+) Rgt/22 Div": 3808})
    assert len(zones(with_infantry)[3808]) == 6


@pytest.mark.rule("EF-3.47", "EF-11.44")
def test_an_overrun_marker_takes_the_zone_away() -> None:
    state = board(pieces={"73 Inf Div": {"hex": "3604", "overrun": True}})
    assert not zoc(state, "axis")


@pytest.mark.rule("EF-3.44")
@pytest.mark.parametrize(
    ("side", "into"),
    [({"water": "lake"}, False), ({"water": "sea"}, False), ({"river": "major"}, False), ({"river": "minor"}, True)],
)
def test_water_stops_zones(side: dict[str, str], into: bool) -> None:
    state = board(pieces={"73 Inf Div": 3604}, facts={"sides": {"3604-3605": side}})
    assert (3605 in zoc(state, "axis")) is into


@pytest.mark.rule("EF-3.44", "EF-10.79")
def test_no_zone_enters_a_major_city() -> None:
    state = board(pieces={"73 Inf Div": 3604}, facts={"hexes": {"3605": {"place": "major_city"}}})
    assert 3605 not in zoc(state, "axis")


@pytest.mark.rule("EF-3.43", "EF-10.6.n")
@pytest.mark.parametrize(
    ("weather", "reached"), [("dry", True), ("frost", True), ("mud", False), ("snow", False), ("arctic", False)]
)
def test_mud_and_snow_bind_the_zones_of_motorised_units(weather: str, reached: bool) -> None:
    facts = {"hexes": {"3603": {"place": "town"}}, "roads": [["3604", "3504", "secondary"]]}
    state = board(pieces={"129 Mot Rgt/22 Pz": 3604}, facts=facts, weather=weather)
    zone = zoc(state, "axis")
    assert 3603 in zone
    assert 3504 in zone
    assert (3605 in zone) is reached


@pytest.mark.rule("EF-10.6.n")
def test_frozen_water_lets_zones_across() -> None:
    facts = {"sides": {"3604-3605": {"river": "major"}}}
    assert 3605 in zoc(board(pieces={"73 Inf Div": 3604}, facts=facts, weather="snow"), "axis")


@pytest.mark.rule("EF-3.44")
def test_motorised_zones_enter_swamp_only_along_roads_until_it_freezes() -> None:
    facts = {"hexes": {"3605": {"terrain": "swamp"}, "3603": {"terrain": "swamp"}}, "rails": [["3604", "3603"]]}
    unit = {"129 Mot Rgt/22 Pz": 3604}
    zone = zoc(board(pieces=unit, facts=facts), "axis")
    assert 3605 not in zone
    assert 3603 in zone
    assert 3605 in zoc(board(pieces=unit, facts=facts, weather="frost"), "axis")


@pytest.mark.rule("EF-3.21.a", "EF-2.33.a")
def test_a_hex_belongs_to_the_last_uncontested_zone() -> None:
    state = board(pieces={"73 Inf Div": 3604})
    assert state.control[3604] == "axis"
    assert state.control[3605] == "axis"
    assert not control_changes(state)


@pytest.mark.rule("EF-3.21.b", "EF-3.46")
def test_a_contested_empty_hex_does_not_change_hands() -> None:
    state = board(pieces={"73 Inf Div": 3604, "106 Rifle Div": 3606}, control={"3605": "soviet"})
    assert state.control[3605] == "soviet"


@pytest.mark.rule("EF-3.31", "EF-3.33")
def test_stacking_points_add_up_and_staffs_count_nothing() -> None:
    state = board(pieces={"106 Rifle Div": 3606, "51 Army HQ": 3606, "52 Art Rgt": 3606})
    assert stacking(state) == {3606: 5}


@pytest.mark.rule("EF-3.32.a", "EF-3.32.b", "EF-10.51")
def test_stacks_may_be_too_big_within_a_phase_but_not_at_its_end() -> None:
    state = board(pieces={"73 Inf Div": 3604, "46 Inf Div": 3603})
    state = play(state, "axis", {"move": "46 Inf Div", "path": [3604]}).state
    state = play(state, "axis", {"do": "done"}).state
    assert asked(state) == {"axis": "turn.axis.movement.stacking"}
    state = play(state, "axis", {"shed": "46 Inf Div"}).state
    assert where(state, "46 Inf Div") == "cadre"
    assert asked(state) == {"axis": "turn.axis.declaration"}


@pytest.mark.rule("EF-10.54")
def test_nobody_enters_a_hex_that_the_enemy_holds() -> None:
    state = board(pieces={"73 Inf Div": 3604, "106 Rifle Div": 3605})
    no = why(state, "axis", {"move": "73 Inf Div", "path": [3605]})
    assert no.rule == "EF-10.54"
    assert may(state, "axis", {"move": "73 Inf Div", "path": [3603]})


@pytest.mark.rule("EF-3.11")
def test_the_other_side_is_the_enemy() -> None:
    assert (enemy("axis"), enemy("soviet")) == ("soviet", "axis")


@pytest.mark.rule("EF-3.12")
@pytest.mark.parametrize(
    ("at", "side"),
    [("axis.movement", "axis"), ("soviet.reaction", "soviet"), ("strategic.weather", ""), ("interphase", "")],
)
def test_whose_segment_it_is(at: str, side: str) -> None:
    state = board()
    here = replace(state.flow[0], at=f"turn.{at}")
    assert phasing(replace(state, flow=(here,))) == side


@pytest.mark.rule("EF-10.79", "EF-3.44", "EF-10.6.n")
@pytest.mark.parametrize(
    ("facts", "weather", "reached"),
    [
        ({"hexes": {"3605": {"terrain": "sea"}}}, "dry", False),
        ({"hexes": {"3605": {"place": "city"}}}, "dry", True),
        ({"hexes": {"3605": {"place": "major_city"}}}, "dry", False),
        ({"sides": {"3604-3605": {"water": "sivash"}}}, "dry", False),
        ({"sides": {"3604-3605": {"water": "lake"}}}, "snow", True),
        ({"sides": {"3604-3605": {"water": "sea"}}}, "snow", False),
    ],
)
def test_where_a_zone_reaches(facts: dict[str, Any], weather: str, reached: bool) -> None:
    state = board(pieces={"73 Inf Div": 3604}, facts=facts, weather=weather)
    assert (3605 in zoc(state, "axis")) is reached


@pytest.mark.rule("EF-3.31", "EF-3.32.a")
@pytest.mark.parametrize(
    ("name", "by_steps"),
    [("73 Inf Div", {4: 6, 3: 6, 2: 4, 1: 4}), ("106 Rifle Div", {2: 4, 1: 3}), ("251 Mtn Rgt", {2: 2, 1: 2})],
)
def test_a_reduced_division_stacks_less(name: str, by_steps: dict[int, int]) -> None:
    for steps, points in by_steps.items():
        state = board("axis.movement", {name: {"hex": "3605", "steps": steps}})
        assert stacking(state) == {3605: points}


@pytest.mark.rule("EF-3.31", "EF-3.32.a")
def test_what_stacks_in_a_hex_is_seen_anew_when_a_unit_loses_a_step() -> None:
    state = board("axis.movement", {"73 Inf Div": {"hex": "3605", "steps": 3}, "46 Inf Div": 3605})
    assert stacking(state) == {3605: 12}
    assert overstacked(state, "axis") == (3605,)
    d = Draft(state, NoDice(), "axis")
    d.edit("pieces", key(state, "73 Inf Div"), steps=2)
    assert stacking(d.now) == {3605: 10}
    assert overstacked(d.now, "axis") == ()


@pytest.mark.rule("EF-10.77.a", "EF-10.77.b")
@pytest.mark.parametrize(
    ("terrain", "weather", "holds"), [("lake", "snow", True), ("lake", "frost", False), ("sea", "snow", False)]
)
def test_ice_bears_on_lakes_and_not_at_sea(terrain: str, weather: str, holds: bool) -> None:
    state = board(facts={"hexes": {"3605": {"terrain": terrain}}}, weather=weather)
    assert bears(state, 3605) is holds
    assert state.board.ground[3605].may_bear is (terrain == "lake")
