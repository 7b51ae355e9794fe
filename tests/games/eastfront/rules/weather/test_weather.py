"""Weather, arrivals, works, supply, surrender and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AirUnit, CrimeaState
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.games.eastfront.rules.weather.weather import determine
from sandtable.kernel import Draft, ScriptedDice, Sum
from sandtable.kernel.state import bind, successor
from tests.games.eastfront.board import board, key, may, play, where, why

# -- weather -----------------------------------------------------------------------------------------------------------


def weather(climate: str, die: int, **more: Any) -> CrimeaState:
    card = {"card": {"calendar": [{"turn": 48, "climate": climate, **more.pop("day", {})}]}}
    return board("strategic.weather", {}, facts=card, dice=[die], **more)


@pytest.mark.rule("EF-5.13.a", "EF-5.11.a", "EFT-weather", "EF-5.12")
@pytest.mark.parametrize(
    ("climate", "die", "found"), [("dry", 1, "dry"), ("dry", 8, "mud"), ("mud", 10, "frost"), ("snow", 9, "snow")]
)
def test_the_roll_on_the_climate(climate: str, die: int, found: str) -> None:
    assert weather(climate, die).weather == found


@pytest.mark.rule("EF-5.11.b")
def test_the_box_of_the_turn_may_add_to_the_roll() -> None:
    assert weather("dry", 7, day={"modifier": 1}).weather == "mud"
    assert weather("mud", 10, day={"modifier": 2}).weather == "frost"


@pytest.mark.rule("EF-5.15.a")
def test_snow_lasts_until_a_second_frost() -> None:
    assert weather("frost", 5, weather="snow").weather == "snow"
    assert weather("frost", 5, weather="frost").weather == "frost"


@pytest.mark.rule("EF-PB3.12")
def test_a_third_turn_of_mud_is_dry() -> None:
    assert weather("dry", 8, weather="mud", past=["mud"]).weather == "dry"
    assert weather("dry", 8, weather="mud", past=["dry"]).weather == "mud"


@pytest.mark.rule("EFS-10.11", "EFS-10.71")
def test_both_scenarios_name_their_weather() -> None:
    assert board("strategic.weather", {}).weather == "dry"
    assert board("strategic.weather", {}, scenario="7").weather == "mud"
    assert board("strategic.weather", {}, scenario="7", turn=162).weather == "dry"


@pytest.mark.rule("EF-PB3.11", "EFT-turn-track")
@pytest.mark.parametrize(("turn", "found"), [(48, "dry"), (50, "dry"), (51, "mud")])
def test_players_may_agree_on_the_weather_of_those_days(turn: int, found: str) -> None:
    agreed = GAME.open("1", {"historical_weather": True})
    assert agreed.days[turn].historical == found
    state = bind(GAME.empty(agreed), agreed)
    d = Draft(successor(state, turn=turn), ScriptedDice(()))
    determine(d)
    assert d.now.weather == found
    assert d.entries[-1].rule == "EF-PB3.11"
    plain = board("strategic.weather", {}, turn=turn)
    assert plain.weather == "dry"


@pytest.mark.rule("EFT-turn-track", "EF-PB3.11")
def test_storms_of_those_days_keep_aircraft_down() -> None:
    calendar = {"card": {"calendar": [{"turn": turn, "climate": "dry"} for turn in (33, 48)]}}
    agreed = GAME.open("1", {"historical_weather": True}, calendar)
    assert (agreed.days[33].historical, agreed.days[33].storms) == ("mud", True)
    state = successor(bind(GAME.empty(agreed), agreed), turn=33, air={1: AirUnit("axis", "Ju87", "ready")})
    d = Draft(state, ScriptedDice(()))
    determine(d)
    assert d.now.storms
    assert d.now.air[1].box == "flown"


# -- arrivals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.11", "EF-8.12", "EF-8.15", "EF-8.22", "EF-8.7.n", "EF-4.2.A4")
def test_a_reinforcement_waits_and_enters_where_the_card_says() -> None:
    state = board("strategic.arrivals", {"50 Inf Div": {"box": "to_come", "steps": 2}}, turn=49)
    assert state.pieces[key(state, "50 Inf Div")].box == "active"
    waiting = {"50 Inf Div": {"box": "active", "steps": 2, "supply": 2}}
    state = board("axis.movement", waiting, turn=49, tracks={"tracks": {"vp": 3}})
    state = play(state, "axis", {"enter": "50 Inf Div"}).state
    assert where(state, "50 Inf Div") == 3205
    assert (state.pieces[key(state, "50 Inf Div")].supply, state.tracks["vp"]) == (0, 3)
    # one of five points is spent
    assert may(state, "axis", {"move": "50 Inf Div", "path": [3304, 3404, 3503, 3603]})
    assert not may(state, "axis", {"move": "50 Inf Div", "path": [3304, 3404, 3503, 3603, 3702]})


@pytest.mark.rule("EF-8.13", "EF-8.21")
def test_a_closed_entry_waits() -> None:
    waiting = {"50 Inf Div": {"box": "active", "steps": 2}}
    barred = board("axis.movement", {**waiting, "106 Rifle Div": 3305}, turn=49)
    assert why(barred, "axis", {"enter": "50 Inf Div"}).rule == "EF-8.13"
    late = board("axis.motorised", waiting, turn=49)
    assert why(late, "axis", {"enter": "50 Inf Div"}).rule == "EF-8.21"


@pytest.mark.rule("EF-8.71.a", "EF-8.72", "EF-PB3.42", "EF-PB3.44")
def test_withdrawals_leave_for_good() -> None:
    units = {
        "1": {"side": "axis", "kind": "He111", "box": "ready"},
        "2": {"side": "axis", "kind": "He111", "box": "damaged"},
    }
    state = board("strategic.arrivals", {"SS LAH Rcn Bn": 3505}, turn=50, air=units)
    assert where(state, "SS LAH Rcn Bn") == "withdrawn"
    assert (state.air[1].box, state.air[2].box) == ("ready", "gone")


@pytest.mark.rule("EF-8.71.b")
def test_a_withdrawal_that_cannot_be_made_costs_a_point() -> None:
    state = board("strategic.arrivals", {"SS LAH Rcn Bn": {"box": "cadre", "steps": 0}}, turn=50)
    assert state.tracks["vp"] == -1


# -- works -------------------------------------------------------------------------------------------------------------

LINE = {"sides": {"3604-3605": {"fortified": {"defender": "3605"}}}}
POINT = {"3605": {"side": "soviet"}}


@pytest.mark.rule("EF-18.13", "EF-4.2.B6", "EF-18.24")
@pytest.mark.parametrize(
    ("units", "razed"),
    [(["73 Inf Div"], True), (["690 Eng Rgt"], True), (["47(+) Rgt/22 Div"], False), (["190 AG Bn"], False)],
)
def test_a_division_or_engineers_destroy_works(units: list[str], razed: bool) -> None:
    state = board("axis.engineer", dict.fromkeys(units, 3605), facts=LINE, strongpoints=POINT)
    assert (3605 not in state.strongpoints) is razed
    assert bool(state.razed) is razed


@pytest.mark.rule("EF-PB7.44", "EF-PB7.51")
def test_three_regiments_of_the_22nd_count_as_a_division() -> None:
    three = ["16(+) Rgt/22 Div", "47(+) Rgt/22 Div", "65(+) Rgt/22 Div"]
    assert not board("axis.engineer", dict.fromkeys(three, 3605), strongpoints=POINT).strongpoints
    assert board("axis.engineer", dict.fromkeys(three[:2], 3605), strongpoints=POINT).strongpoints
    four = ["I Bn/204 Pz", "II Bn/204 Pz", "III Bn/204 Pz", "129 Mot Rgt/22 Pz"]
    assert not board("axis.engineer", dict.fromkeys(four, 3605), strongpoints=POINT).strongpoints
    assert board("axis.engineer", dict.fromkeys(four[:3], 3605), strongpoints=POINT).strongpoints


@pytest.mark.rule("EF-23.43.b", "EF-23.43.a")
def test_super_heavy_guns_turn_over_if_they_stood_still() -> None:
    gun = "641 S-H Art Bn"
    state = board("axis.engineer", {gun: 3604})
    state = play(state, "axis", {"turn": gun}).state
    assert state.pieces[key(state, gun)].back
    moved = board("axis.engineer", {gun: {"hex": "3604", "back": True, "travelled": True}, "I-814 S-H Art Bn": 3604})
    assert why(moved, "axis", {"turn": gun}).rule == "EF-23.43.b"
    assert why(moved, "axis", {"turn": "106 Rifle Div"}).rule == "EF-23.43.a"


@pytest.mark.rule("EF-4.2.B6")
def test_markers_against_moving_count_down() -> None:
    state = board("axis.engineer", {"73 Inf Div": {"hex": "3604", "no_move": 2}})
    assert state.pieces[key(state, "73 Inf Div")].no_move == 1


# -- supply ------------------------------------------------------------------------------------------------------------

KERCH: dict[str, Any] = {"scenario": "7", "turn": 162, "weather": "dry"}


@pytest.mark.rule("EF-6.11", "EF-6.22", "EF-6.2", "EF-6.51.a")
def test_a_line_of_communication_is_seven_hexes_or_five() -> None:
    # 6912 is the source; seven hexes away is 6212 or so
    state = board("soviet.movement", {"106 Rifle Div": 6211}, control={"6912": "soviet"}, **KERCH)
    assert supply.is_supplied(state, "soviet", 6211)
    assert not supply.is_supplied(state, "soviet", 6011)
    mud = board("soviet.movement", {"106 Rifle Div": 6211}, control={"6912": "soviet"}, **{**KERCH, "weather": "mud"})
    assert not supply.is_supplied(mud, "soviet", 6211)
    assert supply.is_supplied(mud, "soviet", 6411)


@pytest.mark.rule("EF-6.12.a", "EF-6.12.b")
def test_the_enemy_blocks_supply_and_friends_open_it() -> None:
    wall = {f"{c}{r:02d}": {"terrain": "sea"} for c in (66,) for r in range(9, 22) if r != 12}
    facts = {"hexes": wall}
    units = {"106 Rifle Div": 6411}
    free = board("soviet.movement", units, control={"6912": "soviet"}, facts=facts, **KERCH)
    assert supply.is_supplied(free, "soviet", 6411)
    zoned = board("soviet.movement", {**units, "73 Inf Div": 6512}, control={"6912": "soviet"}, facts=facts, **KERCH)
    assert not supply.is_supplied(zoned, "soviet", 6411)
    held = {**units, "73 Inf Div": 6512, "271 Rifle Div": 6612, "276 Rifle Div": 6511}
    opened = board("soviet.movement", held, control={"6912": "soviet"}, facts=facts, **KERCH)
    assert supply.is_supplied(opened, "soviet", 6511)


@pytest.mark.rule("EF-6.21.a", "EF-6.21.b", "EF-6.21.c", "EF-6.21.d", "EF-18.11")
@pytest.mark.parametrize(
    ("facts", "more", "side"),
    [
        ({"sides": {"5315-5415": {"river": "major"}}}, {}, "axis"),
        ({"sides": {"5315-5415": {"water": "lake"}}}, {}, "axis"),
        ({"hexes": {"5415": {"terrain": "swamp"}}}, {}, "axis"),
        ({"sides": {"5315-5415": {"fortified": {"defender": "5415"}}}}, {}, "axis"),
        ({}, {"strongpoints": {"5315": {"side": "soviet"}}}, "axis"),
    ],
)
def test_what_a_line_cannot_cross(facts: dict[str, Any], more: dict[str, Any], side: str) -> None:
    state = board("axis.movement", {"73 Inf Div": 5415}, facts=facts, control={"5315": "axis"}, **KERCH, **more)
    assert not supply.may_cross(state, side, 5415, 5315)
    plain = board("axis.movement", {"73 Inf Div": 5415}, control={"5315": "axis"}, **KERCH)
    assert supply.may_cross(plain, side, 5415, 5315)


@pytest.mark.rule("EF-6.31", "EF-6.32", "EF-6.4.a", "EF-6.4.b", "EF-6.52")
def test_roads_and_railways_lengthen_the_line() -> None:
    ways = [["6912", "6812", 1], ["6812", "6711", 1], ["6711", "6611", 1], ["6611", "6510", 1], ["6510", "6410", 1]]
    rails = {"rails": [[a, b] for a, b, _ in ways]}
    primary = {"roads": [[a, b, "primary"] for a, b, _ in ways]}
    held = dict.fromkeys(("6912", "6812", "6711", "6611", "6510", "6410"), "soviet")
    for facts in (rails, primary):
        state = board("soviet.movement", {}, facts=facts, control=held, **KERCH)
        assert 6410 in supply.nets(state, "soviet")
        assert supply.is_supplied(state, "soviet", 5810)
    # the Axis has converted no railway here
    axis = board("axis.movement", {}, facts=rails, control={**dict.fromkeys(held, "axis"), "5315": "axis"}, **KERCH)
    assert 6410 not in supply.nets(axis, "axis")


@pytest.mark.rule("EF-6.13", "EF-6.61", "EF-6.62", "EF-6.63", "EF-6.64", "EF-4.2.A2", "EFS-10.74.a")
@pytest.mark.parametrize(
    ("before", "near", "after"), [(0, False, 1), (1, False, 2), (2, False, 2), (2, True, 0), (0, True, 0)]
)
def test_supply_is_lost_in_two_turns_and_regained_at_once(before: int, near: bool, after: int) -> None:
    place = "6811" if near else "5411"
    state = board(
        "strategic.supply", {"106 Rifle Div": {"hex": place, "supply": before}}, control={"6912": "soviet"}, **KERCH
    )
    assert state.pieces[key(state, "106 Rifle Div")].supply == after


@pytest.mark.rule("EFS-10.14.b")
def test_at_the_ditch_everybody_is_supplied() -> None:
    state = board("strategic.supply", {"106 Rifle Div": {"hex": "3602", "supply": 1}, "73 Inf Div": 3603})
    assert state.pieces[key(state, "106 Rifle Div")].supply == 0


# -- surrender ---------------------------------------------------------------------------------------------------------

RING = {"73 Inf Div": 3604, "46 Inf Div": 3606, "50 Inf Div": 3505, "132 Inf Div": 3504, "170 Inf Div": 3704}


@pytest.mark.rule("EF-21.11", "EF-PB7.61")
def test_only_those_cut_off_and_pressed_check() -> None:
    south = {f"{c}15": "soviet" for c in range(32, 43)}
    cut = board("soviet.movement", {**RING, "106 Rifle Div": 3605, "47(+) Rgt/22 Div": 3705}, control=south)
    assert surrender.cornered(cut) == (3605,)
    free = board("soviet.movement", {"73 Inf Div": 3604, "106 Rifle Div": 3605}, control=south)
    assert surrender.cornered(free) == ()


@pytest.mark.rule("EF-PB7.61")
def test_coastal_guns_alone_do_not_hold_a_port_against_a_division() -> None:
    facts = {
        "hexes": {"3605": {"place": "town", "coastal": True, "port": "anchorage"}},
        "units": {"52 Art Rgt": {"type": "coastal_artillery"}},
    }
    held = {"control": {"3605": "soviet"}, "facts": facts}
    guns = {"52 Art Rgt": 3605}
    assert surrender.cornered(board("soviet.movement", {**guns, "47(+) Rgt/22 Div": 3604}, **held)) == (3605,)
    assert surrender.cornered(board("soviet.movement", {**guns, "190 AG Bn": 3604}, **held)) == ()
    manned = {**guns, "106 Rifle Div": 3605, "47(+) Rgt/22 Div": 3604}
    assert surrender.cornered(board("soviet.movement", manned, **held)) == ()


@pytest.mark.rule("EF-21.11", "EF-PB7.61")
def test_a_city_that_is_supplied_is_a_haven_too() -> None:
    card = {"switches": {"general_supply": {"value": "traced"}}, "supply_sources": {"soviet": {"hexes": ["3614"]}}}
    facts = {"card": card, "hexes": {"3608": {"place": "major_city"}}}
    held = {"3608": "soviet", "3614": "soviet"}
    assert surrender.havens(board("soviet.movement", {}, facts=facts, control=held)) == (3608, 3614)
    assert surrender.havens(board("soviet.movement", {}, facts=facts, control={**held, "3614": "axis"})) == ()


@pytest.mark.rule("EF-21.12", "EFT-surrender", "EF-4.2.C7")
@pytest.mark.parametrize(("die", "gone"), [(4, True), (5, False)])
def test_the_surrender_roll(die: int, gone: bool) -> None:
    # turn 48 is early in the war: -2
    units = {**RING, "106 Rifle Div": 3605, "47(+) Rgt/22 Div": 3705}
    state = board("soviet.surrender", units, dice=[die], control={"3615": "soviet"})
    assert (where(state, "106 Rifle Div") == "eliminated") is gone


@pytest.mark.rule("EFT-surrender", "EF-22.43", "EF-PB7.62")
def test_surrender_modifiers() -> None:
    units = {"106 Rifle Div": {"hex": "6011", "supply": 2}, "276 NKVD Rgt": 6011, "51 Army HQ": 6012}
    point = {"strongpoints": {"6011": {"side": "soviet"}}}
    state = board("soviet.movement", units, **KERCH, **point)
    found = {part.key.removeprefix("modifier."): part.amount for part in surrender.drms(state, 6011)}
    assert found == {
        "operational_hq_in_range": 1,
        "guards_or_nkvd": 1,
        "city_or_fortification": 1,
        "out_of_supply": -2,
    }
    assert Sum.of(surrender.drms(state, 6011)).total == 1


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.15", "EF-25.0")
@pytest.mark.parametrize(("missing", "lost", "winner"), [(None, 5, "axis"), (None, 6, "soviet"), (3808, 0, "soviet")])
def test_the_ditch_is_won_by_four_hexes_and_few_losses(missing: int | None, lost: int, winner: str) -> None:
    held = {str(h): "axis" if h != missing else "soviet" for h in (3606, 3705, 3708, 3808)}
    state = board("interphase", {}, turn=51, control=held, tracks={"tracks": {"axis_steps": lost, "vp": 0}})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (winner,)


@pytest.mark.rule("EFS-10.75")
@pytest.mark.parametrize(
    ("holder", "lost", "winner"),
    [("axis", 34, "axis"), ("axis", 33, "soviet"), ("soviet", 51, "soviet"), ("soviet", 52, "axis")],
)
def test_kerch_is_won_by_destroying_armies(holder: str, lost: int, winner: str) -> None:
    tracks = {"tracks": {"soviet_steps": lost, "vp": 0}}
    state = board("interphase", {}, scenario="7", turn=165, control={"6912": holder}, tracks=tracks)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (winner,)


@pytest.mark.rule("EF-11.31", "EF-11.32", "EF-11.34", "EF-10.63.a", "EF-13.23", "EF-11.35", "EF-11.33")
def test_strategic_movement_keeps_to_roads_and_away_from_the_enemy() -> None:
    way = [3407, 3506, 3606, 3705]
    roads = [[str(a), str(b), "primary"] for a, b in zip([3307, *way], way, strict=False)]
    facts = {"roads": roads}
    state = board("axis.movement", {"73 Inf Div": 3307, "46 Inf Div": 3301}, facts=facts)
    assert may(state, "axis", {"strategic": "73 Inf Div", "path": way})
    assert why(state, "axis", {"strategic": "46 Inf Div", "path": [3302]}).rule == "EF-11.32"
    assert why(state, "axis", {"strategic": "73 Inf Div", "path": [3308]}).rule == "EF-11.34"
    near = board("axis.movement", {"73 Inf Div": 3307, "106 Rifle Div": 3707}, facts=facts)
    assert why(near, "axis", {"strategic": "73 Inf Div", "path": way}).rule == "EF-11.32"
    starved = board("axis.movement", {"73 Inf Div": {"hex": "3307", "supply": 2}}, facts=facts)
    assert why(starved, "axis", {"strategic": "73 Inf Div", "path": way}).rule == "EF-11.32"
    after = play(state, "axis", {"strategic": "73 Inf Div", "path": way}).state
    assert after.pieces[key(after, "73 Inf Div")].busy
    soviet = board("soviet.movement", {"106 Rifle Div": 3307}, facts=facts, interdiction={"3407": 1})
    assert why(soviet, "soviet", {"strategic": "106 Rifle Div", "path": way}).rule == "EF-13.23"
    mud = board("axis.movement", {"73 Inf Div": 3307}, facts=facts, weather="mud")
    assert may(mud, "axis", {"strategic": "73 Inf Div", "path": way})


@pytest.mark.rule("EF-21.11", "EF-10.77.a")
@pytest.mark.parametrize(
    ("water", "weather", "is_cut"),
    [("lake", "dry", True), ("lake", "snow", False), ("sivash", "snow", False), ("sea", "snow", True)],
)
def test_a_frozen_lake_is_a_way_out_of_a_trap(water: str, weather: str, is_cut: bool) -> None:
    sides = {f"{a}-{b}": {"water": water} for a, b in ((3605, 3606), (3505, 3605), (3605, 3705))}
    around = {"46 Inf Div": 3604, "73 Inf Div": 3504, "50 Inf Div": 3704}
    units = {"106 Rifle Div": 3605, **around, "271 Rifle Div": 3607}
    south = {f"{c}15": "soviet" for c in range(32, 43)}
    state = board("soviet.movement", units, facts={"sides": sides}, weather=weather, control=south)
    assert (3605 in surrender.cornered(state)) == is_cut


@pytest.mark.rule("EF-21.11", "EF-PB7.61")
def test_which_hexes_lead_out_of_a_trap() -> None:
    """Over land, by bridges, past contested zones and friends; not through the enemy, his own zones, or the bay."""
    south = {f"{c}15": "soviet" for c in range(32, 43)}
    ring = [(3605, n) for n in (3604, 3606, 3504, 3505, 3704, 3705)]

    def escapes(units: dict[str, Any], sides: dict[str, Any] | None = None, **hexes: Any) -> bool:
        facts = {"sides": sides or {}, "hexes": hexes}
        state = board("soviet.movement", units, facts=facts, control=south, weather="snow")
        return 3605 in surrender.escapes(state)

    lake = {f"{min(a, b)}-{max(a, b)}": {"water": "sea"} for a, b in ring}
    alone = {"106 Rifle Div": 3605}
    assert escapes(alone)
    assert not escapes(alone, lake)
    assert escapes(alone, {**lake, "3605-3606": {"water": "sea", "bridge": ["rail"]}})
    bay = {**lake, "3605-3606": {"water": "severnaya_bay"}}
    assert not escapes(alone, bay)
    sea = {str(b): {"terrain": "sea", "zone": "azov"} for _, b in ring}
    assert not escapes(alone, None, **sea)
    closed = {**lake, "3605-3606": {}}
    assert escapes(alone, closed)
    assert not escapes({**alone, "46 Inf Div": 3606}, closed)
    beyond = {**closed, "3607-3608": {}}
    assert escapes({**alone, "271 Rifle Div": 3606, "46 Inf Div": 3707}, beyond)
    held = {f"{c}15": "axis" for c in range(32, 43)}
    lost = board("soviet.movement", alone, control=held, weather="snow")
    assert 3605 not in surrender.escapes(lost)
