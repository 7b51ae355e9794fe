"""Rules 7.1 and 8.5.6.4: the chain of boxes that ships sail along."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.sea import waters
from tests.games.nextwar.board import at
from tests.games.nextwar.seas import (
    AT_SEA,
    EAST_AT_SEA,
    EAST_INSHORE,
    FAR_SEA,
    INSHORE,
    NEXT_SEA,
    OTHER_PORT,
    PORT,
    SEA,
    afloat,
)


def links(state: KoreaState, start: str, side: str = "allied") -> set[str]:
    return {state.board.ground[place].label for place in waters.links(state, at(state, start), side)}


@pytest.mark.rule("NW-8.5.6.4.a", "NW-8.5.6.2", "NW-8.5.6.3", "NW-7.1")
def test_one_link_of_the_chain() -> None:
    state = afloat()
    wet = {SEA, NEXT_SEA, FAR_SEA, "N3110"}
    assert links(state, AT_SEA) == {INSHORE, EAST_AT_SEA}
    assert links(state, INSHORE) == {AT_SEA, PORT, OTHER_PORT, *wet}
    assert links(state, SEA) == {INSHORE, PORT, OTHER_PORT, *wet} - {SEA}
    assert links(state, PORT) == {INSHORE, *wet}


@pytest.mark.rule("NWK-5.5.1.d", "NW-8.5.6.4.a")
def test_ports_off_the_map_lie_on_the_east_sea_and_japan_far_out() -> None:
    state = afloat()
    assert links(state, EAST_AT_SEA) == {EAST_INSHORE, AT_SEA, "Japan"}
    assert links(state, "japan") == {EAST_AT_SEA}
    assert links(state, EAST_INSHORE) == {EAST_AT_SEA, "Busan"}
    assert links(state, EAST_INSHORE, "dprk") == {EAST_AT_SEA, "Hamhung/Hungnam"}
    assert links(state, EAST_AT_SEA, "dprk") == {EAST_INSHORE, AT_SEA}


@pytest.mark.rule("NW-8.5.6.3")
def test_ships_use_only_ports_of_their_side() -> None:
    lost = afloat(captured={PORT: "dprk"})
    assert PORT not in links(lost, INSHORE)
    assert PORT in links(lost, INSHORE, "dprk")
    entered = afloat(units={"DPRK 3/II Inf Div": OTHER_PORT})
    assert OTHER_PORT not in links(entered, INSHORE)


@pytest.mark.rule("NW-8.5.6.4.a")
def test_outside_of_the_playing_area_nobody_sails() -> None:
    part = afloat(facts={"card": {"area": {"sheet": "N", "east": 30}}})
    assert links(part, INSHORE) == {AT_SEA, OTHER_PORT, SEA, FAR_SEA}
