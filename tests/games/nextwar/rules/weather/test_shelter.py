"""Rule 4.1.3: ships in a storm."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.weather import shelter
from tests.games.nextwar.board import carried_out, logged, play, where, why
from tests.games.nextwar.seas import AMPH, AT_SEA, CARRIER, INSHORE, MARINES, OTHER_PORT, PORT, SEA, afloat, ship_at

SHELTER = "weather.shelter.first"


@pytest.mark.rule("NW-4.1.3.f", "NW-8.5.6.5", "NWS-STD-1.2")
def test_a_friendly_box_at_sea_or_a_friendly_port_of_the_zone() -> None:
    state = afloat(SHELTER, units={MARINES: SEA}, ships={AMPH: SEA, CARRIER: INSHORE}, weather="storm")
    action = {"do": "shelter", "ship": AMPH, "to": AT_SEA}
    step = play(state, "allied", action)
    assert (ship_at(step.state, AMPH), logged(step, "sheltered").rule) == (AT_SEA, "NW-4.1.3.f")
    assert where(play(state, "allied", action).state, MARINES) == AT_SEA
    assert ship_at(play(state, "allied", {**action, "to": PORT}).state, AMPH) == PORT
    assert why(state, "allied", {**action, "to": INSHORE})
    theirs = afloat(SHELTER, ships={AMPH: SEA}, weather="storm", seas={AT_SEA: "dprk"})
    assert why(theirs, "allied", action)


@pytest.mark.rule("NW-4.1.3.f", "NW-8.5.6.5")
def test_who_has_one_place_goes_there_and_who_has_none_stays_at_sea() -> None:
    one = afloat(ships={AMPH: INSHORE}, weather="storm", seas={}, captured={PORT: "dprk"})
    assert ship_at(carried_out(one, shelter.flee_alone), AMPH) == OTHER_PORT
    none = afloat(ships={AMPH: INSHORE}, weather="storm", seas={}, captured={PORT: "dprk", OTHER_PORT: "dprk"})
    assert ship_at(carried_out(none, shelter.flee_alone), AMPH) == AT_SEA


@pytest.mark.rule("NW-4.1.3.f")
def test_who_lies_safe_stays_and_so_does_everybody_in_fair_weather() -> None:
    port = afloat(ships={AMPH: PORT}, weather="storm")
    assert shelter.shelterer(port, "allied") == ()
    clear = afloat(ships={AMPH: SEA})
    assert shelter.shelterer(clear, "allied") == ()
    exposed = afloat(ships={AMPH: SEA}, weather="storm")
    assert shelter.shelterer(exposed, "allied") == ("allied",)
    assert shelter.shelterer(exposed, "dprk") == ()
    assert ship_at(carried_out(clear, shelter.flee_alone), AMPH) == SEA
