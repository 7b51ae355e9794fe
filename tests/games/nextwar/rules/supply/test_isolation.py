"""Rule 19.7: isolation and surrender."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.supply import isolation, status, tracing
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    OTHER_INF,
    ROK_BDE,
    ROK_INF,
    asked,
    at,
    carried_out,
    draft,
    key,
    steps,
    where,
)
from tests.games.nextwar.seas import BEACH, INSHORE, MARINES, afloat
from tests.games.nextwar.supplies import DEPOT, GHQ, II_HQ, JFC, field

RING = {
    "ROK 2/III Inf Div": "N3012",
    "ROK 12/III Inf Div": "N3008",
    "ROK 7/II Inf Div": "N3211",
    "ROK 27/II Inf Div": "N2811",
    "ROK 22/VIII Inf Div": "N3209",
    "ROK 23/VIII Inf Div": "N2809",
}
"""Divisions all around N3010, two hexes away: their zones close the ring."""


def cut_off(units: dict[str, Any], name: str = INF, **more: Any) -> bool:
    state = field({GHQ: "N3003", INF: "N3010", **units}, **more)
    return isolation.is_cut_off(state, key(state, name))


@pytest.mark.rule("NW-19.7.1", "NWS-ADV-13.2")
def test_who_has_no_path_to_the_supreme_headquarters_is_isolated() -> None:
    assert not cut_off({})
    assert cut_off(RING)
    assert not cut_off({**RING, GHQ: "N3011"})
    gap = {name: place for name, place in RING.items() if place != "N3008"}
    assert not cut_off(gap)
    assert cut_off({**gap, ROK_BDE: "N3009", ROK_INF: "N3007"})


@pytest.mark.rule("NW-19.7.1")
def test_friends_cancel_the_zones_and_supply_does_not_count() -> None:
    corridor = {OTHER_INF: "N3009", "DPRK 8/II Inf Div": "N2908", "DPRK 32/II LI Bde": "N2907"}
    held = dict(RING)
    assert cut_off(held)
    assert not cut_off({**held, **corridor, "DPRK ?/II Arm Bde": "N2906", "DPRK I HQ": "N2905"})
    assert cut_off({**held, DEPOT: "N3010"})


@pytest.mark.rule("NW-19.7.1")
def test_water_stops_a_path_and_lines_off_the_map_do_not() -> None:
    lake = {f"N3010-{n}": {"water": True} for n in ("N3009", "N3109", "N2909", "N3110", "N2910", "N3011")}
    assert cut_off({}, facts={"sides": lake})
    bridge = {"sides": {side: water for side, water in lake.items() if side != "N3010-N3009"}}
    assert not cut_off({}, facts=bridge)
    assert cut_off({ROK_BDE: "N3009"}, facts=bridge)  # a brigade has no zone, but it is there
    state = field({GHQ: "N3003", INF: "Hamhung/Hungnam"})
    assert not isolation.is_cut_off(state, key(state, INF))


@pytest.mark.rule("NW-19.7.1")
def test_a_beachhead_in_supply_is_a_haven() -> None:
    def ashore(**seas: str) -> bool:
        facts = {"card": {"area": {}, "level": "advanced"}}
        ring = {"DPRK 3/II Inf Div": "N3014", "DPRK 6/II Inf Div": "N3214", "DPRK 8/II Inf Div": "N2814", INF: "N3113"}
        state = afloat(
            units={MARINES: BEACH, JFC: "S3020", **ring}, facts=facts, beachheads={BEACH: "allied"}, seas=seas
        )
        return isolation.is_cut_off(state, key(state, MARINES))

    assert not ashore(**{INSHORE: "allied"})
    state = afloat(
        units={MARINES: BEACH}, beachheads={BEACH: "allied"}, facts={"card": {"area": {}, "level": "advanced"}}
    )
    assert at(state, BEACH) in isolation.havens(state, "allied")
    bare = afloat(
        units={MARINES: BEACH}, beachheads={BEACH: "allied"}, seas={}, facts={"card": {"area": {}, "level": "advanced"}}
    )
    assert at(bare, BEACH) not in isolation.havens(bare, "allied")


@pytest.mark.rule("NWK-2.5.2.1")
def test_busan_is_a_haven_of_the_allies() -> None:
    state = field({ROK_INF: "N3020", INF: "N3003", JFC: "N4020", GHQ: "N3002"})
    assert at(state, "busan") in isolation.havens(state, "allied")
    assert at(state, "busan") not in isolation.havens(state, "dprk")
    lost = field({ROK_INF: "N3020", JFC: "N4020"}, captured={"busan": "dprk"})
    assert at(lost, "busan") not in isolation.havens(lost, "allied")


@pytest.mark.rule("NW-19.7.1", "NWK-5.5.3")
def test_nobody_is_cut_off_in_japan() -> None:
    state = field({"US 2 HQ": "japan", JFC: "N4020", INF: "Hamhung/Hungnam"})
    assert not isolation.is_cut_off(state, key(state, "US 2 HQ"))
    assert at(state, "japan") not in isolation.open_country(state, "allied")


@pytest.mark.rule("NWK-15.10.a", "NWK-2.5.2.1", "NWK-5.5.1.a")
def test_busan_in_ashes_saves_nobody_and_an_enemy_box_lets_no_path_through() -> None:
    units = {ROK_INF: "S4022", JFC: "N4020"}
    for gone in (False, True):
        state = field(units, busan_lost=gone)
        box = at(state, "busan")
        assert (box in isolation.havens(state, "allied")) is not gone
        assert (box in tracing.urban_sources(state, "allied")) is not gone
        assert (box in tracing.closed(state, "allied")) is gone
        assert (box in isolation.barred(state, "allied")) is gone
        assert box in isolation.barred(state, "dprk")
        assert at(state, "hamhung") in isolation.barred(state, "allied")
        assert at(state, "hamhung") not in isolation.barred(state, "dprk")
        assert at(state, "N3600") not in tracing.shut_boxes(state, "allied")  # a hex at the end of a line


@pytest.mark.rule("NWS-ADV-13.2", "NW-19.7.1")
def test_without_a_supreme_headquarters_any_supplied_one_will_do() -> None:
    state = field({II_HQ: "N3006", DEPOT: "N3005", INF: "N3010"})
    assert isolation.havens(state, "dprk") == (at(state, "N3006"),)
    hungry = field({II_HQ: "N3016", DEPOT: "N3002", INF: "N3010"})
    assert isolation.havens(hungry, "dprk") == ()
    both = field({II_HQ: "N3006", DEPOT: "N3005", GHQ: "N3003"})
    assert isolation.havens(both, "dprk") == (at(both, "N3003"),)


@pytest.mark.rule("NW-19.7.1")
def test_never_in_the_turn_of_the_landing_nor_afloat() -> None:
    assert cut_off({**RING, LIGHT: "N3010"}, LIGHT)
    assert not cut_off({**RING, LIGHT: {"hex": "N3010", "landed": True}}, LIGHT)
    assert not cut_off({**RING, LIGHT: {"hex": "N3010", "by_air": True}}, LIGHT)
    state = field({JFC: "N3020", MARINES: INSHORE})
    assert not isolation.is_cut_off(state, key(state, MARINES))


def judged(units: dict[str, Any], *dice: int) -> KoreaState:
    state = field({GHQ: "N3003", JFC: "N3020", **units})
    for effect, faces in ((isolation.rejoin, ()), (isolation.mark, ()), (isolation.surrender, dice)):
        state = carried_out(state, effect, faces)
    return state


@pytest.mark.rule("NW-19.7.3", "NWS-ADV-13.1")
def test_markers_are_taken_first_from_who_is_free_again() -> None:
    state = judged({INF: {"hex": "N3010", "isolated": True}})
    assert not state.units[key(state, INF)].isolated
    state = judged({INF: {"hex": "N3010", "isolated": True}, **RING}, 0)
    assert state.units[key(state, INF)].isolated
    still = field({GHQ: "N3003", INF: {"hex": "N3010", "isolated": True}, **RING})
    assert carried_out(still, isolation.rejoin).units[key(still, INF)].isolated
    free = draft(field({GHQ: "N3003", INF: {"hex": "N3010", "isolated": True}}))
    isolation.rejoin(free)
    assert [(e.key, e.points) for e in free.entries] == [("log.rejoined", (ref(key(state, INF)),))]
    quiet = draft(field({GHQ: "N3003", INF: "N3010"}))
    isolation.rejoin(quiet)
    isolation.mark(quiet)
    assert quiet.entries == []


@pytest.mark.rule("NW-19.7.4", "NW-19.7.4.a", "NWS-ADV-13.3", "NWS-ADV-13.2")
def test_who_fails_the_check_surrenders_for_good() -> None:
    held = judged({INF: "N3010", **RING}, 5)
    cut = draft(field({GHQ: "N3003", INF: "N3010", **RING, JFC: "N3020"}))
    isolation.mark(cut)
    assert [(e.key, e.points) for e in cut.entries] == [("log.isolated", (ref(key(held, INF)),))]
    assert (where(held, INF), held.units[key(held, INF)].isolated) == ("N3010", True)
    lost = judged({INF: "N3010", **RING}, 6)
    assert (where(lost, INF), steps(lost, INF)) == ("surrendered", 0)
    assert lost.accounts["allied"].turn_vp2 == 6
    assert status.why_surrendered(lost, "dprk", key(lost, INF)).rule == "NW-19.7.4"  # type: ignore[union-attr]
    assert status.why_surrendered(lost, "allied", key(lost, INF)) is None, "it was never theirs"
    again = carried_out(held, isolation.surrender, (9,))
    assert where(again, INF) == "surrendered"


@pytest.mark.rule("NWS-ADV-13.1", "NWS-ADV-13.2", "NWS-ADV-13.3")
def test_the_isolation_phase_comes_before_reorganization() -> None:
    units = {GHQ: "N3003", INF: "N3010", **RING}
    state = field(units, "isolation", dice=[9], accounts={"dprk": {"supply": 4}, "allied": {}})
    assert where(state, INF) == "surrendered"
    assert asked(state) == {"dprk": "reorganization.repairs.first"}


@pytest.mark.rule("NW-19.7.1", "NW-19.2.a.3")
def test_neither_paths_nor_lines_pass_hexes_beside_the_map_or_boxes_of_the_enemy() -> None:
    state = field({INF: "S4023", ROK_INF: "S4023+", JFC: "N4020", GHQ: "N3002"})
    held, empty = at(state, "S4023+"), at(state, "S4423+")
    for shut in (isolation.barred, tracing.closed):
        assert held not in shut(state, "allied")  # it is there as long as somebody stands in it
        assert held in shut(state, "dprk")
        assert empty in shut(state, "allied")
        assert at(state, "busan") not in shut(state, "allied")
        assert at(state, "busan") in shut(state, "dprk")
