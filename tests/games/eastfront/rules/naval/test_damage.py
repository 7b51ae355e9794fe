"""Damage: what it takes from a ship, when it sinks, and what becomes of those aboard."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import ABOARD, CrimeaState, Piece, Supply
from sandtable.games.eastfront.rules.naval import damage, ships
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import board, key
from tests.games.eastfront.fleet import MAJOR, fleet, number, ship

BRIGADE = "143 Rifle Bde"


def hit(state: CrimeaState, name: str, points: int) -> Draft[CrimeaState]:
    d = Draft(state, NoDice())
    damage.hit(d, number(state, name), points)
    return d


def loaded(name: str, **row: Any) -> CrimeaState:
    """A ship at sea with a brigade aboard, and another ship."""
    state = fleet("soviet.movement", {name: {"zone": "crimea", **row}, "Molotov": MAJOR})
    d = Draft(state, NoDice())
    unit = key(state, BRIGADE)
    d.put("pieces", unit, _aboard(state, name))
    return d.now


def _aboard(state: CrimeaState, name: str) -> Any:
    return Piece(box=ABOARD, steps=2, ship=number(state, name))


@pytest.mark.rule("EF-PB8.11")
def test_the_values_of_a_ship_in_their_order() -> None:
    state = fleet("soviet.movement", {"K. Kavkaz": MAJOR})
    one = state.board.ships[number(state, "K. Kavkaz")]
    assert (one.kind, one.support, one.protection, one.transport, one.points, one.recovery) == ("CL", 2, 4, 2, 3, 6)
    assert {other.kind for other in state.board.ships.values()} == {"BB", "CL", "DL", "DD", "T"}


@pytest.mark.rule("EF-PB8.12.c", "EF-PB8.34.a", "EF-PB8.13.c")
def test_more_damage_than_its_protection_sinks_a_ship_for_good() -> None:
    state = fleet("soviet.movement", {"Komintern": MAJOR, "Molotov": MAJOR})
    third = hit(state, "Komintern", 3)
    (told,) = third.entries
    assert (told.key, told.rule, told.params["points"], told.params["total"]) == (
        "log.ship_damaged",
        "EF-PB8.34.a",
        3,
        3,
    )
    assert (ship(third.now, "Komintern").hex, ship(third.now, "Komintern").damage) == (MAJOR, 3)
    fourth = hit(third.now, "Komintern", 1)
    assert ship(fourth.now, "Komintern").box == "eliminated"
    (sunk,) = fourth.entries
    assert (sunk.key, sunk.rule, sunk.params["box"]) == ("log.ship_sunk", "EF-PB8.13.c", "eliminated")
    assert ship(fourth.now, "Molotov") == ship(state, "Molotov")


@pytest.mark.rule("EF-PB8.34.b", "EF-PB8.13.c")
def test_transports_sink_into_cadre_with_three_points() -> None:
    state = fleet("soviet.movement", {"Gp-A": {"hex": MAJOR, "damage": 2, "sailed": True}})
    d = hit(state, "Gp-A", 4)
    sunk = ship(d.now, "Gp-A")
    assert (sunk.box, sunk.damage, sunk.hex, sunk.sailed) == ("cadre", 3, 0, False)
    (told,) = d.entries
    assert (told.key, told.rule, told.params["box"]) == ("log.ship_sunk", "EF-PB8.34.b", "cadre")


@pytest.mark.rule("EF-PB8.34.c", "EF-PB8.13.c")
def test_supplies_go_down_with_their_ship_and_others_stay() -> None:
    state = board("soviet.movement", {}, scenario="3", bare=False, ships={"Gp-A": {"zone": "crimea", "box": ""}})
    d = Draft(state, NoDice())
    d.put("supplies", 99, Supply("soviet", 0, points=2, box=ABOARD, ship=number(state, "Gp-A")))
    before = d.now.tracks["soviet_ledger"]
    damage.hit(d, number(state, "Gp-A"), 3)
    assert d.now.supplies == state.supplies
    assert d.now.tracks["soviet_ledger"] == before - 2


@pytest.mark.rule("EF-PB8.13.c", "EFS-10.3.groups")
def test_a_ship_that_goes_down_in_the_fortress_is_remembered_for_its_guns() -> None:
    state = board("soviet.movement", {}, scenario="3", bare=False)
    assert (ship(state, "Komintern").hex, ship(state, "DD-2").box) == (11527, "map_t")
    assert hit(state, "Komintern", 4).now.tracks["wrecks"] == state.turn * 100 + 1
    assert "wrecks" not in hit(state, "DD-2", 4).now.tracks


@pytest.mark.rule("EF-PB8.34.c")
def test_passengers_go_down_with_their_ship() -> None:
    state = loaded("Gp-A")
    d = hit(state, "Gp-A", 3)
    assert d.now.pieces[key(state, BRIGADE)].box == "eliminated"
    assert d.now.pieces[key(state, BRIGADE)].ship == 0


@pytest.mark.rule("EF-PB8.34.c", "EF-PB8.34.a")
def test_passengers_of_a_ship_hit_twice_do_not_move_for_two_turns() -> None:
    state = loaded("DD-1")
    once = hit(state, "DD-1", 1)
    assert once.now.pieces[key(state, BRIGADE)].no_move == 0
    assert hit(once.now, "DD-1", 1).now.pieces[key(state, BRIGADE)].no_move == 2
    assert hit(state, "DD-1", 2).now.pieces[key(state, BRIGADE)].no_move == 2
    other = hit(state, "Molotov", 3)
    assert other.now.pieces[key(state, BRIGADE)].no_move == 0
    earlier = loaded("DD-1", damage=2)
    assert hit(earlier, "DD-1", 1).now.pieces[key(state, BRIGADE)].no_move == 0


@pytest.mark.parametrize(
    ("name", "points", "left"),
    [
        ("Paris Com", 3, (2, 5, 0)),
        ("Paris Com", 4, (1, 2, 0)),
        ("K. Kavkaz", 2, (3, 2, 2)),
        ("K. Kavkaz", 3, (2, 1, 2)),
        ("DD-1", 2, (3, 0, 1)),
    ],
)
def test_above_half_its_protection_a_ship_is_slower_and_weaker(
    name: str, points: int, left: tuple[int, int, int]
) -> None:
    state = fleet("soviet.movement", {name: {"hex": MAJOR, "damage": points}})
    one = number(state, name)
    assert (ships.points(state, one), ships.support(state, one), ships.capacity(state, one)) == left
