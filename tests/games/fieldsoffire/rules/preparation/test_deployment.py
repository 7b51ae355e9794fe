"""Where the company starts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.flow.planning import is_to_be_planned
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.command.commands import waiting
from sandtable.games.fieldsoffire.rules.enemy.prisoners import is_in_our_hands
from sandtable.games.fieldsoffire.rules.preparation.deployment import leave_others_out, why_not_patrol
from sandtable.games.fieldsoffire.rules.preparation.limits import why_not_cross, why_not_leave_post
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.games.fieldsoffire.scenario.setup import scheduled_cards, start_cards
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON
from sandtable.kernel import SeededDice
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

PLAN = "mission.preparation.plan"
DEFENCE, PATROL = "naktong_river_3", "naktong_river_2"


@pytest.mark.rule("FF-2.3.5.a")
def test_an_attack_starts_in_the_staging_area_and_a_defence_behind_its_line() -> None:
    attack = board({"1/1 PLT": "R0C1"}, at=PLAN)
    attack = play(attack, {"deploy": "1/1 PLT", "card": "R0C3", "cover": 0}).state
    assert attack.units[key(attack, "1/1 PLT")].at == card(attack, "R0C3")
    assert why(attack, {"deploy": "1/1 PLT", "card": "R1C1", "cover": 0}).rule == "FF-2.3.5.a"
    defence = GAME.open(DEFENCE)
    assert [label(defence, "place", one) for one in start_cards(defence)] == [f"R1C{n}" for n in range(1, 9)]


@pytest.mark.rule("FF-2.3.5.a")
def test_no_more_steps_start_on_a_card_than_it_holds_and_units_go_under_what_is_dug() -> None:
    squads = {f"{n}/{p} PLT": "R1C1" for p in (1, 2) for n in (1, 2, 3)}
    covers = {1: {"at": "R1C2", "kind": "foxholes", "value": 2, "capacity": 3}}
    state = board({**squads, "1/3 PLT": "R1C2"}, at=PLAN, scenario=DEFENCE, covers=covers)
    assert why(state, {"deploy": "1/3 PLT", "card": "R1C1", "cover": 0}).rule == "FF-5.1.5.a1"
    state = play(state, {"deploy": "1/3 PLT", "card": "R1C2", "cover": 1}).state
    assert state.units[key(state, "1/3 PLT")].cover == 1


@pytest.mark.rule("FF-2.4.1.B.mlr", "FF-2.2.2.b")
def test_a_defence_is_dug_in_behind_its_line_before_the_first_turn() -> None:
    state = GAME.start(GAME.open(DEFENCE), SeededDice(b"dig")).state
    assert state.controls["mlr"] == 1
    holes = [cover.at for cover in state.covers.values()]
    assert all(holes.count(one) == 2 for one in start_cards(state.board))
    assert holes.count(state.controls["cop"]) == 2
    assert not any(row.contact for row in state.cards.values())
    due = scheduled_cards(state.board)
    assert {one for one, row in state.cards.items() if row.contested} == set(due)
    assert missions()["Vietnam 8"].setup["pc"]["rows"] == ["perimeter"]


@pytest.mark.rule("FF-2.4.1.B.mlr", "FF-2.4.1.B.cross", "FF-2.4.1.B.cross1", "FF-8.15.1.a", "FF-8.15.1.b")
@pytest.mark.parametrize(
    ("scenario", "start", "inside", "outside", "far"),
    [
        ("vietnam_2", "R2C2", "R3C2", "R2C1", "R5C5"),
        ("vietnam_5", "R1C1", "R2C1", "R3C1", "R4C1"),
        ("vietnam_8", "R3C7", "R2C7", "R4C7", "R4C1"),
    ],
)
def test_the_main_line_runs_around_what_a_company_holds_in_front_of_its_row(
    scenario: str, start: str, inside: str, outside: str, far: str
) -> None:
    state = board({"1/1 PLT": start, "Assault Team 1": start}, scenario=scenario, controls={"mlr": 1})
    squad, team = key(state, "1/1 PLT"), key(state, "Assault Team 1")
    assert why_not_cross(state, squad, card(state, inside)) is None
    no = why_not_cross(state, squad, card(state, outside))
    assert no is not None
    assert (no.rule, no.key) == ("FF-2.4.1.B.cross", "refuse.beyond_perimeter")
    assert why_not_cross(state, team, card(state, outside)) is None
    assert is_in_our_hands(state, card(state, inside))
    assert not is_in_our_hands(state, card(state, far))


@pytest.mark.rule("FF-2.4.1.B.cop", "FF-2.4.1.B.cop1", "FF-2.4.1.B.cross")
def test_one_platoon_holds_the_outpost_and_goes_to_and_from_it() -> None:
    units = {"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", "1/2 PLT": "R1C1", "CO HQ": "R1C1", "Assault Team 1": "R1C1"}
    state = board(units, at=PLAN, scenario=DEFENCE, controls={"mlr": 1, "cop": place(2, 1)})
    assert why(state, {"deploy": "CO HQ", "card": "R2C1", "cover": 0}).rule == "FF-2.4.1.B.cop1"
    state = play(state, {"deploy": "1/1 PLT", "card": "R2C1", "cover": 0}).state
    assert state.details["cop"] == 1
    assert why(state, {"deploy": "1/2 PLT", "card": "R2C1", "cover": 0}).rule == "FF-2.4.1.B.cop1"
    there = card(state, "R2C1")
    assert why_not_cross(state, key(state, "2/1 PLT"), there) is None
    no = why_not_cross(state, key(state, "1/2 PLT"), there)
    assert no is not None
    assert no.rule == "FF-2.4.1.B.cop1"


@pytest.mark.rule("FF-2.4.1.B.cross", "FF-2.4.1.B.cross1", "FF-2.4.1.B.mlr")
def test_only_assault_teams_explore_and_only_one_row_in_front_of_the_line() -> None:
    units = {"1/1 PLT": "R1C1", "Assault Team 1": "R2C1"}
    state = board(units, scenario=DEFENCE, controls={"mlr": 1, "cop": place(2, 4)})
    team, squad = key(state, "Assault Team 1"), key(state, "1/1 PLT")
    assert why_not_cross(state, team, card(state, "R2C2")) is None
    beyond = why_not_cross(state, team, card(state, "R3C2"))
    assert beyond is not None
    assert beyond.rule == "FF-2.4.1.B.cross1"
    assert why_not_cross(state, squad, card(state, "R1C2")) is None
    no = why_not_cross(state, squad, card(state, "R2C2"))
    assert no is not None
    assert no.rule == "FF-2.4.1.B.cross"
    assert why(state, {"move": "1/1 PLT", "to": "R2C2"}).rule == "FF-2.4.1.B.cross"


@pytest.mark.rule("FF-2.6.1.a", "FF-2.6.1.d")
def test_one_platoon_goes_on_patrol_with_those_attached_to_it_and_the_others_stay() -> None:
    units = {
        "1 PLT HQ": "R1C1",
        "2 PLT HQ": "R1C1",
        "1/1 PLT": "R1C1",
        "1/2 PLT": "R1C1",
        "CO XO": {"at": "R1C1", "platoon": 2},
        "Fire Team (rifle) 1": "R1C1",
    }
    state = board(units, at=PLAN, scenario=PATROL, details={"patrol": 1})
    step = play(state, {"patrol": "2 PLT HQ"})
    state = step.state
    assert state.details["patrol"] == 2
    assert [entry.key for entry in step.entries] == ["log.patrol"]
    for name, stays in (("1/2 PLT", False), ("CO XO", False), ("1/1 PLT", True), ("Fire Team (rifle) 1", False)):
        no = why_not_leave_post(state, key(state, name))
        assert (no is not None) is stays, name
        assert no is None or no.rule == "FF-2.6.1.d"
    moving = board(units, scenario=PATROL, details={"patrol": 2}, controls={"mlr": 1})
    assert why(moving, {"move": "1/1 PLT", "to": "R2C1"}).rule == "FF-2.6.1.d"
    assert play(moving, {"move": "1/2 PLT", "to": "R2C1"})


@pytest.mark.rule("FF-2.6.1.a")
def test_who_does_not_go_may_be_left_out_and_an_attack_is_no_patrol() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "1/2 PLT": "R1C1"}
    state = board(units, at=PLAN, scenario=PATROL, details={"patrol": 1})
    state = play(state, {"stay_behind": "1/2 PLT"}).state
    assert state.units[key(state, "1/2 PLT")].box == "off_map"
    assert why(state, {"stay_behind": "1/1 PLT"}).rule == "FF-2.6.1.a"
    state = play(state, {"deploy": "1/2 PLT", "card": "R1C2", "cover": 0}).state
    assert state.units[key(state, "1/2 PLT")].at == card(state, "R1C2")
    attack = board({"1 PLT HQ": "R0C1"}, at=PLAN)
    assert why(attack, {"patrol": "1 PLT HQ"}).rule == "FF-2.6.1.a"
    assert why(state, {"patrol": "1/1 PLT"}) is not None
    no = why_not_patrol(state, key(state, "1/1 PLT"))
    assert no is not None
    assert no.key == "refuse.no_platoon_headquarters"
    assert why(attack, {"stay_behind": "1 PLT HQ"}).rule == "FF-2.6.1.a"
    free = board({"1/1 PLT": "R1C1", "NKPA Leader 1": "R4C4", "CO XO": "R1C1"}, scenario=PATROL)
    assert why_not_leave_post(free, key(free, "NKPA Leader 1")) is None
    assert why_not_leave_post(free, key(free, "CO XO")) is not None
    assert why_not_leave_post(attack, key(attack, "1 PLT HQ")) is None


@pytest.mark.rule("FF-2.6.1.c")
def test_no_marker_lies_on_the_outpost_of_a_patrol() -> None:
    step = GAME.start(GAME.open(PATROL), SeededDice(b"cop"))
    outpost = step.state.controls["cop"]
    assert step.state.cards[outpost].contact
    begun = GAME.apply(step.state, "company", GAME.verbs["begin"].action(), SeededDice(b"cop"))
    assert not begun.state.cards[outpost].contact
    assert not begun.state.cards[outpost].contested
    assert sum(bool(row.contact) for row in begun.state.cards.values()) == 3 * 8 - 1


@pytest.mark.rule("FF-2.6.1.b")
def test_between_patrols_the_rest_of_the_company_may_change_places_and_its_leaders_draw_commands() -> None:
    units = {"1 PLT HQ": "R1C1", "2 PLT HQ": "R1C1", "3 PLT HQ": {"box": "off_map"}, "CO HQ": "R1C1"}
    rest: dict[str, Any] = {"scenario": "naktong_river_2", "details": {"patrol": 1}}
    rest["commands"] = {name: {} for name in units}
    state = board(units, **rest)
    assert waiting(state, (HQ_PLATOON,), activated=False) == (key(state, "1 PLT HQ"), key(state, "2 PLT HQ"))
    assert waiting(state, (HQ_PLATOON,), activated=True) == ()
    done = board(units, **{**rest, "commands": {**rest["commands"], "2 PLT HQ": {"done": True}}})
    assert waiting(done, (HQ_PLATOON,), activated=False) == (key(state, "1 PLT HQ"),)
    for attempt, turn, plans in ((1, 0, True), (2, 0, True), (2, 1, False)):
        again = board(units, **rest, tracks={"turn": turn, "attempt": attempt})
        assert is_to_be_planned(again) is plans
    assert is_to_be_planned(board(units, tracks={"turn": 0}))
    attack = board(units, tracks={"turn": 0, "attempt": 2})
    assert not is_to_be_planned(attack)
    moved = board(units, **rest, at="mission.preparation.plan", tracks={"turn": 0, "attempt": 2})
    assert play(moved, {"deploy": "2 PLT HQ", "card": "R1C2", "cover": 0}).state.units[key(moved, "2 PLT HQ")].at


@pytest.mark.rule("FF-2.6.1.a")
def test_where_one_platoon_goes_alone_nobody_else_takes_part() -> None:
    units = {
        "CO HQ": "R1C1",
        "1 PLT HQ": "R1C1",
        "1/1 PLT": "R1C1",
        "1/2 PLT": "R1C2",
        "ARTY FO": {"at": "R1C1", "platoon": 1},
    }
    for scenario, left in (("vietnam_3", {"CO HQ", "1/2 PLT"}), ("naktong_river_2", set())):
        state = board(units, at=PLAN, scenario=scenario, details={"patrol": 1}, controls={"mlr": 1}, tracks={"turn": 0})
        d = drafted(state)
        leave_others_out(d)
        assert {name for name in units if d.now.units[key(state, name)].box == "off_map"} == left
