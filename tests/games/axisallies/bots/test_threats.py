"""What the enemy could do next turn."""

from __future__ import annotations

from sandtable.games.axisallies.bots.threats import danger, risk, threat
from tests.games.axisallies.board import at, position

POLAND, BALTIC, NOVGOROD = at("Poland"), at("Baltic States"), at("Novgorod")
LANDS = {n: {"holder": "ussr", "since": "ussr"} for n in (BALTIC, NOVGOROD)}


def test_infantry_comes_from_next_door_and_tanks_from_one_beyond() -> None:
    units = {
        1: {"kind": "infantry", "owner": "ussr", "at": BALTIC},
        2: {"kind": "infantry", "owner": "ussr", "at": NOVGOROD},
        3: {"kind": "tank", "owner": "ussr", "at": NOVGOROD},
        4: {"kind": "aa_gun", "owner": "ussr", "at": BALTIC},
    }
    state = position(units=units, territories=LANDS)
    assert threat(state, "germany", POLAND) == {"infantry": 1, "tank": 1}


def test_the_strongest_enemy_counts_not_the_sum() -> None:
    units = {
        1: {"kind": "infantry", "owner": "ussr", "at": BALTIC},
        2: {"kind": "infantry", "owner": "uk", "at": BALTIC},
        3: {"kind": "tank", "owner": "uk", "at": BALTIC},
    }
    assert threat(position(units=units, territories=LANDS), "germany", POLAND) == {"infantry": 1, "tank": 1}


def test_transports_bring_troops_that_are_near() -> None:
    london, normandy = at("United Kingdom"), at("Normandy Bordeaux")
    ship = {1: {"kind": "transport", "owner": "uk", "at": 110}}
    lands = {normandy: {"holder": "germany", "since": "germany"}}
    assert threat(position(units=ship, territories=lands), "germany", normandy) == {}
    with_troops = {**ship, 2: {"kind": "infantry", "owner": "uk", "at": london}}
    assert threat(position(units=with_troops, territories=lands), "germany", normandy)["infantry"] == 1


def test_aircraft_alone_take_nothing() -> None:
    assert risk(position(), {"fighter": 5}, {"infantry": 1}) == 0.0
    assert risk(position(), {"tank": 5}, {}) == 1.0


def test_even_forces_are_a_gamble() -> None:
    units = {n: {"kind": "tank", "owner": "ussr", "at": BALTIC} for n in range(1, 4)}
    state = position(units=units, territories=LANDS)
    assert 0.2 < danger(state, "germany", POLAND, {"infantry": 4}) < 0.8
    assert danger(state, "germany", POLAND, {"infantry": 12}) == 0.0
