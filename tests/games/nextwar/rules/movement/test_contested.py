"""Rules 8.5.6.4 and 8.5.7: crossing a sea that is not one's own."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.movement import contested
from tests.games.nextwar.board import at, logged, play, reasons, steps, where
from tests.games.nextwar.seas import (
    AMPH,
    AT_SEA,
    CARRIER,
    EAST_AT_SEA,
    INSHORE,
    MARINES,
    PORT,
    SEA,
    afloat,
    ship_at,
)


@pytest.mark.rule("NW-8.5.6.4.b")
def test_a_ship_rolls_where_a_box_on_its_way_is_not_friendly() -> None:
    state = afloat(ships={AMPH: AT_SEA}, seas={AT_SEA: "allied"})
    sail = {"do": "sail", "ship": AMPH, "to": INSHORE}
    assert ship_at(play(state, "allied", sail, [5]).state, AMPH) == INSHORE
    ours = afloat(ships={AMPH: AT_SEA}, seas={AT_SEA: "allied", INSHORE: "allied"})
    assert ship_at(play(ours, "allied", sail).state, AMPH) == INSHORE
    # Between hexes and ports the Inshore box of that coast decides.
    quiet = afloat(ships={AMPH: SEA}, seas={INSHORE: "allied"})
    assert ship_at(play(quiet, "allied", {**sail, "to": PORT}).state, AMPH) == PORT
    rough = afloat(ships={AMPH: SEA}, seas={AT_SEA: "allied"})
    assert ship_at(play(rough, "allied", {**sail, "to": PORT}, [5]).state, AMPH) == PORT


@pytest.mark.rule("NW-8.5.6.4.c", "NWT-CONTESTEDSEA", "NW-7.3.5")
def test_turned_back_with_all_that_it_carries() -> None:
    state = afloat(units={MARINES: AT_SEA}, ships={AMPH: AT_SEA}, seas={})
    sail = {"do": "sail", "ship": AMPH, "to": INSHORE, "units": [MARINES]}
    back = play(state, "allied", sail, [7]).state  # 7, less one for the ship itself: 6
    assert (ship_at(back, AMPH), where(back, MARINES)) == (AT_SEA, AT_SEA)
    assert ship_at(play(state, "allied", sail, [6]).state, AMPH) == INSHORE
    division = afloat(units={"ROK 1/2A Mar Div": AT_SEA}, ships={"ROK Amph": AT_SEA}, seas={})
    step = play(division, "allied", {**sail, "ship": "ROK Amph", "units": ["ROK 1/2A Mar Div"]}, [9])
    assert steps(step.state, "ROK 1/2A Mar Div") == 1
    assert ship_at(step.state, "ROK Amph") == AT_SEA
    assert (
        steps(
            play(division, "allied", {**sail, "ship": "ROK Amph", "units": ["ROK 1/2A Mar Div"]}, [8]).state,
            "ROK 1/2A Mar Div",
        )
        == 2
    )


@pytest.mark.rule("NWT-CONTESTEDSEA")
def test_ships_china_and_the_air_count_for_one_side_and_against_the_other() -> None:
    fleet = {AMPH: INSHORE, CARRIER: INSHORE, "JPN SAG": INSHORE, "US SAG": EAST_AT_SEA, "PRC SAG 1": EAST_AT_SEA}
    state = afloat(ships=fleet, air_level="supremacy", air_side="allied")
    boxes = (at(state, INSHORE),)
    wanted = {"us_ships": -2, "prc_intervened": 1, "japan_sag": -1, "allied_supremacy": -1}
    assert reasons(contested.modifiers(state, boxes, "allied")) == wanted
    assert reasons(contested.modifiers(state, boxes, "dprk")) == {word: -n for word, n in wanted.items()}
    theirs = afloat(air_level="supremacy", air_side="dprk")
    assert reasons(contested.modifiers(theirs, boxes, "allied")) == {"dprk_supremacy": 1}
    assert reasons(contested.modifiers(afloat(air_level="superiority", air_side="dprk"), boxes, "dprk")) == {}
    chinese = afloat(units={"PRC 8/40 Arm Bde": "N3014"})
    assert reasons(contested.modifiers(chinese, boxes, "allied")) == {"prc_intervened": 1}
    flying = afloat(helicopters={"PRC Zhi-10 1": {"hex": "N3014"}})
    assert reasons(contested.modifiers(flying, boxes, "allied")) == {"prc_intervened": 1}


@pytest.mark.rule("NWT-CONTESTEDSEA", "NW-8.5.6.4.b")
def test_those_in_both_boxes_are_present_on_the_way_between_them() -> None:
    state = afloat(ships={AMPH: AT_SEA, CARRIER: INSHORE}, seas={})
    step = play(state, "allied", {"do": "sail", "ship": AMPH, "to": INSHORE}, [7])
    assert reasons(logged(step, "contested_success").modifiers) == {"us_ships": -2}
    ashore = afloat(ships={AMPH: SEA, CARRIER: AT_SEA}, seas={})
    step = play(ashore, "allied", {"do": "sail", "ship": AMPH, "to": PORT}, [5])
    assert reasons(logged(step, "contested_success").modifiers) == {}


@pytest.mark.rule("NW-8.5.6.4.b")
def test_the_boxes_that_are_left_and_entered_decide() -> None:
    out = {"do": "sail", "ship": AMPH, "to": INSHORE}
    leaving = afloat(ships={AMPH: AT_SEA}, seas={INSHORE: "allied"})
    assert ship_at(play(leaving, "allied", out, [5]).state, AMPH) == INSHORE
    over = {**out, "to": EAST_AT_SEA}
    far = afloat(ships={AMPH: AT_SEA}, seas={AT_SEA: "allied", EAST_AT_SEA: "allied"})
    assert ship_at(play(far, "allied", over).state, AMPH) == EAST_AT_SEA
    theirs = afloat(ships={AMPH: AT_SEA}, seas={AT_SEA: "allied", INSHORE: "allied"})
    assert ship_at(play(theirs, "allied", over, [5]).state, AMPH) == EAST_AT_SEA
