"""Who is fed, and whose aircraft are made ready."""

from __future__ import annotations

from typing import Any

from sandtable.games.eastfront.actions.flying import Refit
from sandtable.games.eastfront.actions.moving import Done
from sandtable.games.eastfront.actions.scheming import Choose, Reveal
from sandtable.games.eastfront.actions.supplying import Provision, Sustain
from sandtable.games.eastfront.bots.planner import CrimeaPlanner
from sandtable.games.eastfront.bots.upkeep import provision, refits, relief
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.planning import SeatAtTable
from tests.games.eastfront.board import board, play

POINTS = {"card": {"switches": {"attack_supply_axis": {"value": "points"}, "general_supply": {"value": "traced"}}}}
DIVISIONS = ("73 Inf Div", "46 Inf Div", "50 Inf Div", "132 Inf Div", "170 Inf Div", "28 Jg Div")


def starving(*names: str) -> CrimeaState:
    """The Supply phase of a turn in which some divisions, each in a hex of its own, have no supply but a wagon."""
    hungry: dict[str, Any] = {name: {"hex": str(3603 + n), "supply": 1} for n, name in enumerate(names)}
    return board("strategic.supply", hungry, facts=POINTS, supplies={1: {"side": "axis", "hex": "3602"}})


def captured(places: dict[str, int]) -> CrimeaState:
    """The Supply phase with a captured line from 5315 to 5614 and no other source."""
    card = {"supply_sources": {"axis": {"hexes": []}, "soviet": {"hexes": []}}}
    facts = {"rails": [[5315, 5415], [5415, 5514], [5514, 5614]], "card": card}
    rails = {5315: "converted", 5415: "captured", 5514: "captured", 5614: "captured"}
    return board("strategic.supply", places, scenario="7", facts=facts, rails=rails, weather="dry")


def test_a_point_is_spent_only_where_enough_steps_starve() -> None:
    one, two = starving("73 Inf Div"), starving("73 Inf Div", "46 Inf Div")
    assert list(relief(one, AXIS)) == [(Done(),)]
    assert list(relief(two, AXIS)) == [(Sustain(1, (3603, 3604)),), (Done(),)]


def test_a_captured_line_feeds_the_hexes_with_the_most_steps() -> None:
    places = dict(zip(DIVISIONS, (5812, 5813, 5814, 5815, 5816, 5811), strict=True))
    state = captured(places)
    first = next(iter(provision(state, AXIS)))
    assert isinstance(first[0], Provision)
    # The sixth, with three steps, is the smallest.
    assert first[0].hexes == (5812, 5813, 5814, 5815, 5816)


def test_nobody_is_fed_where_nobody_hungers() -> None:
    state = board("axis.movement", {"73 Inf Div": 3602})
    assert list(relief(state, AXIS)) == [(Done(),)]
    assert list(provision(state, AXIS)) == [(Done(),)]


def test_the_aircraft_that_help_the_army_most_are_made_ready_first() -> None:
    planes = {
        n: {"side": "axis", "kind": kind, "box": "destroyed", "shown": True}
        for n, kind in enumerate(("Bf109F", "He111", "Ju87"), 1)
    }
    income = {"replacements": {"axis": {"entries": [{"turn": 48, "air": 2}]}}}
    state = board(
        "strategic.replacements",
        {},
        facts={"card": {"switches": {"replacements": {"value": "points"}}, **income}},
        air=planes,
    )
    ideas = [idea[0] for idea in refits(state, AXIS)]
    strength = [state.board.aircraft[state.air[idea.unit].kind].cas for idea in ideas if isinstance(idea, Refit)]
    assert len(strength) == 3
    assert strength == sorted(strength, reverse=True)
    assert strength[0] > strength[-1]


def test_the_axis_chooses_sevastopol_and_shows_it_at_once() -> None:
    state = board("strategic.arrivals", {"46 Inf Div": 4012}, scenario="5", turn=66, weather="dry")
    assert CrimeaPlanner(b"plan").decide(SeatAtTable(GAME, state, AXIS)) == Choose("sevastopol")
    chosen = play(state, AXIS, {"choose_plan": "sevastopol"}).state
    assert CrimeaPlanner(b"plan").decide(SeatAtTable(GAME, chosen, AXIS)) == Reveal()
