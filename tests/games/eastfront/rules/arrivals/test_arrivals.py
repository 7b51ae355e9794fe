"""Where and when units come on the map, and with how much of their allowance."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.arrivals import arrivals
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import board, key, may, play, where, why

SOURCES = {"axis": {"hexes": ["3401", "3601", "3405"]}, "soviet": {"hexes": []}}


def waiting(name: str, at: str = "axis.movement", rows: Any = (), **more: Any) -> CrimeaState:
    """A unit in the Active box, on a card with these reinforcements."""
    side = "soviet" if at.startswith("soviet") else "axis"
    card = {side: {"reinforcements": [dict(row) for row in rows]}, "supply_sources": SOURCES}
    pieces = {name: {"box": "active"}, **more.pop("pieces", {})}
    return board(at, pieces, facts={"card": card, **more.pop("facts", {})}, **more)


@pytest.mark.rule("EF-8.4.b", "EF-PB3.22.c", "EF-PB3.51")
def test_rebuilt_axis_units_come_back_by_any_source_on_the_north_edge() -> None:
    state = waiting("46 Inf Div")
    assert may(state, "axis", {"enter": "46 Inf Div", "to": 3401})
    assert not may(state, "axis", {"enter": "46 Inf Div", "to": 3405})
    assert where(play(state, "axis", {"enter": "46 Inf Div", "to": 3601}).state, "46 Inf Div") == 3601
    contested = {"106 Rifle Div": 3402, "73 Inf Div": 3501}
    barred = waiting("46 Inf Div", pieces=contested, control={3401: "axis"})
    assert why(barred, "axis", {"enter": "46 Inf Div", "to": 3401}).rule == "EF-8.13"
    assert may(barred, "axis", {"enter": "46 Inf Div", "to": 3601})
    # A source that the enemy has taken is none; one is left, and there is nothing to choose.
    taken = waiting("46 Inf Div", pieces={"106 Rifle Div": 3402})
    assert where(play(taken, "axis", {"enter": "46 Inf Div"}).state, "46 Inf Div") == 3601


@pytest.mark.rule("EF-PB3.22.b")
def test_rebuilt_soviet_units_have_no_way_back_on_this_map() -> None:
    state = waiting("156 Rifle Div", "soviet.movement")
    assert why(state, "soviet", {"enter": "156 Rifle Div"}).rule == "EF-PB3.22.b"


@pytest.mark.rule("EF-8.4.d", "EF-7.23.c")
def test_a_rebuilt_nkvd_unit_waits_for_its_turn() -> None:
    row = {"turn": 40, "hex": "3810", "unit": "276 NKVD Rgt"}
    pieces = {"276 NKVD Rgt": {"box": "active", "due": 50}}
    late = waiting("276 NKVD Rgt", "soviet.movement", [row], pieces=pieces, turn=49)
    assert why(late, "soviet", {"enter": "276 NKVD Rgt"}).rule == "EF-8.4.d"
    assert may(
        waiting("276 NKVD Rgt", "soviet.movement", [row], pieces=pieces, turn=50), "soviet", {"enter": "276 NKVD Rgt"}
    )


@pytest.mark.rule("EF-8.13")
def test_units_that_infiltrate_enter_an_empty_hex_in_an_enemy_zone() -> None:
    guard = {"106 Rifle Div": 3305}
    for name, free in (("46 Inf Div", False), ("SS LAH Rcn Bn", True), ("Rom 8(-) Cav Bde", True)):
        state = waiting(name, rows=[{"turn": 48, "hex": "3205", "unit": name}], pieces=guard)
        assert may(state, "axis", {"enter": name}) is free
    mud = waiting(
        "SS LAH Rcn Bn", rows=[{"turn": 48, "hex": "3205", "unit": "SS LAH Rcn Bn"}], pieces=guard, weather="mud"
    )
    assert why(mud, "axis", {"enter": "SS LAH Rcn Bn"}).rule == "EF-8.13"


@pytest.mark.rule("EF-8.14")
def test_a_unit_placed_on_the_map_needs_a_friendly_hex_in_supply_and_out_of_enemy_zones() -> None:
    rows = [{"turn": 48, "hex": "3606", "unit": "46 Inf Div", "placed": True}]

    def place(control: str = "axis", ground: str = "", **pieces: Any) -> CrimeaState:
        facts = {"hexes": {3606: {"place": ground}}}
        return waiting("46 Inf Div", rows=rows, control={3606: control}, facts=facts, pieces=pieces)

    assert may(place(), "axis", {"enter": "46 Inf Div"})
    assert why(place("soviet"), "axis", {"enter": "46 Inf Div"}).rule == "EF-8.14"
    beside = {"106 Rifle Div": 3607, "73 Inf Div": 3606}
    assert why(place(**beside), "axis", {"enter": "46 Inf Div"}).rule == "EF-8.14"
    assert may(place(ground="major_city", **beside), "axis", {"enter": "46 Inf Div"})
    entered = play(place(), "axis", {"enter": "46 Inf Div"}).state
    assert entered.pieces[key(entered, "46 Inf Div")].spent == 0
    row = {"turn": 161, "hex": "6014", "unit": "46 Inf Div", "placed": True}
    card = {"axis": {"reinforcements": [row]}}
    pieces = {"46 Inf Div": {"box": "active"}}
    far = board("axis.movement", pieces, scenario="7", facts={"card": card}, control={6014: "axis"})
    assert why(far, "axis", {"enter": "46 Inf Div"}).rule == "EF-8.14"


@pytest.mark.rule("EF-8.T", "EFT-reinforcement-arrival")
@pytest.mark.parametrize(
    ("at", "name", "card", "halves"),
    [
        ("axis.movement", "46 Inf Div", True, 2),
        ("axis.motorised", "46 Inf Div", True, 0),
        ("axis.motorised", "190 AG Bn", False, 1),
        ("soviet.motorised", "54 Mot Rgt", True, 2),
        ("soviet.motorised", "54 Mot Rgt", False, 1),
        ("soviet.motorised", "72 Cav Div", True, 1),
        ("soviet.movement", "54 Mot Rgt", True, 1),
        ("soviet.movement", "156 Rifle Div", True, 2),
    ],
)
def test_how_much_of_its_allowance_a_unit_has_as_it_arrives(at: str, name: str, card: bool, halves: int) -> None:
    rows = [{"turn": 48, "hex": "3810", "unit": name}] if card else []
    state = waiting(name, at, rows)
    assert arrivals.halves(state, key(state, name)) == halves


@pytest.mark.rule("EF-8.T")
def test_a_unit_with_half_its_allowance_has_spent_the_rest() -> None:
    state = waiting("190 AG Bn", "axis.motorised")
    state = play(state, "axis", {"enter": "190 AG Bn", "to": 3401}).state
    # Half of seven points, less one for the hex of entry.
    assert may(state, "axis", {"move": "190 AG Bn", "path": [3402, 3403]})
    assert not may(state, "axis", {"move": "190 AG Bn", "path": [3402, 3403, 3404]})


@pytest.mark.rule("EF-8.12", "EF-23.43.a")
def test_a_super_heavy_gun_comes_on_the_map_on_its_mobile_side() -> None:
    row = {"turn": 48, "hex": "3401", "unit": "641 S-H Art Bn", "state": "mobile"}
    known = {"card": {"axis": {"reinforcements": [row]}}, "roads": [[3401, 3402, "primary"]]}
    name = row["unit"]
    start = GAME.start(GAME.open("1", facts=known), SeededDice(b"guns")).state
    gun = start.pieces[key(start, name)]
    assert (gun.box, gun.back) == ("active", True)
    state = board("axis.movement", {name: {"box": "active", "back": True}}, facts=known)
    entered = play(state, "axis", {"enter": name}).state
    assert (where(entered, name), entered.pieces[key(entered, name)].back) == (3401, True)


@pytest.mark.rule("EF-8.12")
def test_a_unit_goes_on_strategically_from_the_edge_and_pays_for_its_entry() -> None:
    way = [*range(3401, 3416), 3515]
    roads = {"roads": [[a, b, "primary"] for a, b in pairwise(way)]}
    name = "46 Inf Div"
    state = waiting(name, rows=[{"turn": 48, "hex": "3401", "unit": name}], facts=roads)
    state = play(state, "axis", {"enter": name}).state
    # Seven and a half points, half a point a hex; the hex of entry is the first of fifteen.
    assert may(state, "axis", {"strategic": name, "path": way[1:15]})
    assert not may(state, "axis", {"strategic": name, "path": way[1:16]})
    moved = play(state, "axis", {"strategic": name, "path": way[1:15]}).state
    assert (where(moved, name), moved.pieces[key(moved, name)].spent) == (way[14], 0)
