"""What a port can feed: its class, what takes from it, and a base that doubles the rest."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval.harbours import supply_capacity
from sandtable.games.eastfront.rules.supply.harbours import harbours
from tests.games.eastfront.board import board
from tests.games.eastfront.fleet import ANCHORAGE, MAJOR, MINOR, fleet

BASE, BRIGADE = "Naval Base 2", "143 Rifle Bde"
GUN = {
    "label": "G",
    "side": "axis",
    "nation": "german",
    "type": "artillery",
    "size": "regiment",
    "stack": 1,
    "steps": 1,
}
NEW = [
    {**GUN, "id": "Guns of 4", "stack": 1, "steps": 1, "front": "4-1-4", "range": 2},
    {**GUN, "id": "Guns of 5", "stack": 1, "steps": 1, "front": "5-1-4", "range": 2},
]
NEAR, BEHIND = 3705, 3704
"""A hex beside the major port, and one two hexes away."""


def port(pieces: dict[str, Any] | None = None, **fields: Any) -> CrimeaState:
    return fleet("soviet.movement", {}, pieces, {"units": {"new": NEW}}, **fields)


def capacity(place: int = MAJOR, pieces: dict[str, Any] | None = None, **fields: Any) -> int:
    return supply_capacity(port(pieces, **fields), place).total


@pytest.mark.rule("EF-PB8.46.a", "EFT-ports")
def test_the_class_of_a_port() -> None:
    assert [capacity(place) for place in (ANCHORAGE, MINOR, MAJOR)] == [6, 15, 30]


@pytest.mark.rule("EF-PB8.46.b")
def test_a_base_in_its_hex_doubles_it() -> None:
    assert capacity(pieces={BASE: MAJOR}) == 60
    assert capacity(ANCHORAGE, {BASE: ANCHORAGE}) == 12
    assert capacity(pieces={BASE: MINOR}) == 30


@pytest.mark.rule("EF-PB8.48.a", "EFT-ports")
@pytest.mark.parametrize(
    ("place", "level", "left"), [(MAJOR, 1, 24), (MAJOR, 2, 18), (MINOR, 1, 11), (MINOR, 2, 7), (ANCHORAGE, 2, 2)]
)
def test_air_attacks_take_by_level_and_class(place: int, level: int, left: int) -> None:
    assert capacity(place, interdiction={place: level}) == left


@pytest.mark.rule("EF-PB8.48.b")
def test_guns_in_range_take_a_point_for_each_of_theirs_up_to_six() -> None:
    assert capacity(pieces={"Guns of 4": BEHIND}) == 26
    assert capacity(pieces={"Guns of 4": BEHIND, "Guns of 5": BEHIND}) == 24
    assert capacity(pieces={"Guns of 4": 3703}) == 30  # out of range
    assert capacity(pieces={"Guns of 4": {"hex": BEHIND, "supply": 1}}) == 30
    assert capacity(pieces={"73 Inf Div": BEHIND}) == 30  # no guns


@pytest.mark.rule("EF-PB8.48.c")
def test_with_enemies_beside_it_a_port_needs_somebody_in_it() -> None:
    beset = {"190 AG Bn": NEAR}  # without a zone of control: the port stays Soviet
    assert capacity(pieces=beset) == 0
    assert capacity(pieces={**beset, BRIGADE: MAJOR}) == 30
    assert capacity(pieces=beset, supplies={1: {"side": "soviet", "hex": str(MAJOR)}}) == 30
    assert capacity(pieces={"190 AG Bn": BEHIND}) == 30


@pytest.mark.rule("EF-PB8.48.d")
def test_all_of_it_adds_up_before_a_base_doubles_the_rest() -> None:
    guns = {"Guns of 4": BEHIND, "Guns of 5": BEHIND}
    assert capacity(pieces=guns, interdiction={MAJOR: 2}) == 12
    assert capacity(pieces={**guns, BASE: MAJOR}, interdiction={MAJOR: 2}) == 24


@pytest.mark.rule("EF-PB8.48.d")
def test_never_less_than_nothing() -> None:
    guns = {"Guns of 5": 3905}
    assert capacity(ANCHORAGE, {**guns, BASE: ANCHORAGE}, interdiction={ANCHORAGE: 2}) == 0


@pytest.mark.rule("EF-PB8.47", "EF-PB8.46.b")
def test_a_base_doubles_from_the_turn_after_it_came_ashore() -> None:
    assert capacity(pieces={BASE: {"hex": MAJOR, "ashore": 47}}) == 60
    assert capacity(pieces={BASE: {"hex": MAJOR, "ashore": 48}}) == 30


@pytest.mark.rule("EF-PB8.46.c")
def test_axis_ports_open_with_the_fall_of_certain_towns() -> None:
    needs = {"black_sea": [3404], "azov": [3404, 3405]}
    card = {"supply_sources": {"axis": {"hexes": [], "ports": {"limit": "chart", "needs": needs}}}}
    azov = {"hexes": {MINOR: {"coastal": True, "place": "town", "port": "minor", "zone": "azov"}}}

    def open_ports(*held: int) -> tuple[int, ...]:
        control = dict.fromkeys((MAJOR, MINOR, *held), "axis")
        return harbours(fleet("axis.movement", {}, facts={"card": card, **azov}, control=control), "axis")

    assert open_ports() == ()
    assert open_ports(3404) == (MAJOR,)
    assert open_ports(3404, 3405) == (MAJOR, MINOR)


@pytest.mark.rule("EF-PB8.46.c")
def test_in_the_joined_game_the_axis_has_ports_after_odessa_fell() -> None:
    """The Black Sea after turn 59; that of Azov with Sevastopol and Kerch."""

    def open_ports(turn: int, *held: int) -> tuple[int, ...]:
        control, drawn = dict.fromkeys((5718, 4804, *held), "axis"), {"bare": False}
        return harbours(board("axis.movement", {}, scenario="10", turn=turn, facts=drawn, control=control), "axis")

    assert open_ports(59, 6912, 11527) == ()
    assert open_ports(60) == (5718,)
    assert open_ports(60, 6912, 11527) == (4804, 5718, 6912, 11527)


@pytest.mark.rule("EF-PB8.48.b", "EF-PB5.62")
def test_on_the_enlarged_map_guns_reach_a_port_from_three_times_as_far() -> None:
    def left(place: str) -> int:
        facts = {"units": {"new": NEW}, "hexes": {"In-1527": {"port": "major", "coastal": True, "zone": "sevastopol"}}}
        rows = {"Guns of 4": {"hex": place}}
        state = board("soviet.movement", rows, facts=facts, scenario="8", turn=180, control={"In-1527": "soviet"})
        return supply_capacity(state, 11527).total

    assert (left("In-1521"), left("In-1520")) == (26, 30)
