"""The naval staff: what it loads, where it lands, what it shelters, and what it attacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.bots import fleet as staff
from sandtable.games.eastfront.bots.planner import proposals
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import Action
from sandtable.planning import first_legal
from sandtable.planning.protocol import SeatAtTable
from tests.games.eastfront.board import act, key
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, fleet, number
from tests.games.eastfront.guns import GUNS

MOTORISED, MOVEMENT = "soviet.motorised.sailing", "soviet.movement.sailing"
THERE = {**HELD, ANCHORAGE: "axis"}


def answer(state: CrimeaState, seat: str = "soviet") -> Action:
    """What the staff answers to what it is asked."""
    verbs = {verb.name: verb for verb in SeatAtTable(GAME, state, seat).verbs}
    found = first_legal(state, seat, verbs, proposals(state, seat, verbs))
    assert found is not None
    return found


def test_reserves_are_sent_to_an_empty_beach_step_by_step() -> None:
    boxed: dict[str, Any] = {"83 Naval Bde": {"box": "map_t"}, "24 Art Rgt": {"box": "map_t"}}
    state = fleet(MOTORISED, {"DD-1": {"box": "map_t"}, "Gp-A": {"box": "map_t"}}, boxed, control=THERE)
    assert answer(state) == act(state, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["83 Naval Bde"]})
    aboard = {"83 Naval Bde": {"box": "aboard", "ship": "Gp-A", "assault": True}}
    lying = fleet(MOTORISED, {"Gp-A": {"box": "map_t"}}, aboard, control=THERE)
    assert answer(lying) == act(lying, "soviet", {"do": "voyage", "ship": "Gp-A", "water": "sevastopol"})
    row = {"zone": "sevastopol", "spent": 3, "left": "map_t", "way": ["kerch", "crimea", "sevastopol"]}
    at_sea = fleet(MOTORISED, {"Gp-A": row}, aboard, control=THERE)
    assert getattr(answer(at_sea), "to", 0) in (3807, 3907)


def test_a_strong_garrison_is_left_alone_and_an_empty_beach_is_not() -> None:
    row = {"hex": 3907, "ship": "Gp-A"}
    ships = {"Gp-A": {"zone": "sevastopol", "hex": 3907}}
    held = fleet("soviet.declaration", ships, {"83 Naval Bde": row, "46 Inf Div": ANCHORAGE}, control=THERE)
    assert list(staff.landing_attacks(held, "soviet")) == []
    empty = fleet("soviet.declaration", ships, {"83 Naval Bde": row}, control=THERE)
    (idea,) = staff.landing_attacks(empty, "soviet")
    assert idea[0] == act(empty, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde"]})


def test_a_convoy_brings_what_finds_room_to_a_port() -> None:
    boxed: dict[str, Any] = {"106 Rifle Div": {"box": "map_t"}, "143 Rifle Bde": {"box": "map_t"}}
    state = fleet(MOVEMENT, {"Gp-A": {"box": "map_t"}}, boxed)
    found = answer(state)
    assert (type(found).__name__, getattr(found, "units", ())) == ("Convoy", (key(state, "106 Rifle Div"),))
    full = {"156 Rifle Div": FAR, "271 Rifle Div": FAR, "157 Rifle Div": MINOR, "276 Rifle Div": MINOR}
    tight = fleet(MOVEMENT, {"Gp-A": {"box": "map_t"}}, {**boxed, **full}, control={FAR: "soviet"})
    assert getattr(answer(tight), "units", ()) == (key(tight, "143 Rifle Bde"),)


def test_empty_transports_go_back_for_those_who_wait() -> None:
    state = fleet(MOVEMENT, {"Gp-A": FAR}, {"106 Rifle Div": {"box": "map_t"}})
    assert answer(state) == act(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": "map_t"})


@pytest.mark.parametrize(("damage", "verb"), [(0, "CarryOn"), (1, "TurnBack")])
def test_a_ship_carries_on_while_it_can_bear_it(damage: int, verb: str) -> None:
    row = {"hex": FAR, "left": str(MAJOR), "recalled": True, "arrived": True, "damage": damage}
    aboard = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A"}}
    state = fleet("soviet.movement.losses", {"Gp-A": row}, aboard)
    assert type(answer(state)).__name__ == verb


def test_the_best_port_is_looked_for() -> None:
    state = fleet("soviet.movement.harbouring", {"DD-1": {"zone": "sevastopol"}})
    assert answer(state) == act(state, "soviet", {"do": "harbour", "ship": "DD-1", "water": str(MAJOR)})


def test_ships_in_port_help_the_defence() -> None:
    marked = {str(MINOR): {"side": "axis", "hexes": [str(MINOR)], "units": ["46 Inf Div"]}}
    pieces = {"46 Inf Div": 3805, "106 Rifle Div": MINOR}
    state = fleet("axis.reaction.guns", {"Molotov": MAJOR, "DD-1": MAJOR}, pieces, attacks=marked)
    assert answer(state) == act(state, "soviet", {"do": "bombard", "attack": MINOR, "ships": ["Molotov"]})


def test_guns_and_aircraft_go_for_those_with_men_aboard() -> None:
    facts = {"units": {"new": GUNS}}
    aboard = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A"}, "147 CD": ANCHORAGE}
    ships = {"Gp-A": MINOR, "DD-1": MINOR}
    state = fleet("axis.shelling", ships, aboard, facts=facts, control=THERE)
    assert answer(state, "axis") == act(state, "axis", {"do": "shell", "gun": "147 CD", "ship": "Gp-A"})
    air = {"A1": {"side": "axis", "kind": "Ju88", "box": "ready"}}
    flying = fleet("axis.strikes", ships, aboard, facts=facts, air=air, control=THERE)
    assert type(answer(flying, "axis")).__name__ == "Strike"
    assert staff.prey(state, number(state, "Gp-A")) > staff.prey(state, number(state, "DD-1"))


def test_ships_are_made_ready_or_left_to_the_yards() -> None:
    state = fleet(
        "strategic.navy.readying",
        {"DD-1": {"hex": MAJOR, "sailed": True, "damage": 2}, "DD-2": {"hex": MAJOR, "sailed": True}},
    )
    assert answer(state) == act(state, "soviet", {"do": "prepare", "ship": "DD-2"})
