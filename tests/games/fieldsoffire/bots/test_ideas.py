"""Which orders the captain gives a thought."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions import ORDERS
from sandtable.games.fieldsoffire.actions.moving import INFILTRATE, MOVE, SEEK_COVER
from sandtable.games.fieldsoffire.bots.ideas import LEFT_ALONE, orders
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.kernel import Verb
from sandtable.kernel.offers import leaves
from tests.games.fieldsoffire.board import board, card, key

SQUAD, OTHER, LMG = "1/1 PLT", "2/1 PLT", "German LMG team 1"
UNDER_FIRE = {SQUAD: "R2C2", LMG: {"at": "R3C2", "unspotted": True}}


def thought_of(state: FieldsState, verb: Verb[Any, Any]) -> list[Any]:
    return list(orders(verb, state, "company"))


def allowed(state: FieldsState, verb: Verb[Any, Any]) -> list[Any]:
    return list(leaves(verb, state, "company"))


def with_goal(units: dict[str, Any], goal: str = "R4C2") -> FieldsState:
    state = board(units)
    return board(units, controls={"primary": card(state, goal)}, cards={goal: {"contested": True, "contact": "B"}})


def test_of_units_that_are_alike_one_stands_for_all() -> None:
    state = board({SQUAD: "R2C2", OTHER: "R2C2"})
    assert {one.unit for one in allowed(state, MOVE)} == {key(state, SQUAD), key(state, OTHER)}
    assert len({one.unit for one in thought_of(state, MOVE)}) == 1
    apart = board({SQUAD: "R2C2", OTHER: {"at": "R2C2", "steps": 2}})
    assert len({one.unit for one in thought_of(apart, MOVE)}) == 2


def test_nobody_walks_away_from_what_the_mission_asks_for() -> None:
    state = with_goal({SQUAD: "R2C2"})
    back = card(state, "R1C2")
    assert back in {one.to for one in allowed(state, MOVE)}
    ahead_or_beside = ("R3C1", "R3C2", "R3C3", "R2C1", "R2C3")
    assert {one.to for one in thought_of(state, MOVE)} == {card(state, name) for name in ahead_or_beside}


def test_where_nobody_fires_nobody_lies_down() -> None:
    hedges = {"R2C2": {"terrain": "N40"}}
    quiet = board({SQUAD: "R2C2"}, cards=hedges)
    assert allowed(quiet, SEEK_COVER)
    assert not thought_of(quiet, SEEK_COVER)
    assert thought_of(board(UNDER_FIRE, cards=hedges), SEEK_COVER)


def test_where_nobody_fires_one_walks() -> None:
    state = board(UNDER_FIRE)
    assert card(state, "R2C3") in {one.to for one in allowed(state, INFILTRATE)}
    assert {one.to for one in thought_of(state, INFILTRATE)} == {one.to for one in allowed(state, INFILTRATE)} & set(
        volumes(state)
    )
    assert card(state, "R2C3") in {one.to for one in thought_of(state, MOVE)}


def test_what_is_left_alone_are_orders_of_the_menu() -> None:
    assert {verb.name for verb in ORDERS} >= LEFT_ALONE
