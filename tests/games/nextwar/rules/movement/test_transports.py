"""Rule 25.1: flights with troops in the advanced game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import AirBattle, KoreaState, Mission
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.rules.air_war import fire
from sandtable.games.nextwar.rules.movement import transports
from sandtable.games.nextwar.rules.movement.transports import AIRMOBILE, DROP, EARLY_ONLY, FLIGHT, IMMUNE, LOCAL, RADAR
from tests.games.nextwar.board import (
    INF,
    ROK_INF,
    ROK_MECH,
    accounts,
    advanced,
    asked,
    at,
    boxed,
    draft,
    key,
    logged,
    may,
    play,
    reasons,
    steps,
    where,
    why,
)
from tests.games.nextwar.seas import AMPH, RECON, coast

JUMPERS, OTHERS, EAGLES = "US 1/82 Abn Bde", "US 2/82 Abn Bde", "US 1/101 AMob Bde"
"""Airborne brigades of the US, and one with helicopters of its own."""
ROK, NORTH = {"country": "ROK"}, {"country": "DPRK"}
BASE = {**ROK, "features": ["airbase"]}
HEXES = {
    **{f"N30{row}": ROK for row in range(12, 23)},
    **{f"N30{row:02d}": NORTH for row in range(12)},
    "N3020": BASE,
    "N3016": BASE,
    "N3006": {**NORTH, "features": ["airfield"]},
}
POINTS = accounts(allied={"airmobile": 4}, dprk={"airmobile": 4})
RING = ("N3015", "N3115", "N3116", "N3017", "N2916", "N2915")
WALL = tuple(f"DPRK {name} Inf Div" for name in ("2/I", "13/I", "31/I", "46/I", "5/V", "12/V"))
EAGLE, MIG = "US F-15C 1", "DPRK MiG-29UB 1"
ALOFT = {"base": "rok", "box": "superiority"}


def sky(units: dict[str, Any] | None = None, **fields: Any) -> KoreaState:
    told = {"air_level": "contested", "accounts": POINTS, "first": "allied", "initiative": "", **fields}
    return advanced("basic.first_movement.moves", units=units or {}, facts={"hexes": HEXES}, **told)


def fly(to: str, name: str = JUMPERS, verb: str = "fly", **more: Any) -> dict[str, Any]:
    return {"do": verb, "unit": name, "to": to, **more}


# -- who looks for it ------------------------------------------------------------------------------------------------


def seen(way: str, start: str, to: str, units: dict[str, Any] | None = None, **fields: Any) -> str:
    state = sky(units, **fields)
    return transports.exposure(state, "allied", way, at(state, start), at(state, to))


@pytest.mark.rule("NW-25.1.b", "NW-25.1.d", "NW-25.1.e")
@pytest.mark.parametrize("way", [FLIGHT, DROP, AIRMOBILE])
def test_at_home_only_troops_nearby_see_a_flight(way: str) -> None:
    for level in ({}, {"air_level": "supremacy", "air_side": "allied"}):
        assert seen(way, "N3020", "N3016", **level) == IMMUNE
        assert seen(way, "N3020", "N3016", {INF: "N3013"}, **level) == IMMUNE
        for stands in ("N3014", "N3022", "N3018"):
            assert seen(way, "N3020", "N3016", {INF: stands}, **level) == LOCAL
        assert seen(way, "N3020", "N3016", {JUMPERS: "N3017"}, **level) == IMMUNE
        assert seen(way, "N3020", "busan", **level) == IMMUNE


@pytest.mark.rule("NW-25.1.c", "NW-25.1.e")
def test_abroad_the_radar_sees_planes_and_troops_see_helicopters() -> None:
    for level in ({}, {"air_level": "supremacy", "air_side": "allied"}, {"air_level": "advantage", "air_side": "dprk"}):
        for way in (FLIGHT, DROP):
            assert seen(way, "N3020", "N3006", **level) == RADAR
            assert seen(way, "N3006", "N3020", **level) == RADAR
            assert seen(way, "N3020", "N3006", {INF: "N3007"}, **level) == RADAR
        assert seen(AIRMOBILE, "N3020", "N3006", **level) == LOCAL
        assert seen(AIRMOBILE, "N3006", "N3020", **level) == LOCAL


@pytest.mark.rule("NW-25.1.d", "NW-25.1.e")
def test_under_an_enemy_sky_radar_finds_planes_at_home_too() -> None:
    theirs = {"air_level": "advantage", "air_side": "dprk"}
    for way in (FLIGHT, DROP):
        assert seen(way, "N3020", "N3016", **theirs) == EARLY_ONLY
        assert seen(way, "N3020", "N3016", {INF: "N3014"}, **theirs) == LOCAL
        assert seen(way, "N3020", "N3016", air_level="contested", air_side="dprk") == IMMUNE
    assert seen(AIRMOBILE, "N3020", "N3016", **theirs) == IMMUNE
    assert seen(AIRMOBILE, "N3020", "N3016", {INF: "N3014"}, **theirs) == LOCAL


@pytest.mark.rule("NW-25.1.a", "NW-25.1.b", "NW-25.1.f", "NW-25.1.g")
def test_an_immune_flight_needs_no_dice() -> None:
    lifted = play(sky({JUMPERS: "N3020"}), "allied", fly("N3016", verb="airmobile")).state
    assert (where(lifted, JUMPERS), lifted.accounts["allied"].airmobile_used) == ("N3016", 1)
    state = play(sky({JUMPERS: "N3020"}), "allied", fly("N3016")).state
    assert state.flown == {"us_rok": 2}
    home = Mission("dprk", "airfield", at(state, "N3006"))
    assert detecting.is_local(state, home)  # strikes on one's own soil are as before
    assert where(state, JUMPERS) == "N3016"
    assert state.missions == {}
    unit = state.units[key(state, JUMPERS)]
    assert (unit.carried, unit.moved) == (True, False)


# -- fire ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-25.1.b", "NW-25.1.f", "NWT-ADVAD.transport", "NWT-DETECTION.drm", "NWT-ADVAD.drm")
def test_near_the_enemy_local_missiles_then_guns() -> None:
    state = sky({JUMPERS: "N3020", INF: "N3014"})
    step = play(state, "allied", fly("N3016"), [1, 9, 9])  # seen on a 2; both miss
    assert where(step.state, JUMPERS) == "N3016"
    assert reasons(logged(step, "detection").modifiers) == {"transport": 1}
    assert logged(step, "detection").params["column"] == "local"
    assert logged(step, "sam").params["column"] == "sam_local_4_5"
    assert logged(step, "aaa").params["column"] == "aaa_local_2"
    assert reasons(logged(step, "aaa").modifiers) == {"transport": -2}
    unseen = play(state, "allied", fly("N3016"), [2]).state  # a 3: nobody saw it, and no points are at stake
    assert where(unseen, JUMPERS) == "N3016"


@pytest.mark.rule("NWT-ADVAD.transport")
@pytest.mark.parametrize(
    ("dice", "place", "left"),
    [
        ([0, 0, 9], "N3016", 1),  # missiles: a step, and on
        ([0, 1], "N3020", 2),  # missiles: abort
        ([0, 3], "N3020", 2),  # missiles: +2 is an abort too
        ([0, 4], "N3020", 2),  # +1 as well
        ([0, 9, 2], "N3020", 2),  # guns, less 2: abort
        ([0, 9, 5], "N3020", 2),  # guns: +1
        ([0, 0, 4], "N3020", 1),
    ],
)
def test_what_fire_does_to_a_transport(dice: list[int], place: str, left: int) -> None:
    state = play(sky({JUMPERS: "N3020", INF: "N3014"}), "allied", fly("N3016"), dice).state
    assert (where(state, JUMPERS), steps(state, JUMPERS)) == (place, left)
    assert state.missions == {}
    assert state.units[key(state, JUMPERS)].moved == (place == "N3020")


@pytest.mark.rule("NWT-ADVAD.transport", "NW-25.1.a", "NW-25.1.f")
def test_a_hit_on_helicopters_costs_a_point_too() -> None:
    state = sky({JUMPERS: "N3020", INF: "N3014"})
    order = fly("N3016", verb="airmobile")
    hit = play(state, "allied", order, [0, 0, 9]).state
    assert (hit.accounts["allied"].airmobile_lost, steps(hit, JUMPERS)) == (1, 1)
    back = play(state, "allied", order, [0, 1]).state
    account = back.accounts["allied"]
    assert (account.airmobile_lost, account.airmobile_used > 0, where(back, JUMPERS)) == (0, True, "N3020")
    own = play(sky({EAGLES: "N3020", INF: "N3014"}), "allied", fly("N3016", EAGLES, "airmobile"), [0, 0, 9]).state
    assert (own.accounts["allied"].airmobile_lost, steps(own, EAGLES)) == (0, 1)
    planes = play(state, "allied", fly("N3016"), [0, 0, 9]).state
    assert planes.accounts["allied"].airmobile_lost == 0


@pytest.mark.rule("NW-25.1.f", "NWT-DETECTION.drm")
def test_guns_after_an_unseen_landing_only_hurt_points() -> None:
    state = sky({JUMPERS: "N3020", INF: "N3014"})
    order = fly("N3016", verb="airmobile")
    step = play(state, "allied", order, [9, 0])  # less 2: still only an A in the local column
    assert where(step.state, JUMPERS) == "N3016"
    assert step.state.accounts["allied"].airmobile_lost == 0
    assert logged(step, "aaa_late").rule == "NW-25.1.f"
    assert len(logged(step, "aaa_late").rolls) == 1
    missed = play(state, "allied", order, [9, 9])
    assert logged(missed, "aaa_late").params["result"] == "-"
    assert reasons(logged(step, "detection").modifiers) == {}
    own = play(sky({EAGLES: "N3020", INF: "N3014"}), "allied", fly("N3016", EAGLES, "airmobile"), [9]).state
    assert where(own, EAGLES) == "N3016"  # no points, no fire
    wall = dict(zip(WALL, RING, strict=True))
    over = play(sky({JUMPERS: "N3020", **wall}), "allied", order, [9, 9])
    assert reasons(logged(over, "detection").modifiers) == {"overflight": -1}
    abroad = sky({JUMPERS: "N3020"})
    order = fly("N3008", verb="airmobile")
    lost = play(abroad, "allied", order, [9, 2])  # over there with all their guns: less 2 an X
    assert logged(lost, "aaa_late").params["column"] == "aaa_3"
    assert lost.state.accounts["allied"].airmobile_lost == 1
    assert (where(lost.state, JUMPERS), steps(lost.state, JUMPERS)) == ("N3008", 2)
    spared = play(abroad, "allied", order, [9, 3]).state
    assert spared.accounts["allied"].airmobile_lost == 0
    blind = {"dprk": {"detection": 8, "sam": 8, "aaa": 0}, "allied": {}}
    assert where(play(sky({JUMPERS: "N3020"}, networks=blind), "allied", order, [9]).state, JUMPERS) == "N3008"


@pytest.mark.rule("NW-25.1.c", "NW-25.1.f")
def test_over_the_enemys_country_the_whole_defence() -> None:
    state = sky({JUMPERS: "N3020"})
    step = play(state, "allied", fly("N3008", verb="drop"), [6, 9, 9, 4])
    assert logged(step, "detection").params["column"] == "8"
    assert logged(step, "sam").params["column"] == "sam_8"
    assert logged(step, "aaa").params["column"] == "aaa_3"
    assert where(step.state, JUMPERS) == "N3008"
    turned = play(state, "allied", fly("N3008", verb="drop"), [6, 2]).state
    assert where(turned, JUMPERS) == "N3020"
    unseen = play(state, "allied", fly("N3008", verb="drop"), [9, 4]).state
    assert where(unseen, JUMPERS) == "N3008"


@pytest.mark.rule("NW-25.1.d")
def test_far_behind_the_lines_only_fighters_matter() -> None:
    theirs = {"air_level": "advantage", "air_side": "dprk"}
    for die in (1, 4, 9):  # seen early without fighters, seen, not seen: nobody fires
        state = play(sky({JUMPERS: "N3020"}, **theirs), "allied", fly("N3016"), [die]).state
        assert where(state, JUMPERS) == "N3016"


# -- who goes along --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-25.1.g")
def test_several_units_are_seen_once_and_fired_at_each() -> None:
    state = sky({JUMPERS: "N3020", OTHERS: "N3020", INF: "N3014"})
    order = fly("N3016", company=[OTHERS])
    step = play(state, "allied", order, [0, 1, 9, 9])  # one is turned back, the other gets there
    assert (where(step.state, JUMPERS), where(step.state, OTHERS)) == ("N3020", "N3016")
    assert step.state.missions == {}
    apart = sky({JUMPERS: "N3020", OTHERS: "N3016", INF: "N3014"})
    assert not may(apart, "allied", order)


@pytest.mark.rule("NW-25.1.g")
def test_all_together_must_find_room() -> None:
    units = {JUMPERS: "N3020", OTHERS: "N3020"}
    few = accounts(allied={"airmobile": 1})
    order = fly("N3018", verb="airmobile", company=[OTHERS])
    assert may(sky(units), "allied", order)
    assert not may(sky(units, accounts=few), "allied", order)
    assert may(sky(units), "allied", fly("N3016", company=[OTHERS]))
    assert not may(sky(units, flown={"us_rok": 4}), "allied", fly("N3016", company=[OTHERS]))
    exact = accounts(allied={"airmobile": 2})
    assert may(sky(units, accounts=exact), "allied", order)
    drop = fly("N3018", verb="drop", company=[OTHERS])
    assert may(sky(units, accounts=accounts(), flown={"us_rok": 6}), "allied", drop)  # the Allies drop whom they like
    mixed = {JUMPERS: "N3020", "CW Abn Abn Bn": "N3020"}
    assert may(sky(mixed, flown={"us_rok": 4}), "allied", fly("N3016", company=["CW Abn Abn Bn"]))
    northern = {"DPRK 38 Abn Bde": "N3006", "DPRK 48 Abn Bde": "N3006"}
    theirs = {"first": "dprk"}
    alone = fly("N3008", "DPRK 38 Abn Bde", "drop")
    assert may(sky(northern, **theirs), "dprk", alone)
    both = {**alone, "company": ["DPRK 48 Abn Bde"]}
    assert not may(sky(northern, **theirs), "dprk", both)
    half = {name: {"front": [2, 2, 6, 5, 1, "light"]} for name in northern}
    small = advanced(
        "basic.first_movement.moves", units=northern, facts={"hexes": HEXES, "units": half}, air_level="contested"
    )
    assert may(small, "dprk", both)


@pytest.mark.rule("NW-25.1.g")
def test_who_flies_along_must_be_able_to() -> None:
    units = {JUMPERS: "N3020", ROK_INF: "N3020", ROK_MECH: "N3020", EAGLES: "N3020"}
    state = sky(units)
    assert may(state, "allied", fly("N3016", company=[ROK_INF]))
    assert not may(state, "allied", fly("N3016", company=[ROK_MECH]))
    assert not may(state, "allied", fly("N3018", verb="airmobile", company=[ROK_INF]))
    assert may(state, "allied", fly("N3018", verb="airmobile", company=[EAGLES]))
    assert not may(state, "allied", fly("N3018", verb="drop", company=[EAGLES]))
    reserve = next(c.name for c in state.board.units.values() if c.reserve == "HR" and c.front.mobility == "foot")
    north = sky({JUMPERS: "N3020", reserve: "N3020"}, captured={"N3006": "allied"})
    assert not may(north, "allied", fly("N3006"))  # nobody uses a captured base
    assert may(sky({JUMPERS: "N3020", reserve: "N3020"}), "allied", fly("N3016", company=[reserve]))


@pytest.mark.rule("NW-25.1.a")
def test_two_aircraft_at_most_go_along() -> None:
    rows = {
        EAGLE: ALOFT,
        "US F-15C 2": ALOFT,
        "US F-15C 3": ALOFT,
        "ROK F-4E": {"base": "rok", "box": "ready"},
        "ROK F-4D 1": {"base": "rok", "box": "ready"},
    }
    state = sky({JUMPERS: "N3020", INF: "N3014"}, aircraft=rows)
    assert may(state, "allied", fly("N3016", escorts=[EAGLE, "US F-15C 2"]))
    assert may(state, "allied", fly("N3016", escorts=[EAGLE], weasels=["ROK F-4E"]))
    assert not may(state, "allied", fly("N3016", escorts=[EAGLE, "US F-15C 2", "US F-15C 3"]))
    assert not may(state, "allied", fly("N3016", escorts=[EAGLE, "US F-15C 2"], weasels=["ROK F-4E"]))
    assert why(state, "allied", fly("N3016", escorts=["ROK F-4D 1"])).rule == "NW-23.1.a"
    assert not may(state, "allied", fly("N3016", weasels=["ROK F-4D 1"]))
    safe = sky({JUMPERS: "N3020"}, aircraft=rows)
    assert not may(safe, "allied", fly("N3016", escorts=[EAGLE]))  # nobody could attack it
    start, end = at(state, "N3020"), at(state, "N3016")

    def company(state: KoreaState, *taken: int) -> tuple[bool, bool]:
        found = transports.escorts(state, "allied", FLIGHT, start, end)
        more = transports.weasels(state, "allied", FLIGHT, start, end, taken)
        return found is not None, more is not None

    assert company(state) == (True, True)
    assert company(state, 1) == (True, True)
    assert company(state, 1, 2) == (True, False)
    assert company(safe) == (False, False)
    assert company(sky({JUMPERS: "N3020", INF: "N3014"}, aircraft={EAGLE: ALOFT})) == (True, False)
    assert company(sky({JUMPERS: "N3020", INF: "N3014"}, aircraft={"ROK F-4E": rows["ROK F-4E"]})) == (False, True)
    step = play(state, "allied", fly("N3016", escorts=[EAGLE], weasels=["ROK F-4E"]), [9])
    assert boxed(step.state, EAGLE, "ROK F-4E") == ["flown", "flown"]
    assert reasons(logged(step, "detection").modifiers) == {"weasels": 1, "transport": 1}


# -- interceptors ----------------------------------------------------------------------------------------------------


def intercepted(**more: Any) -> KoreaState:
    """A drop over the enemy's country that was seen early, and a fighter sent against it."""
    rows = {MIG: {"base": "dprk", "box": "superiority"}, **more.pop("aircraft", {})}
    state = sky({JUMPERS: "N3020"}, aircraft=rows)
    state = play(state, "allied", fly("N3008", verb="drop", **more), [1]).state
    assert asked(state) == {"dprk": "transport.intercept"}
    return play(state, "dprk", {"do": "intercept", "mission": 1, "units": [MIG]}).state


@pytest.mark.rule("NW-25.1.c", "NWT-AIRCOMBAT.transport")
def test_fighters_meet_a_transport_of_rating_one() -> None:
    state = intercepted()
    assert asked(state) == {"dprk": "air_battle.interception.engage"}
    # A rating of 4 against 1: column 3. From afar with 1 for the DPRK, -1 against what cannot fire: a 0 kills.
    step = play(state, "dprk", {"do": "engage", "unit": MIG, "foe": JUMPERS}, [0])
    shot = logged(step, "air_shot")
    assert (shot.params["column"], reasons(shot.modifiers)) == (3, {"dprk_missiles": 1, "bomber": -1})
    assert where(step.state, JUMPERS) == "eliminated"
    assert step.state.missions == {}
    assert boxed(step.state, MIG) == ["flown"]


@pytest.mark.rule("NWT-AIRCOMBAT.transport")
@pytest.mark.parametrize(
    ("die", "more", "place", "left"),
    [
        (3, [], "N3020", 1),  # DA: a step, and back
        (5, [], "N3020", 2),  # A: back
        (9, [9, 9, 9, 4], "N3008", 1),  # nothing; a D in the dogfight, a step and on; no fire hits
    ],
)
def test_what_fighters_do_to_a_transport(die: int, more: list[int], place: str, left: int) -> None:
    state = play(intercepted(), "dprk", {"do": "engage", "unit": MIG, "foe": JUMPERS}, [die]).state
    if more:
        assert asked(state) == {"allied": "air_battle.standoff.break_first"}
        state = play(state, "allied", {"do": "done"}).state
        state = play(state, "dprk", {"do": "done"}, more).state
    assert (where(state, JUMPERS), steps(state, JUMPERS)) == (place, left)
    assert state.missions == {}


@pytest.mark.rule("NWT-AIRCOMBAT.transport")
@pytest.mark.parametrize(("fates", "left"), [("A", 2), ("DA", 1), ("DD", 0)])
def test_trouble_from_two_fighters_at_once(fates: str, left: int) -> None:
    state = intercepted()
    d = draft(state)
    cargo = -key(state, JUMPERS)
    d.edit_subject(AirBattle, wavering=(cargo, cargo))
    for fate in fates:
        assert fire.waverer(d.now) == ("allied",)
        fire.waver(d, fate)
    assert fire.waverer(d.now) == ()  # who has turned back or is lost is asked nothing more
    assert steps(d.now, JUMPERS) == left


@pytest.mark.rule("NWT-AIRCOMBAT.transport")
def test_a_transport_in_trouble_chooses_its_fate() -> None:
    state = play(intercepted(), "dprk", {"do": "engage", "unit": MIG, "foe": JUMPERS}, [7]).state  # Ad
    assert asked(state) == {"allied": "air_battle.standoff.trouble"}
    assert list(fire.waver_choice(state, "allied").legal) == ["A", "D"]
    back = play(state, "allied", {"do": "waver", "fate": "A"}).state
    assert (where(back, JUMPERS), steps(back, JUMPERS), back.missions) == ("N3020", 2, {})
    on = play(state, "allied", {"do": "waver", "fate": "D"}).state
    assert asked(on) == {"allied": "air_battle.standoff.break_first"}
    assert steps(on, JUMPERS) == 1
    on = play(on, "allied", {"do": "done"}).state
    # In the dogfight a D costs the last step.
    on = play(on, "dprk", {"do": "done"}, [9]).state
    assert where(on, JUMPERS) == "eliminated"


@pytest.mark.rule("NW-25.1.a", "NW-25.1.c", "NWT-AIRCOMBAT.transport")
def test_escorts_are_met_first() -> None:
    rows = {EAGLE: ALOFT}
    state = intercepted(aircraft=rows, escorts=[EAGLE])
    assert not may(state, "dprk", {"do": "engage", "unit": MIG, "foe": JUMPERS})
    fought = play(state, "dprk", {"do": "engage", "unit": MIG, "foe": EAGLE}, [5])
    assert logged(fought, "air_shot").params["result"] == "Ad"
    assert asked(fought.state) == {"allied": "air_battle.long_range.break_first"}  # only transports are in trouble


@pytest.mark.rule("NW-25.1.d", "NW-24.4")
def test_the_enemy_may_let_a_flight_pass() -> None:
    rows = {MIG: {"base": "dprk", "box": "superiority"}}
    state = sky({JUMPERS: "N3020"}, aircraft=rows, air_level="advantage", air_side="dprk")
    state = play(state, "allied", fly("N3016"), [1]).state
    state = play(state, "dprk", {"do": "done"}).state
    assert where(state, JUMPERS) == "N3016"
    seen_late = sky({JUMPERS: "N3020"}, aircraft=rows, air_level="advantage", air_side="dprk")
    assert where(play(seen_late, "allied", fly("N3016"), [4]).state, JUMPERS) == "N3016"


# -- drops -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-25.1.1")
@pytest.mark.parametrize(
    ("terrain", "die", "strike", "left"), [("flat", 8, 0, 2), ("flat", 9, 1, 2), ("rough", 9, 2, 2), ("rough", 8, 1, 2)]
)
def test_a_drop_costs_order_and_no_step(terrain: str, die: int, strike: int, left: int) -> None:
    hexes = {**HEXES, "N3018": {**ROK, "terrain": terrain}}
    state = advanced(
        "basic.first_movement.moves",
        units={JUMPERS: "N3020"},
        facts={"hexes": hexes},
        air_level="contested",
        first="allied",
        initiative="",
    )
    step = play(state, "allied", fly("N3018", verb="drop"), [die])
    assert logged(step, "dropped").rule == "NW-8.5.3.a"
    state = step.state
    assert where(state, JUMPERS) == "N3018"
    assert (state.units[key(state, JUMPERS)].strike, steps(state, JUMPERS)) == (strike, left)


@pytest.mark.rule("NW-25.1.e")
def test_marines_from_ships_are_seen_as_helicopters_are() -> None:

    hexes = {**coast("DPRK"), **{f"N31{row}": NORTH for row in range(13, 16)}}
    state = advanced(
        "basic.first_movement.moves",
        units={RECON: "N3011"},
        ships={AMPH: {"hex": "N3011"}},
        facts={"hexes": hexes},
        air_level="contested",
        first="allied",
        initiative="",
    )
    step = play(state, "allied", {"do": "lift", "ship": AMPH, "unit": RECON, "to": "N3014"}, [0, 9, 9])
    assert logged(step, "detection").params["column"] == "local"
    assert where(step.state, RECON) == "N3014"
