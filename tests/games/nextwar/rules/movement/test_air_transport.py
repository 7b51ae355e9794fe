"""Rule 8.5.2: transport by air."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement import air_transport
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    QUIET,
    ROK_BDE,
    ROK_INF,
    ROK_MECH,
    board,
    key,
    logged,
    may,
    may_move,
    play,
    reasons,
    steps,
    where,
    why,
    why_move,
)

BASES = {
    "N3020": {"country": "ROK", "features": ["airbase"]},
    "N3022": {"country": "ROK", "features": ["airfield"]},
    "N3010": {"country": "DPRK", "features": ["airbase"]},
    "N3008": {"country": "DPRK", "features": ["airfield"]},
}


def fields(units: dict[str, Any], at: str = QUIET, first: str = "allied", **more: Any) -> KoreaState:
    told = {"weather": "clear", "air_level": "contested", "facts": {"hexes": BASES}, "scenario": "all_in", **more}
    return board(at, units, first=first, initiative="", **told)


def fly(name: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "fly", "unit": name, "to": to, **more}


@pytest.mark.rule("NW-8.5.2.a", "NW-8.5.2.b")
def test_infantry_from_base_to_base_with_half_its_movement_after() -> None:
    state = fields({ROK_INF: "N3020"})
    landed = play(state, "allied", fly(ROK_INF, "N3022")).state
    unit = landed.units[key(landed, ROK_INF)]
    assert (where(landed, ROK_INF), unit.spent, unit.moved) == ("N3022", 12, False)
    assert why(landed, "allied", fly(ROK_INF, "N3020")).rule == "NW-8.5.4.4.d"
    busan = play(state, "allied", fly(ROK_INF, "busan")).state
    assert where(busan, ROK_INF) == "Busan"


@pytest.mark.rule("NW-8.5.2.a")
def test_who_and_where() -> None:
    assert why(fields({ROK_MECH: "N3020"}), "allied", fly(ROK_MECH, "N3022")).rule == "NW-8.5.2.a"
    assert why(fields({ROK_INF: "N3021"}), "allied", fly(ROK_INF, "N3022")).rule == "NW-8.5.2.a"
    assert why(fields({ROK_INF: "N3020"}), "allied", fly(ROK_INF, "N3010")).rule == "NW-8.5.2.a"
    assert why(fields({ROK_INF: "N3020"}, captured={"N3022": "dprk"}), "allied", fly(ROK_INF, "N3022"))
    foes = {INF: "N3021", "DPRK 6/II Inf Div": "N3021"}
    assert why(fields({ROK_INF: "N3020", **foes}), "allied", fly(ROK_INF, "busan")).rule == "NW-8.5.2.a"
    assert why(fields({ROK_INF: "busan", **foes}), "allied", fly(ROK_INF, "N3022")).rule == "NW-8.5.2.a"
    assert may(fields({LIGHT: "N3010"}, first="dprk"), "dprk", fly(LIGHT, "N3008"))


@pytest.mark.rule("NW-8.5.2.1", "NWK-5.2")
def test_the_limits_of_a_segment_by_nation() -> None:
    state = fields({ROK_INF: "N3020", ROK_BDE: "N3020", "US 3/25 Inf Bde": "N3020", "CW Abn Abn Bn": "N3020"})
    one = play(state, "allied", fly(ROK_INF, "N3022")).state
    two = play(one, "allied", fly("US 3/25 Inf Bde", "N3022")).state
    assert why(two, "allied", fly(ROK_BDE, "N3022")).rule == "NWK-5.2"  # the US and the ROK share three points
    assert may(two, "allied", fly("CW Abn Abn Bn", "N3022"))
    assert why(fields({INF: "N3010"}, first="dprk"), "dprk", fly(INF, "N3008")).rule == "NWK-5.2"
    assert air_transport.left2(state, "japan") == 2
    fresh = fields({ROK_INF: "N3020"}, "basic.first_movement", flown={"us_rok": 6})
    assert may(fresh, "allied", fly(ROK_INF, "N3022"))


@pytest.mark.rule("NW-8.5.2.c", "NWT-ADF.drm", "NW-6.6.a", "NW-6.6.1.1.a")
def test_under_fire_with_three_for_a_landing_at_home() -> None:
    state = fields({ROK_INF: "N3020"}, air_level="superiority", air_side="dprk")
    step = play(state, "allied", fly(ROK_INF, "N3022"), [1])  # 4: turned back
    assert reasons(logged(step, "air_defence_transport").modifiers)["home_transport"] == 3
    assert where(step.state, ROK_INF) == "N3020"
    assert why_move(step.state, "allied", ROK_INF, "N3021").rule == "NW-8.5.1.a"
    step = play(state, "allied", fly(ROK_INF, "N3022"), [4])
    assert where(step.state, ROK_INF) == "N3022"
    abroad = fields({ROK_INF: "N3020"}, captured={"N3010": "allied"})
    step = play(abroad, "allied", fly(ROK_INF, "N3010"), [9])
    assert "home_transport" not in reasons(logged(step, "air_defence_transport").modifiers)


@pytest.mark.rule("NW-6.6.1.1.c", "NW-6.2.2.a", "NW-6.2.2.c")
def test_a_star_costs_a_step_and_escorts_help() -> None:
    state = fields({ROK_INF: "N3020"}, captured={"N3010": "allied"}, accounts={"allied": {"air": 3}, "dprk": {}})
    step = play(state, "allied", fly(ROK_INF, "N3010"), [0])
    assert (where(step.state, ROK_INF), steps(step.state, ROK_INF)) == ("N3020", 1)
    step = play(state, "allied", fly(ROK_INF, "N3010", escort=2), [3])  # a base two hexes off costs what they add
    assert (where(step.state, ROK_INF), step.state.accounts["allied"].air) == ("N3010", 1)
    assert not may(state, "allied", fly(ROK_INF, "N3010", escort=3))
    assert not may(state, "allied", fly(ROK_INF, "N3022", escort=1))  # nobody fires there


@pytest.mark.rule("NW-4.1.3.a", "NWS-STD-3.3")
def test_not_in_a_storm_nor_in_elite_reaction() -> None:
    assert why(fields({ROK_INF: "N3020"}, weather="storm"), "allied", fly(ROK_INF, "N3022")).rule == "NW-4.1.3.a"
    elite = fields({ROK_INF: "N3020"}, "initiative.elite_reaction", first="dprk")
    assert why(elite, "allied", fly(ROK_INF, "N3022")).rule == "NWS-STD-3.3"


@pytest.mark.rule("NW-8.5.2.a")
def test_bases_in_the_playing_area_without_an_enemy_and_not_the_one_it_is_at() -> None:
    assert why(fields({ROK_INF: "N3020"}), "allied", fly(ROK_INF, "N3020")).rule == "NW-8.5.2.a"
    part = {"hexes": BASES, "card": {"area": {"sheet": "N"}}}
    state = fields({ROK_INF: "N3020"}, facts=part)
    assert may(state, "allied", fly(ROK_INF, "N3022"))
    assert not may(state, "allied", fly(ROK_INF, "busan"))
    raided = fields({ROK_INF: "N3020", LIGHT: "N3022"})
    assert not may(raided, "allied", fly(ROK_INF, "N3022"))


@pytest.mark.rule("NW-8.5.2.b", "NW-8.5.2.c")
def test_what_a_flight_leaves_behind() -> None:
    step = play(fields({ROK_INF: "N3020"}), "allied", fly(ROK_INF, "N3022"))
    assert (step.state.flown, logged(step, "flown").rule) == ({"us_rok": 4}, "NW-8.5.2.a")
    points = {"allied": {"air": 1}, "dprk": {}}
    risky = fields({ROK_INF: "N3020"}, air_level="superiority", air_side="dprk", accounts=points)
    step = play(risky, "allied", fly(ROK_INF, "N3022", escort=1), [3])
    assert reasons(logged(step, "air_defence_transport").modifiers) == {"escort": 1, "home_transport": 3}


@pytest.mark.rule("NW-8.5.1.e", "NW-8.5.2.b")
def test_who_was_flown_has_its_half_and_no_hex_for_nothing() -> None:
    # Half of four points are two; a mountain costs infantry four, and it has come a long way already.
    facts = {"hexes": {**BASES, "N3021": {"terrain": "mountain", "country": "ROK"}}}
    flown = play(fields({ROK_INF: "N3020"}, facts=facts), "allied", fly(ROK_INF, "N3022")).state
    no = why_move(flown, "allied", ROK_INF, "N3021")
    assert (no.rule, no.params["need"], no.params["left"]) == ("NW-2.3.5", "4", "2")
    marched = fields({ROK_INF: {"hex": "N3022", "spent": 12}}, facts=facts)
    assert may_move(marched, "allied", ROK_INF, "N3021")


@pytest.mark.rule("NW-8.5.1.a")
def test_who_was_flown_in_moves_on_without_those_it_found_there() -> None:
    state = play(fields({ROK_INF: "N3020", ROK_BDE: "N3022"}), "allied", fly(ROK_INF, "N3022")).state
    assert why_move(state, "allied", [ROK_INF, ROK_BDE], "N3021").rule == "NW-8.5.1.a"
    assert may_move(state, "allied", ROK_INF, "N3021")
    assert may_move(state, "allied", ROK_BDE, "N3021")
