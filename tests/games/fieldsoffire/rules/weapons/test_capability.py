"""What a unit can do with its basic fire."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.weapons.capability import Capability, capability
from tests.games.fieldsoffire.board import board, key

WOODS = {"R2C2": {"terrain": "N20"}}
BUNKER = {1: {"at": "R2C2", "kind": "bunker", "value": 3, "capacity": 4, "facing": 0}}


def of(name: str, scenario: str = "normandy_1", **row: Any) -> Capability | None:
    fields = {k: row.pop(k) for k in ("covers", "cards", "facts") if k in row}
    state = board({name: {"at": "R2C2", **row}}, scenario=scenario, **fields)
    return capability(state, key(state, name))


@pytest.mark.rule("FF-7.0", "FF-1.2.6.vofclass", "FF-6.1.a")
def test_only_basic_ratings_place_fire_by_themselves() -> None:
    assert of("1/1 PLT") == Capability("S", 0, 2)
    for name in ("CO HQ", "ARTY FO", "1/60mm Mtr Tm", "Litter Team 1", "Paralyzed Team 1", "German Leader 1"):
        assert of(name) is None
    assert of("1/AT (Bazooka)") == Capability("S", 0, 1)


@pytest.mark.rule("FF-1.2.3.b", "FF-1.2.3.c", "FF-1.2.3.d")
def test_the_fire_team_side_has_a_rating_of_its_own() -> None:
    assert of("CO HQ", flipped=True) == Capability("S", 0, 1)
    assert of("1/LMG (.30 cal)", flipped=True) == Capability("A", 0, 1)
    assert of("1/60mm Mtr Tm", flipped=True) == Capability("S", 0, 1)


@pytest.mark.rule("FF-4.2.5.fire.rng")
def test_generic_teams_fire_no_farther_than_printed() -> None:
    assert of("Assault Team 1") == Capability("A", 0, 0)
    assert of("Fire Team (rifle) 1") == Capability("S", 0, 1)


@pytest.mark.rule("FF-7.2", "FF-7.2.1", "FF-7.8.a")
def test_tripods_graze_and_fire_over_heads_and_heavy_weapons_fire_over_heads() -> None:
    assert of("German HMG team 1") == Capability("A", 0, 3, grazes=True, overhead=True)
    assert of("German 88mm 1") == Capability("H", 0, 3, overhead=True)
    assert of("1/LMG (.30 cal)") == Capability("A", 0, 2)


@pytest.mark.rule("FF-7.2.1.b", "FF-7.3.1.c", "FF-7.4.b", "FF-8.6.1.C.a")
@pytest.mark.parametrize("name", ["German HMG team 1", ".50 cal HMG", "60mm Mtr Sec", "NVA Type 56 75mm RCL 1"])
def test_tripods_mortars_and_heavy_rockets_hold_fire_while_exposed(name: str) -> None:
    facts = {"nations": ["nva"]}
    assert of(name, facts=facts) is not None
    assert of(name, facts=facts, exposed=True) is None
    assert of("1/LMG (.30 cal)", exposed=True) is not None


@pytest.mark.rule("FF-7.3.1", "FF-7.3.1.a", "FF-7.3.1.b", "FF-7.3.1.d")
def test_mortars_fire_from_the_next_card_on_from_the_open_and_over_their_own() -> None:
    assert of("60mm Mtr Sec") == Capability("H", 1, 2, overhead=True, over_own=True)
    assert of("60mm Mtr Sec", cards=WOODS) is None
    for kind in ("bunker", "pillbox", "light_building", "strong_building"):
        covers = {1: {"at": "R2C2", "kind": kind, "value": 3}}
        assert of("60mm Mtr Sec", covers=covers, cover=1) is None
    trench = {1: {"at": "R2C2", "kind": "trench", "value": 2}}
    assert of("60mm Mtr Sec", covers=trench, cover=1) is not None


@pytest.mark.rule("FF-7.4", "FF-7.4.a")
def test_heavy_rockets_do_not_fire_from_structures() -> None:
    covers = {1: {"at": "R2C2", "kind": "strong_building", "value": 3}}
    facts = {"nations": ["nva"]}
    assert of("NVA Type 56 75mm RCL 1", facts=facts) is not None
    assert of("NVA Type 56 75mm RCL 1", facts=facts, covers=covers, cover=1) is None
    assert of("1/1 PLT", covers=covers, cover=1) is not None


@pytest.mark.rule("FF-5.3.2.b", "FF-5.3.2.f", "FF-5.3.4")
def test_bunkers_give_an_arc_and_bar_fire_at_the_own_card() -> None:
    assert of("1/1 PLT", covers=BUNKER, cover=1) == Capability("S", 1, 2, facing=0)
    deep = {1: {"at": "R2C2", "kind": "deep_bunker", "value": 5}}
    assert of("1/1 PLT", covers=deep, cover=1) is None


@pytest.mark.rule("FF-7.18.2.b", "FF-8.11.b")
def test_a_weapon_without_ammunition_is_small_arms_at_close_range() -> None:
    assert of("1/LMG (.30 cal)", empty=True) == Capability("S", 0, 1)
    assert of(".50 cal HMG", empty=True) == Capability("S", 0, 1)


@pytest.mark.rule("FF-4.2.5.pinned.vof", "FF-6.2.2.pin", "FF-7.15.a")
def test_a_pinned_unit_keeps_its_range_and_a_sniper_his_aim_only_unpinned() -> None:
    assert of("1/1 PLT", pinned=True) == Capability("pinned", 0, 2)
    assert of("German Sniper 1") == Capability("S", 0, 2, snipes=True)
    assert of("German Sniper 1", pinned=True) == Capability("pinned", 0, 2)


@pytest.mark.rule("FF-2.5.a", "FF-7.2.4.d", "FF-8.3.noVOF")
def test_no_fire_from_the_staging_area_from_a_laid_line_or_before_the_time() -> None:
    staged = board({"1/1 PLT": "R0C1"})
    assert capability(staged, key(staged, "1/1 PLT")) is None
    assert of(".50 cal HMG", protective=1) is None
    assert of("German Grenadier squad 4/Gp", held=True) is None
