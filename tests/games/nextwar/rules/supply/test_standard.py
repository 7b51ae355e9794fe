"""Chapter 13: optional supply of the standard game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.combat.strength import attack_of
from sandtable.games.nextwar.rules.korean_units.snipers import has_helicopters
from sandtable.games.nextwar.rules.movement import airmobile, marching
from sandtable.games.nextwar.rules.supply import standard
from sandtable.games.nextwar.rules.terms.efficiency import rating
from tests.games.nextwar.battles import battle
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    QUIET,
    ROK_INF,
    ROK_INF_2,
    accounts,
    at,
    board,
    key,
    may,
    play,
    why,
    why_move,
)
from tests.games.nextwar.seas import BEACH, INSHORE, MARINES, afloat

CITY = {"N3005": {"country": "DPRK", "features": ["city"]}}
ROAD = {f"N30{row:02d}-N30{row + 1:02d}": {"road": "secondary"} for row in range(5, 12)}


def traced(units: dict[str, Any], at_: str = QUIET, **more: Any) -> KoreaState:
    """A road from a city south, with the option in force."""
    facts = {"hexes": {**CITY, **more.pop("hexes", {})}, "sides": {**ROAD, **more.pop("sides", {})}}
    facts |= more.pop("facts", {})
    options = {"supply": True, **more.pop("options", {})}
    told = {"first": "dprk", "initiative": "dprk", "weather": "clear", "air_level": "contested", **more}
    return board(at_, units, facts=facts, options=options, **told)


def supplied(state: KoreaState, name: str = INF) -> bool:
    return standard.is_supplied(state, key(state, name))


@pytest.mark.rule("NW-13.1")
def test_an_option_of_the_standard_game() -> None:
    assert not supplied(traced({INF: "N3520"}))
    assert supplied(traced({INF: "N3520"}, options={"supply": False}))
    assert supplied(traced({INF: "N3520"}, facts={"card": {"area": {}, "level": "advanced"}}))


@pytest.mark.rule("NW-13.1.1", "NW-13.1.2")
def test_along_a_road_to_a_city_and_one_hex_to_the_road() -> None:
    assert supplied(traced({INF: "N3012"}))
    assert supplied(traced({INF: "N3111"}))
    assert not supplied(traced({INF: "N3014"}))
    assert not supplied(traced({INF: "N3012"}, captured={"N3005": "allied"}))
    urban = {"N3005": {"country": "DPRK", "terrain": "urban"}}
    assert supplied(traced({INF: "N3012"}, hexes=urban))
    town = {"N3005": {"country": "DPRK", "features": ["town"]}}
    assert not supplied(traced({INF: "N3012"}, hexes=town))
    water = {"N3012-N3013": {"water": True}}
    assert supplied(traced({INF: "N3013"}))
    assert not supplied(traced({INF: "N3013"}, sides=water))


@pytest.mark.rule("NW-13.1.2")
def test_enemies_their_zones_and_their_hard_hexes_cut_the_road() -> None:
    assert not supplied(traced({INF: "N3012", "ROK 101/I Inf Bde": "N3008"}))
    zone = {INF: "N3012", ROK_INF: "N3108", ROK_INF_2: "N3108"}
    assert not supplied(traced(zone))
    held = traced({**zone, "DPRK 6/II Inf Div": "N3008", "DPRK 8/II Inf Div": "N3009"})
    assert supplied(held)
    port = {"N3008": {"country": "DPRK", "features": ["port"]}}
    assert supplied(traced({INF: "N3012"}, hexes=port))
    assert not supplied(traced({INF: "N3012"}, hexes=port, captured={"N3008": "allied"}))


@pytest.mark.rule("NW-13.1.1")
def test_a_beachhead_with_a_friendly_sea_and_the_boxes_off_the_map() -> None:
    def ashore(**more: Any) -> KoreaState:
        return afloat(units={MARINES: BEACH}, options={"supply": True}, **more)

    assert supplied(ashore(beachheads={BEACH: "allied"}), MARINES)
    assert not supplied(ashore(), MARINES)
    assert not supplied(ashore(beachheads={BEACH: "allied"}, seas={INSHORE: "dprk"}), MARINES)
    south = traced({ROK_INF: "S4023"})
    assert supplied(south, ROK_INF)  # a line off the map leads to Busan
    assert at(south, "busan") in standard.sources(south, "allied")
    aboard = afloat(units={MARINES: INSHORE}, options={"supply": True})
    assert supplied(aboard, MARINES)


@pytest.mark.rule("NW-13.1.3")
def test_who_came_by_air_is_supplied_in_that_turn() -> None:
    assert supplied(traced({INF: {"hex": "N3520", "by_air": True}}))
    state = traced({LIGHT: "N3012"}, accounts=accounts(dprk={"airmobile": 4}))
    assert supplied(play(state, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "N3503"}).state, LIGHT)


@pytest.mark.rule("NW-13.1.4.a")
def test_half_the_attack_half_the_movement_and_one_less_of_efficiency() -> None:
    cut, whole = traced({INF: "N3520"}), traced({INF: "N3012"})
    number = key(cut, INF)
    assert marching.march(cut, (number,)).walkers[0].budget * 2 == marching.march(whole, (number,)).walkers[0].budget
    assert rating(cut, number) == rating(whole, number) - 1
    fight = traced({INF: "N3010", ROK_INF: "N3011"}, options={"supply": False})
    lone = traced({INF: "N3010", ROK_INF: "N3011"}, hexes={"N3005": {"country": "DPRK"}})
    assert attack_of(lone, number, battle(lone, INF)).amount * 2 == attack_of(fight, number, battle(fight, INF)).amount
    assert [standard.halved(n) for n in (0, 1, 2, 5, 8)] == [0, 1, 1, 2, 4]
    weak = {"facts": {"units": {INF: {"front": [8, 6, 1, 4, 4, "foot"]}}}}
    assert rating(traced({INF: "N3520"}, **weak), number) == 1


@pytest.mark.rule("NW-13.1.4.a")
def test_no_exploitation_and_no_elite_reaction() -> None:
    cut = traced({INF: "N3520"}, "initiative.exploitation")
    assert why_move(cut, "dprk", INF, "N3519").rule == "NW-13.1.4.a"
    elite = traced(
        {LIGHT: "N3520"},
        "initiative.elite_reaction",
        first="allied",
        initiative="allied",
        facts={"units": {LIGHT: {"front": [2, 2, 8, 5, 2, "light"]}}},
    )
    assert why_move(elite, "dprk", LIGHT, "N3519").rule == "NW-13.1.4.a"


@pytest.mark.rule("NW-13.1.4.b")
def test_airmobile_units_without_supply_need_points() -> None:
    name = "US 1/101 AMob Bde"
    units = {name: "N3520"}
    cut = traced(units, first="allied", initiative="allied", accounts=accounts(allied={"airmobile": 0}))
    assert airmobile.price(cut, key(cut, name)) == 1
    assert why(cut, "allied", {"do": "airmobile", "unit": name, "to": "N3518"}).rule == "NW-13.1.4.b"


@pytest.mark.rule("NWK-3.1.4.1.c")
def test_snipers_without_supply_have_no_helicopters() -> None:
    units = {"DPRK 17 Snp Bde": "N3520", INF: "N3521"}
    assert not has_helicopters(traced(units), key(traced(units), "DPRK 17 Snp Bde"))
    free = traced(units, options={"supply": False})
    assert has_helicopters(free, key(free, "DPRK 17 Snp Bde"))


@pytest.mark.rule("NW-13.2")
def test_airmobile_points_start_from_a_base() -> None:
    base = {"N3002": {"country": "DPRK", "features": ["airfield"]}}
    told = {"accounts": accounts(dprk={"airmobile": 4}), "hexes": base}
    near = traced({LIGHT: "N3012"}, options={"airmobile_bases": True}, **told)
    assert airmobile.reach(near, key(near, LIGHT)) == 14
    assert may(near, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "S2703"})
    assert not may(near, "dprk", {"do": "airmobile", "unit": LIGHT, "to": "S2704"})
    free = traced({LIGHT: "N3012"}, **told)
    assert airmobile.reach(free, key(free, LIGHT)) == 24
    own = traced({"US 1/101 AMob Bde": "N3012"}, options={"airmobile_bases": True, "supply": False}, **told)
    assert airmobile.reach(own, key(own, "US 1/101 AMob Bde")) == 24


@pytest.mark.rule("NW-13.1.2")
def test_the_overlay_shows_the_roads() -> None:
    state = traced({INF: "N3012"})
    shown = GAME.query(GAME.view(state, "dprk"), "supply", {"side": "dprk"})
    assert str(at(state, "N3012")) in shown.places  # type: ignore[union-attr]
    off = traced({INF: "N3012"}, options={"supply": False})
    assert GAME.query(GAME.view(off, "dprk"), "supply", {"side": "dprk"}) is None
