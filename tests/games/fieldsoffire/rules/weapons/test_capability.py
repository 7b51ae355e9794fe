"""What a unit can do with its basic fire."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.infiltration import why_not_infiltrate
from sandtable.games.fieldsoffire.rules.weapons import ammunition, grenades
from sandtable.games.fieldsoffire.rules.weapons.capability import Capability, capability
from sandtable.games.fieldsoffire.rules.weapons.concentrating import concentrate_trial, why_not_concentrate
from sandtable.games.fieldsoffire.rules.weapons.jams import can_jam
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.units import types
from tests.games.fieldsoffire.board import board, drafted, key, play, why

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
    assert of("German 88mm 1") == Capability("H", 0, 3, overhead=True, men_only=True)
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
    cave = {1: {"at": "R2C2", "kind": "cave", "value": 3, "facing": 0}}
    assert of("NVA Type 56 75mm RCL 1", facts=facts, covers=cave, cover=1) is not None
    assert of("60mm Mtr Sec", covers=cave, cover=1) is None
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


GERMAN = "German Grenadier squad 1/Gp"
VIETNAM = {"mission": {"campaign": "Vietnam", "attachments": []}}
KOREA = {"mission": {"campaign": "Naktong River", "attachments": ["75RCL"]}}
ROWS = {row["weapon"]: row for row in chart("weapon_capabilities")["rows"]}


def counter(kind: str, facts: dict[str, Any] | None = None) -> str:
    bare = board({}, facts=facts or {}, scenario="normandy_1")
    return next(one.name for one in bare.board.counters.values() if one.type.id == kind)


def armed(kind: str, facts: dict[str, Any] | None = None, far: str = "R2C1", **row: Any) -> tuple[FieldsState, int]:
    name = counter(kind, facts)
    units = {name: {"at": "R1C1", "ammo": 4, **row}, GERMAN: {"at": far, "held": True}}
    covers = {1: {"at": "R1C1", "kind": "light_building", "value": 2}}
    state = board(units, covers=covers, facts=facts or {}, scenario="normandy_1")
    return state, key(state, name)


def check(weapon: str, kind: str, facts: dict[str, Any] | None = None) -> None:
    """Ammunition, infiltration, grazing, houses and concentration of a counter are those of its row."""
    row = ROWS[weapon]
    state, gun = armed(kind, facts)
    spends = ammunition.spends_by_firing(state, gun) or ammunition.spends_by_grenade(state, gun)
    assert spends is row["track_ammo"]
    assert (why_not_infiltrate(state, gun) is None) is row["can_infiltrate"]
    able = capability(state, gun)
    assert (able is not None and able.grazes) is row["grazing_fire"]
    inside, same = armed(kind, facts, cover=1)
    fires = capability(inside, same) if row["vof"] != "G!" else grenades.launcher(inside, same)
    assert (fires is not None) is row["fires_from_structure"]
    assert (why_not_concentrate(state, gun) is None) is (bool(row["concentrate_fire"]) and able is not None)


@pytest.mark.rule("FFT-weapons-row-smallarms")
def test_small_arms() -> None:
    check("Small arms", "n.s1_1")
    state, gun = armed("v.s1_1", VIETNAM)
    able = capability(state, gun)
    assert able is not None
    assert (able.letter, able.at(0), able.at(1)) == ("A/S", "A", "S")


@pytest.mark.rule("FFT-weapons-row-mgbipod")
def test_a_machine_gun_on_a_bipod() -> None:
    check("MG bipod", "v.w1_1", VIETNAM)


@pytest.mark.rule("FFT-weapons-row-mgtripod")
def test_a_machine_gun_on_a_tripod() -> None:
    check("MG tripod", "n.hmg50")
    state, gun = armed("n.hmg50")
    assert concentrate_trial(state, gun).cards == 3
    exposed, same = armed("n.hmg50", exposed=True)
    assert capability(exposed, same) is None


@pytest.mark.rule("FFT-weapons-row-mortar")
def test_a_mortar() -> None:
    check("Mortar", "n.mtr_sec")
    state, gun = armed("n.mtr_sec", far="R1C1")
    able = capability(state, gun)
    assert able is not None
    assert able.least == 1
    assert gun not in state.fires


@pytest.mark.rule("FFT-weapons-row-rktlight")
def test_a_light_rocket_or_recoilless_rifle() -> None:
    state, gun = armed("k.rcl57_1", KOREA)
    assert ammunition.spends_by_grenade(state, gun)
    assert why_not_infiltrate(state, gun) is None
    assert why_not_concentrate(state, gun) is not None
    assert grenades.launcher(state, gun) is not None
    inside, same = armed("k.rcl57_1", KOREA, cover=1)
    assert grenades.launcher(inside, same) is None
    assert grenades.item_of(*_with("panzerfaust")) == 0


@pytest.mark.rule("FFT-weapons-row-rktheavy")
def test_a_heavy_recoilless_rifle() -> None:
    check("Rocket launcher / RCL heavy", "k.rcl75_1", KOREA)
    exposed, same = armed("k.rcl75_1", KOREA, exposed=True)
    assert capability(exposed, same) is None


@pytest.mark.rule("FFT-weapons-row-handgr", "FF-7.18.4.d")
def test_hand_grenades() -> None:
    covers = {1: {"at": "R1C1", "kind": "light_building", "value": 2}}
    house = board({"1/1 PLT": {"at": "R1C1", "cover": 1}, GERMAN: {"at": "R1C1", "held": True}}, covers=covers)
    assert grenades.why_not_target(house, key(house, "1/1 PLT"), key(house, GERMAN)) is None
    far = board({"1/1 PLT": "R1C1", GERMAN: {"at": "R2C1", "held": True}})
    assert grenades.why_not_target(far, key(far, "1/1 PLT"), key(far, GERMAN)) is not None
    assert not ammunition.spends_by_grenade(house, key(house, "1/1 PLT"))


@pytest.mark.rule("FFT-weapons-row-40mm", "FF-7.18.1.H")
def test_launchers_of_a_squad() -> None:
    state, squad = armed("v.s1_1", VIETNAM)
    assert not ammunition.spends_by_grenade(state, squad)
    inside, same = armed("v.s1_1", VIETNAM, cover=1)
    able = grenades.launcher(inside, same)
    assert able is not None
    assert able.most == 1
    assert not can_jam(state, squad)


def _with(item: str, **row: Any) -> tuple[FieldsState, int]:
    units = {"1/1 PLT": {"at": "R1C1", **row}, GERMAN: {"at": "R2C1", "held": True}}
    covers = {1: {"at": "R1C1", "kind": "light_building", "value": 2}}
    state = board(units, covers=covers, assets={1: {"kind": item, "holder": "1/1 PLT", "points": 2}})
    return state, key(state, "1/1 PLT")


@pytest.mark.rule("FF-7.6", "FF-7.6.a", "FFT-weapons-row-riflegr")
def test_rifle_grenades_reach_the_next_card_and_are_used_up_hit_or_miss() -> None:
    state, squad = _with("rifle_grenade_us")
    able = grenades.launcher(state, squad)
    assert able is not None
    assert (able.least, able.most) == (1, 1)
    assert grenades.launcher(*_with("rifle_grenade_us", cover=1)) is None
    assert why_not_infiltrate(state, squad) is None
    assert squad in state.fires
    for deck in ([3, 4], [1, 2]):
        once = play(state, {"grenade": "1/1 PLT", "target": GERMAN}, deck=deck).state
        assert once.assets[1].points == 1
    last, _ = _with("rifle_grenade_us")
    d = drafted(last)
    d.edit("assets", 1, points=1)
    assert 1 not in play(d.now, {"grenade": "1/1 PLT", "target": GERMAN}, deck=[1, 2]).state.assets


@pytest.mark.rule("FF-7.3.2.a", "FF-7.3.2.e")
def test_a_mortar_team_has_a_direction_of_fire_until_cleanup_even_if_it_misses() -> None:
    units = {"1/60mm Mtr Tm": {"at": "R1C1"}, GERMAN: {"at": "R3C1", "held": True}}
    state = board(units)
    after = play(state, {"grenade": "1/60mm Mtr Tm", "target": GERMAN}, deck=[1, 2]).state
    assert [(one.kind, one.by) for one in after.markers.values() if one.kind == "fire_line"] == [
        ("fire_line", key(state, "1/60mm Mtr Tm"))
    ]
    moved = play(after, {"move": "1/60mm Mtr Tm", "to": "R1C2"}).state
    assert "fire_line" not in {one.kind for one in moved.markers.values()}
    bound = board({**units, "1/1 PLT": "R1C1"}, fires={"1/1 PLT": {"at": "R1C3"}})
    assert why(bound, {"grenade": "1/60mm Mtr Tm", "target": GERMAN}).rule in ("FF-7.10.1.f", "FF-7.10.1.a")


@pytest.mark.rule("FFT-jam-older")
def test_by_the_older_rule_a_team_that_jams_is_a_fire_team_for_the_rest_of_the_mission() -> None:
    units = {"1/LMG (.30 cal)": {"at": "R1C1"}, GERMAN: {"at": "R2C1", "held": True}}
    order = {"concentrate": "1/LMG (.30 cal)", "cover": 0}
    old = board(units, options={"old_jams": True})
    after = play(old, order, deck=[49, 1]).state
    gun = after.units[key(old, "1/LMG (.30 cal)")]
    assert (gun.flipped, gun.jammed, gun.box) == (True, True, "")
    assert why(after, {"to_front": "1/LMG (.30 cal)"}).rule == "FFT-jam-older"
    new = play(board(units), order, deck=[49, 1]).state
    assert new.units[key(old, "1/LMG (.30 cal)")].box == "removed"


@pytest.mark.rule("FFT-counter-errata")
def test_the_corrected_counters() -> None:
    found = types()
    for name in ("n.mtr1", "n.mtr2", "n.mtr3"):
        assert found[name].rating(1).special == "G!"
    assert all(one.team is not None for one in found.values() if one.kind == "leader")
    assert found["ge.gr_a"].team is None


@pytest.mark.rule("FF-6.2.2.as")
def test_only_assault_rifles_change_with_the_distance() -> None:
    squads = {"German Fallschirmjäger squad 5/Gp": "R1C1", "German Grenadier squad 4/Gp": "R1C1"}
    state = board(squads)
    letters = {}
    for name in squads:
        gun = capability(state, key(state, name))
        assert gun is not None
        letters[name] = [gun.at(far) for far in (0, 1)]
    assert list(letters.values()) == [["A", "S"], ["S", "S"]]
