"""When the enemy stops firing by himself."""

from __future__ import annotations

import dataclasses

import pytest

from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy.ceasing import cease_fire, open_held_fire
from tests.games.fieldsoffire.board import board, built, drafted, fire_of, firing, key

SQUAD, GUN = "German Grenadier squad 4/Gp", "German 88mm 1"


@pytest.mark.rule("FF-8.6.4", "FF-8.6.4.a", "FF-3.8.c", "FF-3.4.2.a")
def test_an_enemy_without_a_target_ceases_fire_and_opens_it_elsewhere_and_friends_fire_on() -> None:
    units = {SQUAD: "R3C1", "1/1 PLT": {"at": "R4C4", "held": True}, "Casualty 1": "R1C1", "2/1 PLT": "R1C2"}
    state = board(units, fires={SQUAD: {"at": "R1C1"}, "2/1 PLT": {"at": "R1C4"}})
    d = drafted(state)
    cease_fire(d)
    settle(d)
    assert firing(d.now) == {"2/1 PLT": "R1C4"}
    near = drafted(board({**units, "3/1 PLT": {"at": "R2C2", "held": True}}, fires={SQUAD: {"at": "R1C1"}}))
    cease_fire(near)
    settle(near)
    assert fire_of(near.now, SQUAD) == "R2C2"


@pytest.mark.rule("FF-8.6.4")
def test_one_with_a_target_fires_on() -> None:
    state = board(
        {SQUAD: "R3C1", "1/1 PLT": {"at": "R1C1", "held": True}, "2/1 PLT": {"at": "R3C2", "held": True}}, deck=[1]
    )
    d = drafted(state)
    cease_fire(d)
    assert d.now.fires == state.fires


@pytest.mark.rule("FF-3.8.g", "FF-8.3.noVOF")
def test_packages_that_held_their_fire_open_it_in_cleanup() -> None:
    state = board({SQUAD: {"at": "R3C1", "held": True}, "1/1 PLT": "R1C1"})
    assert fire_of(state, SQUAD) == ""
    d = drafted(state)
    open_held_fire(d)
    settle(d)
    assert fire_of(d.now, SQUAD) == "R1C1"


@pytest.mark.rule("FF-3.8.h", "FF-3.8.c")
def test_in_cleanup_smoke_goes_first_and_fire_is_looked_at_after_it() -> None:
    smoke = {1: {"kind": "smoke", "at": "R2C1", "value": 2}}
    step = built(
        {SQUAD: "R3C1", "1/1 PLT": {"at": "R1C1", "pinned": True}},
        at="mission.turn.cleanup.markers",
        markers=smoke,
        fires={SQUAD: {"at": "R2C1"}},
        deck=[44, 1],
    )
    assert fire_of(step.state, SQUAD) == "R1C1"
    assert key(step.state, "1/1 PLT") in step.state.fires


@pytest.mark.rule("FF-8.6.4.b")
def test_against_vehicles_alone_guns_cease_fire_unless_men_ride_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for firer, aboard, kind, fires_on in (
        (SQUAD, "", "vehicle", True),
        (GUN, "", "vehicle", False),
        (GUN, "1/1 PLT", "vehicle", True),
        (GUN, "1/1 PLT", "aircraft", False),
    ):
        rider = {"2/1 PLT": {"at": "R1C1", "aboard": aboard}} if aboard else {}
        state = board({firer: "R3C1", "1/1 PLT": {"at": "R1C1", "held": True}, **rider})
        driven = dataclasses.replace(state.board.types[key(state, "1/1 PLT")], kind=kind)
        monkeypatch.setitem(state.board.types, key(state, "1/1 PLT"), driven)  # type: ignore[arg-type]
        d = drafted(state)
        cease_fire(d)
        assert (key(state, firer) in d.now.fires) == fires_on
        monkeypatch.undo()
