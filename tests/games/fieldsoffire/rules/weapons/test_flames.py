"""Flamethrowers."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.weapons import flames
from sandtable.games.fieldsoffire.rules.weapons.ammunition import cost_of_turn
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why
from tests.games.fieldsoffire.rules.weapons.test_charges import (
    BUNKER,
    FACTS,
    GERMAN,
    INSIDE,
    kinds,
    order,
    position,
)

FUEL = {1: {"kind": "flamethrower", "points": 2}}


@pytest.mark.rule("FF-4.2.4g", "FF-7.14.a", "FF-7.18.1.E")
def test_a_flamethrower_needs_no_draw_and_has_two_shots() -> None:
    state = position({GERMAN: INSIDE}, assets=FUEL)
    once = play(state, order("flame")).state
    assert (kinds(once), once.assets[1].points) == (["flame"], 1)
    last = play(position({GERMAN: INSIDE}, assets={1: {"kind": "flamethrower", "points": 1}}), order("flame")).state
    assert 1 not in last.assets


@pytest.mark.rule("FF-4.2.4g.cond", "FF-7.14.e")
def test_it_takes_fuel_training_and_open_air() -> None:
    assert why(position({GERMAN: INSIDE}), order("flame")).rule == "FF-4.2.4g.cond"
    covers = {**BUNKER, 2: {"at": "R1C1", "kind": "light_building", "value": 2}, 3: {"at": "R1C1", "kind": "foxholes"}}
    house = position({GERMAN: INSIDE}, assets=FUEL, covers=covers, row={"cover": 2})
    assert why(house, order("flame")).rule == "FF-7.14.e"
    assert play(position({GERMAN: INSIDE}, assets=FUEL, covers=covers, row={"cover": 3}), order("flame"))
    pit = {**BUNKER, 2: {"at": "R1C1", "kind": "cave", "value": 3}}
    assert (
        why(position({GERMAN: INSIDE}, assets=FUEL, covers=pit, row={"cover": 2}), order("flame")).rule == "FF-7.14.e"
    )


def burnt(kind: str = "bunker", deck: tuple[int, ...] = (7,)) -> FieldsState:
    covers = {1: {"at": "R1C1", "kind": kind, "value": 3}}
    markers = {
        1: {"kind": "flame", "at": "R1C1", "cover": 1},
        2: {"kind": "concentrated", "at": "R1C1", "cover": 1, "by": "1/1 PLT"},
    }
    units = {GERMAN: INSIDE, "1/1 PLT": {"at": "R1C1"}}
    fires = {"1/1 PLT": {"at": "R1C1"}}
    state = board(units, covers=covers, markers=markers, fires=fires, facts=FACTS)
    d = drafted(state, deck)
    d.set(frozen=True)
    flames.burn(d)
    return d.now


def survivors(state: FieldsState) -> tuple[int, ...]:
    board = state.board
    return tuple(one for one in state.units if board.sides[one] == "enemy" and board.types[one].kind != "casualty")


@pytest.mark.rule("FF-7.14.a", "FF-7.14.b", "FF-7.14.b1", "FF-7.14.c", "FF-3.7.4.a")
def test_all_inside_are_hit_and_survivors_stand_outside_exposed() -> None:
    # Card 7 is CF for Line: a casualty, a Fire Team, and the last step a Fire Team of its chart.
    state = burnt("trench")
    alive = [state.units[one] for one in survivors(state)]
    assert len(alive) == 2
    assert all((one.cover, one.exposed, one.at) == (0, True, card(state, "R1C1")) for one in alive)


@pytest.mark.rule("FF-7.14.b2", "FF-7.14.b")
def test_fire_concentrated_on_the_cover_follows_them_out() -> None:
    state = burnt("trench")
    alive = set(survivors(state))
    assert {one.unit for one in state.markers.values() if one.kind == "concentrated" and one.unit} == alive


@pytest.mark.rule("FF-7.14.d")
def test_a_flamed_bunker_is_gone_and_other_cover_stays() -> None:
    assert 1 not in burnt("bunker").covers
    assert 1 in burnt("trench").covers


@pytest.mark.rule("FF-7.18.1.E")
def test_a_team_without_fuel_turns_over_and_is_in_good_order_again_with_a_new_flamethrower() -> None:
    team = {"steps": 1, "sides": [{"steps": 1, "vof": "S", "range": "C"}], "breakdown": None}
    back = {"fire_team_side": {"vof": "S", "range": "C"}}
    facts = {"units": {"n.engineers": {**team, **back}}, "mission": {"attachments": ["Engineers"]}}
    fuel = {1: {"kind": "flamethrower", "holder": "Engineers", "points": 1}, 2: {"kind": "flamethrower", "at": "R1C1"}}
    units = {"Engineers": "R1C1", "1/1 PLT": "R1C1", GERMAN: {"at": "R1C1", "cover": 1}}
    state = board(units, facts=facts, scenario="normandy_1", covers=BUNKER, assets=fuel)
    empty = play(state, {"flame": "Engineers", "cover": 1}).state
    unit = empty.units[key(empty, "Engineers")]
    assert (unit.flipped, unit.empty, 1 in empty.assets) == (True, True, False)
    full = play(empty, {"take": "Engineers", "assets": [2]})
    unit = full.state.units[key(full.state, "Engineers")]
    assert (unit.flipped, unit.empty, unit.exposed) == (False, False, True)
    assert "FF-7.18.1.E" in [entry.rule for entry in full.entries]
    # Others only carry it, and whatever else is taken up fills nobody up.
    squad = play(empty, {"take": "1/1 PLT", "assets": [2]})
    assert "FF-7.18.1.E" not in [entry.rule for entry in squad.entries]
    smoke = board(
        {"Engineers": {"at": "R1C1", "flipped": True, "empty": True}},
        facts=facts,
        scenario="normandy_1",
        assets={2: {"kind": "smoke", "at": "R1C1"}},
    )
    assert play(smoke, {"take": "Engineers", "assets": [2]}).state.units[key(smoke, "Engineers")].flipped
    gun = board({"1/LMG (.30 cal)": {"at": "R1C1", "empty": True}}, scenario="normandy_1", assets={2: fuel[2]})
    assert play(gun, {"take": "1/LMG (.30 cal)", "assets": [2]}).state.units[key(gun, "1/LMG (.30 cal)")].empty


@pytest.mark.rule(
    "FF-7.14.a", "FF-7.14.b", "FF-7.14.b1", "FF-7.14.b2", "FF-7.14.c", "FF-7.14.d", "FF-7.18.1.E", "FF-4.2.4g"
)
def test_a_flame_burns_one_cover_and_nothing_else_and_aimed_fire_follows_those_who_come_out() -> None:
    """Two men under two covers; only one cover is flamed, and only fire that was aimed at it follows him out."""
    covers = {1: {"at": "R1C1", "kind": "trench", "value": 2}, 2: {"at": "R1C1", "kind": "trench", "value": 2}}
    other = "German Grenadier squad 2/Gp"
    markers = {
        1: {"kind": "flame", "at": "R1C1", "cover": 1},
        2: {"kind": "concentrated", "at": "R1C1", "cover": 1, "by": "1/1 PLT"},
        3: {"kind": "concentrated", "at": "R1C1", "cover": 2, "by": "1/1 PLT"},
        4: {"kind": "grenade", "at": "R1C1", "cover": 1, "value": -4, "by": "1/1 PLT"},
    }
    units = {"1/1 PLT": "R1C1", GERMAN: {"at": "R1C1", "cover": 1}, other: {"at": "R1C1", "cover": 2}}
    d = drafted(board(units, facts=FACTS, scenario="normandy_1", covers=covers, markers=markers, frozen=True), [7])
    before = dict(d.now.markers)
    flames.burn(d)
    row = d.now.units[key(d.now, other)]
    assert (row.cover, row.steps, row.pinned, row.exposed) == (2, 3, False, False)
    out = [one for one, unit in d.now.units.items() if d.now.board.sides[one] == "enemy" and unit.at and not unit.cover]
    assert out
    assert all(d.now.units[one].exposed for one in out if d.now.board.types[one].kind != "casualty")
    laid = [marker for number, marker in d.now.markers.items() if number not in before]
    driven = [one.params["unit"].id for one in d.entries if one.key == "log.driven_out"]
    assert [(marker.kind, marker.unit, marker.by) for marker in laid] == [
        ("concentrated", one, key(d.now, "1/1 PLT")) for one in driven
    ]
    assert 1 in d.now.covers
    empty = drafted(board({}, facts=FACTS, scenario="normandy_1", covers=covers, markers={1: markers[1]}))
    flames.burn(empty)
    assert not empty.entries
    bunker = {1: {"at": "R1C1", "kind": "bunker", "value": 3}}
    twice = {1: markers[1], 2: markers[1]}
    gone = drafted(board({}, facts=FACTS, scenario="normandy_1", covers=bunker, markers=twice))
    flames.burn(gone)
    assert not gone.now.covers


@pytest.mark.rule("FF-7.14.a", "FF-4.2.4g", "FF-7.18.1.E")
def test_engineers_without_a_fire_team_side_keep_theirs_when_the_fuel_is_gone() -> None:
    step = play(position({GERMAN: INSIDE}, assets={1: {"kind": "flamethrower", "points": 2}}), order("flame"))
    assert [entry.params["left"] for entry in step.entries if entry.key == "log.flamed"] == [1]
    step = play(position({GERMAN: INSIDE}, assets={1: {"kind": "flamethrower", "points": 1}}), order("flame"))
    unit = step.state.units[key(step.state, "Engineers")]
    assert (unit.flipped, unit.empty) == (False, False)
    assert [entry.params["left"] for entry in step.entries if entry.key == "log.flamed"] == [0]


@pytest.mark.rule("FF-7.14.b2", "FF-7.11.3", "FF-7.18.4.b")
@pytest.mark.parametrize("kind", ["trench", "bunker"])
def test_a_success_whose_target_is_driven_out_is_paid_for_once(kind: str) -> None:
    gun = "1/LMG (.30 cal)"
    units = {gun: {"at": "R2C1", "ammo": 6}, GERMAN: {"at": "R1C1", "cover": 1}}
    markers = {
        1: {"kind": "flame", "at": "R1C1", "cover": 1},
        2: {"kind": "concentrated", "at": "R1C1", "cover": 1, "by": gun},
    }
    more = {"covers": {1: {"at": "R1C1", "kind": kind, "value": 2}}, "fires": {gun: {"at": "R1C1"}}, "frozen": True}
    state = board(units, facts=FACTS, scenario="normandy_1", options={"ammunition": True}, markers=markers, **more)
    assert cost_of_turn(state, key(state, gun)) == 2
    d = drafted(state, [7])
    flames.burn(d)
    assert len(survivors(d.now)) == 2
    assert cost_of_turn(d.now, key(state, gun)) == 2
    assert [one.cover for one in d.now.markers.values() if one.kind == "concentrated"] == [0, 0, 0]
