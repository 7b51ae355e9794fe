"""Complexes, bases and research: bought where they clearly pay, and nowhere else."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.actions.buying import Breakthrough, Deploy, Research
from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.bots import buying, works
from sandtable.games.axisallies.bots.planner import GlobalPlanner
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action, SeededDice
from sandtable.planning import SeatAtTable
from tests.games.axisallies.board import at, position

HOME, WAKE = at("Eastern United States"), at("Wake Island")
WAR = {"japan-usa": 1, "germany-usa": 1}


def fleet(zone: str, *kinds: str, owner: str = "usa") -> dict[int, dict[str, Any]]:
    return {n: {"kind": kind, "owner": owner, "at": at(zone)} for n, kind in enumerate(kinds, start=1)}


def america(money: int, **parts: Any) -> GlobalState:
    """The United States at war, with their complexes and whatever else is told."""
    lands = {HOME: {"works": "major_ic"}, **parts.pop("territories", {})}
    return position(at="usa.purchase", wars=WAR, treasury={"usa": money}, territories=lands, **parts)


CONVOY = ("transport", "transport", "battleship", "carrier")


def test_a_base_hastens_a_convoy_that_a_better_coast_is_just_too_far_for() -> None:
    state = america(60, units=fleet("Sea Zone 31", *CONVOY))
    assert works.worth_building(state, "usa", "usa", 60) == "naval_base"
    assert works.sites_for(state, "usa", "usa", "naval_base")[0] == WAKE
    assert buying.wanted(state, "usa", "usa")["naval_base"] == 1


def test_no_base_for_a_few_ships_or_out_of_an_empty_chest() -> None:
    few = america(60, units=fleet("Sea Zone 31", "transport", "transport"))
    assert works.worth_building(few, "usa", "usa", 60) == ""
    poor = america(30, units=fleet("Sea Zone 31", *CONVOY))
    assert works.worth_building(poor, "usa", "usa", 30) == ""


def test_no_second_base_where_the_zone_is_served() -> None:
    state = america(60, units=fleet("Sea Zone 31", *CONVOY), territories={WAKE: {"naval_base": True}})
    assert works.worth_building(state, "usa", "usa", 60) == ""


def harbour(*enemies: str) -> GlobalState:
    """American aircraft on Hawaii above a fleet, and what Japan has near it."""
    ships = fleet("Sea Zone 26", "battleship", "carrier", "cruiser")
    wing = {n: {"kind": "fighter", "owner": "usa", "at": at("Hawaiian Islands")} for n in range(11, 14)}
    foes = {n: {"kind": kind, "owner": "japan", "at": at("Sea Zone 25")} for n, kind in enumerate(enemies, start=21)}
    lands = {at("Hawaiian Islands"): {"naval_base": True}}
    return america(60, units={**ships, **wing, **foes}, territories=lands)


def test_aircraft_get_a_base_above_ships_in_danger() -> None:
    threatened = harbour("battleship", "battleship", "carrier", "submarine", "submarine", "cruiser")
    assert works.worth_building(threatened, "usa", "usa", 60) == "air_base"
    assert works.sites_for(threatened, "usa", "usa", "air_base")[0] == at("Hawaiian Islands")
    assert works.worth_building(harbour(), "usa", "usa", 60) == ""


def test_what_was_bought_is_built_even_when_the_fleet_has_sailed() -> None:
    lands = {HOME: {"works": "major_ic"}}
    state = position(at="usa.mobilize", wars=WAR, territories=lands, orders={"usa.naval_base": 1})
    legal = [a for idea in buying.placements(state, "usa") for a in idea if GAME.why_not(state, "usa", a) is None]
    assert isinstance(legal[0], Deploy)


def ideas(state: GlobalState, power: str) -> list[Action]:
    return [action for idea in works.research(state, power) for action in idea]


def test_only_the_rich_research() -> None:
    rich = position(at="germany.research", options={"research": True}, treasury={"germany": 95})
    assert ideas(rich, "germany") == [Research("germany", 2), Done()]
    poor = position(at="germany.research", options={"research": True}, treasury={"germany": 40})
    assert ideas(poor, "germany") == [Done()]


def test_the_staff_buys_its_dice_before_its_units() -> None:
    rich = position(at="germany.research", options={"research": True}, treasury={"germany": 95})
    assert GlobalPlanner(b"x").decide(SeatAtTable(GAME, rich, "germany")) == Research("germany", 2)


def test_nobody_researches_with_the_enemy_at_the_gates() -> None:
    tanks = {n: {"kind": "tank", "owner": "ussr", "at": at("Poland")} for n in range(1, 9)}
    state = position(
        at="germany.research",
        options={"research": True},
        treasury={"germany": 95},
        units=tanks,
        territories={at("Poland"): {"holder": "ussr", "since": "ussr"}},
        wars={"germany-ussr": 1},
    )
    assert ideas(state, "germany") == [Done()]


def test_armies_choose_the_first_chart_and_fleets_the_second() -> None:
    state: GlobalState = GAME.start(GAME.open("rulebook", {"research": True}), SeededDice(b"x")).state
    assert [idea[0] for idea in works.breakthrough(state, "germany")] == [Breakthrough(1)]
    assert [idea[0] for idea in works.breakthrough(state, "usa")] == [Breakthrough(2)]
