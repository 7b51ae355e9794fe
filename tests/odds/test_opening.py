"""Anti-aircraft fire and bombardment, before the first round."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.odds.battle import Army, Battle
from sandtable.odds.losses import lattice_of
from sandtable.odds.opening import anti_aircraft, bombardment
from tests.odds.tables import UNITS, army, battle


def shot_down(fight: Battle) -> list[float]:
    return [float(p) for p in anti_aircraft(fight, lattice_of(fight, "attacker"), lattice_of(fight, "defender"))[0]]


def test_three_dice_a_gun_but_one_at_most_for_each_aircraft() -> None:
    assert len(shot_down(battle("1 inf 5 ftr", "1 inf 2 aa"))) == 1 + 5
    assert len(shot_down(battle("1 inf 5 ftr", "1 inf 1 aa"))) == 1 + 3
    assert shot_down(battle("1 inf 1 ftr", "1 inf 2 aa")) == pytest.approx([5 / 6, 1 / 6])


def test_guns_alone_do_not_fire() -> None:
    assert shot_down(battle("1 inf 2 ftr", "1 aa")) == [1.0]


def test_guns_of_two_types_share_the_aircraft_and_the_better_fire_first() -> None:
    gun = next(unit for unit in UNITS if unit.id == "aaa")
    radar = msgspec.structs.replace(gun, id="radar", aa_hit_on=2, aa_dice=1)
    fight = Battle((*UNITS, radar), army("2 ftr"), Army({"infantry": 1, "aaa": 1, "radar": 1}))
    assert shot_down(fight) == pytest.approx([4 / 6 * 5 / 6, 2 / 6 * 5 / 6 + 4 / 6 * 1 / 6, 2 / 6 * 1 / 6])


def test_every_ship_bombards_once_at_its_own_value() -> None:
    fight = battle(army("2 inf", landed="2 inf"), "1 inf", bombard={"battleship": 1, "cruiser": 1})
    assert bombardment(fight)[0].tolist() == pytest.approx([1 / 6, 3 / 6, 2 / 6])
