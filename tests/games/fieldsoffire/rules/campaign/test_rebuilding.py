"""Rebuilding the company, and promotions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import GREEN, LINE, VETERAN, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.promotion import PRICE
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import gather, turn_to_front
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

AT = "mission.ending.reorganize"
GONE = {"box": "removed", "steps": 0}


def resting(units: dict[str, Any], scenario: str = "normandy_1", **rest: Any) -> FieldsState:
    return board(units, at=AT, scenario=scenario, tracks={"turn": 10}, **rest)


@pytest.mark.rule("FF-3.9.2", "FF-12.2.1")
def test_named_teams_turn_to_their_front() -> None:
    units = {"CO HQ": {"at": "R1C1", "flipped": True}, "German HMG team 1": {"at": "R4C4", "flipped": True}}
    d = drafted(board(units))
    turn_to_front(d)
    assert not d.now.units[key(d.now, "CO HQ")].flipped
    assert d.now.units[key(d.now, "German HMG team 1")].flipped


@pytest.mark.rule("FF-3.9.3", "FF-3.9.3.a", "FF-3.9.3.b", "FF-12.2.2")
def test_every_team_is_a_green_step_wherever_it_stood_and_guards_are_not_there() -> None:
    units = {
        "Assault Team 1": "R1C1",
        "Paralyzed Team 1": "R2C2",
        "Litter Team 1": {"at": "R3C3", "pinned": True},
        "Fire Team (rifle) 1": {"box": "guarding"},
        "German Litter Team 1": "R4C4",
        "1/1 PLT": "R1C1",
    }
    d = drafted(board(units, assets={1: {"kind": "EE8", "holder": "Assault Team 1"}}))
    gather(d)
    assert d.now.reserve == {"green": 3}
    assert {name for name in units if key(d.now, name) in d.now.units} == {
        "Fire Team (rifle) 1",
        "German Litter Team 1",
        "1/1 PLT",
    }
    assert d.now.assets[1].at == card(d.now, "R1C1")


@pytest.mark.rule("FF-3.9.3", "FF-12.2.3", "FF-12.6.5")
def test_loose_steps_fill_a_squad_up_and_all_its_steps_have_one_grade() -> None:
    state = resting({"1/1 PLT": {"at": "R1C1", "steps": 1, "experience": VETERAN}}, reserve={"green": 3})
    state = play(state, {"reinforce": "1/1 PLT", "source": "green", "steps": 2}).state
    unit = state.units[key(state, "1/1 PLT")]
    assert (unit.steps, unit.experience) == (3, LINE)
    assert state.reserve["green"] == 1
    assert why(state, {"reinforce": "1/1 PLT", "source": "green", "steps": 1}).key == "refuse.full_strength"


@pytest.mark.rule("FF-3.9.3", "FF-12.2.3", "FF-12.4.b")
def test_a_squad_that_was_removed_comes_back_with_a_good_order_side_where_the_company_starts() -> None:
    state = resting({"1/1 PLT": {**GONE, "experience": VETERAN}}, reserve={"green": 3})
    assert why(state, {"reinforce": "1/1 PLT", "source": "green", "steps": 1}) is not None
    state = play(state, {"reinforce": "1/1 PLT", "source": "green", "steps": 2}).state
    unit = state.units[key(state, "1/1 PLT")]
    assert (unit.at, unit.steps, unit.experience, unit.platoon) == (card(state, "R0C1"), 2, GREEN, 1)
    poor = resting({"1/1 PLT": GONE}, reserve={"green": 1})
    assert why(poor, {"reinforce": "1/1 PLT", "source": "green", "steps": 2}) is not None


@pytest.mark.rule("FF-3.9.3", "FF-12.2.3", "FF-12.3.c")
def test_leaders_who_come_back_are_green_and_not_promoted_now() -> None:
    state = resting({"1 PLT HQ": {**GONE, "experience": LINE}}, reserve={"veterans": 1}, points={"experience": 9})
    state = play(state, {"reinforce": "1 PLT HQ", "source": "veterans", "steps": 1}).state
    assert state.units[key(state, "1 PLT HQ")].experience == GREEN
    assert why(state, {"promote": "1 PLT HQ", "grade": "line", "steps": 1}).rule == "FF-12.3.c"


@pytest.mark.rule("FF-3.9.3", "FF-12.3.d", "FF-2.3.2.b")
def test_what_is_lent_is_neither_rebuilt_nor_promoted() -> None:
    units = {"ARTY FO": GONE, "1/1 PLT": "R1C1"}
    state = resting(units, reserve={"green": 1}, points={"experience": 9})
    assert why(state, {"reinforce": "ARTY FO", "source": "green", "steps": 1}).rule == "FF-3.9.3"
    lent = resting({"ARTY FO": {"at": "R1C1", "experience": GREEN}}, points={"experience": 9})
    assert why(lent, {"promote": "ARTY FO", "grade": "line", "steps": 1}).rule == "FF-12.3.d"


@pytest.mark.rule("FF-12.2.4", "FF-12.4.b")
def test_green_replacements_are_not_promoted_and_veterans_raise_a_unit() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "steps": 2}, "2/1 PLT": {"at": "R1C1", "steps": 2, "experience": VETERAN}}
    state = resting(units, reserve={"replacements": 1, "veterans": 1}, points={"experience": 9})
    state = play(state, {"reinforce": "1/1 PLT", "source": "replacements", "steps": 1}).state
    assert state.units[key(state, "1/1 PLT")].risen == (GREEN,)
    assert why(state, {"promote": "1/1 PLT", "grade": "green", "steps": 1}) is not None
    only = resting({"1/1 PLT": {**GONE}}, reserve={"replacements": 3}, points={"experience": 9})
    only = play(only, {"reinforce": "1/1 PLT", "source": "replacements", "steps": 3}).state
    assert why(only, {"promote": "1/1 PLT", "grade": "green", "steps": 1}).rule == "FF-12.3.c"
    state = play(state, {"reinforce": "2/1 PLT", "source": "veterans", "steps": 1}).state
    assert state.units[key(state, "2/1 PLT")].experience == VETERAN


@pytest.mark.rule("FF-12.3", "FF-12.3.a", "FF-12.3.b")
@pytest.mark.parametrize(("grade", "price"), [(GREEN, 1), (LINE, 3)])
def test_a_step_costs_one_point_to_line_and_three_to_veteran(grade: int, price: int) -> None:
    assert PRICE[grade] == price
    state = resting({"1/1 PLT": {"at": "R1C1", "experience": grade}}, points={"experience": 3 * price + 1})
    word = {GREEN: "green", LINE: "line"}[grade]
    state = play(state, {"promote": "1/1 PLT", "grade": word, "steps": 3}).state
    assert state.units[key(state, "1/1 PLT")].experience == grade + 1
    assert state.points["experience"] == 1


@pytest.mark.rule("FF-12.3", "FF-12.3.c", "FF-12.6")
def test_two_of_three_steps_make_a_unit_veteran_and_nobody_rises_twice() -> None:
    state = resting({"1/1 PLT": {"at": "R1C1", "experience": LINE}}, points={"experience": 20})
    half = play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).state
    assert half.units[key(half, "1/1 PLT")].experience == LINE
    green = resting({"1/1 PLT": {"at": "R1C1", "experience": GREEN}}, points={"experience": 20})
    risen = play(green, {"promote": "1/1 PLT", "grade": "green", "steps": 3}).state
    assert why(risen, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).rule == "FF-12.3.c"
    most = play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 2}).state
    assert most.units[key(most, "1/1 PLT")].experience == VETERAN
    most = play(most, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).state
    assert why(most, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).rule == "FF-12.3"


@pytest.mark.rule("FF-12.3")
def test_nobody_is_promoted_beyond_the_points() -> None:
    state = resting({"1/1 PLT": {"at": "R1C1", "experience": LINE}}, points={"experience": 5})
    assert why(state, {"promote": "1/1 PLT", "grade": "line", "steps": 2}) is not None
    assert play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 1})
    short = resting({"1/1 PLT": {"at": "R1C1", "experience": GREEN}}, points={})
    assert why(short, {"promote": "1/1 PLT", "grade": "green", "steps": 1}).key == "refuse.too_dear"
    poor = resting({"1/1 PLT": {"at": "R1C1", "experience": LINE}}, points={"experience": 2})
    assert why(poor, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).key == "refuse.too_dear"


@pytest.mark.rule("FF-12.3.1")
def test_between_patrols_only_those_who_went_are_promoted() -> None:
    units = {"1/1 PLT": "R1C1", "1/2 PLT": "R1C1"}
    rest: dict[str, Any] = {"points": {"experience": 9}, "details": {"patrol": 1}}
    state = resting(units, "naktong_river_2", **rest)
    assert why(state, {"promote": "1/2 PLT", "grade": "line", "steps": 1}).rule == "FF-12.3.1"
    assert play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 1})
    attack = resting(units, "naktong_river_1", **rest)
    assert play(attack, {"promote": "1/2 PLT", "grade": "line", "steps": 1})
