"""Rules 8.5.4 and 8.5.5: airmobile movement."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points.points import airmobile_left, reset_airmobile
from sandtable.games.nextwar.rules.movement import airmobile, distances, landings
from sandtable.games.nextwar.scenario.ground import BUSAN
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    QUIET,
    ROK_INF,
    ROK_INF_2,
    accounts,
    board,
    draft,
    key,
    logged,
    may,
    play,
    reasons,
    steps,
    where,
    why,
    why_move,
)
from tests.games.nextwar.seas import (
    AMPH,
    BEACH,
    DPRK_AMPH,
    INLAND,
    INSHORE,
    MARINES,
    RECON,
    ROK_MARINES,
    SEA,
    afloat,
    ship,
)

US_LIGHT, EAGLES = "US 1/82 Abn Bde", "US 1/101 AMob Bde"
POINTS = accounts(dprk={"airmobile": 4}, allied={"airmobile": 4})
ROK = {"country": "ROK"}
SOUTH = {f"N30{row}": ROK for row in range(14, 23)} | {f"S27{row:02d}": ROK for row in range(9)}


def ready(units: dict[str, Any], first: str = "dprk", **more: Any) -> KoreaState:
    hexes = {**SOUTH, **more.pop("hexes", {})}
    facts = {"hexes": hexes, "sides": more.pop("sides", {})}
    told = {"weather": "clear", "air_level": "contested", "facts": facts, "accounts": POINTS, **more}
    return board(told.pop("at", QUIET), units, first=first, initiative="", scenario="all_in", **told)


def fly(to: str, name: str = LIGHT, **more: Any) -> dict[str, Any]:
    return {"do": "airmobile", "unit": name, "to": to, **more}


@pytest.mark.rule("NW-8.5.4.a", "NW-8.5.4.1.a", "NW-8.5.4.4.a")
def test_up_to_24_hexes_whatever_the_ground() -> None:
    state = ready({LIGHT: "N3003"})
    landed = play(state, "dprk", fly("N3010")).state
    assert where(landed, LIGHT) == "N3010"
    assert may(state, "dprk", fly("S2704"))
    assert why(state, "dprk", fly("S2705")).rule == "NW-8.5.4.a"
    assert why(ready({INF: "N3003"}), "dprk", fly("N3010", INF))
    # Ignoring the ground: mountains all around do not matter.
    walls = {
        name: {"country": "DPRK", "terrain": "mountain"}
        for name in ("N3002", "N3102", "N3103", "N3004", "N2903", "N2902")
    }
    assert may(ready({LIGHT: "N3003"}, hexes=walls), "dprk", fly("N3010"))


@pytest.mark.rule("NW-8.5.4.2", "NW-8.5.4.4.a", "NW-8.5.4.2.a")
def test_a_point_for_each_stack_point() -> None:
    state = ready({LIGHT: "N3003", "DPRK 80/V LI Bde": "N3003"}, accounts=accounts(dprk={"airmobile": 1}))
    landed = play(state, "dprk", fly("N3010")).state
    assert airmobile_left(landed, "dprk") == 0
    assert why(landed, "dprk", fly("N3010", "DPRK 80/V LI Bde")).rule == "NW-8.5.4.2"
    marines = ready({ROK_MARINES: "N3020"}, "allied", accounts=accounts(allied={"airmobile": 2}))
    assert why(marines, "allied", fly("N3022", ROK_MARINES)).rule == "NW-8.5.4.2"  # three stack points
    assert airmobile.price(marines, key(marines, ROK_MARINES)) == 3
    overcast = ready({ROK_MARINES: "N3020"}, "allied", weather="overcast")
    assert why(overcast, "allied", fly("N3022", ROK_MARINES)).rule == "NW-8.5.4.2"


@pytest.mark.rule("NW-8.5.4.1.b", "NW-8.5.4.3.c")
def test_airmobile_units_have_their_own_helicopters() -> None:
    state = ready({EAGLES: "N3020"}, "allied", accounts=accounts())
    landed = play(state, "allied", fly("N3022", EAGLES)).state
    assert where(landed, EAGLES) == "N3022"
    shot = play(state, "allied", fly("N3010", EAGLES), [0]).state
    assert (steps(shot, EAGLES), shot.accounts["allied"].airmobile_lost) == (1, 0)


@pytest.mark.rule("NW-8.5.4.4.d", "NW-8.5.4.4.a")
def test_instead_of_marching_and_not_in_elite_reaction() -> None:
    state = ready({LIGHT: "N3003"})
    landed = play(state, "dprk", fly("N3010")).state
    assert why_move(landed, "dprk", LIGHT, "N3011").rule == "NW-8.5.1.a"
    moved = ready({LIGHT: {"hex": "N3003", "moved": True}})
    assert why(moved, "dprk", fly("N3010")).rule == "NW-8.5.4.4.d"
    elite = ready({US_LIGHT: "N3020"}, at="initiative.elite_reaction")
    assert why(elite, "allied", fly("N3022", US_LIGHT)).rule == "NWS-STD-3.3"
    assert why(ready({LIGHT: "N3003"}, weather="storm"), "dprk", fly("N3010")).rule == "NW-4.1.3.a"


@pytest.mark.rule("NW-8.5.4.4.1")
@pytest.mark.parametrize("terrain", ["highland", "highland_woods", "mountain"])
def test_high_ground_only_where_a_road_leads(terrain: str) -> None:
    high = {"N3010": {"country": "DPRK", "terrain": terrain}}
    assert why(ready({LIGHT: "N3003"}, hexes=high), "dprk", fly("N3010")).rule == "NW-8.5.4.4.1"
    road = {"N3010-N3011": {"road": "secondary"}}
    assert may(ready({LIGHT: "N3003"}, hexes=high, sides=road), "dprk", fly("N3010"))


@pytest.mark.rule("NW-8.5.4.4.1")
def test_not_into_hard_hexes_of_the_enemy_nor_onto_him() -> None:
    for ground in ({"terrain": "urban"}, {"features": ["city"]}, {"features": ["airbase"]}):
        theirs = ready({LIGHT: "N3010"}, hexes={"N3015": {**ROK, **ground}})
        assert why(theirs, "dprk", fly("N3015")).rule == "NW-8.5.4.4.1"
        ours = ready({LIGHT: "N3010"}, hexes={"N3015": {**ROK, **ground}}, captured={"N3015": "dprk"})
        assert may(ours, "dprk", fly("N3015"))
    assert why(ready({LIGHT: "N3010", ROK_INF: "N3015"}), "dprk", fly("N3015")).rule == "NW-8.2.2.a"
    sea = {"N3011": {"terrain": "sea", "country": ""}}
    assert why(ready({LIGHT: "N3010"}, hexes=sea), "dprk", fly("N3011")).rule == "NW-8.3.3.b"


@pytest.mark.rule("NW-8.5.4.4.b", "NW-8.4.1.f")
def test_after_landing_a_step_into_a_hard_hex() -> None:
    city = {"N3016": {**ROK, "features": ["city"]}}
    landed = play(ready({LIGHT: "N3010"}, hexes=city), "dprk", fly("N3015"), [9]).state
    inside = play(landed, "dprk", {"do": "step_in", "unit": LIGHT, "to": "N3016"}, [3]).state
    assert (where(inside, LIGHT), inside.units[key(inside, LIGHT)].landed) == ("N3016", True)
    watched = ready({LIGHT: "N3010", ROK_INF: "N3115", ROK_INF_2: "N3115"}, hexes=city)
    stopped = play(watched, "dprk", fly("N3015"), [9]).state
    assert why(stopped, "dprk", {"do": "step_in", "unit": LIGHT, "to": "N3016"}).rule == "NW-8.5.4.4.b"


@pytest.mark.rule("NW-8.5.4.4.c", "NW-6.6.c", "NWK-3.1.1.g")
def test_fire_where_it_lands_and_where_it_rises_among_the_enemy() -> None:
    home = ready({LIGHT: "N3003"})
    assert where(play(home, "dprk", fly("N3010")).state, LIGHT) == "N3010"  # nobody fires
    abroad = play(home, "dprk", fly("N3015"), [9]).state
    assert where(abroad, LIGHT) == "N3015"
    behind = ready({LIGHT: "N3018"})
    assert where(play(behind, "dprk", fly("N3010"), [9, 9]).state, LIGHT) == "N3010"
    # Rising in a zone, in rough ground too, and abroad: one roll more, not two.
    rough = {"N3018": {**ROK, "terrain": "rough"}}
    both = ready({LIGHT: "N3018", ROK_INF: "N3019", ROK_INF_2: "N3019"}, hexes=rough)
    assert where(play(both, "dprk", fly("N3010"), [9, 9]).state, LIGHT) == "N3010"
    at_home = ready({LIGHT: {"hex": "N3010"}, ROK_INF: "N3011", ROK_INF_2: "N3011"})
    assert where(play(at_home, "dprk", fly("N3005"), [9, 9]).state, LIGHT) == "N3005"
    stopped = play(behind, "dprk", fly("N3010"), [1]).state
    assert where(stopped, LIGHT) == "N3018"


@pytest.mark.rule("NW-8.5.4.3.b", "NW-6.6.1.1.a", "NW-6.6.1.1.c")
def test_a_star_costs_a_step_and_a_point_for_good() -> None:
    state = ready({US_LIGHT: "N3020"}, "allied")
    shot = play(state, "allied", fly("N3010", US_LIGHT), [0]).state
    account = shot.accounts["allied"]
    assert (where(shot, US_LIGHT), steps(shot, US_LIGHT)) == ("N3020", 1)
    assert (account.airmobile_lost, airmobile_left(shot, "allied")) == (1, 3)  # the one that was lost was in use
    turned = play(state, "allied", fly("N3010", US_LIGHT), [2]).state
    assert (steps(turned, US_LIGHT), turned.accounts["allied"].airmobile_lost) == (2, 0)
    assert turned.accounts["allied"].airmobile_used == 1


@pytest.mark.rule("NWT-ADF.drm", "NW-6.2.2.a")
def test_passing_over_the_enemy_and_escorts() -> None:
    units = {US_LIGHT: "N3020", INF: "N3019", "DPRK 6/II Inf Div": "N3119", "DPRK ?/815 Mech Bde 1": "N3120"}
    around = {**units, "DPRK 32/II LI Bde": "N3021", "DPRK 80/V LI Bde": "N2920", "DPRK 75/V LI Bde": "N2919"}
    state = ready(around, "allied", accounts=accounts(allied={"airmobile": 4, "air": 2}))
    step = play(state, "allied", fly("S2705", US_LIGHT, escort=1), [9, 9])
    over = [reasons(e.modifiers) for e in step.entries if e.key == "log.air_defence_transport"]
    assert over[1] == {"escort": 1, "overflight": -1}
    free = play(ready({US_LIGHT: "N3020", INF: "S2704"}, "allied"), "allied", fly("S2705", US_LIGHT), [9])
    assert reasons(logged(free, "air_defence_transport").modifiers) == {}


# -- from ships ------------------------------------------------------------------------------------------------------


def lift(to: str, name: str = RECON, **more: Any) -> dict[str, Any]:
    return {"do": "lift", "ship": AMPH, "unit": name, "to": to, **more}


@pytest.mark.rule("NW-8.5.5", "NW-2.4.1", "NW-8.5.5.c", "NW-7.3.2")
def test_a_ship_with_helicopters_lifts_once_in_a_segment() -> None:
    state = afloat(units={RECON: SEA, "USMC 1 R Mar Bn": SEA}, ships={AMPH: SEA})
    landed = play(state, "allied", lift(INLAND), [9]).state
    assert (where(landed, RECON), ship(landed, AMPH).lifted) == (INLAND, True)
    assert why(landed, "allied", lift(INLAND, "USMC 1 R Mar Bn")).rule == "NW-8.5.5.c"
    assert landed.accounts["allied"].airmobile_used == 0
    boxed = afloat(units={RECON: INSHORE}, ships={AMPH: INSHORE})
    assert why(boxed, "allied", lift(INLAND)).rule == "NW-8.5.5"
    # The ships of the Koreas have none.
    north = afloat(units={"DPRK ? Mar Bde 1": SEA}, ships={DPRK_AMPH: SEA}, country="DPRK", first="dprk")
    assert why(north, "dprk", {**lift(INLAND, "DPRK ? Mar Bde 1"), "ship": DPRK_AMPH}).rule == "NW-2.4.1"


@pytest.mark.rule("NW-8.5.5.c")
def test_also_in_the_segment_in_which_it_came() -> None:
    state = afloat(units={RECON: INSHORE}, ships={AMPH: INSHORE})
    here = play(state, "allied", {"do": "sail", "ship": AMPH, "to": SEA, "units": [RECON]}).state
    assert where(play(here, "allied", lift(INLAND), [9]).state, RECON) == INLAND


@pytest.mark.rule("NW-8.5.5.a", "NW-8.5.5")
def test_a_step_of_marines_that_can_fly() -> None:
    state = afloat(units={MARINES: SEA, RECON: SEA}, ships={AMPH: SEA})
    assert why(state, "allied", lift(INLAND, MARINES)).rule == "NW-8.5.5.a"  # a black allowance
    division = afloat(units={ROK_MARINES: BEACH}, ships={AMPH: SEA})
    assert why(division, "allied", lift(INLAND, ROK_MARINES))
    reduced = afloat(units={ROK_MARINES: {"hex": BEACH, "steps": 1}}, ships={AMPH: SEA})
    assert may(reduced, "allied", lift(INLAND, ROK_MARINES))
    others = afloat(units={US_LIGHT: BEACH}, ships={AMPH: SEA})
    assert not may(others, "allied", lift(INLAND, US_LIGHT))


@pytest.mark.rule("NW-8.5.5.b", "NW-8.5.5.d")
def test_twelve_hexes_from_the_ship_at_both_ends() -> None:
    state = afloat(units={RECON: SEA}, ships={AMPH: SEA})
    assert may(state, "allied", lift("S2700"))
    assert why(state, "allied", lift("S2701")).rule == "NW-8.5.5.b"
    near = afloat(units={RECON: "S2700"}, ships={AMPH: SEA})
    assert may(near, "allied", lift(INLAND))
    far = afloat(units={RECON: "S2701"}, ships={AMPH: SEA})
    assert not may(far, "allied", lift(INLAND))
    assert airmobile.why_not_lift(far, "allied", next(iter(far.ships)), key(far, RECON)).rule == "NW-8.5.5.d"  # type: ignore[union-attr]


@pytest.mark.rule("NW-8.5.5.e", "NW-8.5.5")
def test_its_points_cannot_be_lost() -> None:
    state = afloat(units={ROK_MARINES: {"hex": SEA, "steps": 1}}, ships={AMPH: SEA}, accounts=POINTS)
    shot = play(state, "allied", lift(INLAND, ROK_MARINES), [0]).state
    assert (where(shot, ROK_MARINES), shot.accounts["allied"].airmobile_lost) == ("eliminated", 0)


@pytest.mark.rule("NW-8.5.4.4.c", "NWT-ADF.drm")
def test_from_a_box_nobody_is_overflown() -> None:
    state = ready({US_LIGHT: "busan", INF: "S4022"}, "allied")
    step = play(state, "allied", fly("S4021", US_LIGHT), [9])
    assert "overflight" not in reasons(logged(step, "air_defence_transport").modifiers)


@pytest.mark.rule("NW-8.5.4.a", "NW-8.5.5.b", "NW-8.5.4.4.1")
def test_a_flight_ends_elsewhere_than_it_began() -> None:
    assert why(ready({LIGHT: "N3003"}), "dprk", fly("N3003")).rule == "NW-8.5.4.a"
    shore = afloat(units={RECON: INLAND}, ships={AMPH: SEA})
    assert why(shore, "allied", lift(INLAND)).rule == "NW-8.5.5.b"
    taken = ready({LIGHT: "N3010"}, captured={"N3012": "allied"})
    assert may(taken, "dprk", fly("N3012"))  # open ground of the enemy's is no obstacle


@pytest.mark.rule("NW-8.5.5.a", "NW-8.5.5.d", "NW-8.5.5")
def test_who_is_lifted_from_where() -> None:
    box = afloat(units={RECON: INSHORE}, ships={AMPH: SEA})
    assert not may(box, "allied", lift(INLAND))
    tired = afloat(units={RECON: {"hex": INLAND, "moved": True}}, ships={AMPH: SEA})
    assert not may(tired, "allied", lift("N3016"))
    rested = afloat(units={RECON: INLAND}, ships={AMPH: SEA})
    assert may(rested, "allied", lift("N3016"))
    again = afloat(units={RECON: {"hex": SEA, "moved": True, "landed": True}}, ships={AMPH: SEA})
    assert not may(again, "allied", lift(INLAND))
    army = afloat(units={US_LIGHT: {"hex": BEACH, "steps": 1}}, ships={AMPH: SEA})
    assert not may(army, "allied", lift(INLAND, US_LIGHT))


@pytest.mark.rule("NW-8.5.4.2.a", "NW-8.5.4.3.b", "NW-8.5.4.2")
@pytest.mark.parametrize(
    ("weather", "pool", "left", "next_turn"), [("clear", 4, 3, 3), ("overcast", 4, 1, 3), ("overcast", 5, 2, 4)]
)
def test_a_point_that_is_shot_down_was_in_use_and_leaves_the_others(
    weather: str, pool: int, left: int, next_turn: int
) -> None:
    held = accounts(dprk={"airmobile": pool})
    state = ready({LIGHT: "N3003", ROK_INF: "N3016"}, weather=weather, accounts=held)
    state = play(state, "dprk", fly("N3014"), [0]).state  # turned back with a step lost
    assert airmobile_left(state, "dprk") == left
    assert state.accounts["dprk"].airmobile_lost == 1
    d = draft(state)
    reset_airmobile(d)
    assert airmobile_left(replace(d.now, weather="clear"), "dprk") == next_turn


@pytest.mark.rule("NW-13.2")
def test_a_base_with_the_enemy_in_it_is_no_origin() -> None:
    home = {"country": "DPRK", "features": ["airbase"]}
    units = {LIGHT: "N3003", ROK_INF: "N3005"}
    near = ready(units, hexes={"N3005": home, "N3018": {"features": ["airbase"]}}, options={"airmobile_bases": True})
    assert airmobile.reach(near, key(near, LIGHT)) < 24 - 2
    free = ready({LIGHT: "N3003"}, hexes={"N3005": home}, options={"airmobile_bases": True})
    assert airmobile.reach(free, key(free, LIGHT)) == 24 - 2


@pytest.mark.rule("NW-13.2", "NW-27.7.1.d")
def test_a_base_under_a_strike_marker_is_no_origin() -> None:
    base = {"country": "DPRK", "features": ["airbase"]}
    hexes, told = {"N3005": base, "N3009": base}, {"options": {"airmobile_bases": True}}
    for marker, way in (({}, 2), ({"N3005": {"airbase": 1}}, 6), ({"N3005": {"airbase": 3}}, 6)):
        state = ready({LIGHT: "N3003"}, hexes=hexes, damage=marker, **told)
        assert airmobile.reach(state, key(state, LIGHT)) == 24 - way


@pytest.mark.rule("NWK-5.5.1.e", "NW-8.5.4.a")
def test_busan_is_beyond_its_line_and_japan_beyond_everything() -> None:
    # Seven hexes of line from S4023: from there and from seventeen hexes off, but not from one more.
    for start, is_open in (("S4023", True), ("S4006", True), ("S4005", False)):
        state = ready({US_LIGHT: start}, "allied")
        assert may(state, "allied", fly("Busan", US_LIGHT)) == is_open
    state = ready({US_LIGHT: "S4023"}, "allied")
    assert where(play(state, "allied", fly("Busan", US_LIGHT)).state, US_LIGHT) == "Busan"
    assert why(state, "allied", fly("Japan", US_LIGHT)).rule == "NW-8.5.4.a"
    assert why(ready({LIGHT: "S4023"}), "dprk", fly("Busan")).rule == "NW-8.5.4.4.1"  # their box


@pytest.mark.rule("NWK-5.5.2")
def test_where_only_a_part_of_the_map_is_played_there_is_no_busan() -> None:
    south = {"card": {"area": {"sheet": "S"}}}
    state = board(QUIET, {US_LIGHT: "S4023"}, facts=south, first="allied", initiative="", accounts=POINTS)
    assert distances.distance(state, state.board.place("S4023"), BUSAN) == distances.BEYOND


@pytest.mark.rule("NW-8.5.4.4.b", "NW-8.5.3.e")
def test_the_step_is_offered_only_while_there_is_a_hex_for_it() -> None:
    prize = {"N3011": {"country": "DPRK", "features": ["airbase"]}}
    other = "US 2/82 Abn Bde"
    state = ready({US_LIGHT: "N3020", other: "N3020"}, "allied", hexes=prize, air_level="supremacy", air_side="allied")
    for name in (US_LIGHT, other):
        state = play(state, "allied", fly("N3012", name), [9]).state
    assert may(state, "allied", {"do": "step_in", "unit": other, "to": "N3011"})
    state = play(state, "allied", {"do": "step_in", "unit": US_LIGHT, "to": "N3011"}, [9, 9, 3]).state
    assert not landings.poised(state, "allied").is_possible()
    assert why(state, "allied", {"do": "step_in", "unit": other, "to": "N3011"}).rule == "NW-8.5.4.4.b"
