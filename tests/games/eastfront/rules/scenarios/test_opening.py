"""How cards begin: half a turn, and units that are placed by their owner."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.air import naval_missions
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.scenarios import opening
from sandtable.games.eastfront.rules.supply import deliveries, supply
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.kernel import Draft, NoDice, SeededDice, Step
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


# -- supply of scenarios 6 and 9 ---------------------------------------------------------------------------------------

RING = ("46 Inf Div", "50 Inf Div", "73 Inf Div", "132 Inf Div", "170 Inf Div", "24 Inf Div")
NEAR = (6213, 6215, 6113, 6114, 6313, 6314)
PORT = {"6912": {"port": "minor", "coastal": True, "place": "town", "zone": "kerch"}}


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        pytest.param("6", 128, marks=pytest.mark.rule("EFS-10.64.a")),
        pytest.param("9", 95, marks=pytest.mark.rule("EFS-10.94.a")),
    ],
)
def test_attacks_are_supplied_units_are_fed_by_ports_and_only_a_port_saves_from_surrender(name: str, turn: int) -> None:
    more: dict[str, Any] = {"scenario": name, "turn": turn, "weather": "frost"}
    facts, held = {"hexes": PORT}, {"6912": "soviet", "6812": "soviet"}
    theatre = GAME.open(name)
    assert all(theatre.has_automatic_attack_supply(side, turn) for side in (AXIS, SOVIET))  # type: ignore[attr-defined]
    state = board("axis.movement", {"390 Rifle Div": 6812}, facts=facts, control=held, **more)
    assert supply.is_supplied(state, SOVIET, 6812)
    lost = board("axis.movement", {"390 Rifle Div": 6612}, facts=facts, control={"6912": "axis"}, **more)
    assert not supply.is_supplied(lost, SOVIET, 6612)
    ring = dict(zip(RING, NEAR, strict=True))
    cut = board("axis.movement", {**ring, "390 Rifle Div": 6214}, facts=facts, control=held, **more)
    assert surrender.cornered(cut) == (6214,)
    free = board("axis.movement", {"46 Inf Div": 6213, "390 Rifle Div": 6214}, facts=facts, control=held, **more)
    assert surrender.cornered(free) == ()


@pytest.mark.rule("EFS-10.64.b")
def test_nobody_is_replaced_or_digs_in_scenario_6(six: CrimeaState) -> None:
    assert not replacements.are_in_play(six)
    assert not building.may_build(six, AXIS)
    assert not building.may_build(six, SOVIET)
    assert sorted(six.strongpoints) == [5815, 5816, 5817]


@pytest.mark.rule("EFS-10.94.a")
def test_each_side_of_scenario_9_receives_a_supply_point_and_the_soviets_a_replacement() -> None:
    state = board("axis.movement", {"390 Rifle Div": 6214}, scenario="9", turn=98, weather="snow")
    assert [deliveries.income(state, side) for side in (AXIS, SOVIET)] == [1, 1]
    d = Draft(state, NoDice())
    deliveries.receive(d)
    replacements.receive(d)
    assert d.now.tracks["soviet_type_i"] == 1
    assert [(unit.side, unit.box) for unit in d.now.supplies.values()] == [(SOVIET, "map_t")]
    assert d.now.tracks["axis_points"] == 1
    assert supply.edge_sources(state, AXIS, "west") == (5315, 5319, 5321)


@pytest.mark.rule("EFS-10.94.j")
@pytest.mark.parametrize(("turn", "allowed"), [(94, False), (95, True)])
def test_no_aircraft_over_the_sea_on_turn_94(turn: int, allowed: bool) -> None:
    ships = {"DD-1": {"box": "map_t"}}
    state = board("axis.movement", {}, ships=ships, scenario="9", turn=turn, weather="snow")
    no = naval_missions.why_no_patrol(state, AXIS)
    assert (no is None) is allowed
    assert no is None or no.rule == "EFS-10.94.j"
