"""Orders of loss and how hits fall."""

from __future__ import annotations

import numpy as np

from sandtable.odds.battle import Battle
from sandtable.odds.losses import groups_of, lattice_of, loss_table, order_of_loss
from tests.odds.tables import army, battle


def names(fight: Battle, side: str = "attacker") -> list[str]:
    groups = groups_of(fight, side)  # type: ignore[arg-type]
    order = order_of_loss(fight, side, groups)  # type: ignore[arg-type]
    return [groups[e.group].unit.id + (":hit" if e.damage else "") for e in order]


def test_default_order_is_free_damage_then_value_then_transports() -> None:
    fight = battle("1 bb 1 cv 1 dd 1 ss 1 ftr 1 tp", "1 dd")
    assert names(fight) == [
        "battleship:hit",
        "carrier:hit",
        "submarine",
        "destroyer",
        "fighter",
        "carrier",
        "battleship",
        "transport",
    ]


def test_among_equals_the_weaker_goes_first() -> None:
    assert names(battle("1 art 1 mech", "1 inf")) == ["mech_infantry", "artillery"]


def test_a_given_order_may_take_part_of_a_type() -> None:
    fight = battle(army("3 dd 1 ftr", order=("destroyer*2", "fighter")), "1 dd")
    assert names(fight) == ["destroyer", "destroyer", "fighter", "destroyer"]


def test_the_last_land_unit_can_be_kept() -> None:
    assert names(battle("2 inf 1 ftr", "1 inf", keep_land_unit=True)) == ["infantry", "fighter", "infantry"]


def test_a_cruiser_and_two_submarines_sink_the_carrier_and_shoot_the_fighter_down() -> None:
    lattice = lattice_of(battle("1 ca 2 ss", army("1 cv 1 ftr", order=("carrier:hit", "fighter"))), "defender")
    after = loss_table(lattice, np.zeros(1, np.int64), np.array([[1, 0, 2]]))
    left, _ = lattice.remaining(after[0])
    assert left.tolist() == [[0, 0]]


def test_a_submarine_hit_sinks_the_destroyer_so_that_the_other_can_take_the_fighter() -> None:
    lattice = lattice_of(battle("1 dd 1 ftr", "1 ca 1 ss"), "attacker")
    after = loss_table(lattice, np.zeros(1, np.int64), np.array([[1, 0, 1]]))
    left, _ = lattice.remaining(after[0])
    assert left.tolist() == [[0, 0]]


def test_a_submarine_hit_on_aircraft_alone_is_wasted() -> None:
    lattice = lattice_of(battle("2 ftr", "1 ss"), "attacker")
    after = loss_table(lattice, np.zeros(1, np.int64), np.array([[0, 0, 2], [1, 0, 2]]))
    left, _ = lattice.remaining(after[0])
    assert left.ravel().tolist() == [2, 1]
