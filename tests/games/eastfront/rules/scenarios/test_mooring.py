"""What cards leave to the players before the first turn: ships, depots and guns on a road."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval import readiness
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why
from tests.games.eastfront.fleet import ship

ROAD = (11823, 11922, 12022, 12021, 12020)


def opening(name: str) -> CrimeaState:
    state = GAME.start(GAME.open(name), SeededDice(bytes(32))).state
    assert isinstance(state, CrimeaState)
    return state


@pytest.mark.rule("EFS-10.4.setup")
def test_ships_of_the_first_assault_begin_in_sevastopol_or_beyond_the_strait() -> None:
    state = opening("4")
    assert asked(state) == {"soviet": "turn.strategic.deployment"}
    step = play(state, "soviet", {"do": "moor", "ship": "K. Kavkaz", "water": "map_t"})
    assert (ship(step.state, "K. Kavkaz").box, ship(step.state, "K. Kavkaz").hex) == ("map_t", 0)
    assert logged(step, "ship_placed").rule == "EFS-10.4.setup"
    # once, and only those that the card leaves open, and only to where it says
    assert why(step.state, "soviet", {"do": "moor", "ship": "K. Kavkaz", "water": "11527"}).key == "refuse.ship_moored"
    assert why(state, "soviet", {"do": "moor", "ship": "Paris Com", "water": "map_t"}).key == "refuse.moored_by_card"
    assert why(state, "soviet", {"do": "moor", "ship": "Gp-B", "water": "11930"}).key == "refuse.no_mooring"
    assert why(state, "soviet", {"do": "moor", "ship": "Gp-B", "water": "11527"}).key == "refuse.no_mooring"
    after = play(step.state, "soviet", {"do": "done"}).state
    assert "deployment" not in str(asked(after))
    # the mark does not keep it from being made ready
    later = board("strategic.interdiction", scenario="4", turn=85, weather="dry", ships={"DD-1": {"box": "map_t"}})
    assert not any(one.tried for one in later.ships.values())


@pytest.mark.rule("EFS-10.3.setup")
def test_the_axis_lays_its_depots_where_it_likes() -> None:
    state = opening("3")
    assert asked(state) == {"axis": "turn.strategic.deployment"}
    assert [unit.points for unit in state.supplies.values() if unit.side == "axis"] == [2] * 7
    first = next(number for number, unit in state.supplies.items() if unit.side == "axis")
    step = play(state, "axis", {"do": "lay_depot", "supply": first, "to": 3707})
    assert step.state.supplies[first].hex == 3707
    assert logged(step, "depot_placed").rule == "EFS-10.3.setup"
    assert why(step.state, "axis", {"do": "lay_depot", "supply": first, "to": 3608}).key == "refuse.laid_by_card"
    assert why(state, "axis", {"do": "lay_depot", "supply": first, "to": 4009}).key == "refuse.no_depot"
    theirs = next(number for number, unit in state.supplies.items() if unit.side == "soviet")
    assert why(state, "axis", {"do": "lay_depot", "supply": theirs, "to": 3707}).key == "refuse.not_your_supply"
    held = next(h for h in (3505, 3606) if h != state.supplies[first].hex)
    assert may(state, "axis", {"do": "lay_depot", "supply": first, "to": held})


@pytest.mark.rule("EFS-10.8.setup")
def test_heavy_guns_stand_on_the_road_of_the_axis_choice() -> None:
    state = opening("8")
    assert asked(state) == {"axis": "turn.strategic.deployment"}
    assert where(state, "I-833 S-H Art Bn") in ROAD
    for place in ROAD:
        if place != where(state, "I-833 S-H Art Bn"):
            assert may(state, "axis", {"set_up": "I-833 S-H Art Bn", "to": place})
    assert why(state, "axis", {"set_up": "I-833 S-H Art Bn", "to": 11923}).key == "refuse.outside_zone"
    assert why(state, "axis", {"set_up": "50 Inf Div", "to": 12021}).key == "refuse.placed_by_card"
    moved = play(state, "axis", {"set_up": "I-833 S-H Art Bn", "to": 12021}).state
    assert moved.pieces[key(moved, "I-833 S-H Art Bn")].hex == 12021
    # then it says which guns are on the move
    assert asked(play(moved, "axis", {"do": "done"}).state) == {"axis": "turn.strategic.siting"}


@pytest.mark.parametrize(
    ("name", "first"),
    [
        pytest.param("3", 61, marks=pytest.mark.rule("EFS-10.32")),
        pytest.param("4", 85, marks=pytest.mark.rule("EFS-10.42")),
        pytest.param("8", 177, marks=pytest.mark.rule("EFS-10.83")),
        pytest.param("2", 28, marks=pytest.mark.rule("EFS-10.23")),
    ],
)
def test_ships_are_made_ready_from_the_second_turn_on(name: str, first: int) -> None:
    ships = {"DD-1": {"box": "map_t", "sailed": True}}
    for turn in (first - 1, first):
        state = board("strategic.interdiction", {}, scenario=name, turn=turn, weather="dry", ships=ships)
        assert readiness.is_held(state) == (turn == first)
        assert ("navy" in str(asked(state))) == (turn == first)
