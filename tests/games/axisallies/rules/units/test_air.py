"""What aircraft may fly over, and how far they get."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.units.air import first_alike, flights, may_overfly, open_sky
from tests.games.axisallies.board import at, position


@pytest.mark.rule("AA-9.2.us-neutral.c")
def test_the_sky_of_the_united_states_is_closed_while_it_is_at_peace() -> None:
    west = at("Western United States")
    assert not may_overfly(position(), "uk", west)
    assert not may_overfly(position(), "japan", west)
    assert may_overfly(position(), "usa", west)
    assert may_overfly(position(wars={"japan-usa": 1}), "japan", west)
    assert may_overfly(position(wars={"japan-usa": 1}), "uk", west)


@pytest.mark.rule("AA-9.4.air.peace")
def test_a_power_at_peace_does_not_fly_over_its_allies() -> None:
    assert not may_overfly(position(), "usa", at("Quebec"))
    assert may_overfly(position(wars={"germany-usa": 1}), "usa", at("Quebec"))
    assert may_overfly(position(), "france", at("Quebec"))


@pytest.mark.rule("AA-9.4.land.peace", "AA-9.2.us-neutral.b", "AA-6.ussr.theatres")
def test_a_power_at_peace_flies_over_no_other_power() -> None:
    assert not may_overfly(position(), "usa", at("Formosa"))
    assert not may_overfly(position(), "ussr", at("Poland"))
    in_the_east = position(wars={"japan-ussr": 1})
    assert may_overfly(in_the_east, "ussr", at("Korea"))
    assert not may_overfly(in_the_east, "ussr", at("Poland"))


@pytest.mark.rule("AA-9.2.us-neutral.c")
def test_the_sky_of_the_soviet_union_is_open_also_in_peace() -> None:
    assert may_overfly(position(), "germany", at("Baltic States"))
    assert may_overfly(position(), "uk", at("Archangel"))


@pytest.mark.rule("AA-6.china.tigers")
def test_the_flying_tigers_stay_over_china() -> None:
    state = position()
    assert may_overfly(state, "china", at("Yunnan"))
    assert may_overfly(state, "china", at("Burma"))
    assert not may_overfly(state, "china", at("French Indo China"))
    assert not may_overfly(state, "china", 20)


@pytest.mark.rule("AA-6.uk.no-china", "AA-6.anzac.no-china", "AA-6.us.no-china")
@pytest.mark.parametrize("power", ["uk", "anzac", "usa"])
def test_china_is_closed_to_aircraft_of_powers_at_peace_with_japan(power: str) -> None:
    war = {"-".join(sorted((power, "germany"))): 1}
    peace = position(wars=war)
    assert not may_overfly(peace, power, at("Yunnan"))
    assert at("Yunnan") not in flights(peace, power, at("Burma"), 4)
    assert at("Kwangtung") not in flights(peace, power, at("Burma"), 3)
    with_japan = position(wars={**war, "-".join(sorted((power, "japan"))): 1})
    assert may_overfly(with_japan, power, at("Yunnan"))
    assert flights(with_japan, power, at("Burma"), 3)[at("Kwangtung")] == 3


@pytest.mark.rule("AA-6.neutral.no-overflight", "AA-10.air.count")
def test_a_neutral_ends_a_flight_and_leads_no_farther() -> None:
    state = position()
    near = flights(state, "uk", at("Normandy Bordeaux"), 4)
    assert near[at("Spain")] == 1
    assert near[at("Gibraltar")] == 4
    assert near[at("Portugal")] == 3
    assert near[at("Normandy Bordeaux")] == 0


@pytest.mark.rule("AA-10.air.count")
def test_an_island_is_one_space_beyond_its_zone() -> None:
    near = flights(position(), "uk", at("Malta"), 3)
    assert near[96] == 1
    assert near[95] == 2
    assert near[at("Sardinia")] == 3


@pytest.mark.parametrize("wars", [{}, {"germany-usa": 1, "japan-ussr": 1}])
def test_the_open_sky_is_every_space_that_may_be_flown_over(wars: dict[str, int]) -> None:
    state = position(only=False, wars=wars)
    for power in state.board.powers:
        assert open_sky(state, power) == {place for place in state.board.spaces if may_fly(state, power, place)}


def may_fly(state: GlobalState, power: str, place: int) -> bool:
    return not state.board.spaces[place].impassable and may_overfly(state, power, place)


def test_games_on_one_board_share_flights_only_under_the_same_sky() -> None:
    spain = {"Spain": {"holder": "uk", "since": "uk", "stance": ""}}
    closed, opened = position(), position(territories=spain)
    assert closed.board is opened.board
    start = at("Normandy Bordeaux")
    assert flights(closed, "uk", start, 4)[at("Gibraltar")] == 4
    assert flights(opened, "uk", start, 4)[at("Gibraltar")] == 2
    assert flights(position(), "uk", start, 4) is flights(closed, "uk", start, 4)


def test_one_aircraft_answers_for_all_that_have_flown_as_far() -> None:
    fighter = {"kind": "fighter", "owner": "uk", "at": "Malta"}
    units = {1: fighter, 2: {**fighter, "spent": 1}, 3: {**fighter, "kind": "tactical_bomber"}, 4: fighter}
    state = position(units=units)
    assert [first_alike(state, key) for key in units] == [1, 2, 3, 1]
