"""AT fire of one unit: who may, what it costs, G! weapons, rapid fire (10.5.2.A, 10.6.1, 10.6.2)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.vehicles.firing import shoot, why_not_fire_after_move, why_not_fire_at
from sandtable.games.fieldsoffire.rules.vehicles.weapons import armed, weapon_at, weapons_of
from tests.games.fieldsoffire.board import drafted, key, play
from tests.games.fieldsoffire.rules.vehicles.field import field, said, turn_of

PANZER, TANK, BAZOOKA = "German Panzer IV 1", "M4 12", "1/AT (Bazooka)"
CAMPAIGN = {"scenario": "normandy_6"}
"""A mission in which ammunition is counted."""


def why(units: dict[str, Any], firer: str, target: str, **more: Any) -> str:
    state = field(units, **more)
    no = why_not_fire_at(state, key(state, firer), key(state, target))
    return "" if no is None else no.key.removeprefix("refuse.")


@pytest.mark.rule("FF-10.0", "FF-10.5.2.A", "FF-1.2.6.atcap")
def test_whoever_has_a_gun_that_reaches_a_vehicle_he_sees_may_fire_at_it() -> None:
    assert why({TANK: "R1C2", PANZER: "R4C2"}, TANK, PANZER) == ""
    assert why({BAZOOKA: "R1C2", PANZER: "R2C2"}, BAZOOKA, PANZER) == ""
    assert why({BAZOOKA: "R1C2", PANZER: "R3C2"}, BAZOOKA, PANZER) == "no_at_weapon"
    assert why({"1/1 PLT": "R1C2", PANZER: "R2C2"}, "1/1 PLT", PANZER) == "no_at_weapon"
    assert why({TANK: "R1C2", PANZER: "R2C4"}, TANK, PANZER) == "vehicle_unseen"
    assert why({TANK: "R1C2", PANZER: {"at": "R2C2", "unspotted": True}}, TANK, PANZER) == "vehicle_unseen"
    assert why({TANK: "R1C2", "German 88mm 1": "R2C2"}, TANK, "German 88mm 1") == "no_vehicle"
    assert why({TANK: "R1C2", "M4 13": "R2C2"}, TANK, "M4 13") == "no_vehicle"
    assert why({TANK: {"box": "removed"}, PANZER: "R2C2"}, TANK, PANZER) == "not_in_play"
    assert why({TANK: "R1C2", PANZER: {"box": "removed"}}, TANK, PANZER) == "no_vehicle"
    assert why({TANK: "R1C2"}, TANK, PANZER) == "no_vehicle"


@pytest.mark.rule("FF-10.5.2.D.a", "FF-10.5.2.D")
def test_only_those_with_a_number_for_it_fire_after_a_move() -> None:
    state = field({"German StuG III 1": "R3C2", PANZER: "R3C2", TANK: "R1C2", BAZOOKA: "R1C1"})
    assert why_not_fire_after_move(state, key(state, PANZER), key(state, TANK)) is None
    for name, target in (("German StuG III 1", TANK), (BAZOOKA, PANZER)):
        no = why_not_fire_after_move(state, key(state, name), key(state, target))
        assert no is not None
        assert no.rule == "FF-10.5.2.D.a"


def test_nobody_fires_into_or_out_of_the_staging_area() -> None:
    assert why({TANK: "R0C2", PANZER: "R1C2"}, TANK, PANZER) == "vehicle_unseen"
    assert why({TANK: "R0C2", PANZER: "R0C2"}, TANK, PANZER) == "vehicle_unseen"


@pytest.mark.rule("FF-10.0", "FF-10.5.2.A")
def test_at_fire_needs_no_direction_of_fire() -> None:
    units = {TANK: "R2C2", "German LMG team 1": "R4C2", PANZER: "R2C4"}
    state = field(units, fires={TANK: {"at": "R4C2"}})
    assert why_not_fire_at(state, key(state, TANK), key(state, PANZER)) is None


@pytest.mark.rule("FF-10.8.4", "FF-10.0")
def test_guns_fire_as_men_on_foot_from_where_they_stand() -> None:
    gun = "German 88mm 1"
    bunker = {1: {"at": "R3C2", "kind": "bunker", "value": 3, "facing": 4}}
    trench = {1: {"at": "R3C2", "kind": "trench", "value": 2}}
    house = {1: {"at": "R1C2", "kind": "strong_building", "value": 3}}
    cellar = {1: {"at": "R1C2", "kind": "deep_bunker", "value": 3}}
    assert why({gun: {"at": "R3C2", "cover": 1}, TANK: "R1C2"}, gun, TANK, covers=trench) == ""
    assert why({gun: {"at": "R3C2", "cover": 1}, TANK: "R1C2"}, gun, TANK, covers=bunker) == ""
    assert why({gun: {"at": "R3C2", "cover": 1}, TANK: "R5C2"}, gun, TANK, covers=bunker) == "not_from_here"
    assert why({gun: {"at": "R3C2", "cover": 1}, TANK: "R3C2"}, gun, TANK, covers=bunker) == "not_from_here"
    assert why({BAZOOKA: {"at": "R1C2", "cover": 1}, PANZER: "R2C2"}, BAZOOKA, PANZER, covers=house) == "not_from_here"
    assert why({BAZOOKA: {"at": "R1C2", "cover": 1}, PANZER: "R2C2"}, BAZOOKA, PANZER, covers=cellar) == "not_from_here"


@pytest.mark.rule("FF-7.4.a", "FF-7.6")
@pytest.mark.parametrize(
    ("kind", "rocket", "grenade"),
    [
        ("strong_building", "not_from_here", "not_from_here"),
        ("bunker", "not_from_here", "not_from_here"),
        ("pillbox", "not_from_here", "not_from_here"),
        ("cave", "", "not_from_here"),
        ("trench", "", ""),
    ],
)
def test_rockets_that_men_carry_are_not_fired_out_of_structures_but_out_of_caves(
    kind: str, rocket: str, grenade: str
) -> None:
    facing = {"facing": 0} if kind in ("bunker", "pillbox", "cave") else {}
    covers = {1: {"at": "R1C2", "kind": kind, "value": 3, **facing}}
    units = {"1/1 PLT": {"at": "R1C2", "cover": 1}, BAZOOKA: {"at": "R1C2", "cover": 1}, PANZER: "R2C2"}
    for item, reason in (("rpg_b40", rocket), ("rifle_grenade_us", grenade)):
        assets = {1: {"kind": item, "holder": "1/1 PLT", "points": 1}}
        assert why(units, "1/1 PLT", PANZER, covers=covers, assets=assets) == reason
    assert why(units, BAZOOKA, PANZER, covers=covers) == rocket


@pytest.mark.rule("FF-10.8.4", "FF-10.0")
def test_a_weapon_turned_over_to_rifles_or_without_ammunition_is_no_weapon_against_tanks() -> None:
    assert why({BAZOOKA: {"at": "R1C2", "flipped": True}, PANZER: "R2C2"}, BAZOOKA, PANZER) == "no_at_weapon"
    assert why({TANK: {"at": "R1C2", "ammo": 0}, PANZER: "R2C2"}, TANK, PANZER, **CAMPAIGN) == "no_at_weapon"
    assert why({TANK: {"at": "R1C2", "ammo": 0}, PANZER: "R2C2"}, TANK, PANZER) == ""


@pytest.mark.rule("FF-10.8.2.fight", "FF-10.2.1.a")
def test_a_tank_with_riders_does_not_fight_nor_do_they() -> None:
    riders = {TANK: "R1C2", BAZOOKA: {"at": "R1C2", "aboard": TANK}, PANZER: "R2C2"}
    assert why(riders, TANK, PANZER) == "ridden"
    assert why(riders, BAZOOKA, PANZER) == "aboard"
    hurt = {TANK: "R1C2", "Casualty 1": {"at": "R1C2", "aboard": TANK}, PANZER: "R2C2"}
    assert why(hurt, TANK, PANZER) == "ridden"
    shells = {1: {"kind": "ammo.mg", "holder": TANK, "points": 3}}
    assert why({TANK: "R1C2", PANZER: "R2C2"}, TANK, PANZER, assets=shells) == ""


@pytest.mark.rule("FF-1.2.6.atcap", "FF-7.18.4.e")
def test_men_use_the_rocket_or_rifle_grenade_that_they_carry_and_use_it_up() -> None:
    assets = {1: {"kind": "rifle_grenade_us", "holder": "1/1 PLT", "points": 2}}
    state = field({"1/1 PLT": "R1C2", PANZER: "R2C2"}, assets=assets)
    squad, target = key(state, "1/1 PLT"), key(state, PANZER)
    assert [one.machine.id for one in weapons_of(state, squad)] == ["rifle_grenade"]
    d = drafted(state, [3, 2, 1])
    shoot(d, squad, target)
    assert d.now.assets[1].points == 1
    d = drafted(d.now, [5, 4])
    shoot(d, squad, target)
    assert 1 not in d.now.assets


def test_of_two_weapons_the_better_at_the_range_is_used() -> None:
    assets = {1: {"kind": "panzerfaust", "holder": "German Panzerschreck team 1", "points": 1}}
    state = field({"German Panzerschreck team 1": "R1C2"}, assets=assets)
    one = key(state, "German Panzerschreck team 1")
    found = [weapon_at(state, one, far) for far in range(4)]
    assert [weapon.machine.id if weapon else "" for weapon in found] == ["panzerschreck", "panzerschreck", "", ""]
    assert armed(state, "enemy") == (one,)
    assert armed(state, "friendly") == ()


@pytest.mark.rule("FF-7.18.4.e", "FF-10.3.c")
def test_every_shot_costs_a_point_at_once() -> None:
    state = field({TANK: {"at": "R1C2", "ammo": 3}, PANZER: "R2C2"}, **CAMPAIGN)
    d = drafted(state, [1])
    shoot(d, key(state, TANK), key(state, PANZER))
    assert d.now.units[key(state, TANK)].ammo == 2
    uncounted = field({TANK: {"at": "R1C2", "ammo": 3}, PANZER: "R2C2"})
    d = drafted(uncounted, [1])
    shoot(d, key(state, TANK), key(state, PANZER))
    assert d.now.units[key(state, TANK)].ammo == 3


@pytest.mark.rule("FF-10.6.2", "FF-10.6.2.a", "FF-7.10.1.c")
def test_a_small_gun_first_needs_a_grenade_icon_and_a_failure_leaves_no_marker() -> None:
    state = field({"M5 32": {"at": "R1C2", "ammo": 4}, PANZER: "R2C2"}, **CAMPAIGN)
    tank, target = key(state, "M5 32"), key(state, PANZER)
    d = drafted(state, [1, 2])
    assert not shoot(d, tank, target)
    assert not d.now.markers
    assert (d.now.units[tank].ammo, d.now.units[target].attacked) == (3, True)
    d = drafted(state, [1, 3, 20])
    shoot(d, tank, target)
    assert not d.now.units[target].pinned
    d = drafted(state, [3, 7, 23])
    shoot(d, tank, target)
    assert d.now.units[target].pinned
    assert [one.rule for one in d.entries if one.key == "log.at_fire"] == ["FF-10.6.2"]
    d = drafted(field({TANK: "R1C2", PANZER: "R2C2"}), [1])
    shoot(d, key(state, TANK), target)
    assert [one.rule for one in d.entries if one.key == "log.at_fire"] == ["FF-10.6"]


@pytest.mark.rule("FF-10.6.2", "FF-10.8.3.b")
def test_an_ambush_gives_g_weapons_a_card_more_and_two_if_the_target_is_pinned() -> None:
    facts = {"mission": {"setup": {"at_ambush": ["m4_75"]}}}
    for pinned, deck in ((False, [1, 2, 3, 43, 44, 45, 46]), (True, [1, 2, 4, 3, 43, 44, 45, 46, 47])):
        units = {TANK: {"at": "R1C2", "pinned": pinned}, "German Panzerschreck team 1": "R2C2"}
        state = field(units, facts=facts)
        d = drafted(state, deck)
        shoot(d, key(state, "German Panzerschreck team 1"), key(state, TANK))
        assert key(state, TANK) not in d.now.units or not d.now.units[key(state, TANK)].at
        (told,) = [one for one in d.entries if one.key == "log.attempt"]
        assert told.params["cards"] == (4 if pinned else 3)
    state = field({TANK: "R1C2", "German Panzerschreck team 1": "R2C2"})
    d = drafted(state, [1, 2])
    shoot(d, key(state, "German Panzerschreck team 1"), key(state, TANK))
    assert d.now.units[key(state, TANK)].at


@pytest.mark.rule("FF-10.6.1", "FF-10.5.1.i")
def test_the_company_may_go_on_after_a_rapid_shot_or_rest() -> None:
    # gun 0, armour 0, open ground: a 4 is drawn and pins the Panzer, which is a rapid result
    units = {TANK: {"at": "R1C2", "ammo": 3}, PANZER: {"at": "R2C2", "acted": True}}
    state = turn_of(TANK, units, **CAMPAIGN)
    step = play(state, {"do": "fire_at", "target": PANZER}, [26])
    assert said(step, "log.at_fire")[0]["sum"] == 4
    assert step.state.here.at == "shot.repeat"
    again = play(step.state, {"do": "fire_again"}, [1])
    assert [one["sum"] for one in said(again, "log.at_fire")] == [8]
    assert again.state.units[key(state, TANK)].ammo == 1
    rested = play(step.state, {"do": "rest"})
    assert said(rested, "log.at_fire") == []
    assert rested.state.units[key(state, TANK)].ammo == 2


@pytest.mark.rule("FF-10.6.1")
def test_a_rapid_shot_is_followed_only_while_ammunition_lasts_and_the_target_is_there() -> None:
    empty = turn_of(TANK, {TANK: {"at": "R1C2", "ammo": 1}, PANZER: {"at": "R2C2", "acted": True}}, **CAMPAIGN)
    step = play(empty, {"do": "fire_at", "target": PANZER}, [26])
    assert step.state.here.at != "shot.repeat"
    state = turn_of(TANK, {TANK: {"at": "R1C2", "ammo": 3}, PANZER: {"at": "R2C2", "acted": True}}, **CAMPAIGN)
    gone = play(state, {"do": "fire_at", "target": PANZER}, [36])
    assert said(gone, "log.at_fire")[0]["result"] == "retreat"
    assert gone.state.here.at != "shot.repeat"


@pytest.mark.rule("FF-8.12.a", "FF-10.6.1")
def test_the_enemy_always_fires_again_after_a_rapid_shot() -> None:
    # an 88 at C, at a Sherman on the move: -4, an 8 makes 4 and pins it; at once again: -5, an 8 makes 3
    state = turn_of(TANK, {TANK: "R1C2", "German 88mm 1": "R2C2"})
    step = play(state, {"do": "drive_to", "card": "R1C3"}, [6, 7])
    assert [(one["sum"], one["result"]) for one in said(step, "log.at_fire")] == [(4, "pinned"), (3, "retreat")]
