"""How cards begin: half a turn, and units that are placed by their owner."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.scenarios import opening
from sandtable.kernel import SeededDice, Step
from tests.games.eastfront.board import act, asked, board, key, may, play, where, why


def begun(name: str, **options: Any) -> CrimeaState:
    step = GAME.start(GAME.open(name, options), SeededDice(bytes(32)))
    assert isinstance(step, Step)
    state: CrimeaState = step.state
    return state


@pytest.fixture(scope="module")
def six() -> CrimeaState:
    return begun("6")


@pytest.mark.rule("EFS-10.6.setup", "EFS-10.63")
def test_soviet_armies_are_placed_in_their_zones(six: CrimeaState) -> None:
    assert asked(six) == {"soviet": "turn.strategic.deployment"}
    assert may(six, "soviet", {"set_up": "138 Mtn Div", "to": 6114})
    for unit, to in (("138 Mtn Div", 6116), ("157 Rifle Div", 6115), ("77 Mtn Div", 6414), ("236 Rifle Div", 5914)):
        assert why(six, "soviet", {"set_up": unit, "to": to}).rule == "EFS-10.6.setup"
    # the reserve at named hexes stays, and no hex is filled beyond the limit
    assert why(six, "soviet", {"set_up": "72 Cav Div", "to": 6614}).key == "refuse.placed_by_card"
    assert why(six, "soviet", {"set_up": "302 Mtn Div", "to": 5915}).rule == "EF-3.32.a"
    assert why(six, "soviet", {"set_up": "46 Inf Div", "to": 6114}).key == "refuse.not_yours"
    after = play(six, "soviet", {"set_up": "138 Mtn Div", "to": 6114}).state
    assert where(after, "138 Mtn Div") == 6114
    assert why(after, "soviet", {"set_up": "138 Mtn Div", "to": 6014}).key == "refuse.moved"


@pytest.mark.rule("EFS-10.61", "EFS-10.6.setup")
def test_scenario_6_begins_with_the_soviet_segment_and_its_reserve_waits(six: CrimeaState) -> None:
    state = play(six, "soviet", {"do": "done"}).state
    # the ports cannot feed all
    assert asked(state) == {"soviet": "turn.strategic.supply.soviet_ports"}
    state = play(state, "soviet", {"do": "done"}).state
    assert asked(state) == {"soviet": "turn.soviet.motorised.moves"}
    assert (state.turn, state.weather, state.tracks["soviet_mandates"]) == (126, "frost", 2)
    assert state.pieces[key(state, "77 Mtn Div")].no_move == 1
    assert state.pieces[key(state, "138 Mtn Div")].no_move == 0
    later = board("axis.movement", {"46 Inf Div": 6012}, scenario="6", turn=127)
    assert opening.is_whole_turn(later)
    assert not opening.is_whole_turn(state)


@pytest.mark.rule("EFS-10.91")
def test_scenario_9_begins_in_a_storm_with_the_soviet_segment() -> None:
    state = begun("9")
    assert asked(state) == {"soviet": "turn.soviet.motorised.moves"}
    assert (state.weather, state.storms) == ("snow", True)


@pytest.mark.rule("EFS-10.94.i")
def test_the_axis_places_its_units_freely_where_the_players_agreed() -> None:
    state = begun("9", free_setup=True)
    assert asked(state) == {"axis": "turn.strategic.deployment"}
    assert may(state, "axis", {"set_up": "46 Inf Div", "to": 6116})
    assert GAME.why_not(state, "axis", act(state, "axis", {"set_up": "46 Inf Div", "to": 5809})) is not None
    assert "axis" not in asked(begun("9"))


@pytest.mark.rule("EFS-10.6.reinf", "EF-PB3.51")
def test_reinforcements_of_the_west_edge_choose_a_source_there() -> None:
    pieces = {"28 Jg Div": {"box": "active"}, "46 Inf Div": 5817, "390 Rifle Div": 5319}
    state = board("axis.movement", pieces, scenario="6", turn=127, weather="frost")
    assert may(state, "axis", {"enter": "28 Jg Div", "to": 5315})
    assert why(state, "axis", {"enter": "28 Jg Div", "to": 5319}).rule == "EF-8.13"
    assert not may(state, "axis", {"enter": "28 Jg Div", "to": 5415})
