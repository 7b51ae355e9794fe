"""Rules 8.0 and 8.5.1: which units may move in a segment."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.scenario import cards
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    ROK_BDE,
    ROK_INF,
    ROK_MECH,
    asked,
    at,
    board,
    may_move,
    move,
    play,
    why_move,
)

ROUGH = {"hexes": {f"N31{n:02d}": {"terrain": "rough"} for n in range(5, 15)}}


@pytest.mark.rule("NW-8.0")
def test_a_side_moves_its_own_units() -> None:
    state = board(units={INF: "N3010", ROK_INF: "N3020"})
    assert why_move(state, "dprk", ROK_INF, "N3021").rule == "NW-8.0"


@pytest.mark.rule("NWK-2.2.e")
def test_an_outpost_never_leaves_its_hex() -> None:
    state = board(units={"DPRK Outpost 1": "N3010", INF: "N3010"})
    assert why_move(state, "dprk", "DPRK Outpost 1", "N3011").rule == "NWK-2.2.e"


@pytest.mark.rule("NWS-STD-3.3", "NW-2.3.3.b", "NW-5.0.b")
def test_in_elite_reaction_only_elite_units_of_the_other_side_move() -> None:
    state = board("initiative.elite_reaction", {ROK_INF: "N3020", ROK_MECH: "N3022", INF: "N3010"})
    assert asked(state) == {"allied": "initiative.elite_reaction.moves"}
    assert why_move(state, "allied", ROK_INF, "N3021").rule == "NWS-STD-3.3"
    assert may_move(state, "allied", ROK_MECH, "N3021")


@pytest.mark.rule("NWS-STD-3.3", "NW-2.3.3.b")
def test_elite_is_what_a_unit_is_now() -> None:
    reduced = board("initiative.elite_reaction", {ROK_MECH: {"hex": "N3020", "steps": 1}})
    assert why_move(reduced, "allied", ROK_MECH, "N3021").rule == "NWS-STD-3.3"
    crowd = {ROK_MECH: "N3020", ROK_INF: "N3020", ROK_BDE: "N3020"}
    crowded = board("initiative.elite_reaction", crowd)
    assert why_move(crowded, "allied", ROK_MECH, "N3021").rule == "NWS-STD-3.3"


@pytest.mark.rule("NW-8.5.1.f", "NWS-STD-3.3", "NWS-STD-3.4", "NW-8.5.1.e")
def test_nobody_leaves_an_enemy_zone_in_elite_reaction_and_exploitation() -> None:
    elite = board("initiative.elite_reaction", {ROK_MECH: "N3012", INF: "N3010", OTHER_INF: "N3013"})
    assert why_move(elite, "allied", ROK_MECH, "N3112").rule == "NW-8.5.1.f"
    exploits = board("initiative.exploitation", {MECH: "N3010", ROK_INF: "N3011"})
    assert why_move(exploits, "dprk", MECH, "N3009").rule == "NW-8.5.1.f"
    normal = board("basic.first_movement", {MECH: "N3010", ROK_INF: "N3011"})
    assert may_move(normal, "dprk", MECH, "N3009")


@pytest.mark.rule("NWK-3.1.1.f")
def test_light_infantry_in_rough_ground_may_exploit() -> None:
    state = board("initiative.exploitation", {LIGHT: "N3109", ROK_INF: "N3110"}, facts=ROUGH)
    assert may_move(state, "dprk", LIGHT, "N3108")
    state = board("initiative.exploitation", {LIGHT: "N3109", ROK_INF: "N3110"})
    assert why_move(state, "dprk", LIGHT, "N3108").rule == "NW-8.5.1.f"


@pytest.mark.rule("NWK-7.1.2.c", "NWK-7.1.2.2.b")
def test_home_reserves_never_enter_the_enemys_country() -> None:
    hr, mobilised = "ROK 55HR/3A Inf Div", "ROK 61M/3A Mech Div"
    north = {"hexes": {"N3016": {"country": "DPRK"}, "N3017": {"country": "ROK"}, "N3018": {"country": "ROK"}}}
    state = board("basic.second_movement", {hr: "N3017", mobilised: "N3017"}, facts=north)
    assert why_move(state, "allied", hr, "N3016").rule == "NWK-7.1.2.c"
    assert may_move(state, "allied", hr, "N3018")
    assert may_move(state, "allied", mobilised, "N3016")
    guards = board(units={"DPRK ? RG Bde 1": "N3016"}, facts=north)
    assert why_move(guards, "dprk", "DPRK ? RG Bde 1", "N3017").rule == "NWK-7.1.2.2.b"


@pytest.mark.rule("NW-8.0", "NWS-STD-3.1")
def test_nobody_moves_in_a_combat_segment() -> None:
    state = board("initiative.combat", {INF: "N3010", ROK_INF: "N3011"})
    assert why_move(state, "dprk", INF, "N3009").key == "refuse.not_now"


@pytest.mark.rule("NW-8.3.3.b", "NWK-5.5.3")
def test_nobody_walks_out_of_japan_or_out_of_the_sea() -> None:
    state = board(units={"US 1/2 Hvy Bde": "Japan", "USMC 1/3 Mar Bn": "yellow.inshore"}, first="allied")
    assert why_move(state, "allied", "US 1/2 Hvy Bde", "S3522").rule == "NW-8.3.3.b"
    assert why_move(state, "allied", "USMC 1/3 Mar Bn", "S2300").rule == "NW-8.3.3.b"


@pytest.mark.rule("NWK-16.1.1.a", "NWK-16.1.2.a", "NWK-16.1.3.a", "NWK-16.1.5.a", "NWK-16.0.b")
@pytest.mark.parametrize(
    ("scenario", "start", "closed", "open_"),
    [
        ("train_to_seoul", "N3010", "N3110", "N2910"),
        ("train_to_seoul", "N2719", "N2619", "N2819"),
        ("uijeongbu_blues", "N2912", "N2812", "N3012"),
        ("uijeongbu_blues", "N3612", "N3711", "N3512"),
        ("east_coast_highway", "N3812", "N3712", "N3912"),
        ("militarized_zone", "N2720", "N2621", "N2820"),
    ],
)
def test_nobody_leaves_the_playing_area(scenario: str, start: str, closed: str, open_: str) -> None:
    rok = {label: {"country": "ROK"} for label in (start, closed, open_)} if start in ("N2719", "N2720") else {}
    state = board(units={INF: start}, scenario=scenario, bare=True, facts={"bare": True, "card": {}, "hexes": rok})
    assert why_move(state, "dprk", INF, closed).rule == "NWK-16.0.b"
    assert may_move(state, "dprk", INF, open_)


@pytest.mark.rule("NWK-16.1.1.a")
def test_units_that_begin_outside_may_come_in() -> None:
    state = board(units={INF: "N3210"}, scenario="train_to_seoul", facts={"bare": True, "card": {}})
    assert may_move(state, "dprk", INF, "N3110", "N3010")
    assert why_move(state, "dprk", INF, "N3110", "N3010", "N3109").rule == "NWK-16.0.b"


@pytest.mark.rule("NW-8.0")
def test_a_segment_lets_everybody_move_again() -> None:
    state = board("initiative.movement", {INF: {"hex": "N3010", "moved": True}})
    assert may_move(state, "dprk", INF, "N3011")
    state = play(state, "dprk", {"do": "done"}).state
    assert state.flow[0].at != "game.turn.initiative.movement.moves"


@pytest.mark.rule("NWK-16.1.4.a")
def test_the_area_of_incheon_again() -> None:
    korea = cards.load("incheon_again", GAME.options(), {})
    closed = {
        label: korea.place(label) in korea.closed for label in ("N2518", "N2519", "S2503", "S2504", "S2802", "S2902")
    }
    assert closed == {"N2518": True, "N2519": False, "S2503": False, "S2504": True, "S2802": False, "S2902": True}
    assert korea.turns == 1


@pytest.mark.rule("NW-8.1.1.1.c", "NWS-STD-3.3", "NW-2.3.3.b")
def test_who_comes_in_crowds_nobody_before_movement_is_over() -> None:
    # 30 Mech is elite by a point or two; four more stack points come to its hex before it has moved.
    units = {ROK_MECH: "N3020", "ROK 26/VI Mech Div": "N3022", "ROK 20/VII Mech Div": "N3022", INF: "N3010"}
    elite = {name: {"front": [9, 11, 6, 8, 4, "mechanised"]} for name in units if name.startswith("ROK")}
    state = board("initiative.elite_reaction", units, facts={"units": elite})
    for name in list(units)[1:3]:
        state = move(state, "allied", name, "N3021", "N3020")
    assert stacking.excess(state, at(state, "N3020")) == 2
    assert may_move(state, "allied", ROK_MECH, "N3021")
    # What crowded the hex when the segment began counts.
    crowd = board("initiative.elite_reaction", dict.fromkeys(list(units)[:3], "N3020"), facts={"units": elite})
    assert why_move(crowd, "allied", ROK_MECH, "N3021").rule == "NWS-STD-3.3"
