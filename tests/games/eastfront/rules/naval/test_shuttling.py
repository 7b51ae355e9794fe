"""Severnaya Bay: Germans wade it with engineers, Soviets go over it by ship between the harbour and the north shore."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.declaration.declaration import can_enter
from sandtable.games.eastfront.rules.naval import shuttling
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import zoc
from sandtable.kernel import Draft, ScriptedDice
from tests.games.eastfront.board import board, key, logged, may, play, where, why
from tests.games.eastfront.fleet import number, ship

TURN: dict[str, Any] = {"scenario": "8", "turn": 180, "weather": "dry"}
SIDES = ("In-1427-In-1527", "In-1526-In-1527", "In-1526-In-1627", "In-1626-In-1627")
BAY: dict[str, Any] = {side: {"water": "severnaya_bay"} for side in SIDES}
PORT = {"In-1527": {"port": "major", "coastal": True, "zone": "sevastopol"}, "In-1526": {"coastal": True}}
HELD = {"In-1527": "soviet", "In-1526": "soviet"}


def bay(at: str, pieces: dict[str, Any], **more: Any) -> CrimeaState:
    rows = {name: row if isinstance(row, dict) else {"hex": f"In-{row}"} for name, row in pieces.items()}
    return board(at, rows, facts={"hexes": PORT, "sides": BAY}, **{"control": HELD, **TURN, **more})


# -- on foot -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.26.c")
def test_the_four_sides_of_the_bay_are_drawn_as_printed() -> None:
    borders = GAME.open("8").borders  # type: ignore[attr-defined]
    sides = {tuple(sorted(pair)) for pair, side in borders.items() if side.water == "severnaya_bay"}
    assert sides == {(11427, 11527), (11526, 11527), (11526, 11627), (11626, 11627)}


@pytest.mark.rule("EF-PB8.26.c")
def test_germans_cross_the_bay_as_the_sivash() -> None:
    pieces = {"820 Eng Rgt": 1526, "16(+) Rgt/22 Div": 1526, "47(+) Rgt/22 Div": 1526}
    state = bay("axis.movement", pieces, control={})
    over = {"move": "16(+) Rgt/22 Div", "path": ["In-1527"]}
    assert may(state, "axis", over)
    after = play(state, "axis", over).state
    # two points a side in a phase, and another side for others
    assert not may(after, "axis", {"move": "47(+) Rgt/22 Div", "path": ["In-1527"]})
    assert may(after, "axis", {"move": "47(+) Rgt/22 Div", "path": ["In-1627"]})
    alone = bay("axis.movement", {"16(+) Rgt/22 Div": 1526}, control={})
    assert why(alone, "axis", over).rule == "EF-PB8.26.c"
    guns = bay("axis.movement", {"820 Eng Rgt": 1526, "190 AG Bn": 1526, "Rom 1 Mtn Bde": 1526}, control={})
    for unit in ("190 AG Bn", "Rom 1 Mtn Bde"):
        assert why(guns, "axis", {"move": unit, "path": ["In-1527"]}).rule == "EF-PB8.26.c"
    # Romanians wade the Sivash, but not the bay
    shore = {"hexes": PORT, "sides": {**BAY, "In-1526-In-1525": {"water": "sivash"}}}
    rows: dict[str, Any] = {"820 Eng Rgt": {"hex": "In-1526"}, "Rom RSC 1": {"hex": "In-1526"}}
    romanians = board("axis.movement", rows, facts=shore, **TURN)
    assert may(romanians, "axis", {"move": "Rom RSC 1", "path": ["In-1525"]})
    assert why(romanians, "axis", {"move": "Rom RSC 1", "path": ["In-1527"]}).rule == "EF-PB8.26.c"


@pytest.mark.rule("EF-PB8.26.c")
def test_soviets_and_zones_do_not_cross_the_bay_but_germans_attack_over_it() -> None:
    pieces = {"7 Naval Bde": 1527, "16(+) Rgt/22 Div": 1526, "Rom 1 Mtn Bde": 1427, "47 Eng Bn": 1527}
    state = bay("axis.declaration", pieces, control={})
    assert 11526 not in zoc(state, SOVIET)
    assert 11527 not in zoc(state, AXIS)
    assert can_enter(state, key(state, "16(+) Rgt/22 Div"), 11526, 11527)
    assert not can_enter(state, key(state, "Rom 1 Mtn Bde"), 11427, 11527)
    river = {"hexes": PORT, "sides": {"In-1427-In-1527": {"river": "major"}}}
    across = board("axis.declaration", {"Rom 1 Mtn Bde": {"hex": "In-1427"}}, facts=river, **TURN)
    assert can_enter(across, key(across, "Rom 1 Mtn Bde"), 11427, 11527)
    assert not can_enter(state, key(state, "7 Naval Bde"), 11527, 11526)
    march = bay("soviet.movement", {"7 Naval Bde": 1527, "47 Eng Bn": 1527})
    over = {"move": "7 Naval Bde", "path": ["In-1526"]}
    assert why(march, "soviet", over).rule == "EF-PB8.26.c"
    frozen = bay("axis.declaration", pieces, control={}, frozen=True)
    assert 11527 not in zoc(frozen, AXIS)


# -- by ship -----------------------------------------------------------------------------------------------------------

SAILING = "soviet.movement.sailing"
SAFE = 5


def crossing(pieces: dict[str, Any], **more: Any) -> CrimeaState:
    ships = more.pop("ships", {"Gp-A": {"hex": "In-1527"}})
    return bay(SAILING, pieces, ships=ships, **more)


@pytest.mark.rule("EF-PB8.26.c")
@pytest.mark.parametrize(("start", "to"), [(1527, 11526), (1526, 11527)])
def test_a_ship_in_the_harbour_carries_units_over_the_bay(start: int, to: int) -> None:
    state = crossing({"7 Naval Bde": start, "8 Naval Bde": start})
    step = play(state, "soviet", {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde", "8 Naval Bde"]}, [SAFE])
    assert (where(step.state, "7 Naval Bde"), where(step.state, "8 Naval Bde")) == (to, to)
    assert logged(step, "ship_losses").rule == "EF-PB8.31.a"
    after = step.state
    assert (ship(after, "Gp-A").sailed, ship(after, "Gp-A").hex) == (True, 11527)
    assert logged(step, "shuttled").rule == "EF-PB8.26.c"
    d = Draft(state, ScriptedDice([SAFE]))
    shuttling.shuttle(d, number(state, "Gp-A"), (key(state, "7 Naval Bde"), key(state, "8 Naval Bde")))
    one, piece = d.now.ships[number(state, "Gp-A")], d.now.pieces[key(state, "7 Naval Bde")]
    assert (one.sailed, one.arrived, one.left, one.recalled) == (True, True, "", False)
    assert (piece.ship, piece.assault, piece.activated, piece.box) == (0, False, False, "")
    assert d.now.tracks["load_In-1527" if "load_In-1527" in d.now.tracks else "load_11527"] == 4
    # nobody moves on, and the ship has sailed for this phase
    assert after.pieces[key(after, "7 Naval Bde")].ashore == 180
    no = shuttling.why_no_shuttle(after, SOVIET, number(after, "Gp-A"))
    assert no is not None
    assert no.key == "refuse.not_in_harbour"


@pytest.mark.rule("EF-PB8.26.c")
def test_the_ship_rolls_for_losses_with_the_units_aboard() -> None:
    rows = GAME.open("8").charts["naval"]["loss"]["rows"]  # type: ignore[attr-defined]
    cells = {face: _cell(rows, face + 1) for face in range(1, 11)}
    for face, cell in cells.items():
        state = crossing({"7 Naval Bde": 1527})
        after = play(state, "soviet", {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde"]}, [face]).state
        assert where(after, "7 Naval Bde") == (11527 if cell.startswith("A") else 11526)
        assert ship(after, "Gp-A").damage == int(cell.partition("D")[2] or 0)
        assert not ship(after, "Gp-A").recalled
    weak = crossing(
        {"7 Naval Bde": 1527}, ships={"Gp-A": {"hex": "In-1527", "damage": 2}}, tracks={"naval_interdiction": 2}
    )
    sunk = play(weak, "soviet", {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde"]}, [10]).state
    assert (ship(sunk, "Gp-A").box, where(sunk, "7 Naval Bde")) == ("cadre", "eliminated")


def _cell(rows: Any, total: int) -> str:
    return str(next(row for row in rows if row["most"] is None or total <= row["most"])["cells"][0])


@pytest.mark.rule("EF-PB8.26.c")
def test_who_is_not_carried_over_the_bay() -> None:
    order = {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde"]}
    mixed = crossing({"7 Naval Bde": 1527, "8 Naval Bde": 1526})
    assert why(mixed, "soviet", {**order, "units": ["7 Naval Bde", "8 Naval Bde"]}).key == "refuse.one_shore"
    away = crossing({"7 Naval Bde": 1527}, ships={"Gp-A": {"box": "map_t"}, "Gp-B": {"hex": "In-1527"}})
    assert why(away, "soviet", order).rule == "EF-PB8.26.c"
    lost = crossing({"7 Naval Bde": 1527, "46 Inf Div": 1525}, control={"In-1527": "soviet", "In-1526": "axis"})
    assert why(lost, "soviet", order).key == "refuse.not_your_hex"
    guns = crossing({"2+12 Coast Art": 1527, "7 Naval Bde": 1625})
    assert not may(guns, "soviet", {**order, "units": ["2+12 Coast Art"]})
    assert not may(guns, "soviet", order)
    full = crossing({"7 Naval Bde": 1527, "388(-) Rifle Div": 1526, "345 Rifle Div": 1526})
    assert not may(full, "soviet", order)
    heavy = crossing({"7 Naval Bde": 1527, "8 Naval Bde": 1527, "9 Naval Bde": 1527})
    assert not may(heavy, "soviet", {**order, "units": ["7 Naval Bde", "8 Naval Bde", "9 Naval Bde"]})
    assert shuttling.why_no_shuttle(full, AXIS, number(full, "Gp-A")).rule == "EF-PB8.11"  # type: ignore[union-attr]
    empty = crossing({"7 Naval Bde": 1625})
    assert shuttling.why_no_shuttle(empty, SOVIET, number(empty, "Gp-A")).key == "refuse.nobody_to_load"  # type: ignore[union-attr]
    warship = crossing({"7 Naval Bde": 1527}, ships={"Molotov": {"hex": "In-1527"}, "Gp-A": {"hex": "In-1527"}})
    assert why(warship, "soviet", {**order, "ship": "Molotov"}).key == "refuse.not_in_harbour"
    crowd = crossing({"7 Naval Bde": 1527, "8 Naval Bde": 1527, "388(-) Rifle Div": 1526, "9 Naval Bde": 1526})
    assert may(crowd, "soviet", order)
    assert not may(crowd, "soviet", {**order, "units": ["7 Naval Bde", "8 Naval Bde"]})
    elsewhere = board(SAILING, {}, scenario="7", turn=162, weather="dry")
    assert shuttling.shuttles(elsewhere, SOVIET).legal == ()


@pytest.mark.rule("EF-PB8.26.c", "EF-PB8.45", "EF-PB8.55.c", "EF-PB8.47")
def test_the_bay_is_crossed_within_what_the_harbour_can_do() -> None:
    order = {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde"]}
    full = crossing({"7 Naval Bde": 1527}, tracks={"load_11527": 22})
    assert may(full, "soviet", order)
    over = crossing({"7 Naval Bde": 1527}, tracks={"load_11527": 23})
    assert why(over, "soviet", order).rule == "EF-PB8.45"
    both = crossing({"7 Naval Bde": 1527, "8 Naval Bde": 1527}, tracks={"load_11527": 21})
    assert why(both, "soviet", {**order, "units": ["7 Naval Bde", "8 Naval Bde"]}).rule == "EF-PB8.45"
    base = crossing({"Naval Base 2": 1527, "7 Naval Bde": 1527})
    assert why(base, "soviet", {**order, "units": ["Naval Base 2"]}).rule == "EF-PB8.47"
    # Nobody goes ashore in a harbour that is given up; those who leave it have to rest.
    south = crossing({"7 Naval Bde": 1526}, evacuations={"In-1527": 180})
    assert why(south, "soviet", order).rule == "EF-PB8.55.c"
    north = crossing({"7 Naval Bde": 1527}, evacuations={"In-1527": 180})
    d = Draft(north, ScriptedDice([SAFE]))
    shuttling.shuttle(d, number(north, "Gp-A"), (key(north, "7 Naval Bde"),))
    piece = d.now.pieces[key(north, "7 Naval Bde")]
    assert (piece.hex, piece.evacuated, piece.no_move, piece.ashore) == (11526, False, 2, 180)


@pytest.mark.rule("EFS-10.84.h")
def test_nobody_comes_back_over_the_bay_into_a_harbour_that_fell() -> None:
    order = {"do": "shuttle", "ship": "Gp-A", "units": ["7 Naval Bde"]}
    fallen = crossing({"7 Naval Bde": 1526}, tracks={"harbour_lost": 179})
    assert why(fallen, "soviet", order).rule == "EFS-10.84.h"
    assert may(crossing({"7 Naval Bde": 1526}), "soviet", order)


@pytest.mark.rule("EF-PB8.34.c")
def test_what_an_empty_ship_has_suffered_is_nothing_to_new_passengers() -> None:
    state = crossing({"7 Naval Bde": 1527}, ships={"Gp-A": {"hex": "In-1527", "strained": 1}})
    d = Draft(state, ScriptedDice([SAFE]))
    shuttling.shuttle(d, number(state, "Gp-A"), (key(state, "7 Naval Bde"),))
    assert d.now.ships[number(state, "Gp-A")].strained == 0
