"""The landing plan, before a mission and during it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import Card, FieldsState, Lift
from sandtable.games.fieldsoffire.rules.preparation.deployment import why_not_deploy
from sandtable.games.fieldsoffire.rules.transport import planning
from sandtable.games.fieldsoffire.scenario.lifts import landing_plan, transport_counters
from sandtable.games.fieldsoffire.scenario.missions import flies
from sandtable.games.fieldsoffire.scenario.vehicles import machines
from sandtable.kernel import SeededDice
from sandtable.kernel.state import bind
from tests.games.fieldsoffire.board import board, drafted, key, play, why

PLAN, LOADING = "mission.preparation.plan", "mission.turn.air.loading"
ONE, TWO, THREE, HEAVY = "UH-1 11", "UH-1 12", "UH-1 13", "CH-47 41"
PADDY = {"paddy": {"lz": True, "cc": 0}}
ZONE = {"lz_1": 508, "lz_2": 608}
PZ = {"box": "pz"}


def before(units: Mapping[str, Any], **rest: Any) -> FieldsState:
    """Before the first turn, with R3C1 and R3C2 as the landing zone."""
    cards = {name: {"terrain": "paddy"} for name in ("R3C1", "R3C2", "R3C3")}
    rest = {"controls": dict(ZONE), "at": PLAN, "tracks": {"turn": 0}, **rest}
    return board(units, scenario="vietnam_1", facts={"terrain": PADDY}, cards=cards, **rest)


def opened(name: str, seed: bytes = b"x") -> FieldsState:
    scenario = GAME.open(name)
    return bind(GAME.setup(scenario, SeededDice(seed)), scenario)


# -- the plan a mission opens with -------------------------------------------------------------------------------------


@pytest.mark.rule("FF-2.7", "FF-11.1")
def test_a_company_that_comes_by_air_has_a_landing_plan_from_the_start() -> None:
    state = opened("vietnam_1")
    carriers = transport_counters(state.board)
    assert len(carriers) == 14
    types = state.board.types
    for key_, unit in state.units.items():
        if types[key_].is_infantry:
            assert unit.at == 0
            assert unit.box in ("pz", "inbound")
            assert not unit.aboard or state.units[unit.aboard].box == unit.box
    for carrier in carriers:
        load = sum(unit.steps for unit in state.units.values() if unit.aboard == carrier)
        assert load <= machines()[types[carrier].vehicle].room
        assert bool(load) == state.lifts.get(carrier, Lift()).planned
    first = [lift.card for lift in state.lifts.values() if lift.turn == 1]
    assert all(first.count(card) <= 4 for card in first)
    assert all((state.units[one].box == "inbound") == (lift.turn == 1) for one, lift in state.lifts.items())
    assert set(first) <= {state.controls[f"lz_{number}"] for number in (1, 2, 3) if f"lz_{number}" in state.controls}
    ground = opened("vietnam_2")
    assert (ground.lifts, any(unit.box == "pz" for unit in ground.units.values())) == ({}, False)
    assert not flies(ground.board.mission)


@pytest.mark.rule("FF-2.7", "FF-11.1.3.a")
def test_the_plan_goes_stick_by_stick_and_wave_by_wave() -> None:
    state = before(
        {ONE: PZ, TWO: PZ, "1 PLT HQ": PZ, "1/1 PLT": {"box": "pz", "steps": 2}, "2/1 PLT": PZ, "1/2 PLT": PZ}
    )
    plan = landing_plan(state.board, state.cards, state.units)
    sticks: dict[int, list[str]] = {}
    for number, unit in plan.units.items():
        if unit.aboard:
            sticks.setdefault(unit.aboard, []).append(state.board.counters[number].name)
    assert sticks[key(state, ONE)] == ["1 PLT HQ", "1/1 PLT"], "three steps go into a Huey"
    assert sticks[key(state, TWO)] == ["2/1 PLT"]
    assert plan.zones == {"lz_1": 508, "lz_2": 608, "lz_3": 708}
    assert [plan.lifts[key(state, name)].turn for name in (ONE, TWO)] == [1, 1]
    patrol = landing_plan(state.board, state.cards, state.units, 2)
    assert {patrol.units[key(state, name)].box for name in ("1 PLT HQ", "1/1 PLT")} == {"off_map"}
    assert patrol.units[key(state, "1/2 PLT")].aboard
    dark = landing_plan(state.board, {**state.cards, 508: Card(), 606: state.cards[608]}, state.units)
    assert dark.zones == {"lz_1": 606, "lz_2": 608, "lz_3": 708}, "not what lies face down"
    nowhere = landing_plan(state.board, {}, state.units)
    assert nowhere.lifts == {}


@pytest.mark.rule("FF-2.7")
def test_only_the_platoon_on_patrol_flies_and_another_gets_a_plan_of_its_own() -> None:
    state = opened("vietnam_6")
    flying = {unit.platoon for unit in state.units.values() if unit.aboard}
    assert flying == {1}
    d = drafted(state)
    d.put("details", "patrol", 2)
    planning.plan_anew(d)
    assert {unit.platoon for unit in d.now.units.values() if unit.aboard} == {2}
    none = drafted(opened("vietnam_2"))
    planning.plan_anew(none)
    assert none.now == opened("vietnam_2")


# -- what the player changes -------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-11.2.1", "FF-11.1.4.a")
def test_sticks_are_put_together_as_far_as_there_is_room() -> None:
    state = before(
        {
            ONE: PZ,
            TWO: {"box": "inbound"},
            "1/1 PLT": PZ,
            "1 PLT HQ": {"box": "inbound", "aboard": TWO},
            "2/1 PLT": "R1C1",
        }
    )
    step = play(state, {"emplane": ONE, "units": ["1/1 PLT"]})
    assert [entry.key for entry in step.entries] == ["log.boarded"]
    aboard = step.state
    assert aboard.units[key(state, "1/1 PLT")].aboard == key(state, ONE)
    moved = play(state, {"emplane": ONE, "units": ["1 PLT HQ"]}).state
    row = moved.units[key(state, "1 PLT HQ")]
    assert (row.aboard, row.box) == (key(state, ONE), "pz")
    assert why(state, {"emplane": ONE, "units": ["1/1 PLT", "1 PLT HQ"]}).rule == "FF-10.2.1", "three steps"
    one = key(state, ONE)
    for name in ("2/1 PLT", TWO, ONE):
        assert planning.why_not_embark(state, one, key(state, name)) is not None
    assert planning.why_not_embark(aboard, one, key(state, "1/1 PLT")) is not None, "aboard already"
    full = before(
        {ONE: PZ, "1 PLT HQ": {"box": "pz", "aboard": ONE}, "1/1 PLT": PZ, "Casualty 1": PZ, TWO: {"box": "outbound"}}
    )
    no = planning.why_not_embark(full, one, key(full, "1/1 PLT"))
    assert no is not None
    assert no.rule == "FF-10.2.1"
    assert planning.why_not_embark(full, one, key(full, "Casualty 1")) is not None
    roomy = before({HEAVY: PZ, "1/1 PLT": {"box": "pz", "aboard": HEAVY}})
    no = planning.why_not_embark(roomy, key(roomy, HEAVY), key(roomy, "1/1 PLT"))
    assert no is not None
    assert no.rule == "FF-11.2.1"
    no = planning.why_not_stick(full, key(full, TWO))
    assert no is not None
    assert no.rule == "FF-11.1.4.a"
    step = play(aboard, {"get_off": "1/1 PLT"})
    assert [entry.key for entry in step.entries] == ["log.waits_for_lift"]
    off = step.state
    assert (off.units[key(state, "1/1 PLT")].aboard, off.units[key(state, "1/1 PLT")].box) == (0, "pz")


@pytest.mark.rule("FF-11.1.4.a", "FF-11.2.1")
def test_during_the_mission_they_board_in_the_pick_up_zone_only() -> None:
    units = {ONE: PZ, TWO: {"box": "inbound"}, "1/1 PLT": PZ, "1 PLT HQ": {"box": "inbound", "aboard": TWO}}
    state = before(units, at=LOADING, tracks={"turn": 2})
    assert play(state, {"emplane": ONE, "units": ["1/1 PLT"]}).state.units[key(state, "1/1 PLT")].aboard
    assert why(state, {"emplane": TWO, "units": ["1/1 PLT"]}).rule == "FF-11.1.4.a"
    no = planning.why_not_embark(state, key(state, ONE), key(state, "1 PLT HQ"))
    assert no is not None
    assert no.rule == "FF-11.1.4.a"
    assert planning.passengers(state) == ()
    start = before(units)
    assert planning.passengers(start) == (key(start, "1 PLT HQ"),)
    assert planning.can_plan(state)
    assert not planning.can_plan(before({ONE: PZ, TWO: PZ}))
    grounded = {ONE: {"grounded": True}}
    assert not planning.can_plan(before({ONE: PZ, "1/1 PLT": PZ}, lifts=grounded))


@pytest.mark.rule("FF-11.2.1", "FF-11.2.2")
def test_every_transport_has_its_wave_and_the_first_starts_inbound() -> None:
    state = before({ONE: PZ, "1/1 PLT": {"box": "pz", "aboard": ONE}, TWO: PZ})
    step = play(state, {"schedule": ONE, "turn": 1, "card": "R3C1"})
    assert [entry.key for entry in step.entries] == ["log.wave"]
    first = step.state
    no = planning.why_not_schedule(state, key(state, ONE), 2, 708)
    assert no is not None
    assert no.rule == "FF-11.2.1"
    assert [first.units[key(state, name)].box for name in (ONE, "1/1 PLT", TWO)] == ["inbound", "inbound", "pz"]
    lift = first.lifts[key(state, ONE)]
    assert (lift.turn, lift.card, lift.planned) == (1, 508, True)
    later = play(first, {"schedule": ONE, "turn": 3, "card": "R3C2"}).state
    assert later.units[key(state, ONE)].box == "pz"
    assert why(state, {"schedule": ONE, "turn": 2, "card": "R3C3"}).rule == "FF-11.2.1"
    running = before({ONE: PZ, TWO: {"box": "outbound"}, "1/1 PLT": PZ}, at=LOADING, tracks={"turn": 2})
    one = key(running, ONE)
    assert planning.why_not_schedule(running, one, 3, 508) is None
    for turn in (2, 11):
        no = planning.why_not_schedule(running, one, turn, 508)
        assert no is not None
        assert no.rule == "FF-11.2.1"
    assert planning.why_not_schedule(running, one, 10, 508) is None
    assert planning.why_not_schedule(running, key(running, TWO), 4, 508) is not None
    kept = play(running, {"schedule": ONE, "turn": 4, "card": "R3C1"}).state
    assert kept.units[one].box == "pz"


@pytest.mark.rule("FF-11.2.1")
def test_squads_are_split_so_that_they_fit() -> None:
    state = before({ONE: PZ, "1/1 PLT": PZ, "1 PLT HQ": PZ, "2/1 PLT": {"box": "pz", "aboard": ONE}, "3/1 PLT": "R1C1"})
    done = play(state, {"split": "1/1 PLT", "team": "assault"}).state
    (team,) = [one for one in done.units if done.board.types[one].is_team]
    assert (done.units[team].box, done.units[team].at, done.units[key(done, "1/1 PLT")].steps) == ("pz", 0, 2)
    for name in ("1 PLT HQ", "2/1 PLT", "3/1 PLT"):
        no = planning.why_not_split(state, key(state, name))
        assert no is not None
        assert no.rule == "FF-11.2.1"
    small = before({"1/1 PLT": {"box": "pz", "steps": 2}})
    assert planning.why_not_split(small, key(small, "1/1 PLT")) is not None


@pytest.mark.rule("FF-11.2.1", "FF-2.7")
def test_the_zone_moves_with_those_bound_for_it_and_a_plan_without_one_does_not_begin() -> None:
    lifts = {ONE: {"turn": 1, "card": "R3C1", "planned": True}, TWO: {"turn": 1, "card": "R3C2", "planned": True}}
    inbound = {"box": "inbound"}
    state = before({ONE: inbound, TWO: inbound}, lifts=lifts)
    step = play(state, {"set_zone": "lz_1", "card": "R3C3"})
    assert [entry.key for entry in step.entries] == ["log.control"]
    moved = step.state
    idle_ones = before({ONE: PZ}, lifts={ONE: {}})
    assert play(idle_ones, {"set_zone": "lz_3", "card": "R3C3"}).state.lifts[key(state, ONE)].card == 0
    assert [moved.lifts[key(state, name)].card for name in (ONE, TWO)] == [708, 608]
    assert planning.why_not_fly(moved) is None
    lost = before({ONE: inbound, TWO: inbound}, lifts=lifts, controls={"lz_2": 608})
    no = planning.why_not_fly(lost)
    assert no is not None
    assert no.rule == "FF-11.2.1"
    again = before({ONE: inbound}, lifts={ONE: lifts[ONE]}, controls={"lz_2": 608}, tracks={"turn": 0, "attempt": 2})
    assert planning.why_not_fly(again) is None
    idle = before({ONE: PZ}, controls={})
    assert planning.why_not_fly(idle) is None
    walking = board({"1/1 PLT": "R0C1"}, scenario="naktong_river_1", at=PLAN, tracks={"turn": 0})
    assert planning.why_not_fly(walking) is None


@pytest.mark.rule("FF-11.2.1")
def test_nobody_of_a_company_that_flies_is_deployed_on_foot() -> None:
    state = before({"1/1 PLT": "R1C1"})
    no = why_not_deploy(state, key(state, "1/1 PLT"), 506)
    assert no is not None
    assert no.rule == "FF-11.2.1"


@pytest.mark.rule("FF-11.2.1")
def test_tanks_of_a_company_that_flies_come_by_road() -> None:
    tanks = {"terrain": PADDY, "mission": {"attachments": ["Tank Plt"]}}
    state = board({"M48 HQ 31": "R1C1"}, scenario="vietnam_1", facts=tanks, at=PLAN, tracks={"turn": 0})
    assert (
        play(state, {"deploy": "M48 HQ 31", "card": "R1C2", "cover": 0}).state.units[key(state, "M48 HQ 31")].at == 606
    )


@pytest.mark.rule("FF-12.2.5", "FF-12.0")
def test_men_who_muster_for_a_flight_wait_in_the_pick_up_zone() -> None:
    muster: dict[str, Any] = {"at": "mission.preparation.muster", "details": {"muster": 1}}
    units = {"1/1 PLT": {"box": "pz", "aboard": ONE}, ONE: PZ, "2 PLT HQ": {"box": "removed", "steps": 0}}
    state = before(units, **muster)
    rebuilt = play(state, {"transfer": "1/1 PLT", "to": "2 PLT HQ"}).state
    row = rebuilt.units[key(state, "2 PLT HQ")]
    assert (row.box, row.at, row.steps) == ("pz", 0, 1)
    ready = play(rebuilt, {"proceed": True}).state
    assert ready.here.at == PLAN
    assert ready.units[key(state, "2 PLT HQ")].aboard, "the plan is made anew"
