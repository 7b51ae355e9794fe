"""Ammunition: who counts it, what fire costs, running dry, supply."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.kernel import ScriptedDice
from sandtable.kernel.cases.position import build, open_scenario
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

LMG, MORTAR, SECTION, BAZOOKA, HMG = "1/LMG (.30 cal)", "1/60mm Mtr Tm", "60mm Mtr Sec", "1/AT (Bazooka)", ".50 cal HMG"
GERMAN, GUNNERS = "German Grenadier squad 1/Gp", "German HMG team 1"
OBSERVER = "German Mortar spotter (81mm) 1"
HELD = {"at": "R2C1", "held": True}


def company(units: dict[str, Any], **fields: Any) -> FieldsState:
    return board(units, scenario=fields.pop("scenario", "normandy_1"), **fields)


def charged(units: dict[str, Any], **fields: Any) -> FieldsState:
    """The position after the ammunition of a turn was paid."""
    d = drafted(company(units, **fields))
    ammunition.charge_turn(d)
    return d.now


def ammo(state: FieldsState, name: str) -> int:
    return state.units[key(state, name)].ammo


@pytest.mark.rule("FF-7.18.4", "FF-7.18.4.a", "FF-7.18.1.A", "FF-6.2.1.e")
def test_a_turn_of_fire_costs_a_point_wherever_it_lies() -> None:
    units = {LMG: {"at": "R1C1", "ammo": 4}, "2/LMG (.30 cal)": {"at": "R3C4", "ammo": 4}, GERMAN: HELD}
    state = charged(units)
    assert (ammo(state, LMG), ammo(state, "2/LMG (.30 cal)")) == (3, 4)
    worse = {1: {"kind": "incoming", "at": "R2C1", "value": -5}}
    assert ammo(charged(units, markers=worse), LMG) == 3


@pytest.mark.rule("FF-7.18.c", "FF-7.18.b")
def test_a_pinned_gun_that_fires_spends_its_point() -> None:
    state = charged({LMG: {"at": "R1C1", "ammo": 4, "pinned": True}, GERMAN: HELD})
    assert ammo(state, LMG) == 3


@pytest.mark.rule("FF-7.18.b", "FF-7.18.e", "FF-7.18.1.H", "FFT-weapons-row-smallarms")
def test_small_arms_assault_teams_and_launchers_are_not_counted() -> None:
    vietnam = {"campaign": "Vietnam", "attachments": []}
    state = company({"1/1 PLT": "R1C1", "Assault Team 1": "R1C1", BAZOOKA: {"at": "R1C1", "ammo": 3}, GERMAN: HELD})
    for name in ("1/1 PLT", "Assault Team 1", BAZOOKA):
        assert not ammunition.spends_by_firing(state, key(state, name))
    assert ammunition.spends_by_grenade(state, key(state, BAZOOKA))
    squads = company({"1/1 PLT": "R1C1"}, facts={"mission": vietnam})
    squad = key(squads, "1/1 PLT")
    assert squads.board.types[squad].rating(3).special == "G!"
    assert not ammunition.spends_by_grenade(squads, squad)


@pytest.mark.rule("FF-7.18.a")
def test_nothing_is_counted_where_the_mission_or_the_player_leaves_it_out() -> None:
    units = {LMG: {"at": "R1C1", "ammo": 4}, GERMAN: HELD}
    assert ammo(charged(units, scenario="keep_up_the_fire"), LMG) == 4
    where = ["mission.turn.command.general", {"phase": "general.orders", "subject": {"is": "impulse", "left": 1}}]
    data = {
        "scenario": "normandy_1",
        "options": {"ammunition": False},
        "position": {"only": True, "at": where},
    }
    learner = build(GAME, open_scenario(GAME, data), data, ScriptedDice((), ())).state
    assert not ammunition.is_counted(learner)


@pytest.mark.rule("FF-7.18.4.b", "FF-7.11.3", "FF-4.2.4b.ammo", "FF-7.18.1.A")
def test_each_success_in_concentrating_costs_a_point_more_and_a_failure_none() -> None:
    units = {LMG: {"at": "R1C1", "ammo": 4}, GERMAN: HELD}
    state = company(units)
    hit = play(state, {"concentrate": LMG, "cover": 0}, deck=[1, 2]).state
    miss = play(state, {"concentrate": LMG, "cover": 0}, deck=[2, 3]).state
    critical = play(state, {"concentrate": LMG, "cover": 0}, deck=[1, 5]).state
    for after, left in ((hit, 2), (miss, 3), (critical, 2)):
        assert after.units[key(state, LMG)].ammo == 4
        d = drafted(after)
        ammunition.charge_turn(d)
        assert d.now.units[key(state, LMG)].ammo == left


@pytest.mark.rule("FF-7.18.4.f")
def test_nobody_concentrates_without_a_point_for_it_and_one_for_the_fire() -> None:
    state = company({LMG: {"at": "R1C1", "ammo": 1}, GERMAN: HELD})
    no = why(state, {"concentrate": LMG, "cover": 0})
    assert (no.rule, no.params["has"], no.params["needed"]) == ("FF-7.18.4.f", 1, 2)
    rifles = company({"1/1 PLT": "R1C1", GERMAN: HELD})
    assert play(rifles, {"concentrate": "1/1 PLT", "cover": 0}, deck=[2, 3])
    two = company({LMG: {"at": "R1C1", "ammo": 2}, GERMAN: HELD})
    again = play(two, {"concentrate": LMG, "cover": 0}, deck=[1, 2]).state
    assert ammunition.why_not_concentrate(again, key(again, LMG))


@pytest.mark.rule("FF-7.18.4.c", "FF-7.18.1.A")
def test_a_final_protective_line_costs_two_points() -> None:
    state = charged({HMG: {"at": "R1C1", "ammo": 4, "protective": 1, "protecting": True}})
    assert ammo(state, HMG) == 2


@pytest.mark.rule("FF-7.18.1.B", "FF-7.18.4.a")
def test_a_section_that_fires_indirectly_spends_one_point() -> None:
    markers = {1: {"kind": "indirect", "at": "R3C1", "by": SECTION}}
    assert ammo(charged({SECTION: {"at": "R1C1", "ammo": 4}}, markers=markers), SECTION) == 3
    assert ammo(charged({SECTION: {"at": "R1C1", "ammo": 4}}), SECTION) == 4


@pytest.mark.rule("FF-7.18.4.d", "FF-7.18.1.D", "FF-7.18.1.B")
@pytest.mark.parametrize("name", [BAZOOKA, MORTAR])
def test_a_grenade_to_another_card_costs_a_point_at_once_hit_or_miss(name: str) -> None:
    state = company({name: {"at": "R1C1", "ammo": 2}, GERMAN: HELD})
    for deck in ([3, 4], [1, 2]):
        assert ammo(play(state, {"grenade": name, "target": GERMAN}, deck=deck).state, name) == 1
    empty = company({name: {"at": "R1C1", "ammo": 0}, GERMAN: HELD})
    assert why(empty, {"grenade": name, "target": GERMAN}).rule == "FF-7.10.1.b"


@pytest.mark.rule("FF-7.18.4.d")
def test_hand_grenades_on_the_own_card_cost_nothing() -> None:
    state = company({BAZOOKA: {"at": "R1C1", "ammo": 2}, GERMAN: {"at": "R1C1", "pinned": True}})
    assert ammo(play(state, {"grenade": BAZOOKA, "target": GERMAN}, deck=[1, 2]).state, BAZOOKA) == 2


def dry(units: dict[str, Any], **fields: Any) -> FieldsState:
    d = drafted(company(units, **fields))
    ammunition.run_dry(d)
    return d.now


@pytest.mark.rule("FF-7.18.2", "FF-7.18.2.a", "FF-7.18.2.b")
def test_an_empty_weapon_turns_to_small_arms_or_is_marked() -> None:
    none = {"at": "R1C1", "ammo": 0}
    state = dry({BAZOOKA: none, LMG: none, SECTION: none, "2/LMG (.30 cal)": {"at": "R1C1", "ammo": 1}})
    found = {name: state.units[key(state, name)] for name in (BAZOOKA, LMG, SECTION, "2/LMG (.30 cal)")}
    assert {name: (one.empty, one.flipped) for name, one in found.items()} == {
        BAZOOKA: (True, True),
        LMG: (True, False),
        SECTION: (True, False),
        "2/LMG (.30 cal)": (False, False),
    }


@pytest.mark.rule("FF-7.18.2.c")
def test_a_unit_with_other_rounds_left_is_not_out() -> None:
    assets = {1: {"kind": "rifle_grenade_us", "holder": LMG}}
    assert not dry({LMG: "R1C1"}, assets=assets).units[key(dry({LMG: "R1C1"}), LMG)].empty


@pytest.mark.rule("FF-7.18.3", "FF-7.18.3.a", "FF-7.18.d")
def test_picking_up_its_own_calibre_makes_a_weapon_whole_again() -> None:
    units = {BAZOOKA: {"at": "R1C1", "empty": True, "flipped": True}}
    assets = {1: {"kind": "ammo.rkt", "at": "R1C1", "points": 2}, 2: {"kind": "ammo.mg", "at": "R1C1", "points": 2}}
    state = company(units, assets=assets)
    after = play(state, {"take": BAZOOKA, "assets": [1]}).state
    unit = after.units[key(state, BAZOOKA)]
    assert (unit.ammo, unit.empty, unit.flipped, unit.exposed) == (2, False, False, True)
    assert set(after.assets) == {2}
    other = play(state, {"take": BAZOOKA, "assets": [2]}).state
    assert other.units[key(state, BAZOOKA)].empty
    assert other.assets[2].holder == key(state, BAZOOKA)


@pytest.mark.rule("FF-7.18.3")
def test_a_weapon_that_is_out_is_not_rallied_to_its_front() -> None:
    state = company({BAZOOKA: {"at": "R1C1", "empty": True, "flipped": True}})
    assert why(state, {"to_front": BAZOOKA}).rule == "FF-7.18.3"


@pytest.mark.rule("FF-7.18.b")
def test_who_has_more_than_he_can_carry_stays_or_leaves_it() -> None:
    state = company({MORTAR: {"at": "R1C1", "ammo": 4}})
    assert why(state, {"move": MORTAR, "to": "R1C2"}).rule == "FF-5.1.6.A.over"
    left = play(state, {"leave_ammunition": MORTAR, "points": 2}).state
    assert (left.assets[1].kind, left.assets[1].points, left.assets[1].at) == ("ammo.mtr", 2, card(state, "R1C1"))
    assert play(left, {"move": MORTAR, "to": "R1C2"})


@pytest.mark.rule("FF-7.18.f")
def test_an_enemy_who_must_move_leaves_his_surplus() -> None:
    d = drafted(company({GUNNERS: {"at": "R2C1", "ammo": 8}}))
    movement.move(d, key(d.now, GUNNERS), card(d.now, "R3C1"))
    assert (d.now.units[key(d.now, GUNNERS)].ammo, d.now.assets[1].points) == (6, 2)
    assert d.now.assets[1].at == card(d.now, "R2C1")


@pytest.mark.rule("FF-7.18.f")
def test_the_missions_of_an_enemy_observer_are_nothing_that_he_could_leave() -> None:
    d = drafted(company({OBSERVER: {"at": "R2C1", "ammo": 3}}))
    movement.move(d, key(d.now, OBSERVER), card(d.now, "R3C1"))
    assert (d.now.units[key(d.now, OBSERVER)].ammo, dict(d.now.assets)) == (3, {})


@pytest.mark.rule("FF-7.18.1.C")
def test_a_recoilless_rifle_spends_a_point_for_each_round() -> None:
    facts = {"mission": {"campaign": "Naktong River", "attachments": ["75RCL"]}}
    state = board({}, scenario="normandy_1", facts=facts)
    names = {one.type.id: one.name for one in state.board.counters.values()}
    light, heavy = names["k.rcl57_1"], names["k.rcl75_1"]
    state = company({light: {"at": "R1C1", "ammo": 3}, heavy: {"at": "R1C1", "ammo": 4}, GERMAN: HELD}, facts=facts)
    assert ammo(play(state, {"grenade": light, "target": GERMAN}, deck=[1, 2]).state, light) == 2
    d = drafted(state)
    ammunition.charge_turn(d)
    assert (ammo(d.now, light), ammo(d.now, heavy)) == (3, 3)


@pytest.mark.rule("FF-7.18.3")
def test_supply_is_told_and_turns_nobody_over_who_was_shaken_by_fire() -> None:
    assets = {1: {"kind": "ammo.rkt", "at": "R1C1", "points": 2}}
    shaken = company({BAZOOKA: {"at": "R1C1", "ammo": 1, "flipped": True}}, assets=assets)
    step = play(shaken, {"take": BAZOOKA, "assets": [1]})
    assert (step.state.units[key(shaken, BAZOOKA)].ammo, step.state.units[key(shaken, BAZOOKA)].flipped) == (3, True)
    assert [entry.params["left"] for entry in step.entries if entry.key == "log.supplied"] == [3]
    assert play(shaken, {"to_front": BAZOOKA})
    squad = company({"1/1 PLT": "R1C1"}, assets={1: {"kind": "ammo.mg", "at": "R1C1"}})
    assert not ammunition.fits(squad.board.types[key(squad, "1/1 PLT")], "ammo.")
