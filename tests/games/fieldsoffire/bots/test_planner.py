"""The captain: what he orders, that he sees no further than he may, and what he says of it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import registry
from sandtable.bots import make, strongest
from sandtable.cli.speech import Speech
from sandtable.games.fieldsoffire.bots.explaining import aim
from sandtable.games.fieldsoffire.bots.planner import FieldsPlanner
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState, Impulse
from sandtable.kernel import Action
from sandtable.planning import SeatAtTable
from sandtable.sim.driver import play_out, seat_bots
from tests.games.fieldsoffire.board import act, board, card, key

SQUAD, LMG = "1/1 PLT", "German LMG team 1"
UNDER_FIRE = {SQUAD: {"at": "R2C2", "exposed": True}, LMG: {"at": "R3C2", "unspotted": True}}


def decided(state: FieldsState, seed: bytes = b"a") -> tuple[Action, FieldsPlanner]:
    planner = FieldsPlanner(seed)
    return planner.decide(SeatAtTable(GAME, state, "company")), planner


def goal_at(name: str, units: dict[str, Any], **fields: Any) -> FieldsState:
    there = card(board(units), name)
    return board(units, controls={"primary": there}, cards={name: {"contested": True, "contact": "B"}}, **fields)


def test_it_is_the_strongest_commander() -> None:
    assert strongest("fieldsoffire") == "planner"
    assert isinstance(make("planner", b"a", "fieldsoffire"), FieldsPlanner)


def test_it_goes_where_the_mission_sends_it_with_its_last_command() -> None:
    """What comes after the last command of an impulse is nobody's merit and does not keep it from giving one."""
    state = goal_at("R3C2", {SQUAD: "R2C2"}, left=1)
    action, planner = decided(state)
    assert action == act(state, {"move": SQUAD, "to": "R3C2"})
    assert planner.aims[0].key == "plan.take"


def test_thinking_changes_nothing_at_the_table() -> None:
    state = goal_at("R3C2", {SQUAD: "R2C2"}, left=1)
    decided(state)
    assert state.subject(Impulse).left == 1


def test_it_ends_an_impulse_that_has_nothing_to_gain() -> None:
    state = board({SQUAD: "R2C2"})
    action, planner = decided(state)
    assert action == act(state, {"end": None})
    assert planner.aims[0].key == "plan.save"


def test_the_same_seed_decides_the_same() -> None:
    state = board(UNDER_FIRE)
    assert decided(state)[0] == decided(state)[0]


ORDERS = [
    ({"move": SQUAD, "to": "R2C3"}, "Bring 1/1 PLT to R2C3: 1 card from R3C2."),
    ({"move": SQUAD, "to": "R3C2"}, "Take R3C2 with 1/1 PLT: the mission asks for it."),
    ({"seek_cover": SQUAD}, "Get 1/1 PLT out of the fire: it hits in 70 % and pins in 26 %."),
    ({"unpin": SQUAD}, "Get 1/1 PLT back into the fight."),
    ({"spot": SQUAD, "card": "R3C2"}, "Fight R3C2: 1 enemy unit is there."),
    ({"end": None}, "Nothing is worth one of the 6 commands that are left: keep them."),
]


@pytest.mark.parametrize(("order", "words"), ORDERS, ids=lambda one: next(iter(one)) if isinstance(one, dict) else "")
def test_it_says_what_an_order_is_for(order: dict[str, Any], words: str) -> None:
    state = goal_at("R3C2", UNDER_FIRE)
    action = act(state, order)
    speech = Speech(registry.package("fieldsoffire"), registry.manifest("fieldsoffire"), state.board, "en")
    assert [speech.say(one.key, **one.params) for one in aim(state, action)] == [words]


def test_the_unit_that_is_named_is_the_one_that_is_ordered() -> None:
    state = board(UNDER_FIRE)
    found = aim(state, act(state, {"unpin": SQUAD}))
    assert found[0].params["unit"].id == key(state, SQUAD)  # type: ignore[union-attr]


@pytest.mark.slow
def test_it_takes_the_objectives_of_the_mission_that_stands_alone_more_often_than_not() -> None:
    board = GAME.open("keep_up_the_fire")
    seeds = [b"captain %d" % n for n in range(8)]
    endings = [play_out(GAME, board, seat_bots(GAME, board, seed, "planner"), seed).outcome for seed in seeds]
    assert sum(bool(outcome and outcome.winners) for outcome in endings) >= 4
