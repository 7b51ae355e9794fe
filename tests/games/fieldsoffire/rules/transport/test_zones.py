"""Amphibious assault."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsOptions, FieldsState, Landing
from sandtable.games.fieldsoffire.rules.command.orders import why_not_hear
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, ours
from sandtable.games.fieldsoffire.rules.transport import flights, zones
from sandtable.games.fieldsoffire.rules.transport.boxes import put_in
from sandtable.games.fieldsoffire.rules.vehicles.driving import drive
from sandtable.games.fieldsoffire.scenario.lifts import is_amphibious, zone_cards
from sandtable.kernel import SeededDice
from tests.games.fieldsoffire.board import board, card, drafted, key, play

FACTS = {"mission": {"setup": {"transports": {"lvt": 2}}}}
ONE, TWO, SQUAD = "LVT 1", "LVT 2", "1/1 PLT"
APPROACH = "mission.turn.air.arrivals.approach"


def beach(units: dict[str, Any], **rest: Any) -> FieldsState:
    rest = {"controls": {"lz_1": 506}, **rest}
    return board(units, scenario="naktong_river_1", facts=FACTS, **rest)


@pytest.mark.rule("FF-11.3")
def test_carriers_come_in_waves_to_the_first_row() -> None:
    state = GAME.setup(GAME.scenario("naktong_river_1", FieldsOptions(), FACTS), SeededDice(b"1"))
    assert {lift.card for lift in state.lifts.values()} == {506}
    assert [state.controls.get(f"lz_{number}") for number in (1, 2, 3)] == [506, 606, 706]
    here = beach({ONE: {"box": "inbound"}})
    assert is_amphibious(here.board.mission)
    assert zones.can_be_zone(here, card(here, "R1C1"))
    assert not zones.can_be_zone(here, card(here, "R2C1"))
    assert zones.open_zones(here, key(here, ONE)) == (506,), "nobody marks a beach"
    walking = board({}, scenario="naktong_river_1")
    assert not is_amphibious(walking.board.mission)
    flying = board(
        {}, scenario="vietnam_1", facts={"terrain": {"paddy": {"lz": True}}}, cards={"R3C1": {"terrain": "paddy"}}
    )
    assert not is_amphibious(flying.board.mission)
    assert not zones.can_be_zone(flying, card(flying, "R1C1"))
    assert zones.can_be_zone(flying, card(flying, "R3C1"))
    assert zone_cards(flying.board, flying.cards) == (508,)
    narrow = board({}, scenario="naktong_river_1", facts={**FACTS, "map": {"rows": 4, "columns": 2}})
    assert zone_cards(narrow.board, narrow.cards) == (506, 606)


@pytest.mark.rule("FF-11.3")
def test_a_wave_may_be_held_back() -> None:
    units = {ONE: {"box": "inbound"}, TWO: {"box": "inbound"}}
    lifts = {name: {"turn": 1, "card": "R1C1", "planned": True} for name in units}
    state = beach(units, at=APPROACH, lifts=lifts)
    assert play(state, {"hold": ONE}).state.units[key(state, ONE)].box == "holding"


@pytest.mark.rule("FF-11.3", "FF-11.3.a")
def test_everybody_gets_off_on_the_beach_however_many_there_are() -> None:
    men = {f"{number}/{platoon} PLT": "R1C1" for platoon in (2, 3) for number in (1, 2)}
    for carrier, scenario in ((ONE, "naktong_river_1"), ("UH-1 11", "vietnam_1")):
        facts = FACTS if carrier == ONE else {}
        crowd = {**men, "2/1 PLT": "R1C1", carrier: "R1C1", SQUAD: {"at": "R1C1", "aboard": carrier}}
        state = board(crowd, scenario=scenario, facts=facts)
        d = drafted(state)
        d.call("landing", Landing(key(state, carrier), card(state, "R1C1")))
        flights.unload(d)
        assert (d.now.units[key(state, SQUAD)].aboard == 0) is (carrier == ONE)


@pytest.mark.rule("FF-11.3.b", "FF-11.3")
def test_those_aboard_are_neither_seen_nor_hit_nor_spoken_to() -> None:
    state = beach({ONE: "R1C1", SQUAD: {"at": "R1C1", "aboard": ONE}, "1 PLT HQ": "R1C1"})
    there = on_card(state, card(state, "R1C1")).friendly
    assert key(state, ONE) in there
    assert key(state, SQUAD) not in there
    assert why_not_hear(state, key(state, "1 PLT HQ"), key(state, SQUAD)) is not None
    assert why_not_hear(state, key(state, "1 PLT HQ"), key(state, ONE)) is not None, "no carrier hears a voice"
    inbound = beach({ONE: {"box": "inbound"}, SQUAD: {"box": "inbound", "aboard": ONE}})
    assert ours(inbound) == ()
    d = drafted(beach({ONE: "R1C1", SQUAD: {"at": "R1C1", "aboard": ONE}}))
    put_in(d, key(state, ONE), "outbound")
    assert (d.now.units[key(state, SQUAD)].at, d.now.units[key(state, SQUAD)].box) == (0, "outbound")


@pytest.mark.rule("FF-7.9.1.a", "FF-7.9.1.c", "FF-11.2.2")
def test_a_mined_beach_is_for_the_carrier_and_for_each_who_gets_off() -> None:
    mined = {1: {"kind": "mines", "at": "R1C1"}}
    aboard = {SQUAD: {"box": "inbound", "aboard": ONE}, "Casualty 1": {"box": "inbound", "aboard": ONE}}
    state = beach({ONE: {"box": "inbound"}, **aboard}, markers=mined)
    d = drafted(state, [1, 2, 3, 4, 7, 8])
    d.call("landing", Landing(key(state, ONE), card(state, "R1C1")))
    flights.touch_down(d)
    flights.unload(d)
    checks = [one.params["unit"].id for one in d.entries if one.key == "log.mine_check"]
    assert checks == [key(state, ONE), key(state, SQUAD)]
    flying = {"UH-1 11": {"box": "inbound"}, SQUAD: {"at": "R1C1", "aboard": "UH-1 12"}, "UH-1 12": "R1C1"}
    air = board(flying, scenario="vietnam_1", markers=mined)
    lands = drafted(air, [1, 2, 3])
    lands.call("landing", Landing(key(air, "UH-1 11"), card(air, "R1C1")))
    flights.touch_down(lands)
    flights.let_off(lands, key(air, SQUAD))
    checks = [one.params["unit"].id for one in lands.entries if one.key == "log.mine_check"]
    assert checks == [key(air, SQUAD)], "a helicopter hovers over them"


@pytest.mark.rule("FF-10.8.1.exp", "FF-10.2.1.a")
def test_only_those_who_sit_outside_are_exposed_by_a_drive() -> None:
    state = beach({ONE: "R1C1", SQUAD: {"at": "R1C1", "aboard": ONE}, "2/1 PLT": {"at": "R1C1", "aboard": ONE}})
    d = drafted(state)
    d.edit("units", key(state, "2/1 PLT"), exposed=True)
    drive(d, key(state, ONE), card(state, "R2C1"))
    rows = [d.now.units[key(state, name)] for name in (SQUAD, "2/1 PLT")]
    assert [row.exposed for row in rows] == [False, True], "who has just climbed in stays so"


@pytest.mark.rule("FF-11.1.3.b", "FF-10.8.6")
def test_an_observer_over_a_landing_zone_takes_no_room_there() -> None:
    down = {f"UH-1 {number}": "R3C1" for number in (11, 12, 13)}
    state = board({**down, "FAC (O-2)": "R3C1"}, scenario="vietnam_1")
    assert zones.vehicles_on(state, card(state, "R3C1")) == 3
