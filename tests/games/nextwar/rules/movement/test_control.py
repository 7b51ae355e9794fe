"""Rules 2.8 and 8.4: control of hexes."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement import control
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel.state import successor
from tests.games.nextwar.board import INF, LIGHT, MECH, ROK_ARM, ROK_INF, at, board, draft, move

SOUTH = {f"N30{n}": {"country": "ROK"} for n in range(14, 22)}


def settled(state: KoreaState) -> KoreaState:
    """The position after the control step."""
    d = draft(state)
    control.change_hands(d)
    return d.now


@pytest.mark.rule("NW-2.8.a", "NW-2.8.b", "NWS-STD-5.6")
def test_control_changes_in_its_step_and_not_before() -> None:
    state = board(units={INF: "N3014"}, facts={"hexes": SOUTH})
    state = move(state, "dprk", INF, "N3015", "N3016")
    assert control.controller(state, at(state, "N3016")) == "allied"
    after = settled(state)
    assert control.controller(after, at(after, "N3016")) == "dprk"


@pytest.mark.rule("NW-2.8.c")
def test_passing_through_is_enough() -> None:
    state = move(board(units={INF: "N3014"}, facts={"hexes": SOUTH}), "dprk", INF, "N3015", "N3016")
    assert control.controller(settled(state), at(state, "N3015")) == "dprk"


@pytest.mark.rule("NW-2.8.c")
def test_the_last_unit_decides() -> None:
    state = board(units={INF: "N3014", ROK_ARM: "N3018"}, facts={"hexes": SOUTH})
    state = move(state, "dprk", INF, "N3015", "N3016")
    d = draft(state)
    control.visit(d, (at(state, "N3015"),), "allied")
    control.change_hands(d)
    assert control.controller(d.now, at(state, "N3015")) == "allied"
    assert control.controller(d.now, at(state, "N3016")) == "dprk"


@pytest.mark.rule("NW-8.4", "NWT-VP", "NW-12.1.a", "NWT-VP.when", "NWT-VP.sum")
@pytest.mark.parametrize(
    ("features", "terrain", "points2"),
    [(["town"], "flat", 2), (["airfield"], "flat", 2), (["town", "airfield"], "flat", 4), ([], "flat", 0)],
)
def test_towns_and_airfields_score_when_they_change_hands(features: list[str], terrain: str, points2: int) -> None:
    facts = {"hexes": {**SOUTH, "N3015": {"country": "ROK", "features": features, "terrain": terrain}}}
    state = move(board(units={INF: "N3014"}, facts=facts), "dprk", INF, "N3015")
    assert state.accounts["dprk"].turn_vp2 == 0
    assert settled(state).accounts["dprk"].turn_vp2 == points2


@pytest.mark.rule("NW-8.3.1.2.b", "NW-8.3.1.5.a", "NW-2.8.a", "NWK-2.3", "NW-8.3.1.2.a", "NW-8.3.1.3", "NW-8.3.1.9")
@pytest.mark.parametrize("feature", ["city", "port", "airbase", "chem_site", "nuclear_site"])
def test_hard_hexes_do_not_change_hands_by_entry(feature: str) -> None:
    facts = {"hexes": {**SOUTH, "N3015": {"country": "ROK", "features": [feature]}}}
    state = move(board(units={MECH: "N3014"}, facts=facts), "dprk", MECH, "N3015", "N3016")
    assert control.controller(settled(state), at(state, "N3015")) == "allied"


@pytest.mark.rule("NW-8.4.1.2.a", "NW-8.4.1.2.b", "NW-12.1.b")
def test_at_home_a_hard_hex_comes_back_by_entry_and_scores_again() -> None:
    facts = {"hexes": {**SOUTH, "N3015": {"country": "ROK", "features": ["city"]}}}
    state = board("basic.second_movement", {ROK_ARM: "N3016"}, facts=facts, captured={"N3015": "dprk"})
    state = move(state, "allied", ROK_ARM, "N3015")
    assert at(state, "N3015") not in state.mopups
    after = settled(state)
    assert control.controller(after, at(after, "N3015")) == "allied"
    assert after.accounts["allied"].turn_vp2 == 4
    assert control.needs_mopup(after, at(after, "N3015"), "dprk")


@pytest.mark.rule("NW-8.3.1.10.b", "NW-8.3.1.10.a")
def test_works_are_lost_for_good_once_the_enemy_controls_them() -> None:
    facts = {"hexes": {**SOUTH, "N3015": {"country": "ROK", "features": ["fort_rok", "dmz"]}}}
    state = move(board(units={INF: "N3014"}, facts=facts), "dprk", INF, "N3015")
    place = at(state, "N3015")
    assert control.has_fort(state, place, "allied")
    state = settled(state)
    assert not control.has_fort(state, place, "allied")
    d = draft(state)
    control.visit(d, (place,), "allied")
    control.change_hands(d)
    assert control.controller(d.now, place) == "allied"
    assert not control.has_fort(d.now, place, "allied")


@pytest.mark.rule("NW-12.1.b", "NWT-VP")
def test_the_capital_is_worth_more_to_the_invader_than_to_its_owner() -> None:
    state = board(units={}, bare=False, scenario="militarized_zone", at="initiative.movement.moves")
    seoul = at(state, "N2822")
    values = []
    for side in ("dprk", "allied", "dprk"):
        d = draft(state)
        before = d.now.accounts[side].turn_vp2
        control.take(d, seoul, side, "NW-8.4.1.g")
        values.append(d.now.accounts[side].turn_vp2 - before)
        state = d.now
    assert values == [12, 8, 12]


def scored(label: str, side: str, **more: Any) -> int:
    state = board(units={}, bare=False, scenario="militarized_zone", at="initiative.movement.moves", **more)
    d = draft(state)
    control.take(d, at(state, label), side, "NW-8.4.1.g")
    return d.now.accounts[side].turn_vp2


@pytest.mark.rule("NWT-VP", "NWT-VP.sum")
@pytest.mark.parametrize(
    ("label", "side", "points2"),
    [
        ("N2522", "dprk", 8 + 4),  # Incheon: urban with a port
        ("N3704", "allied", 8 + 4 + 4),  # Wonsan: urban with a port and an air base
        ("N2004", "allied", 12),  # Pyongyang
        ("N3118", "dprk", 4),  # Uijeongbu: a city in works
        ("N2408", "allied", 10),  # a chemical site
    ],
)
def test_places_of_the_map(label: str, side: str, points2: int) -> None:
    assert scored(label, side) == points2


@pytest.mark.rule("NW-2.8.c")
def test_a_unit_that_stays_home_leaves_no_trace() -> None:
    state = move(board(units={LIGHT: "N3010", ROK_INF: "N3020"}), "dprk", LIGHT, "N3011")
    assert state.visited == {}


@pytest.mark.rule("NW-2.8.b", "NW-2.8.c")
def test_only_hexes_of_land_on_the_map_are_remembered() -> None:
    sea = {"hexes": {**SOUTH, "N3013": {"terrain": "sea", "country": ""}}}
    state = board(units={}, facts=sea, scenario="all_in")
    places = (at(state, "N3013"), BUSAN, at(state, "N2500+"), at(state, "N3015"))
    d = draft(state)
    control.visit(d, places, "dprk")
    assert d.now.visited == {at(state, "N3015"): "dprk"}
    control.visit(d, places, "dprk")
    assert d.now.visited == {at(state, "N3015"): "dprk"}
    control.visit(d, places, "allied")
    assert d.now.visited == {}


@pytest.mark.rule("NW-8.4", "NW-8.4.1.2.b", "NW-8.3.1.10.b")
def test_a_hex_that_is_taken_twice_or_taken_back() -> None:
    town = {"country": "ROK", "features": ["town", "fort_rok"]}
    state = board(units={}, facts={"hexes": {**SOUTH, "N3015": town}}, turn=3)
    place = at(state, "N3015")
    d = draft(state)
    control.take(d, place, "allied", "NW-2.8.c")  # his already
    assert (d.now.captured, d.now.breached, d.entries) == ({}, {}, [])
    control.take(d, place, "dprk", "NW-2.8.c")
    assert (d.now.captured, d.now.breached) == ({place: "dprk"}, {place: 3})
    assert [entry.key for entry in d.entries] == ["log.captured"]
    d.set(turn=4)
    control.take(d, place, "allied", "NW-2.8.c")
    assert (d.now.captured, d.now.breached) == ({}, {place: 3})  # the works stay lost
    control.take(d, place, "dprk", "NW-2.8.c")
    assert d.now.breached == {place: 3}
    # Hard hexes are not taken in the control step, and nothing is remembered after it.
    city = board(units={}, facts={"hexes": {**SOUTH, "N3015": {"country": "ROK", "features": ["city"]}}})
    after = settled(successor(city, visited={place: "dprk"}))
    assert (after.captured, after.visited) == ({}, {})
