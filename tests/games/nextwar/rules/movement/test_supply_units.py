"""Rules 25.3 and 27.3: supply units on the road, and units under strike markers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import STEP_MP
from sandtable.games.nextwar.rules.movement import marching
from tests.games.nextwar.board import INF, LIGHT, accounts, key, may, may_move, why, why_move
from tests.games.nextwar.seas import OTHER_PORT, PORT, afloat
from tests.games.nextwar.supplies import DEPOT, II_HQ, field

INITIATIVE, BASIC = "initiative.movement.moves", "basic.first_movement.moves"


def truck(at: str, strike: int = 0, **more: Any) -> Any:
    rows = {DEPOT: {"hex": "N3010", "mobile": True, "strike": strike}, INF: "N2902"}
    return field(rows, at, **more)


@pytest.mark.rule("NW-25.3")
def test_mobile_supply_units_move_in_the_initiative_and_basic_segments() -> None:
    for at in (INITIATIVE, BASIC):
        assert may_move(truck(at), "dprk", DEPOT, "N3009", "N3008")
    assert why_move(truck("initiative.exploitation.moves"), "dprk", DEPOT, "N3009").rule == "NW-25.3"
    theirs = {"first": "allied", "initiative": "allied"}
    for at in ("initiative.reaction.moves", "initiative.elite_reaction.moves"):
        assert why_move(truck(at, **theirs), "dprk", DEPOT, "N3009").rule == "NW-25.3"
    assert may_move(truck("basic.second_movement.moves", **theirs), "dprk", DEPOT, "N3009")


@pytest.mark.rule("NW-25.3", "NW-19.4.b")
def test_they_go_by_sea_and_depots_do_not() -> None:
    def ships(mobile: bool, at: str = BASIC) -> Any:
        facts = {"card": {"area": {}, "level": "advanced"}}
        row = {"hex": PORT, "mobile": mobile}
        return afloat(at, units={"ROK Supply 1": row, "ROK 1/I Inf Div": PORT}, facts=facts, initiative="allied")

    action = {"do": "ship", "unit": "ROK Supply 1", "to": OTHER_PORT}
    assert may(ships(True), "allied", action)
    assert why(ships(False), "allied", action).rule == "NW-19.4.b"
    assert why(ships(True, "initiative.exploitation.moves"), "allied", action).rule == "NW-25.3"
    state = field({DEPOT: "N3010", INF: "N2902"}, BASIC)
    assert why_move(state, "dprk", DEPOT, "N3009").rule == "NW-19.4.b"


@pytest.mark.rule("NW-27.3.1.f", "NW-27.3.1.b")
def test_a_mobile_supply_unit_under_strike_1() -> None:
    assert why_move(truck(INITIATIVE, 1), "dprk", DEPOT, "N3009").rule == "NW-27.3.1.f"
    assert may_move(truck(INITIATIVE), "dprk", DEPOT, "N3009")
    troops = field({INF: {"hex": "N3010", "strike": 1}}, BASIC)
    assert marching.budget(troops, key(troops, INF)) == 3 * STEP_MP
    slow = truck(BASIC, 1)
    assert marching.budget(slow, key(slow, DEPOT)) == 2 * STEP_MP
    assert may_move(slow, "dprk", DEPOT, "N3009", "N3008")
    assert marching.budget(truck(BASIC), key(slow, DEPOT)) == 4 * STEP_MP


@pytest.mark.rule("NW-27.3.2.d")
def test_a_mobile_supply_unit_under_strike_2_moves_one_hex() -> None:
    for at in (INITIATIVE, BASIC):
        assert may_move(truck(at, 2), "dprk", DEPOT, "N3009")
        assert why_move(truck(at, 2), "dprk", DEPOT, "N3009", "N3008").rule == "NW-27.3.2.d"


@pytest.mark.rule("NW-27.3.2.b")
def test_a_unit_under_strike_2_moves_one_hex_and_nothing_carries_it() -> None:
    facts = {"units": {INF: {"front": [8, 6, 5, 8, 4, "foot"]}}}
    for name in (INF, II_HQ):
        state = field({name: {"hex": "N3010", "strike": 2}}, BASIC, facts=facts)
        assert may_move(state, "dprk", name, "N3009")
        assert why_move(state, "dprk", name, "N3009", "N3008").rule == "NW-27.3.2.b"
        reach = marching.destinations(state, key(state, name))
        assert len(reach) == 6
        light = field({name: {"hex": "N3010", "strike": 1}}, BASIC, facts=facts)
        assert may_move(light, "dprk", name, "N3009", "N3008")
    zone = field({INF: "N3010", "ROK 1/I Inf Div": "N3007"}, BASIC)
    assert why_move(zone, "dprk", INF, "N3009", "N3008", "N3108").rule == "NW-8.2.2.b"
    together = field({INF: {"hex": "N3010", "strike": 2}, LIGHT: "N3010"}, BASIC, facts=facts)
    assert not may_move(together, "dprk", [INF, LIGHT], "N3009", "N3008")
    points = {"accounts": accounts(dprk={"airmobile": 4})}
    flight = {"do": "airmobile", "unit": LIGHT, "to": "N3008"}
    hit = field({LIGHT: {"hex": "N3010", "strike": 2}, INF: "N2902"}, BASIC, **points)
    assert why(hit, "dprk", flight).rule == "NW-27.3.2.b"
    assert may(field({LIGHT: {"hex": "N3010", "strike": 1}, INF: "N2902"}, BASIC, **points), "dprk", flight)


@pytest.mark.rule("NW-27.3.1.c", "NW-27.3.1.b", "NW-27.3.2.b")
def test_no_exploitation_on_foot_or_by_air_under_a_strike_marker() -> None:
    at = "initiative.exploitation.moves"
    for marker in (1, 2):
        for name in (LIGHT, II_HQ):
            state = field({name: {"hex": "N3010", "strike": marker}, INF: "N2902"}, at)
            assert why_move(state, "dprk", name, "N3009").rule == "NW-27.3.1.c"
    points = accounts(dprk={"airmobile": 4})
    state = field({LIGHT: {"hex": "N3010", "strike": 1}, INF: "N2902"}, at, accounts=points)
    assert why(state, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "N3008"}).rule == "NW-27.3.1.c"
