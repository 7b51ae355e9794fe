"""The Vehicle phase: order, actions, reaction fire, the end (3.6, 10.5.1, 10.5.4)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.armour import fire_at_vehicles
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.vehicles import turns
from tests.games.fieldsoffire.board import card, drafted, key, play, why
from tests.games.fieldsoffire.rules.vehicles.field import field, phase, said, turn_of

PANZER, TANK, OTHER, BAZOOKA = "German Panzer IV 1", "M4 12", "M4 13", "1/AT (Bazooka)"
READY: dict[str, Any] = {"activated": True}


def at(place: str, **more: Any) -> dict[str, Any]:
    return {"at": place, "activated": True, **more}


def named(state: FieldsState, keys: tuple[int, ...]) -> list[str]:
    return [state.board.counters[one].name for one in keys]


@pytest.mark.rule("FF-3.6", "FF-3.6.a")
def test_the_attacker_begins_and_the_sides_take_turns() -> None:
    units = {TANK: at("R1C1"), OTHER: at("R1C1"), PANZER: at("R6C4"), "German Panzer IV 2": at("R6C4")}
    for kind, first in (("offensive", "friendly"), ("patrol", "friendly"), ("defensive", "enemy")):
        state = field(units, facts={"mission": {"type": kind}})
        d = drafted(state)
        turns.make_ready(d)
        assert turns.side_to_act(d.now) == first
        d.set(acting="enemy" if first == "friendly" else "friendly")
        assert turns.side_to_act(d.now) != first


@pytest.mark.rule("FF-3.6", "FF-3.6.a")
def test_when_one_side_has_nobody_left_the_other_goes_on_alone() -> None:
    state = field({TANK: at("R1C1"), PANZER: {"at": "R6C4", "acted": True, "activated": True}}, acting="enemy")
    assert turns.side_to_act(state) == "friendly"
    nobody = field({TANK: {"at": "R1C1"}, PANZER: {"at": "R6C4"}}, acting="enemy")
    assert turns.side_to_act(nobody) == ""


@pytest.mark.rule("FF-3.6.a", "FF-3.6", "FF-8.12", "FF-10.5.1.a")
def test_played_out_the_sides_alternate() -> None:
    units = {TANK: at("R1C1"), OTHER: at("R1C1"), PANZER: "R6C4", "German Panzer IV 2": "R6C4"}
    state = phase(units)
    assert state.here.at == "mission.turn.vehicles.turns.company"
    step = play(state, {"do": "take_turn", "unit": TANK})
    step = play(step.state, {"do": "halt"}, [1])
    assert len(said(step, "log.vehicle_turn")) == 1
    assert step.state.here.at == "mission.turn.vehicles.turns.company"
    step = play(step.state, {"do": "take_turn", "unit": OTHER})
    d = drafted(step.state)
    turns.end_turn(d)
    assert turns.side_to_act(d.now) == "enemy"


@pytest.mark.rule("FF-8.12.b", "FF-8.12")
def test_every_enemy_who_can_fight_vehicles_is_ready_and_other_men_are_not() -> None:
    names = [PANZER, "German 88mm 1", "German Panzerschreck team 1", "German LMG team 1"]
    state = field({name: f"R6C{number}" for number, name in enumerate(names, 1)})
    d = drafted(state)
    turns.make_ready(d)
    assert [d.now.units[key(state, name)].activated for name in names] == [True, True, True, False]
    empty = field({PANZER: {"at": "R6C1", "ammo": 0}, TANK: {"at": "R1C1", "ammo": 3}}, scenario="normandy_6")
    d = drafted(empty)
    turns.make_ready(d)
    assert [d.now.units[key(empty, name)].activated for name in (PANZER, TANK)] == [True, False]


@pytest.mark.rule("FF-10.5.1.k", "FF-10.4")
def test_an_enemy_gun_without_a_vehicle_in_sight_is_passed_over_until_it_has_one() -> None:
    state = field({"German 88mm 1": at("R4C2"), PANZER: at("R6C4"), TANK: "R5C4"})
    assert named(state, turns.waiting(state, "enemy")) == [PANZER]
    alone = field({PANZER: at("R6C4")})
    assert named(alone, turns.waiting(alone, "enemy")) == [PANZER]
    seen = field({"German 88mm 1": at("R4C2"), TANK: "R2C2"})
    assert named(seen, turns.waiting(seen, "enemy")) == ["German 88mm 1"]
    mine = field({BAZOOKA: at("R1C1")})
    assert named(mine, turns.waiting(mine, "friendly")) == [BAZOOKA]


@pytest.mark.rule("FF-10.4", "FF-10.5.1.i")
def test_only_activated_units_that_have_not_acted_have_a_turn() -> None:
    units = {TANK: at("R1C1"), OTHER: "R1C1", "M4 14": at("R1C1", acted=True), "M4 15": {"box": "off_map", **READY}}
    state = field(units)
    assert named(state, turns.waiting(state, "friendly")) == [TANK]


@pytest.mark.rule("FF-10.5.1.j")
def test_kinds_that_the_briefing_puts_first_finish_before_the_others_begin() -> None:
    groups = {"mission": {"setup": {"vehicle_groups": [["m5"], ["m4_75", "panzer_iv"]]}}}
    units = {TANK: at("R1C1"), "M5 32": at("R1C1"), PANZER: at("R6C4"), "German StuG III 1": at("R6C4")}
    state = field(units, facts=groups)
    assert named(state, turns.waiting(state, "friendly")) == ["M5 32"]
    assert turns.waiting(state, "enemy") == ()
    later = field({**units, "M5 32": "R1C1"}, facts=groups)
    assert named(later, turns.waiting(later, "friendly")) == [TANK]
    assert named(later, turns.waiting(later, "enemy")) == [PANZER]
    first = field({PANZER: at("R6C4"), "M10 22": at("R1C1")}, facts=groups)
    assert turns.waiting(first, "friendly") == ()
    last = field({"German StuG III 1": at("R6C4"), "M10 22": at("R1C1")}, facts=groups)
    assert named(last, turns.waiting(last, "enemy")) == ["German StuG III 1"]
    assert named(last, turns.waiting(last, "friendly")) == ["M10 22"]


@pytest.mark.rule("FF-10.5.1.a", "FF-10.5.1.d", "FF-10.5.1.f")
def test_fire_on_its_card_comes_before_the_action_and_on_the_card_it_enters_after_it() -> None:
    units = {TANK: at("R1C2"), "German LMG team 1": "R3C2"}
    state = phase(units)
    step = play(state, {"do": "take_turn", "unit": TANK}, [1])
    assert step.state.units[key(state, TANK)].driven
    (first,) = said(step, "log.at_volume")
    assert "at_moving" not in first["parts"]
    step = play(step.state, {"do": "drive_to", "card": "R2C2"}, [2])
    (second,) = said(step, "log.at_volume")
    assert second["parts"]["at_moving"] == 1
    assert step.state.here.at == "drive.actions.choice"


@pytest.mark.rule("FF-10.5.1.b", "FF-10.5.4.b")
def test_men_and_guns_only_fire_suffer_nothing_here_and_draw_no_reaction() -> None:
    units = {BAZOOKA: at("R1C2"), "German LMG team 1": "R2C2", PANZER: "R2C2"}
    state = phase(units)
    step = play(state, {"do": "take_turn", "unit": BAZOOKA})
    assert said(step, "log.at_volume") == []
    for action in ({"do": "drive_to", "card": "R1C3"}, {"do": "look_out", "card": "R2C2"}):
        assert why(step.state, action)
    d = drafted(step.state)
    d.edit_subject(turns.Drive, did="fire", fresh=True)
    turns.draw_reaction(d)
    assert d.now.here.at == "drive.actions.choice"


@pytest.mark.rule("FF-10.5.1.e", "FF-10.5.1.h", "FF-10.5.2.D.a", "FF-10.5.2.D")
def test_a_vehicle_moves_on_or_fires_after_a_move_and_nothing_after_it_has_fired() -> None:
    state = turn_of(TANK, {TANK: "R1C2", PANZER: {"at": "R5C2", "acted": True}})
    state = play(state, {"do": "drive_to", "card": "R2C2"}).state
    assert why(state, {"do": "look_out", "card": "R5C2"}).rule == "FF-10.5.1.e"
    fired = play(state, {"do": "fire_at", "target": PANZER}, [1]).state
    assert fired.here.at != "drive.actions.choice"
    assert (fired.units[key(state, TANK)].acted, fired.units[key(state, TANK)].activated) == (True, False)


@pytest.mark.rule("FF-10.5.2.D.a")
def test_without_a_number_for_it_a_vehicle_does_not_fire_after_a_move() -> None:
    facts = {"mission": {"attachments": ["Tank Plt"]}}
    units = {"M26 22": {"at": "R1C2", "ammo": 3}, "NKPA T-34/85 1": {"at": "R4C2", "acted": True}}
    good = turn_of("M26 22", units, scenario="naktong_river_5", facts=facts, drive={"did": "move", "moved": True})
    assert play(good, {"do": "fire_at", "target": "NKPA T-34/85 1"}, [1])
    gun = field({"German StuG III 1": "R4C2", TANK: "R2C2"})
    d = drafted(gun)
    turns.begin_turn(d, key(gun, "German StuG III 1"))
    d.edit_subject(turns.Drive, moved=True, did="move")
    assert not fire_at_vehicles(d, key(gun, "German StuG III 1"))


@pytest.mark.rule("FF-10.5.4.a", "FF-10.4.a", "FF-10.5.4", "FF-10.5.4.c")
def test_a_gun_that_fired_rapidly_and_rests_does_not_answer_the_same_action_again() -> None:
    # the Panzer fires at the tank and misses; the tank reacts: 1 and 3 make 4, a rapid result, and rests
    units = {TANK: "R1C2", PANZER: "R3C2", BAZOOKA: at("R1C1")}
    state = phase(units, facts={"mission": {"type": "defensive"}}, deck=[1])
    assert state.here.at == "reaction.company"
    fired = play(state, {"do": "react", "unit": TANK}, [31])
    assert [one["sum"] for one in said(fired, "log.at_fire")] == [4]
    rested = play(fired.state, {"do": "rest"})
    assert rested.state.here.at == "mission.turn.vehicles.turns.company"
    assert not rested.state.units[key(state, TANK)].acted


@pytest.mark.rule("FF-10.5.4")
def test_whoever_has_answered_an_action_is_not_asked_again_after_another_has() -> None:
    units = {TANK: "R1C2", OTHER: "R1C2", PANZER: "R3C2", BAZOOKA: at("R1C1")}
    # one card for whom it fires at, a miss; then 1 and 3 make 4, and 1 - 1 and 9 make 9
    state = phase(units, facts={"mission": {"type": "defensive"}}, deck=[1, 2])
    rested = play(play(state, {"do": "react", "unit": TANK}, [31]).state, {"do": "rest"}).state
    assert named(rested, turns.reactors(rested)) == [OTHER]
    last = play(rested, {"do": "react", "unit": OTHER}, [3])
    assert last.state.here.at == "mission.turn.vehicles.turns.company"


@pytest.mark.rule("FF-10.2.2", "FF-10.2.2.a", "FF-10.5.1.i")
def test_nobody_gets_off_a_vehicle_that_is_gone_and_one_that_may_not_go_on_does_not() -> None:
    squad = "German Grenadier squad 1/Gp"
    state = field({PANZER: "R3C2", squad: {"at": "R3C2", "aboard": PANZER}})
    d = drafted(state)
    turns.begin_turn(d, key(state, PANZER))
    d.edit_subject(turns.Drive, leaving=(key(state, squad),), over=True)
    turns.let_off(d)
    drive = d.now.subject(turns.Drive)
    assert (drive.over, drive.cover, drive.leaving, d.now.units[key(state, squad)].aboard) == (True, 0, (), 0)
    gone = drafted(field({PANZER: "R3C2"}))
    turns.begin_turn(gone, key(state, PANZER))
    gone.edit_subject(turns.Drive, leaving=(key(state, squad),))
    gone.drop("units", key(state, PANZER))
    turns.let_off(gone)
    turns.end_turn(gone)
    assert not gone.now.units


@pytest.mark.rule("FF-10.5.1.i")
def test_whoever_has_acted_is_marked_and_whoever_only_halted_is_not() -> None:
    state = turn_of(TANK, {TANK: at("R1C2")})
    idle = play(state, {"do": "halt"}).state.units[key(state, TANK)]
    assert (idle.acted, idle.activated) == (False, False)
    moved = play(play(state, {"do": "drive_to", "card": "R2C2"}).state, {"do": "halt"}).state.units[key(state, TANK)]
    assert (moved.acted, moved.activated) == (True, False)
    marked = turn_of(TANK, {TANK: at("R1C2", acted=True)})
    assert play(marked, {"do": "halt"}).state.units[key(state, TANK)].acted


@pytest.mark.rule("FF-10.5.1.e", "FF-10.5.1.h", "FF-10.5.1.g", "FF-10.5.1.b", "FF-10.5.4.b")
def test_a_vehicle_that_is_destroyed_has_no_further_action_and_its_fire_draws_fire_without_the_bonus() -> None:
    state = turn_of(TANK, {TANK: "R1C2", PANZER: {"at": "R3C2"}})
    # it misses with 1 and 9, and the Panzer answers: -1 and 0 make it burn
    step = play(state, {"do": "fire_at", "target": PANZER}, [1, 46])
    sums = [(one["sum"], one["parts"].get("at_moving", 0)) for one in said(step, "log.at_fire")]
    assert sums == [(10, 0), (-1, 0)]
    assert step.state.here.at == "mission.turn.vehicles.turns.company"
    moving = play(state, {"do": "drive_to", "card": "R2C2"}, [46])
    assert said(moving, "log.at_fire")[0]["parts"]["at_moving"] == 1
    assert moving.state.here.at == "mission.turn.vehicles.turns.company"


@pytest.mark.rule("FF-10.5.4", "FF-10.5.4.a", "FF-10.4.a", "FF-10.5.1.g")
def test_those_who_see_a_vehicle_act_may_react_activated_or_not_but_once() -> None:
    units = {TANK: "R1C2", "German 88mm 1": "R4C2", "German 88mm 2": {"at": "R4C2", "acted": True}}
    step = play(turn_of(TANK, units), {"do": "drive_to", "card": "R2C2"}, [1])
    assert [one["unit"] for one in said(step, "log.at_fire")] == [key(step.state, "German 88mm 1")]
    assert step.state.units[key(step.state, "German 88mm 1")].acted
    again = play(step.state, {"do": "drive_to", "card": "R3C2"})
    assert said(again, "log.at_fire") == []
    held = turn_of(TANK, {TANK: "R1C2", "German 88mm 1": {"at": "R4C2", "held": True}})
    assert said(play(held, {"do": "drive_to", "card": "R2C2"}), "log.at_fire") == []
    blind = turn_of(TANK, {TANK: "R1C2", "German 88mm 1": "R4C4"})
    assert said(play(blind, {"do": "drive_to", "card": "R2C1"}), "log.at_fire") == []


@pytest.mark.rule("FF-10.5.4.c")
def test_a_rapid_shot_in_reaction_leaves_the_gun_unmarked() -> None:
    # -3 and +1: a 6 makes 4, a rapid result; the second shot, at a pinned tank, misses: -3 + 1 - 1 + 9
    state = turn_of(TANK, {TANK: "R1C2", "German 88mm 1": "R4C2"})
    step = play(state, {"do": "drive_to", "card": "R2C2"}, [16, 1])
    assert [one["sum"] for one in said(step, "log.at_fire")] == [4, 6]
    assert step.state.units[key(state, "German 88mm 1")].acted
    gone = play(state, {"do": "drive_to", "card": "R2C2"}, [30])
    assert [one["sum"] for one in said(gone, "log.at_fire")] == [2]
    assert not gone.state.units[key(state, "German 88mm 1")].acted


@pytest.mark.rule("FF-10.5.4", "FF-10.5.4.b")
def test_the_company_chooses_who_reacts_to_an_enemy_vehicle_and_may_hold_its_fire() -> None:
    units = {TANK: "R1C2", OTHER: "R1C2", PANZER: {"at": "R4C2"}, BAZOOKA: at("R1C1")}
    # the Panzer sees the tanks, fires at one of them (its armour is the same: chance decides) and draws their fire
    step = phase(units, facts={"mission": {"type": "defensive"}}, deck=[1, 2, 5])
    assert step.here.at == "reaction.company"
    assert named(step, turns.reactors(step)) == [TANK, OTHER]
    held = play(step, {"do": "hold_fire"})
    assert said(held, "log.at_fire") == []
    fired = play(step, {"do": "react", "unit": TANK}, [3])
    assert fired.state.units[key(step, TANK)].acted
    assert fired.state.here.at == "reaction.company"
    assert named(fired.state, turns.reactors(fired.state)) == [OTHER]


@pytest.mark.rule("FF-10.5.1.c")
def test_vehicles_that_took_no_action_come_under_fire_at_the_end() -> None:
    units = {TANK: at("R1C2"), OTHER: "R1C2", "German LMG team 1": "R3C2", "Jeep": "R1C2"}
    state = phase(units)
    step = play(state, {"do": "take_turn", "unit": TANK}, [1])
    d = drafted(step.state)
    turns.line_up_rest(d)
    assert named(state, d.now.queue) == [OTHER, "Jeep"]
    d = drafted(state, [1, 2])
    turns.line_up_rest(d)
    while d.now.queue:
        turns.suffer_next(d)
    assert [one.params["target"].id for one in d.entries] == [key(state, TANK), key(state, OTHER)]
    gone = field({TANK: {"box": "removed"}})
    d = drafted(gone)
    d.set(queue=(99, key(gone, TANK)))
    turns.suffer_next(d)
    turns.suffer_next(d)
    assert not d.entries
    flying = field({"UH-1 11": "R1C2"}, scenario="vietnam_3", facts={"mission": {"attachments": ["UH-1"]}})
    d = drafted(flying)
    turns.line_up_rest(d)
    assert d.now.queue == ()


@pytest.mark.rule("FF-10.5.1.c")
def test_those_who_stand_down_keep_their_chance_to_react() -> None:
    state = phase({TANK: at("R1C2"), OTHER: at("R1C2"), PANZER: "R4C2"})
    # the Panzer has its turn now, fires, and draws the fire of those who stood down
    idle = play(state, {"do": "stand_down"}, [1, 2, 5])
    assert idle.state.here.at == "reaction.company"
    rows = [idle.state.units[key(state, name)] for name in (TANK, OTHER)]
    assert [(row.acted, row.activated) for row in rows] == [(False, False), (False, False)]


@pytest.mark.rule("FF-10.5.1.c", "FF-10.8.8")
def test_a_jeep_with_a_driver_comes_under_fire_and_an_empty_one_does_not() -> None:
    units = {"Jeep": "R1C2", "CO HQ": {"at": "R1C2", "aboard": "Jeep"}, "German LMG team 1": "R3C2"}
    state = field(units)
    for rider, targets in (("Jeep", 1), (0, 0)):
        d = drafted(field({**units, "CO HQ": {"at": "R1C2", "aboard": rider} if rider else "R1C2"}), [1])
        turns.line_up_rest(d)
        turns.suffer_next(d)
        assert len([one for one in d.entries if one.key == "log.at_volume"]) == targets
    assert state.units


@pytest.mark.rule("FF-10.7.pin.a")
def test_pinned_vehicles_that_nobody_attacked_recover_at_the_end() -> None:
    units = {TANK: {"at": "R1C2", "pinned": True}, OTHER: {"at": "R1C2", "pinned": True, "attacked": True}}
    state = field({**units, "1/1 PLT": {"at": "R1C2", "pinned": True}})
    d = drafted(state)
    turns.recover(d)
    assert [d.now.units[key(state, name)].pinned for name in (TANK, OTHER, "1/1 PLT")] == [False, True, True]
    assert [one.key for one in d.entries] == ["log.recovered"]
    calm = drafted(field({TANK: "R1C2"}))
    turns.recover(calm)
    assert not calm.entries


@pytest.mark.rule("FF-10.4")
def test_cleanup_takes_the_markers_off() -> None:
    flags = ("activated", "acted", "attacked", "driven")
    for flag in flags:
        state = field({TANK: {"at": "R1C2", flag: True}})
        d = drafted(state)
        clear_markers(d)
        row = d.now.units[key(state, TANK)]
        assert not any(getattr(row, one) for one in flags)


def test_the_phase_is_passed_over_without_any_vehicle() -> None:
    state = field({"1/1 PLT": "R1C2"})
    assert not turns.has_vehicles(state)
    assert card(state, "R1C2")
