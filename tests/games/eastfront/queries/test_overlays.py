"""Overlays say what the rules say."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.kernel import SeededDice, UnknownName
from sandtable.kernel.queries import Overlay
from tests.games.eastfront.board import board, key
from tests.games.eastfront.fleet import ANCHORAGE, FAR, MAJOR, MINOR, SHOAL, fleet, number
from tests.games.eastfront.guns import GUNS

UNITS = {"73 Inf Div": 3604, "106 Rifle Div": 3606}


def laid(state: CrimeaState, name: str, seat: str = AXIS, **params: Any) -> Overlay:
    found = GAME.query(GAME.view(state, seat), name, params)
    assert isinstance(found, Overlay)
    return found


@pytest.fixture(scope="module")
def state() -> CrimeaState:
    return board("axis.movement", UNITS)


@pytest.fixture(scope="module")
def ditch() -> CrimeaState:
    return GAME.start(GAME.open("1"), SeededDice(b"overlays")).state


def test_zones_of_both_sides_meet(state: CrimeaState) -> None:
    found = laid(state, "zoc").places
    assert (found["3605"], found["3603"], found["3607"]) == ("both", "axis", "soviet")
    assert (found["3604"], found["3606"]) == ("axis", "soviet")
    assert set(laid(state, "zoc", side=SOVIET).places.values()) == {"soviet"}


def test_reach_tells_costs_in_points(state: CrimeaState) -> None:
    unit = key(state, "73 Inf Div")
    found = laid(state, "reach", piece=unit)
    halves = movement.destinations(state, unit)
    assert found.places == {str(h): cost // 2 for h, cost in halves.items()}
    assert found.places["3603"] == 1
    assert found.sources == ("3604",)
    assert GAME.query(GAME.view(state, AXIS), "reach", {}) is None


def test_reach_tells_half_points_as_they_are_written() -> None:
    paved = board("axis.movement", UNITS, facts={"roads": [["3604", "3603", "primary"]]})
    assert laid(paved, "reach", piece=key(paved, "73 Inf Div")).places["3603"] == "1/2"


def test_threat_counts_those_who_could_attack() -> None:
    close = board("axis.movement", {"73 Inf Div": 3604, "46 Inf Div": 3604, "106 Rifle Div": 3605})
    assert laid(close, "threat", SOVIET).places == {"3605": 2}
    assert laid(close, "threat", AXIS).places == {"3604": 1}


def test_supply_shows_sources_lines_and_who_is_cut(ditch: CrimeaState) -> None:
    found = laid(ditch, "supply")
    assert found.sources == tuple(map(str, (*supply.sources(ditch, AXIS), *supply.city_sources(ditch, AXIS))))
    for place, word in found.places.items():
        assert (word == "in") == supply.is_supplied(ditch, AXIS, int(place))
    net = set(map(str, supply.nets(ditch, AXIS)))
    assert all(a in net and b in net for a, b in found.lines)


def test_control_is_the_table(ditch: CrimeaState) -> None:
    assert laid(ditch, "control").places == {str(h): side for h, side in ditch.control.items()}


def test_a_side_that_does_not_exist_is_named(state: CrimeaState) -> None:
    with pytest.raises(UnknownName, match="no side 'blue'"):
        laid(state, "supply", side="blue")


def test_statistics_count_steps(state: CrimeaState) -> None:
    counts = GAME.statistics(state)
    assert counts["steps"] == {
        side: sum(state.pieces[k].steps for k in zoc_and_stacking.on_map(state, side)) for side in (AXIS, SOVIET)
    }


def test_the_reach_of_a_ship_is_the_sea_and_its_ports() -> None:
    state = fleet("soviet.motorised.sailing", {"Molotov": MAJOR, "DD-1": {"hex": MAJOR, "sailed": True}})
    found = laid(state, "reach", SOVIET, ship=number(state, "Molotov")).places
    assert (found["3807"], found["4007"], found[str(MINOR)], found[str(FAR)]) == (1, 2, 1, 2)
    assert str(SHOAL) not in found
    assert str(ANCHORAGE) not in found
    assert not laid(state, "reach", SOVIET, ship=number(state, "DD-1")).places
    assert GAME.query(GAME.view(state, SOVIET), "reach", {"ship": 19}) is None


def test_the_danger_at_sea_is_counted_in_guns() -> None:
    facts = {"units": {"new": GUNS}}
    state = fleet("soviet.motorised.sailing", {"DD-1": MAJOR}, {"147 CD": ANCHORAGE}, facts=facts)
    found = laid(state, "threat", SOVIET).places
    assert found["3907"] == 1
    assert "3608" not in found
    assert "3907" not in laid(state, "threat", AXIS).places
