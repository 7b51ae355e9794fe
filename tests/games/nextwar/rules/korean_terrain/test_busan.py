"""Korea, 2.5.2: the line of communications from Busan."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war import arrivals, ranges
from sandtable.games.nextwar.rules.korean_terrain import busan
from tests.games.nextwar.board import (
    QUIET,
    advanced,
    air,
    asked,
    at,
    board,
    boxed,
    carried_out,
    draft,
    logged,
    may,
    play,
    why,
)

CITY = {"hexes": {"S3015": {"features": ["city"], "country": "ROK"}}}
PLANES = ("US F-16D 1", "US F-16D 2", "US A-10C 1", "US F-15E 1")
WING = {name: {"base": "rok", "box": "ready"} for name in PLANES}
FIGHTER = {"US F-15C 1": {"base": "rok", "box": "ready"}}


def held(at_: str = QUIET, **more: Any) -> KoreaState:
    """Busan, a city, and aircraft of the US in the ROK."""
    facts = more.pop("facts", CITY)
    return advanced(at_, facts=facts, aircraft=more.pop("aircraft", WING), **more)


def ring(state: KoreaState) -> dict[str, str]:
    """Divisions on all ends of the lines to Busan on the map."""
    ends = sorted({line.start for line in state.board.map.lines if line.to == at(state, "busan")})
    names = [c.name for c in state.board.units.values() if c.nation == "dprk" and c.size == "division"]
    return dict(zip(names, (state.board.ground[h].label for h in ends), strict=False))


@pytest.mark.rule("NWK-2.5.2.a")
def test_a_line_to_another_city_from_a_whole_port() -> None:
    state = held()
    assert busan.is_open(state)
    assert not busan.is_open(held(facts={}))
    assert not busan.is_open(held(captured={"S3015": "dprk"}))
    assert not busan.is_open(held(facts={"hexes": {"S3015": {"features": ["city"], "country": "DPRK"}}}))
    assert busan.is_open(held(facts={"hexes": {"S3015": {"terrain": "urban", "country": "ROK"}}}))
    assert not busan.is_open(held(units=ring(state)))
    assert not busan.is_open(held(damage={"busan": {"port": 1}}))
    assert not busan.is_open(held(captured={"busan": "dprk"}))


@pytest.mark.rule("NWK-2.5.2.a", "NWK-2.5.2.e")
def test_a_cut_is_noted_with_its_turn_where_busan_is_in_play() -> None:
    d = draft(held(facts={}, turn=7))
    busan.judge(d)
    assert d.now.busan_cut == 7
    assert [entry.key for entry in d.entries] == ["log.busan_cut"]
    small = draft(board(QUIET, {}, scenario="train_to_seoul", bare=False))
    busan.judge(small)
    assert small.now.busan_cut == 0


@pytest.mark.rule("NWK-2.5.2.a", "NWK-2.5.2.b")
def test_the_air_phase_asks_what_becomes_of_half_of_the_aircraft() -> None:
    cut = held("air", facts={})
    assert asked(cut) == {"allied": "air.busan"}
    assert cut.busan_cut == 2
    whole = held("air", units={"DPRK 3/II Inf Div": "N3005"})
    assert "allied" not in asked(whole) or asked(whole)["allied"] != "air.busan"
    assert whole.busan_cut == 0


@pytest.mark.rule("NWK-2.5.2.b", "NWK-2.5.2.c")
def test_half_of_the_strikers_rounded_down() -> None:
    state = held(aircraft={**WING, **FIGHTER, "ROK F-15K 1": {"base": "rok", "box": "ready"}})
    assert busan.half(state) == 2
    odd = {**WING, "US F-15E 2": {"base": "rok", "box": "flown"}}
    assert busan.half(held(aircraft=odd)) == 2
    away = {**WING, PLANES[0]: {"base": "japan", "box": "ready"}, PLANES[1]: {"base": "rok", "box": "eliminated"}}
    assert busan.half(held(aircraft=away)) == 1
    assert air(state, "US F-15C 1") not in busan.strikers(state)
    cut = held("air", facts={})
    assert not may(cut, "allied", {"do": "take_away", "way": "ground", "units": [PLANES[0]]})
    assert may(cut, "allied", {"do": "take_away", "way": "leave", "units": list(PLANES[1:3])})
    assert may(cut, "allied", {"do": "take_away", "way": "ground", "units": list(PLANES[1:3])})


@pytest.mark.rule("NWK-2.5.2.b", "NWK-2.5.2.c", "NWK-2.5.2.d")
def test_they_stay_on_the_ground_or_leave_for_japan() -> None:
    boxes = {PLANES[0]: "ready", PLANES[1]: "flown", PLANES[2]: "aborted", PLANES[3]: "ready"}
    wing = {name: {"base": "rok", "box": box} for name, box in boxes.items()}
    state = held(aircraft=wing)
    keys = tuple(air(state, name) for name in PLANES[:3])
    grounded = carried_out(state, lambda d: busan.take_away(d, "ground", keys))
    assert boxed(grounded, *PLANES) == ["flown", "flown", "aborted", "ready"]
    gone = carried_out(state, lambda d: busan.take_away(d, "leave", keys))
    assert boxed(gone, *PLANES) == ["flown", "aborted", "aborted", "ready"]
    assert [gone.aircraft[k].base for k in keys] == ["japan"] * 3
    cut = held("air", facts={})
    step = play(cut, "allied", {"do": "take_away", "way": "leave", "units": list(PLANES[:2])})
    assert logged(step, "busan_aircraft").params["count"] == 2
    after = step.state
    assert boxed(after, *PLANES) == ["flown", "flown", "ready", "ready"]
    assert asked(after).get("allied") != "air.busan"


@pytest.mark.rule("NWK-2.5.2.e")
def test_no_more_than_half_of_them_are_based_in_the_rok() -> None:
    wing = {name: {"base": "japan" if i > 1 else "rok", "box": "ready"} for i, name in enumerate(PLANES)}
    third, fighter = PLANES[2], "US F-15C 1"
    rows = {**wing, fighter: {"base": "japan", "box": "ready"}}

    def full(turn: int, cut: int, name: str = third, base: str = "rok", **more: Any) -> bool:
        state = held(aircraft={**rows, **more}, turn=turn, busan_cut=cut)
        return busan.why_full(state, air(state, name), base) is not None

    assert full(3, 3)
    assert full(4, 3)
    assert not full(5, 3)
    assert not full(3, 0)
    assert not full(1, 0)
    rival = {"CW F/A-18F 1": {"base": "japan", "box": "ready"}}
    assert not full(3, 3, "CW F/A-18F 1", **rival)  # the limit is for the US
    arriving = {PLANES[1]: {"base": "japan", "box": "ready"}, third: {"base": "japan", "box": "arriving"}}
    assert not full(3, 3, **arriving)  # two of four, with the one that comes
    assert not full(3, 3, base="japan")
    assert not full(3, 3, fighter)
    assert not full(3, 3, **{PLANES[1]: {"base": "japan", "box": "ready"}})
    state = held("reorganization.air_units.rebasing", aircraft=rows, turn=3, busan_cut=3)
    move = {"do": "air_rebase", "unit": third, "base": "rok"}
    assert why(state, "allied", move).rule == "NWK-2.5.2.e"
    assert may(state, "allied", {"do": "air_rebase", "unit": fighter, "base": "rok"})
    assert may(state, "allied", {"do": "air_rebase", "unit": PLANES[0], "base": "japan"})
    assert "rok" in ranges.rebase_places(held(aircraft=rows), "allied", air(state, third)).legal
    new = held(aircraft={**rows, third: {"base": "japan", "box": "arriving"}}, turn=3, busan_cut=3)
    assert arrivals.bases(new, "allied", air(new, third)).legal == ("japan",)


@pytest.mark.rule("NWK-2.5.2.e", "NWK-11.5")
def test_marines_may_leave_japan_for_a_carrier_though_the_rok_is_full() -> None:
    rows = {"US F-16D 1": {"base": "rok", "box": "ready"}, "US AV-8B 1": {"base": "japan", "box": "ready"}}
    at = "reorganization.air_units.rebasing"
    state = held(at, aircraft=rows, turn=3, busan_cut=3, ships={"US CVN BG 1": {"hex": "yellow.inshore"}})
    order = {"do": "air_rebase", "unit": "US AV-8B 1"}
    assert may(state, "allied", {**order, "base": "yellow"})
    assert not may(state, "allied", {**order, "base": "rok"})
    shore = held(at, aircraft={**rows, "US F-16D 2": {"base": "japan", "box": "ready"}}, turn=3, busan_cut=3)
    assert why(shore, "allied", {**order, "base": "rok"}).rule == "NWK-2.5.2.e"
