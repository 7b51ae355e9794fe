"""Rule 29.1: air points in the advanced game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Collateral, KoreaOptions, KoreaState, Mission
from sandtable.games.nextwar.rules.air_points import points
from sandtable.games.nextwar.rules.air_war import arrivals, point_strikes
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.strikes import attacks
from sandtable.games.nextwar.scenario import load
from sandtable.games.nextwar.scenario.setup import opening
from tests.games.nextwar.board import (
    INF,
    MECH,
    QUIET,
    ROK_INF,
    accounts,
    advanced,
    asked,
    at,
    carried_out,
    draft,
    key,
    logged,
    may,
    play,
    reasons,
    where,
    why,
)

AGREED = {"standard_air": True}
HEXES = {
    "N2810": {"country": "DPRK", "features": ["airfield"]},
    "N2606": {"country": "DPRK", "features": ["airfield"]},
    "N2804": {"country": "DPRK", "features": ["airbase"]},
    "N2818": {"country": "ROK", "features": ["airbase"]},
    "N3016": {"country": "ROK", "features": ["airbase"]},
    "N3020": {"country": "ROK", "features": ["airbase"]},
}
ALOFT = {"base": "rok", "box": "superiority"}
PURSES = {"dprk": {"air": 6}, "allied": {"air": 8}}


def war(at_: str = QUIET, **fields: Any) -> KoreaState:
    told = {"accounts": PURSES, "options": AGREED, "air_level": "contested", "facts": {"hexes": HEXES}, **fields}
    return advanced(at_, **told)


def strike(place: str = "N2810", aim: str = "airfield", points_: int = 4, **more: Any) -> dict[str, Any]:
    return {"do": "point_strike", "aim": aim, "place": place, "points": points_, **more}


@pytest.mark.rule("NW-29.1")
def test_no_air_units_where_both_agree_on_points() -> None:
    for name in ("strategic_surprise", "tactical_surprise", "extended_mobilization"):
        assert opening(load(name, KoreaOptions(standard_air=True), {})).aircraft == {}
        assert opening(load(name, KoreaOptions(), {})).aircraft
    assert opening(load("air_war", KoreaOptions(standard_air=True), {})).aircraft
    assert not load("all_in", KoreaOptions(standard_air=True), {}).uses_points
    state = carried_out(war(), lambda d: arrivals.draw_unit(d, "us", "F-16D"))
    assert state.aircraft == {}
    assert carried_out(war(options={}), lambda d: arrivals.draw_unit(d, "us", "F-16D"), [0]).aircraft


@pytest.mark.rule("NW-29.1", "NW-29.1.1")
def test_points_are_rolled_for_and_doubled() -> None:
    plain = carried_out(war(turn=3, options={}), points.receive, [5, 5])
    doubled = carried_out(war(turn=3), points.receive, [5, 5])
    for side in ("dprk", "allied"):
        assert doubled.accounts[side].air == 2 * plain.accounts[side].air > 0
    lost = accounts(dprk={"air_lost": 1}, allied={"air_lost": 1})
    hurt = carried_out(war(turn=3, accounts=lost), points.receive, [5, 5])
    assert hurt.accounts["allied"].air == doubled.accounts["allied"].air - 1  # losses are not doubled


@pytest.mark.rule("NW-29.1")
def test_the_air_phase_rolls_for_points_and_fights_for_nothing() -> None:
    state = war("air.count", turn=3, dice=[5, 5], accounts=accounts(), aircraft={"US F-15C 1": ALOFT})
    assert state.accounts["allied"].air > 0
    assert (state.air_level != "", state.awacs) == (True, 1)
    ours = war("air.count", turn=3, options={}, accounts=accounts(), air_level="", aircraft={"US F-15C 1": ALOFT})
    assert ours.accounts["allied"].air == 0
    assert (ours.air_level, ours.awacs) == ("supremacy", 2)


@pytest.mark.rule("NW-29.1.2")
def test_air_points_strike_what_is_seen() -> None:
    units = {INF: {"hex": "N2806", "detected": True}}
    state = war("first_strike.allocation.allied", units=units)
    assert asked(state) == {"allied": "first_strike.allocation.allied"}
    assert may(state, "allied", strike())
    assert may(state, "allied", strike("N2806", "unit", unit=INF))
    assert not may(war("first_strike.allocation.allied", units={INF: "N2806"}), "allied", strike("N2806", "unit"))
    assert not may(state, "allied", strike("N2818", "airbase"))
    none = war("first_strike.allocation.allied", accounts={"dprk": {"air": 2}, "allied": {}})
    assert point_strikes.can_strike(none, "allied") is False
    last = war("first_strike.allocation.allied", accounts={"dprk": {}, "allied": {"air": 1}})
    assert may(last, "allied", strike(points_=1))
    asked_for = (last, "allied", "airfield", at(last, "N2810"), 0)
    assert point_strikes.escorts(*asked_for, 1) is None
    spare = point_strikes.escorts(*asked_for, 0)
    assert spare is not None
    assert (spare.least, spare.most, spare.default) == (0, 1, 0)
    assert not may(war("first_strike.allocation.allied", options={}), "allied", strike())


@pytest.mark.rule("NW-29.1.2")
def test_how_many_points_fly() -> None:
    state = war("first_strike.allocation.allied")
    assert may(state, "allied", strike(points_=4, escort=2))
    assert not may(state, "allied", strike(points_=5))
    assert not may(state, "allied", strike(points_=0))
    assert not may(state, "allied", strike(points_=4, escort=3))
    few = war("first_strike.allocation.allied", accounts={"dprk": {}, "allied": {"air": 3}})
    assert not may(few, "allied", strike(points_=4))
    assert may(few, "allied", strike(points_=2, escort=1))
    assert not may(few, "allied", strike(points_=2, escort=2))
    north = war("first_strike.allocation.dprk")
    assert may(north, "dprk", strike("N2818", "airbase", 2, escort=2))
    assert not may(north, "dprk", strike("N2818", "airbase", 3))


@pytest.mark.rule("NW-29.1.2")
def test_a_strike_braves_air_defence_like_support() -> None:
    more = {"N2604": {"country": "DPRK", "features": ["airfield"]}}
    state = war("first_strike.allocation.allied", facts={"hexes": {**HEXES, **more}})
    step = play(state, "allied", strike(escort=2), [9, 4, 9])  # nothing; then the strike, and the aircraft there
    assert (step.state.accounts["allied"].air, step.state.accounts["allied"].air_lost) == (2, 0)
    assert list(step.state.missions) == [1]
    other = play(step.state, "allied", strike("N2606", points_=1), [9, 9]).state
    assert list(other.missions) == [1, 2]
    assert reasons(logged(step, "air_defence_points").modifiers)["escort"] == 2
    shot = logged(step, "point_strike")
    assert (shot.rule, shot.params["column"], len(shot.rolls)) == ("NW-29.1.2", "6", 1)
    assert step.state.damage[at(state, "N2810")].airfield > 0
    assert why(step.state, "allied", strike()).rule == "NW-23.2.a"
    missed = play(state, "allied", strike(), [9, 9]).state
    assert missed.damage == {}


@pytest.mark.rule("NW-29.1.2")
def test_what_is_shot_down_does_not_strike() -> None:
    state = war("first_strike.allocation.allied", air_level="supremacy", air_side="dprk")
    step = play(state, "allied", strike(points_=1), [0])
    assert logged(step, "point_strike_stopped").rule == "NW-29.1.2"
    assert step.state.accounts["allied"].air_lost == 1
    full = play(state, "allied", strike(points_=4), [3, 9])  # less 1 near the airfield: two points are stopped
    assert logged(full, "air_defence_points").params["result"] == "A-2*"
    assert logged(full, "point_strike").params["column"] == "4"


@pytest.mark.rule("NW-29.1.2")
def test_a_unit_is_struck() -> None:
    units = {INF: {"hex": "N2806", "detected": True, "targeted": 2}}
    state = war("first_strike.allocation.allied", units=units)
    step = play(state, "allied", strike("N2806", "unit", unit=INF), [9, 2])
    assert reasons(logged(step, "point_strike").modifiers) == {"targeted": -2}
    struck = step.state.units[key(state, INF)]
    assert struck.strike or struck.steps < 2
    assert not step.state.damage


@pytest.mark.rule("NW-29.1.2")
def test_the_targets_are_free_again_in_the_next_phase() -> None:
    state = war("first_strike.allocation.allied")
    state = play(state, "allied", strike(), [9, 9]).state
    state = play(state, "allied", {"do": "done"}).state
    assert state.missions == {}


@pytest.mark.rule("NW-29.1.3")
def test_aircraft_caught_on_the_ground_are_points_lost() -> None:
    d = draft(war(), [0])  # air and an airmobile point
    collateral.at_aircraft(d, "allied", "rok", "airbase", 1)
    assert d.now.accounts["allied"].air_lost == 1
    assert [entry.key for entry in d.entries] == ["log.collateral", "log.air_points_lost"]
    d = draft(war(), [0])  # the owner's and the enemy's choice
    collateral.at_aircraft(d, "dprk", "dprk", "airbase", 3)
    assert d.now.accounts["dprk"].air_lost == 2
    d = draft(war(), [9])
    collateral.at_aircraft(d, "dprk", "dprk", "airbase", 3)
    assert d.now.accounts["dprk"].air_lost == 0
    assert [entry.key for entry in d.entries] == ["log.collateral"]
    for base, nations in (("rok", ("dprk", "rok")), ("japan", ())):
        d = draft(war(options={}), [0])
        collateral.at_aircraft(d, "allied", base, "airbase", 1)
        assert d.now.accounts["allied"].air_lost == 0
        assert d.now.subject(Collateral).nations == nations


@pytest.mark.rule("NW-29.1")
def test_flights_and_support_follow_the_standard_game() -> None:
    jumpers = "US 1/82 Abn Bde"
    state = war("basic.first_movement.moves", units={jumpers: "N3020", MECH: "N3015"}, first="allied", initiative="")
    step = play(state, "allied", {"do": "fly", "unit": jumpers, "to": "N3016"}, [9])
    assert logged(step, "air_defence_transport")
    assert where(step.state, jumpers) == "N3016"
    units = {INF: "N3010", ROK_INF: "N3009"}
    fight = war("basic.first_combat.attacks", units=units, contacts=[INF], first="dprk", initiative="")
    after = play(fight, "dprk", {"do": "attack", "target": "N3009", "units": [INF]}).state
    assert asked(after) == {"dprk": "battle.attack_support"}
    after = play(after, "dprk", {"do": "support", "air": 2}).state
    assert asked(after) == {"allied": "battle.defence_support"}
    fired = play(after, "allied", {"do": "support"}, [9, 5])
    assert logged(fired, "air_defence_points")


@pytest.mark.rule("NW-29.1.2", "NWT-STRIKE.drm")
@pytest.mark.parametrize(("weather", "drm"), [("clear", {}), ("overcast", {"overcast": 2}), ("storm", {"storm": 3})])
def test_bad_weather_spoils_the_aim_of_points_too(weather: str, drm: dict[str, int]) -> None:
    state = war("first_strike.allocation.allied", weather=weather)
    step = play(state, "allied", strike(points_=4), [9, 8])
    assert reasons(logged(step, "point_strike").modifiers) == drm


@pytest.mark.rule("NW-29.1.2", "NWT-STRIKE.drm")
def test_bad_weather_is_no_matter_of_helicopters() -> None:
    state = war(weather="overcast")
    assert reasons(attacks.modifiers(state, Mission("allied", "airfield", at(state, "N2810")), 0, 0)) == {}


@pytest.mark.rule("NW-23.4.3.a", "NW-29.1.2")
def test_points_that_can_do_no_harm_do_not_strike() -> None:
    state = war("first_strike.allocation.allied")
    assert why(state, "allied", strike("N2804", "airbase", 2)).rule == "NW-23.4.3.a"  # hardened
    assert may(state, "allied", strike("N2804", "airbase", 3))
    assert may(state, "allied", strike("N2810", "airfield", 1))
    assert why(state, "allied", strike("N2810", "airfield", 5)).rule == "NW-29.1.2"
    poor = war("first_strike.allocation.allied", accounts={"dprk": {"air": 6}, "allied": {"air": 2}})
    assert why(poor, "allied", strike("N2804", "airbase", 2)).rule == "NW-23.4.3.a"
    depots = {"DPRK Supply 1": {"hex": "N2606", "detected": True}, INF: {"hex": "N2606", "detected": True}}
    seen = war("first_strike.allocation.allied", accounts={"dprk": {}, "allied": {"air": 2}}, units=depots)
    order = strike("N2606", "unit", 2)
    assert why(seen, "allied", {**order, "unit": "DPRK Supply 1"}).rule == "NW-23.4.3.a"
    assert may(seen, "allied", {**order, "unit": INF})
