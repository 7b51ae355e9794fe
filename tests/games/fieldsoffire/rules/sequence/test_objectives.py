"""What a mission asks for."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.objectives import is_lost, is_success, touch
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, card, drafted, play

GOALS = {"primary": place(4, 1), "secondary": place(4, 2), "attack_position": place(3, 1)}
TAKEN = {"R4C1": {"contested": True}, "R4C2": {"contested": True}}


@pytest.mark.rule("FF-3.0.b", "FF-2.4.1.A.points", "FF-1.2.6.cardstates.d")
@pytest.mark.parametrize(
    ("units", "cards", "won"),
    [
        ({"1/1 PLT": "R4C1", "2/1 PLT": "R4C2"}, TAKEN, True),
        ({"1/1 PLT": "R4C1"}, TAKEN, False),
        ({"1/1 PLT": "R4C1", "2/1 PLT": "R4C2", "German Leader 1": "R4C2"}, TAKEN, False),
        ({"1/1 PLT": "R4C1", "2/1 PLT": "R4C2"}, {**TAKEN, "R4C1": {"contested": True, "contact": "B"}}, False),
    ],
)
def test_an_attack_succeeds_when_both_objectives_are_secured(units: Any, cards: Any, won: bool) -> None:
    assert is_success(board(units, cards=cards, controls=GOALS)) is won


@pytest.mark.rule("FF-2.4.1.A.points")
def test_rows_that_are_to_be_cleared_must_be() -> None:
    goals = {"primary": place(3, 1), "secondary": place(3, 2)}
    rows: dict[str, Any] = {f"R{r}C{c}": {"contested": True} for r in (1, 2, 3) for c in (1, 2, 3, 4)}
    units = {"1/1 PLT": "R3C1", "2/1 PLT": "R3C2"}
    assert is_success(board(units, cards=rows, controls=goals, scenario="normandy_1"))
    left = {**rows, "R2C4": {"contested": True, "contact": "A"}}
    assert not is_success(board(units, cards=left, controls=goals, scenario="normandy_1"))
    last_row = {**rows, "R3C4": {"contested": True, "contact": "A"}}
    assert is_success(board(units, cards=last_row, controls=goals, scenario="normandy_1"))


@pytest.mark.rule("FF-2.4.1.A.points")
def test_so_many_cards_must_be_cleared_where_the_briefing_counts_them() -> None:
    facts = {"mission": {"setup": {"objective": {"secure": ["primary"], "clear_rows": [], "clear_cards_min": 2}}}}
    units = {"1/1 PLT": "R4C1"}
    goal = {"primary": place(4, 1)}
    assert not is_success(board(units, cards={"R4C1": {"contested": True}}, controls=goal, facts=facts))
    assert is_success(board(units, cards=TAKEN, controls=goal, facts=facts))


NORTH_KOREAN = "NKPA Rifle squad"


def held(lost: int, **more: Any) -> FieldsState:
    squads = {f"{NORTH_KOREAN} {n}": f"R1C{n}" for n in range(1, lost + 1)}
    return board({**squads, **more}, scenario="naktong_river_3")


@pytest.mark.rule("FF-3.0.b")
def test_a_defence_fails_when_three_cards_of_its_first_row_are_lost() -> None:
    assert is_success(held(2))
    assert not is_success(held(3))
    assert is_success(held(3, **{"1/1 PLT": "R1C1"}))
    assert is_success(held(2, **{f"{NORTH_KOREAN} 3": {"at": "R1C3", "pinned": True}}))


@pytest.mark.rule("FF-3.0.b")
def test_a_card_is_lost_to_good_order_enemies_where_nobody_of_the_company_is_in_good_order() -> None:
    state = held(1, **{"1/1 PLT": {"at": "R1C1", "pinned": True}})
    assert is_lost(state, card(state, "R1C1"))
    assert not is_lost(state, card(state, "R1C2"))


@pytest.mark.rule("FF-3.0.b")
@pytest.mark.parametrize(("held_cards", "fail_if", "lost"), [("inner nine", "three inner cards", 3), ("x", "six", 6)])
def test_a_perimeter_is_held_card_by_card(held_cards: str, fail_if: str, lost: int) -> None:
    facts = {"mission": {"setup": {"objective": {"hold_cards": held_cards, "fail_if": fail_if}}}}
    for count, won in ((lost - 1, True), (lost, False)):
        squads = {f"{NORTH_KOREAN} {n}": f"R1C{n}" for n in range(1, count + 1)}
        assert is_success(board(squads, scenario="naktong_river_3", facts=facts)) is won


@pytest.mark.rule("FF-3.0.b")
def test_a_perimeter_falls_with_the_card_of_its_commander() -> None:
    facts = {"mission": {"setup": {"objective": {"hold_cards": "x", "fail_if": "CO HQ card lost or three"}}}}
    safe = board({"CO HQ": "R1C1"}, scenario="naktong_river_3", facts=facts)
    assert is_success(safe)
    shaken = {"CO HQ": {"at": "R1C1", "pinned": True}, f"{NORTH_KOREAN} 1": "R1C1"}
    assert not is_success(board(shaken, scenario="naktong_river_3", facts=facts))


ROUTE = {"primary": place(4, 2), "route_1": place(2, 2), "route_2": place(3, 2), "mlr": 1}


def patrol(at: str, name: str = "1/1 PLT", **rest: Any) -> FieldsState:
    d = drafted(board({name: at}, scenario="naktong_river_2", controls=ROUTE, details={"patrol": 1}, **rest))
    before = dict(d.now.points)
    touch(d)
    assert bool(d.entries) is (d.now.points != before), "what was touched is told, once"
    return d.now


@pytest.mark.rule("FF-2.6.2", "FF-2.6.2.a", "FF-2.4.1.C")
def test_one_unit_of_the_patrol_touches_route_points_in_order() -> None:
    assert patrol("R2C2").points == {"route": 1}
    assert patrol("R3C2").points == {}
    assert patrol("R3C2", points={"route": 1}).points == {"route": 2}
    assert patrol("R2C2", name="1/2 PLT").points == {}
    assert patrol("R4C2").points == {"touched": 1}
    assert patrol("R4C2", points={"touched": 1}).points == {"touched": 1}
    assert patrol("R2C2", tracks={"turn": 0}).points == {}
    attack = drafted(board({"1/1 PLT": "R2C2"}, controls=ROUTE))
    touch(attack)
    assert attack.now.points == {}


@pytest.mark.rule("FF-2.6.2", "FF-2.6.2.a")
def test_points_on_one_way_are_touched_together() -> None:
    d = drafted(
        board({"1/1 PLT": "R2C2", "2/1 PLT": "R3C2"}, scenario="naktong_river_2", controls=ROUTE, details={"patrol": 1})
    )
    touch(d)
    assert d.now.points == {"route": 2}


@pytest.mark.rule("FF-2.6.2")
def test_a_patrol_is_home_when_all_is_touched_and_it_is_behind_its_line() -> None:
    done = {"route": 2, "touched": 1}
    home = patrol("R1C2", points=done)
    assert home.points["home"] == 1
    assert is_success(home)
    assert patrol("R1C2", points={**done, "home": 1}).points["home"] == 1
    for at, points in (("R2C1", done), ("R1C2", {"route": 1, "touched": 1}), ("R1C2", {"route": 2})):
        out = patrol(at, points=points)
        assert "home" not in out.points
        assert not is_success(out)


@pytest.mark.rule("FF-2.6.2.a")
def test_the_account_of_a_patrol_is_kept_with_every_move() -> None:
    units = {"1 PLT HQ": "R1C2", "1/1 PLT": "R1C2"}
    state = board(units, scenario="naktong_river_2", controls=ROUTE, details={"patrol": 1})
    assert play(state, {"move": "1/1 PLT", "to": "R2C2"}).state.points == {"route": 1}
