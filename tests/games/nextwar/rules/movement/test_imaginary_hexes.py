"""Korea, 5.5.2.1: units that wait beside the map where the enemy holds the end of their line."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat import battle as rules
from sandtable.games.nextwar.rules.combat.retreats import can_step
from sandtable.games.nextwar.rules.movement import imaginary_hexes, marching, stacking
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.supply import isolation, standard, tracing
from sandtable.games.nextwar.rules.terms.stacks import there
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_ARM,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    ROK_MECH,
    advanced,
    asked,
    at,
    board,
    draft,
    key,
    may,
    may_move,
    move,
    play,
    steps,
    where,
    why,
    why_move,
)

FIGHT = "basic.first_combat"
THIRD = "DPRK 8/II Inf Div"


def off_map(units: dict[str, Any], first: str = "allied", where_: str = QUIET, **more: Any) -> KoreaState:
    told = {"weather": "clear", "initiative": "", "scenario": "all_in", **more}
    return board(where_, units, first=first, **told)


def price(state: KoreaState, unit: str, to: str) -> int | None:
    return marching.march(state, (key(state, unit),)).steps(()).get(at(state, to))


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_who_finds_the_end_in_enemy_hands_stops_beside_it() -> None:
    state = off_map({ROK_ARM: "busan", INF: "S4023"}, facts={"hexes": {"S4023": {"terrain": "mountain"}}})
    assert price(state, ROK_ARM, "S4023+") == 6 * 2  # six hexes of seven at a third; nobody's zone is in a mountain
    assert price(state, ROK_ARM, "S4022") is None
    assert where(move(state, "allied", ROK_ARM, "S4023+"), ROK_ARM) == "S4023+"
    assert why_move(state, "allied", ROK_ARM, "S4023").rule == "NW-8.2.2.a"
    # Only where the enemy stands: else the line leads onto the map.
    for others in ({}, {ROK_INF: "S4023"}, {INF: "S4022"}):
        free = off_map({ROK_ARM: "busan", **others})
        assert why_move(free, "allied", ROK_ARM, "S4023+").rule == "NWK-5.5.2.1.a"
        assert at(free, "S4023+") not in marching.destinations(free, key(free, ROK_ARM))
    assert at(state, "S4023+") in marching.destinations(state, key(state, ROK_ARM))


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_nobody_gets_there_from_the_map() -> None:
    state = off_map({ROK_ARM: "S4023", INF: "S4021"})
    assert not may_move(state, "allied", ROK_ARM, "S4023+")
    assert at(state, "S4023+") not in marching.destinations(state, key(state, ROK_ARM))
    enemy_ = off_map({INF: "S4023", ROK_INF: "S4022"}, first="dprk")
    assert not may_move(enemy_, "dprk", INF, "S4023+")
    # Where only a part of the map is played there are no lines, and nothing beside it.
    part = board(QUIET, {MECH: "N2500"}, first="dprk", initiative="", facts={"card": {"area": {"sheet": "N"}}})
    assert not may_move(part, "dprk", MECH, "N2500+")
    assert at(part, "N2500+") not in marching.destinations(part, key(part, MECH))


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_a_short_line_costs_one_hex_at_least() -> None:
    state = off_map({ROK_ARM: "N2500", LIGHT: "N2600"})
    assert price(state, ROK_ARM, "N2600+") == 3  # a primary road in the DPRK
    assert may_move(state, "allied", ROK_ARM, "N2600+")
    assert not may_move(state, "allied", ROK_ARM, "N2600+", "N2800")  # no way around the enemy: it ends there
    upper = off_map({ROK_ARM: "N2600", INF: "N3100"}, facts={"hexes": {"N3100": {"terrain": "mountain"}}})
    assert price(upper, ROK_ARM, "N3100+") == 4 * 3


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_zones_reach_in_and_out() -> None:
    state = off_map({ROK_INF: "S4023+", INF: "S4023"})
    assert zoc(state, "allied")[at(state, "S4023")] == (at(state, "S4023+"),)
    assert at(state, "S4023+") in zoc(state, "dprk")
    assert price(off_map({ROK_ARM: "busan", INF: "S4023"}), ROK_ARM, "S4023+") == 6 * 2 + 6  # and a point for the zone
    high = off_map({ROK_INF: "S4023+", INF: "S4023"}, facts={"hexes": {"S4023": {"terrain": "mountain"}}})
    assert at(high, "S4023+") not in zoc(high, "dprk")


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_it_has_the_terrain_and_the_room_of_its_neighbour_and_nothing_else() -> None:
    facts = {"hexes": {"S4023": {"terrain": "mountain", "features": ["city"]}}}
    state = off_map({ROK_INF: "S4023+", ROK_INF_2: "S4023+", INF: "S4023"}, facts=facts)
    place = at(state, "S4023+")
    assert (state.board.terrain(place), state.board.ground[place].is_city) == ("mountain", False)
    assert stacking.excess(state, place) == 1
    assert state.board.ground[place].country == "rok"


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_onto_the_map_when_the_enemy_is_gone_and_back_to_the_box() -> None:
    state = off_map({ROK_INF: "S4023+", ROK_ARM: "S4023+"})
    assert (price(state, ROK_INF, "S4023"), price(state, ROK_ARM, "S4023")) == (3, 2)  # the last hex of the highway
    assert may_move(state, "allied", ROK_INF, "S4023", "S4022")
    assert price(state, ROK_ARM, "busan") == 12
    north = off_map({ROK_ARM: "N2500+"})
    assert price(north, ROK_ARM, "N2500") == 3  # a primary road in the DPRK
    assert where(move(state, "allied", ROK_ARM, "busan"), ROK_ARM) == "Busan"


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_who_is_on_the_way_comes_out_beside_the_end() -> None:
    units: dict[str, Any] = {ROK_INF: {"hex": "busan", "spent": -24, "toward": "S3423"}, INF: "S3423"}
    state = off_map(units, facts={"hexes": {"S3423": {"terrain": "mountain"}}})
    assert where(move(state, "allied", ROK_INF, "S3423+"), ROK_INF) == "S3423+"
    assert not may_move(state, "allied", ROK_INF, "S4023+")
    fresh = off_map({ROK_INF: "busan", INF: "S3423"})
    gone = play(fresh, "allied", {"do": "set_out", "unit": ROK_INF, "to": "S3423+"}).state
    assert gone.units[key(gone, ROK_INF)].toward == at(gone, "S3423")
    assert why(fresh, "allied", {"do": "set_out", "unit": ROK_INF, "to": "S3423"}).rule == "NW-8.2.2.a"
    free = off_map({ROK_INF: "busan"})
    assert why(free, "allied", {"do": "set_out", "unit": ROK_INF, "to": "S3423+"}).rule == "NWK-5.5.2.1.a"
    back = off_map({ROK_INF: "S3423+", INF: "S3423"})
    assert may(back, "allied", {"do": "set_out", "unit": ROK_INF, "to": "busan"})


def resulting(state: KoreaState, side: str, target: str, result: str, *attackers: str) -> KoreaState:
    """A combat over a hex after its result has been read."""
    place = at(state, target)
    units, against = tuple(key(state, name) for name in attackers), there(state, place)
    d = draft(state)
    d.call("battle.defence_losses", Battle(side, place, units, against, attack_lead=units[0], defence_lead=against[0]))
    rules.apply(d, result)
    return GAME.play_on(d).state


@pytest.mark.rule("NWK-5.5.2.1.a", "NW-9.9.b.2", "NW-9.10.b", "NW-8.2.2.g")
def test_they_attack_from_there_and_go_in() -> None:
    state = off_map({ROK_MECH: "S4023+", LIGHT: "S4023"}, where_=FIGHT)
    assert asked(state) == {"allied": "basic.first_combat.attacks"}
    assert may(state, "allied", {"do": "attack", "target": "S4023", "units": [ROK_MECH]})
    high = {"hexes": {"S4023": {"terrain": "mountain"}}}
    by_road = off_map({ROK_MECH: "S4023+", LIGHT: "S4023"}, where_=FIGHT, facts=high)
    assert may(by_road, "allied", {"do": "attack", "target": "S4023", "units": [ROK_MECH]})
    out_of_it = off_map({ROK_BDE: "S4023+", MECH: "S4023"}, first="dprk", where_=FIGHT, facts=high)
    assert may(out_of_it, "dprk", {"do": "attack", "target": "S4023+", "units": [MECH]})
    won = resulting(state, "allied", "S4023", "-/1", ROK_MECH)
    inside = play(won, "allied", {"do": "advance", "units": [ROK_MECH]}).state
    assert where(inside, ROK_MECH) == "S4023"
    assert not may(inside, "allied", {"do": "pursue", "to": "S4023+", "units": [ROK_MECH]})
    assert may(inside, "allied", {"do": "pursue", "to": "S4022", "units": [ROK_MECH]})


@pytest.mark.rule("NWK-5.5.2.1.a", "NW-9.8.1.b", "NW-9.8.1.c")
def test_thrown_back_they_go_to_the_box_and_nobody_follows() -> None:
    state = off_map({MECH: "S4023", ROK_INF: "S4023+"}, first="dprk", where_=FIGHT)
    assert may(state, "dprk", {"do": "attack", "target": "S4023+", "units": [MECH]})
    beaten = resulting(state, "dprk", "S4023+", "-/1R", MECH)
    for other in (["S4023"], ["S4022"], ["S4022", "S4021"]):
        assert why(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": other}).rule == "NWK-5.5.2.1.a"
    out = play(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["busan"]}).state
    assert where(out, ROK_INF) == "Busan"
    assert where(out, MECH) == "S4023"
    assert asked(out) == {"allied": "basic.second_movement.moves"}  # the combat is over
    killed = off_map({MECH: "S4023", ROK_ARM: {"hex": "S4023+", "steps": 1}}, first="dprk", where_=FIGHT)
    gone = resulting(killed, "dprk", "S4023+", "-/2", MECH)
    assert (where(gone, MECH), at(gone, "S4023+") in gone.visited) == ("S4023", False)


@pytest.mark.rule("NWK-5.5.2.1.a", "NW-9.8.1.d")
def test_nobody_retreats_beside_the_map() -> None:
    units = {ROK_MECH: "N2501", ROK_INF: "N2602", INF: "N2500"}
    state = off_map(units, where_=FIGHT)
    beaten = resulting(state, "allied", "N2500", "-/1R", ROK_MECH)
    assert why(beaten, "dprk", {"do": "retreat", "unit": INF, "path": ["N2500+"]}).rule == "NWK-5.5.2.1.a"
    assert why(beaten, "dprk", {"do": "retreat", "unit": INF, "path": ["N3020"]}).rule == "NW-9.8.1.b"
    assert not can_step(beaten, key(beaten, INF), at(beaten, "N2500"), at(beaten, "N2500+"))
    assert can_step(beaten, key(beaten, INF), at(beaten, "N2500"), at(beaten, "N2600"))


@pytest.mark.rule("NWK-5.5.2.1.a", "NWK-5.5.2.1.b")
def test_beside_n2500_they_go_to_n2600_and_the_other_way_round() -> None:
    for one, other in (("N2500", "N2600"), ("N2600", "N2500")):
        state = off_map({MECH: one, ROK_INF: f"{one}+"}, first="dprk", where_=FIGHT)
        assert imaginary_hexes.havens(state, at(state, f"{one}+")) == (at(state, other),)
        beaten = resulting(state, "dprk", f"{one}+", "-/1R", MECH)
        assert not may(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["N2800"]})
        step = play(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": [other]})
        assert where(step.state, ROK_INF) == other


@pytest.mark.rule("NWK-5.5.2.1.b")
def test_where_the_enemy_is_they_are_lost() -> None:
    units = {MECH: "N2500", OTHER_INF: "N2600", ROK_INF: "N2500+", ROK_INF_2: "N2500+"}
    state = off_map(units, first="dprk", where_=FIGHT)
    gone = resulting(state, "dprk", "N2500+", "-/1R", MECH)
    assert where(gone, ROK_INF) == where(gone, ROK_INF_2) == "eliminated"
    lost = off_map({MECH: "S4023", ROK_INF: "S4023+"}, first="dprk", where_=FIGHT, busan_lost=True)
    assert where(resulting(lost, "dprk", "S4023+", "-/1R", MECH), ROK_INF) == "eliminated"
    # On the map who cannot retreat stays, and the hex pays one step.
    around = {MECH: "N3010", INF: "N3010", OTHER_INF: "N3111", THIRD: "N2911", ROK_INF: "N3011"}
    high = {"hexes": {"N3011": {"terrain": "highland"}}}
    stuck = resulting(off_map(around, first="dprk", where_=FIGHT, facts=high), "dprk", "N3011", "-/-R", MECH)
    assert (where(stuck, ROK_INF), steps(stuck, ROK_INF)) == ("N3011", 1)
    # A friend there, or nobody, is no hindrance; a box that takes them is never one.
    friend = off_map({**units, OTHER_INF: "N2700", ROK_BDE: "N2600"}, first="dprk", where_=FIGHT)
    safe = resulting(friend, "dprk", "N2500+", "-/-R", MECH)
    assert may(safe, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["N2600"]})


@pytest.mark.rule("NWK-5.5.2.1.a", "NWK-5.5.2.1.b")
def test_beside_other_ends_without_a_box_the_far_end_serves() -> None:
    state = off_map({MECH: "N3200", ROK_INF: "N3200+"}, first="dprk", where_=FIGHT)
    beaten = resulting(state, "dprk", "N3200+", "-/1R", MECH)
    assert may(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["N3100"]})
    assert may(beaten, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["N3400"]})
    assert imaginary_hexes.havens(state, at(state, "N3200+")) == (at(state, "N3100"), at(state, "N3400"))
    assert imaginary_hexes.havens(state, at(state, "N3600+")) == (at(state, "hamhung"),)


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_supply_follows_the_line_as_long_as_somebody_stands_there() -> None:
    units = {ROK_INF: "S4023+", INF: "S4023", ROK_BDE: "N3020"}
    state = off_map(units, options={"supply": True})
    assert standard.is_supplied(state, key(state, ROK_INF))
    assert at(state, "S4423+") not in standard.network(state, "allied")
    assert at(state, "S4423+") in isolation.barred(state, "allied")
    assert at(state, "S4023+") not in isolation.barred(state, "allied")
    assert at(state, "busan") in isolation.beside(state, at(state, "S4023+"))
    assert at(state, "S4423+") in tracing.closed(state, "allied")
    assert at(state, "S4023+") not in tracing.closed(state, "allied")


@pytest.mark.rule("NWK-5.5.2.1.a")
def test_distances_and_looks_around_count_it_as_the_next_hex() -> None:
    korea = off_map({ROK_INF: "busan"}).board
    place, end = korea.place("S4023+"), korea.place("S4023")
    assert [korea.map.distance(place, h) for h in (place, end, korea.place("S4022"))] == [0, 1, 2]
    assert korea.map.distance(korea.place("S4022"), korea.place("S4423+")) == 1 + korea.map.distance(
        korea.place("S4022"), korea.place("S4423")
    )
    assert place in korea.map.within(korea.place("S4022"), 2)
    assert place not in korea.map.within(korea.place("S4022"), 1)
    assert korea.map.within(place, 1) == (end, place)


@pytest.mark.rule("NWK-5.5.2")
def test_lines_are_not_interdicted() -> None:
    state = advanced("first_strike.allied_strikes", card={"sea": True}, units={})
    no = targets.why_not_interdict(state, at(state, "S4023+"))
    assert no is not None
    assert no.rule == "NWK-5.5.2"
    assert targets.why_not_interdict(state, at(state, "S4023")) is None
