"""Flamethrowers."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.weapons import flames
from tests.games.fieldsoffire.board import board, card, drafted, play, why
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
