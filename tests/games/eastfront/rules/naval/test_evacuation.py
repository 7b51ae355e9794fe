"""Evacuation of a port: when, what it changes for the port, and what for those who leave."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.naval import evacuation, harbours
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, key, may, play, where, why
from tests.games.eastfront.fleet import FAR, HELD, MAJOR, MINOR, SHALLOW, fleet, ship

MOVES, SAILING = "soviet.movement.moves", "soviet.movement.sailing"


def evacuate(place: int) -> dict[str, Any]:
    return {"do": "evacuate", "place": place}


def marked(at: str = SAILING, pieces: Any = None, ships: Any = None, **more: Any) -> Any:
    return fleet(at, ships or {"Gp-A": MAJOR, "DD-1": MAJOR}, pieces, evacuations={MAJOR: 48}, **more)


@pytest.mark.rule("EF-PB8.55.a")
@pytest.mark.parametrize("at", ["soviet.motorised.moves", "soviet.motorised.sailing", MOVES, SAILING])
def test_declared_in_any_movement_phase_of_a_friendly_port(at: str) -> None:
    state = fleet(at, {"Gp-A": MAJOR, "DD-1": MAJOR}, control={**HELD, FAR: "axis"})
    assert play(state, "soviet", evacuate(MAJOR)).state.evacuations == {MAJOR: state.turn}
    for place in (FAR, SHALLOW, 3705):
        assert not may(state, "soviet", evacuate(place))
    assert why(state, "soviet", evacuate(FAR)).rule == "EF-PB8.55.a"
    assert why(play(state, "soviet", evacuate(MAJOR)).state, "soviet", evacuate(MAJOR)).rule == "EF-PB8.55.a"


@pytest.mark.rule("EF-PB8.55.a")
def test_it_lasts_until_it_is_declared_complete_and_the_turn_is_over() -> None:
    state = marked()
    over = play(state, "soviet", {"do": "complete", "place": MAJOR}).state
    assert MAJOR in over.evacuations
    assert why(over, "soviet", {"do": "complete", "place": MAJOR}).rule == "EF-PB8.55.a"
    assert harbours.supply_capacity(over, MAJOR).total == 0
    d = Draft(over, NoDice())
    evacuation.clear(d)
    assert MAJOR not in d.now.evacuations
    d = Draft(state, NoDice())
    evacuation.clear(d)
    assert MAJOR in d.now.evacuations


@pytest.mark.rule("EF-PB8.55.a")
def test_an_axis_unit_in_the_port_ends_it() -> None:
    state = fleet("axis.movement.moves", {"Gp-A": MINOR}, {"73 Inf Div": 3705}, evacuations={MAJOR: 48})
    taken = play(state, "axis", {"do": "move", "unit": "73 Inf Div", "path": [MAJOR]}).state
    assert taken.evacuations[MAJOR] == 0
    assert state.evacuations[MAJOR] == 48


@pytest.mark.rule("EF-PB8.55.c")
def test_twice_as_much_is_loaded_and_nobody_is_fed_or_put_ashore() -> None:
    state = marked(pieces={"106 Rifle Div": MAJOR}, interdiction={MAJOR: 1})
    assert harbours.load_capacity(state, str(MAJOR)).total == (24 - 6) * 2
    assert harbours.supply_capacity(state, MAJOR).total == 0
    aboard = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A"}}
    lying = marked("soviet.movement.unloading", aboard, {"Gp-A": MAJOR, "Gp-B": MINOR})
    assert "unloading" not in asked(lying).get("soviet", "")
    free = fleet("soviet.movement.unloading", {"Gp-A": MAJOR}, aboard)
    assert asked(free) == {"soviet": "turn.soviet.movement.unloading"}


@pytest.mark.rule("EF-PB8.55.c", "EF-PB8.25")
def test_ships_that_come_in_stay_ready() -> None:
    ships = {"Gp-A": MINOR}
    there = marked(ships=ships)
    sail = {"do": "voyage", "ship": "Gp-A", "water": str(MAJOR)}
    assert not ship(play(there, "soviet", sail, [5]).state, "Gp-A").sailed
    elsewhere = fleet(SAILING, ships)
    assert ship(play(elsewhere, "soviet", sail, [5]).state, "Gp-A").sailed


@pytest.mark.rule("EF-PB8.55.c")
def test_units_walk_to_the_quay_and_leave_in_one_phase() -> None:
    for marks, allowed in (({MAJOR: 48}, True), ({}, False)):
        state = fleet(MOVES, {"Gp-A": MAJOR}, {"143 Rifle Bde": 3705, "12 Rifle Bde": MAJOR}, evacuations=marks)
        state = play(state, "soviet", {"do": "move", "unit": "143 Rifle Bde", "path": [MAJOR]}).state
        state = play(state, "soviet", {"do": "done"}).state
        assert may(state, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["143 Rifle Bde"]}) is allowed


@pytest.mark.rule("EF-PB8.55.d", "EF-PB8.55.e")
def test_who_leaves_has_to_rest_from_the_turn_ashore_on() -> None:
    state = marked(pieces={"143 Rifle Bde": MAJOR, "51 Army HQ": MAJOR})
    out = play(state, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["143 Rifle Bde", "51 Army HQ"]}).state
    unit, staff = out.pieces[key(out, "143 Rifle Bde")], out.pieces[key(out, "51 Army HQ")]
    assert (unit.no_move, unit.evacuated) == (2, True)
    assert staff.back
    d = Draft(out, NoDice())
    fortifications.clear_markers(d)
    assert d.now.pieces[key(out, "143 Rifle Bde")].no_move == 2
    aboard = {"box": "aboard", "ship": "Gp-A", "evacuated": True, "no_move": 2}
    lying = fleet("soviet.movement.unloading", {"Gp-A": FAR}, {"143 Rifle Bde": aboard, "12 Rifle Bde": aboard})
    ashore = play(lying, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["143 Rifle Bde"]}).state
    landed = ashore.pieces[key(ashore, "143 Rifle Bde")]
    assert (where(ashore, "143 Rifle Bde"), landed.no_move, landed.evacuated) == (FAR, 2, False)
    d = Draft(ashore, NoDice())
    fortifications.clear_markers(d)
    assert d.now.pieces[key(ashore, "143 Rifle Bde")].no_move == 1
    plain = fleet(SAILING, {"Gp-A": MAJOR}, {"143 Rifle Bde": MAJOR, "51 Army HQ": MAJOR})
    plain = play(plain, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["143 Rifle Bde", "51 Army HQ"]}).state
    assert plain.pieces[key(plain, "143 Rifle Bde")].no_move == 0
    assert not plain.pieces[key(plain, "51 Army HQ")].back


@pytest.mark.rule("EF-PB8.55.e")
def test_a_staff_aboard_hampers_nobody() -> None:
    row = {"box": "aboard", "ship": "Gp-A", "back": True}
    state = fleet("soviet.movement.moves", {"Gp-A": MAJOR}, {"51 Army HQ": row, "143 Rifle Bde": MAJOR})
    assert may(state, "soviet", {"do": "move", "unit": "143 Rifle Bde", "path": [3705]})
