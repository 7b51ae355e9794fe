"""Rules 18.4 and 18.5: headquarters for supply points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.formations import rebuilding
from tests.games.nextwar.board import INF, ROK_INF, accounts, asked, key, logged, may, play, steps, where, why
from tests.games.nextwar.supplies import GHQ, II_HQ, NORTH, V_HQ, field

AT = "reinforcement.headquarters"
LOST = {"hex": 0, "box": "eliminated", "steps": 0}


def paying(units: dict[str, Any], supply: int = 9, at: str = AT, **more: Any) -> KoreaState:
    """Who can pay for headquarters; the Allies have nothing."""
    return field(units, at, accounts=accounts(dprk={"supply": supply}), **more)


def rebuild(to: str, hq: str = II_HQ) -> dict[str, str]:
    return {"do": "rebuild_hq", "unit": hq, "to": to}


@pytest.mark.rule("NW-18.4.b", "NWS-ADV-15.4", "NW-19.7.2.d", "NW-19.5.e")
def test_a_supplied_headquarters_gets_its_step_back_for_a_supply_point() -> None:
    state = paying({II_HQ: {"hex": "N3010", "steps": 1}, V_HQ: {"hex": "N3011", "steps": 1}})
    assert asked(state) == {"dprk": "reinforcement.headquarters.first"}
    step = play(state, "dprk", {"do": "recover_hq", "unit": II_HQ})
    assert logged(step, "recovered").rule == "NW-18.4.b"
    poor = paying({II_HQ: {"hex": "N3010", "steps": 1}, INF: "N3011"}, 0, at="basic.first_movement.moves")
    no = rebuilding.why_not_recover(poor, "dprk", key(poor, II_HQ))
    assert no is not None
    assert no.rule == "NW-19.3.a"
    after = step.state
    assert steps(after, II_HQ) == 2
    assert after.accounts["dprk"].supply == 8
    assert why(after, "dprk", {"do": "recover_hq", "unit": II_HQ}).rule == "NW-18.4.b"
    for marker, rule in (("unsupplied", "NW-19.5.e"), ("emergency", "NW-19.5.e"), ("isolated", "NW-19.7.2.d")):
        hungry = paying({II_HQ: {"hex": "N3010", "steps": 1, marker: True}, V_HQ: {"hex": "N3011", "steps": 1}})
        assert why(hungry, "dprk", {"do": "recover_hq", "unit": II_HQ}).rule == rule


@pytest.mark.rule("NW-18.5.a", "NW-18.5.c", "NW-19.3.a")
def test_a_lost_headquarters_costs_two_points_and_a_supreme_one_five() -> None:
    units = {II_HQ: LOST, V_HQ: LOST, GHQ: LOST, INF: "N3010", "DPRK 12/V Inf Div": "N3012"}
    state = paying(units, 10)
    step = play(state, "dprk", rebuild("N3009"))
    assert logged(step, "rebuilt").rule == "NW-18.5.a"
    after = step.state
    assert (where(after, II_HQ), steps(after, II_HQ), after.accounts["dprk"].supply) == ("N3009", 1, 8)
    after = play(after, "dprk", rebuild("N3010", GHQ)).state
    assert (where(after, GHQ), after.accounts["dprk"].supply) == ("N3010", 3)
    for name in (II_HQ, GHQ):  # with one step for this turn
        assert why(after, "dprk", {"do": "recover_hq", "unit": name}).rule == "NW-11.2.b"
    assert may(after, "dprk", rebuild("N3011", V_HQ))
    assert why(paying(units, 4), "dprk", rebuild("N3010", GHQ)).rule == "NW-19.3.a"
    assert may(paying(units, 5), "dprk", rebuild("N3010", GHQ))
    assert may(paying(units, 2), "dprk", rebuild("N3010"))
    assert why(paying({**units, "DPRK I HQ": "N3013"}), "dprk", rebuild("N3010", "DPRK I HQ")).rule == "NW-18.5.a"


@pytest.mark.rule("NW-2.8.c", "NW-18.5.a")
def test_who_is_set_up_on_ground_that_the_enemy_has_taken_is_its_last_unit() -> None:
    state = paying({II_HQ: LOST, V_HQ: LOST, INF: "N3010", "DPRK 12/V Inf Div": "N3012"}, captured={"N3009": "allied"})
    assert play(state, "dprk", rebuild("N3009")).state.visited == {3009: "dprk"}


@pytest.mark.rule("NW-18.5.b")
def test_within_four_hexes_of_a_supplied_unit_of_its_own_in_a_friendly_country() -> None:
    state = paying({II_HQ: LOST, INF: "N3008"})
    assert may(state, "dprk", rebuild("N3004"))
    assert not may(state, "dprk", rebuild("N3003"))
    for marker in ("unsupplied", "isolated"):
        weak = paying({II_HQ: LOST, V_HQ: {"hex": "N3006", "steps": 1}, INF: {"hex": "N3008", marker: True}})
        assert not may(weak, "dprk", rebuild("N3008"))
    other = paying({II_HQ: LOST, V_HQ: {"hex": "N3006", "steps": 1}, "DPRK 12/V Inf Div": "N3008"})
    assert not may(other, "dprk", rebuild("N3008"))
    abroad = {"hexes": {"N3006": {"country": "ROK"}}}
    assert not may(paying({II_HQ: LOST, INF: "N3008"}, facts=abroad), "dprk", rebuild("N3006"))
    away = {"hexes": {"N3008": {"country": "ROK"}}}  # the headquarters stays at home, whoever it is near
    gone = {II_HQ: LOST, INF: "N3008", V_HQ: {"hex": "N3003", "steps": 1}}
    assert may(paying(gone, facts=away), "dprk", rebuild("N3006"))
    assert not may(paying(gone, facts=away), "dprk", rebuild("N3008"))


@pytest.mark.rule("NW-11.2.b", "NWS-ADV-15.4")
def test_what_was_set_up_again_stays_reduced_for_this_turn() -> None:
    state = play(
        paying({II_HQ: LOST, V_HQ: {"hex": "N3009", "steps": 1}, INF: "N3008"}), "dprk", rebuild("N3007")
    ).state
    assert why(state, "dprk", {"do": "recover_hq", "unit": II_HQ}).rule == "NW-11.2.b"
    assert may(state, "dprk", {"do": "recover_hq", "unit": V_HQ})


@pytest.mark.rule("NW-18.5.b")
def test_never_in_an_enemy_zone_nor_in_a_full_hex() -> None:
    state = paying({II_HQ: LOST, INF: "N3008", ROK_INF: "N3010"})
    assert why(state, "dprk", rebuild("N3009")).rule == "NW-18.5.b"
    assert may(state, "dprk", rebuild("N3007"))
    full = {"DPRK 6/II Inf Div": "N3008", II_HQ: LOST, INF: "N3008"}
    assert why(paying(full), "dprk", rebuild("N3008")).rule == "NW-8.1.1.1.a"


@pytest.mark.rule("NW-18.5.b")
def test_beside_the_supreme_headquarters_or_in_a_town_without_units_of_its_own() -> None:
    supreme = paying({II_HQ: LOST, GHQ: "N3005"})
    assert may(supreme, "dprk", rebuild("N3005"))
    assert may(supreme, "dprk", rebuild("N3006"))
    assert not may(supreme, "dprk", rebuild("N3007"))
    city = {"hexes": {"N3003": {"features": ["city"], **NORTH}, "N3006": {"features": ["city"], **NORTH}}}
    alone = paying({II_HQ: LOST}, facts=city, captured={"N3006": "allied"})
    assert may(alone, "dprk", rebuild("N3003"))
    assert not may(alone, "dprk", rebuild("N3004"))
    assert not may(alone, "dprk", rebuild("N3006"))


@pytest.mark.rule("NWK-15.10.a", "NW-18.5.b")
def test_no_staff_is_set_up_in_the_ashes_of_busan() -> None:
    for gone in (False, True):
        state = field({"ROK I/3 HQ": LOST}, accounts=accounts(allied={"supply": 9}), busan_lost=gone)
        no = rebuilding.why_not_there(state, "allied", key(state, "ROK I/3 HQ"), state.board.place("busan"))
        assert (no is None) is not gone
