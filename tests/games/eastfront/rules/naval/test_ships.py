"""Ships are no units: what the rules of ground units make of one in port."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import AXIS, SOVIET, Ship
from sandtable.games.eastfront.rules.naval import ships
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, overstacked, stacking, zoc
from sandtable.kernel.cases import CaseError
from tests.games.eastfront.board import may
from tests.games.eastfront.fleet import MAJOR, fleet, number, ship

FLEET: dict[str, Any] = dict.fromkeys(("Paris Com", "Molotov", "DD-1", "DD-2", "Gp-A", "Gp-B"), MAJOR)


@pytest.mark.rule("EF-PB8.12.a")
def test_ships_do_not_stack_and_hold_no_ground() -> None:
    state = fleet("soviet.movement", FLEET, {"143 Rifle Bde": MAJOR})
    alone = fleet("soviet.movement", {}, {"143 Rifle Bde": MAJOR})
    assert stacking(state) == stacking(alone)
    assert overstacked(state, SOVIET) == ()
    empty = fleet("soviet.movement", FLEET)
    assert holders(empty) == {}
    assert zoc(empty, SOVIET) == {}


@pytest.mark.rule("EF-PB8.11")
def test_only_the_soviets_have_ships() -> None:
    state = fleet("soviet.movement", {**FLEET, "Gp-V": {"box": "cadre", "damage": 3}})
    assert set(ships.afloat(state, SOVIET)) == {number(state, name) for name in FLEET}
    assert ships.afloat(state, AXIS) == ()


@pytest.mark.rule("EF-PB8.12.a")
def test_a_ship_that_has_just_been_placed_has_neither_damage_nor_anything_done() -> None:
    """It has no steps, no supply and no stacking points either: nothing is left at rest but where it lies."""
    fresh = Ship(
        hex=MAJOR,
        zone="",
        box="",
        sailed=False,
        damage=0,
        strained=0,
        tried=False,
        spent=0,
        left="",
        way=(),
        recalled=False,
        arrived=False,
        fired=False,
        bound=False,
    )
    assert ship(fleet("soviet.movement", FLEET), "DD-1") == fresh
    assert Ship(box="map_t").hex == 0


@pytest.mark.rule("EF-PB8.12.a")
def test_ships_sail_from_a_port_that_starves() -> None:
    rows: dict[str, Any] = {"143 Rifle Bde": {"hex": MAJOR, "supply": 2}}
    state = fleet("soviet.motorised.sailing", FLEET, rows)
    for name in FLEET:
        assert may(state, "soviet", {"do": "voyage", "ship": name, "water": "sevastopol"})


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({}, "in a port"),
        ({"hex": MAJOR, "box": "map_t"}, "in a port"),
        ({"hex": 3705}, "no port"),
        ({"hex": 3807, "zone": "crimea"}, "no sea hex"),
        ({"hex": MAJOR, "damage": 4}, "floats"),
    ],
)
def test_a_ship_that_cannot_be_there_is_told(row: dict[str, Any], told: str) -> None:
    with pytest.raises(CaseError, match=told):
        fleet("soviet.movement", {"DD-1": row})


def test_passengers_need_a_ship() -> None:
    rows: dict[str, Any] = {"143 Rifle Bde": {"box": "aboard", "steps": 2}}
    with pytest.raises(CaseError, match="aboard no ship"):
        fleet("soviet.movement", {"DD-1": MAJOR}, rows)
