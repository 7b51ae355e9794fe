"""Air transport: who is flown, from where to where, how often."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.special_movement import airlift
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

TOWNS = {3503: {"place": "town"}, 3510: {"place": "town"}, 4010: {"place": "city"}, 4014: {"place": "major_city"}}
PARAS = {
    "id": "Para Rgt",
    "label": "P",
    "side": "axis",
    "nation": "german",
    "type": "parachute",
    "size": "regiment",
    "stack": 2,
    "front": "3-3-5",
    "back": "2-2-5",
    "steps": 2,
}
COAST = {**PARAS, "id": "Coast Guns", "type": "coastal_artillery", "side": "soviet", "nation": "soviet"}
RED_PARAS = {**PARAS, "id": "Red Paras", "side": "soviet", "nation": "soviet"}


def field(
    pieces: dict[str, Any] | None = None,
    side: str = "axis",
    card: dict[str, Any] | None = None,
    at: str = "",
    **more: Any,
) -> CrimeaState:
    """Two towns, a city and a major city of a side that has transports, when all else has moved."""
    facts = {
        "hexes": more.pop("towns", TOWNS),
        "units": {"new": [PARAS, COAST, RED_PARAS]},
        "card": {"airlift": {"axis": 2, "soviet": 2}, **(card or {})},
    }
    control = more.pop("control", dict.fromkeys(TOWNS, side))
    return board(at or f"{side}.movement.airlift", pieces or {}, facts=facts, control=control, **more)


def fly(unit: str, to: int) -> dict[str, Any]:
    return {"do": "airlift", "unit": unit, "to": to}


@pytest.mark.rule("EF-11.71", "EF-11.72", "EF-11.73")
def test_parachutists_fly_any_distance_unopposed_and_stay_where_they_land() -> None:
    hostile = {1: {"side": "soviet", "kind": "MiG-3", "box": "ready"}}
    state = field({"Para Rgt": 3503, "46 Inf Div": 3510}, air=hostile)
    assert asked(state) == {"axis": "turn.axis.movement.airlift"}
    step = play(state, "axis", fly("Para Rgt", 4014))
    assert (where(step.state, "Para Rgt"), logged(step, "airlifted").rule) == (4014, "EF-11.72")
    assert not step.rolls
    assert asked(step.state) == {"axis": "turn.axis.declaration"}
    assert why(field({"46 Inf Div": 3510, "Para Rgt": 3503}), "axis", fly("46 Inf Div", 4014)).rule == "EF-11.71"
    # Transports wait for the end of all other movement.
    moving = field({"Para Rgt": 3503}, at="axis.movement")
    assert not may(moving, "axis", fly("Para Rgt", 4014))


@pytest.mark.rule("EF-11.72")
def test_who_has_landed_waits_for_his_next_movement_phase() -> None:
    state = field({"Red Paras": 3503, "51 Army HQ": 3510}, "soviet")
    state = play(state, "soviet", fly("Red Paras", 4010)).state
    assert state.pieces[key(state, "Red Paras")].landed
    near = {"Red Paras": {"hex": "4010", "landed": True}, "51 Army HQ": 4010, "143 Rifle Bde": 4010}
    early = field(near, "soviet", at="soviet.motorised")
    assert why(early, "soviet", {"activate": "Red Paras"}).rule == "EF-11.72"
    assert may(early, "soviet", {"activate": "143 Rifle Bde"})
    halted = field(near, "soviet", at="soviet.movement", begun=True)
    assert why(halted, "soviet", {"move": "Red Paras", "path": [4011]}).rule == "EF-11.72"
    later = field(near, "soviet", at="soviet.movement")
    assert may(later, "soviet", {"move": "Red Paras", "path": [4011]})
    enemy = field({"Para Rgt": {"hex": "3503", "landed": True}}, at="soviet.movement")
    assert enemy.pieces[key(enemy, "Para Rgt")].landed


@pytest.mark.rule("EF-11.71", "EF-11.72", "EF-PB4.12")
def test_soviet_staffs_fly_and_coastal_guns_do_not() -> None:
    pieces = {"51 Army HQ": 3503, "Coast Guns": 3503, "143 Rifle Bde": 3503}
    state = field(pieces, "soviet")
    assert why(state, "soviet", fly("Coast Guns", 4010)).rule == "EF-PB4.12"
    assert why(state, "soviet", fly("143 Rifle Bde", 4010)).rule == "EF-11.71"
    assert where(play(state, "soviet", fly("51 Army HQ", 4010)).state, "51 Army HQ") == 4010


@pytest.mark.rule("EF-11.72")
def test_units_wait_in_the_ready_box_and_towns_are_the_fields() -> None:
    ready = field({"Para Rgt": {"box": "ready"}})
    assert why(ready, "axis", fly("Para Rgt", 3505)).rule == "EF-11.72"
    assert where(play(ready, "axis", fly("Para Rgt", 3510)).state, "Para Rgt") == 3510
    abroad = field({"Para Rgt": 3505, "46 Inf Div": 3510}, supplies={1: {"side": "axis", "hex": "3510"}})
    assert why(abroad, "axis", fly("Para Rgt", 3510)).rule == "EF-11.72"
    theirs = field({"Para Rgt": 3503}, control={3503: "axis", 3510: "axis", 4010: "soviet"})
    assert why(theirs, "axis", fly("Para Rgt", 4010)).rule == "EF-11.72"


@pytest.mark.rule("EF-11.74", "EF-13.25")
def test_not_beside_the_enemy_and_not_under_interdiction() -> None:
    state = field({"Para Rgt": 3503, "52 Art Rgt": 3511})
    assert why(state, "axis", fly("Para Rgt", 3510)).rule == "EF-11.74"
    assert may(state, "axis", fly("Para Rgt", 4010))
    start = field({"Para Rgt": 3503, "52 Art Rgt": 3504}, supplies={1: {"side": "axis", "hex": "4010"}})
    assert why(start, "axis", fly("Para Rgt", 4010)).rule == "EF-11.74"
    under = field({"51 Army HQ": 3503}, "soviet", interdiction={3511: 1})
    assert why(under, "soviet", fly("51 Army HQ", 3510)).rule == "EF-13.25"
    assert may(under, "soviet", fly("51 Army HQ", 4010))
    grounded = field({"51 Army HQ": 3503, "44 Army HQ": 4010}, "soviet", interdiction={3503: 2})
    assert why(grounded, "soviet", fly("51 Army HQ", 4010)).rule == "EF-13.25"
    # Its own interdiction does not ground the Axis.
    assert may(field({"Para Rgt": 3503}, interdiction={3503: 2}), "axis", fly("Para Rgt", 4010))


@pytest.mark.rule("EF-11.75", "EF-23.13")
def test_a_town_in_mud_needs_engineers_and_a_city_does_not() -> None:
    muddy = field({"Para Rgt": 4010}, weather="mud")
    no = why(muddy, "axis", fly("Para Rgt", 3503))
    assert (no.rule, no.key) == ("EF-11.75", "refuse.airlift_mud")
    assert may(muddy, "axis", fly("Para Rgt", 4014))
    with_sappers = field({"Para Rgt": 4010, "820 Eng Rgt": 3503}, weather="mud")
    assert may(with_sappers, "axis", fly("Para Rgt", 3503))
    from_town = field({"Para Rgt": 3503}, weather="mud", supplies={1: {"side": "axis", "hex": "4010"}})
    assert why(from_town, "axis", fly("Para Rgt", 4014)).rule == "EF-11.75"
    assert may(field({"Para Rgt": 4010}, weather="dry"), "axis", fly("Para Rgt", 3503))


@pytest.mark.rule("EF-5.14", "EF-11.75")
def test_a_town_among_trees_keeps_the_mud_of_the_turn_before() -> None:
    wooded = TOWNS | {3503: {"place": "town", "woods": True}}
    drying = field({"Para Rgt": 4010}, weather="dry", tracks={"past": ["mud"]}, towns=wooded)
    assert why(drying, "axis", fly("Para Rgt", 3503)).rule == "EF-11.75"
    assert may(drying, "axis", fly("Para Rgt", 4014))


@pytest.mark.rule("EF-11.76")
def test_once_a_turn_and_so_often_in_a_game() -> None:
    pieces = {"51 Army HQ": 3503, "44 Army HQ": 3510}
    state = play(field(pieces, "soviet"), "soviet", fly("51 Army HQ", 4010)).state
    assert state.tracks["soviet_airlifts"] == 1
    assert asked(state).get("soviet", "") != "turn.soviet.movement.airlift"
    next_turn = field(pieces, "soviet", turn=49, tracks={"tracks": {"soviet_airlifts": 1, "soviet_airlift_turn": 48}})
    assert asked(next_turn) == {"soviet": "turn.soviet.movement.airlift"}
    used = field(pieces, "soviet", turn=50, tracks={"tracks": {"soviet_airlifts": 2, "soviet_airlift_turn": 48}})
    assert asked(used).get("soviet", "") != "turn.soviet.movement.airlift"
    none = field(pieces, "soviet", {"airlift": {"axis": 1}})
    assert asked(none).get("soviet", "") != "turn.soviet.movement.airlift"


@pytest.mark.rule("EF-11.71", "EF-11.72")
def test_supplies_are_flown_and_may_be_spent_but_do_not_move_on() -> None:
    goods = {1: {"side": "axis", "hex": "3503"}, 2: {"side": "axis", "hex": "3503", "points": 2}}
    state = field(supplies=goods)
    assert why(state, "axis", {"do": "airlift_supply", "supply": 2, "to": 4010}).rule == "EF-11.71"
    state = play(state, "axis", {"do": "airlift_supply", "supply": 1, "to": 4010}).state
    assert (state.supplies[1].hex, state.supplies[1].moved) == (4010, True)


@pytest.mark.rule("EF-6.84.c")
def test_a_new_mobile_unit_is_flown_in_for_a_point() -> None:
    points = {"attack_supply": {"axis": {"each_turn": 1, "counters": 2}}}
    waiting = {"tracks": {"vp": 0, "axis_points": 1, "axis_counters": 2}}
    state = field(card=points, tracks=waiting)
    step = play(state, "axis", {"do": "fly_in", "to": 4010})
    unit = step.state.supplies[1]
    assert (unit.hex, unit.points, unit.moved) == (4010, 1, True)
    assert "axis_points" not in step.state.tracks
    assert "supply_expired" not in [entry.key.removeprefix("log.") for entry in step.entries]
    muddy = field(card=points, tracks=waiting, weather="mud")
    assert why(muddy, "axis", {"do": "fly_in", "to": 3503}).rule == "EF-11.75"
    empty = field({"Para Rgt": 3503}, card=points, tracks={"tracks": {"vp": 0, "axis_counters": 2}})
    assert why(empty, "axis", {"do": "fly_in", "to": 4010}).rule == "EF-6.81.a"


@pytest.mark.rule("EF-PB6.6")
@pytest.mark.parametrize("scenario", ["1", "7"])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_play_book_gives_nobody_air_transport(scenario: str, side: str) -> None:
    no = airlift.why_grounded(board(f"{side}.movement", {}, scenario=scenario), side)
    assert no is not None
    assert no.rule == "EF-PB6.6"
    allowed = board(f"{side}.movement", {}, scenario=scenario, facts={"card": {"airlift": {side: 1}}})
    assert airlift.why_grounded(allowed, side) is None
