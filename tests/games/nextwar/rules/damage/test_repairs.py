"""Rule 27.9: repairs."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.damage import repairs
from tests.games.nextwar.board import QUIET, advanced, asked, at, board, draft, may, play, why

HEXES = {
    "N2810": {"country": "DPRK", "features": ["airbase", "port", "chem_site"]},
    "N2812": {"country": "DPRK", "features": ["airfield"]},
}
RUINS = {"N2810": {"airbase": 3, "port": 3, "chem_site": 3}, "N2812": {"airfield": 3}}


def yard(supply: int = 10, repaired: int = 0, **fields: Any) -> KoreaState:
    accounts = {"dprk": {"supply": supply, "repairs": repaired}, "allied": {}}
    networks = {"dprk": {"detection": 5, "sam": 5, "aaa": 0}, "allied": {}}
    where = [{"phase": "reorganization.repairs.first", "waiting": ["dprk"]}]
    told = {"accounts": accounts, "networks": networks, **fields}
    return advanced(where, facts={"hexes": HEXES}, begun=True, **told)


def repair(work: str, **more: Any) -> dict[str, Any]:
    return {"do": "repair", "work": work, **more}


@pytest.mark.rule("NWS-ADV-14.16", "NW-27.9.2", "NWT-REPAIR", "NW-24.1.b")
def test_tracks_for_supply() -> None:
    state = yard()
    assert asked(state) == {"dprk": "reorganization.repairs.first"}
    for work, cost in (("aaa", 1), ("sam", 2), ("detection", 2)):
        after = play(state, "dprk", repair(work)).state
        assert after.accounts["dprk"].supply == 10 - cost
        assert after.accounts["dprk"].repairs == cost
        assert getattr(after.networks["dprk"], work) == getattr(state.networks["dprk"], work) + 1


@pytest.mark.rule("NW-27.9.2", "NWT-REPAIR")
def test_four_points_a_turn_for_tracks_and_no_track_beyond_its_end() -> None:
    spent = yard(repaired=3)
    assert why(spent, "dprk", repair("sam")).rule == "NW-27.9.2"
    assert may(spent, "dprk", repair("aaa"))
    whole = yard(networks={"dprk": {"detection": 10, "sam": 10, "aaa": 2}, "allied": {}})
    for work in ("detection", "sam"):
        assert why(whole, "dprk", repair(work)).key == "refuse.track_whole"
    no = why(yard(supply=1), "dprk", repair("sam"))
    assert (no.rule, no.key) == ("NW-19.3.a", "refuse.no_supply")


@pytest.mark.rule("NW-27.9.1", "NWT-REPAIR")
def test_ruins_for_supply() -> None:
    state = yard(damage=RUINS)
    for work, place, level in (("airbase", "N2810", 2), ("port", "N2810", 2), ("airfield", "N2812", 1)):
        after = play(state, "dprk", repair(work, place=place)).state
        assert getattr(after.damage[at(state, place)], work) == level
        assert (after.accounts["dprk"].supply, after.accounts["dprk"].repairs) == (8, 0)
    assert not may(state, "dprk", repair("chem_site", place="N2810"))
    assert not may(state, "dprk", repair("port", place="N2812"))
    taken = yard(damage=RUINS, captured={"N2810": "allied"})
    assert why(taken, "dprk", repair("airbase", place="N2810")).rule == "NW-27.9.1"
    assert may(yard(damage=RUINS, repaired=4), "dprk", repair("port", place="N2810"))  # only tracks are limited


@pytest.mark.rule("NWK-16.2.5.g")
def test_six_points_a_turn_in_the_air_war() -> None:
    def war(repaired: int) -> KoreaState:
        return board(
            [{"phase": "reorganization.repairs.first", "waiting": ["dprk"]}],
            {},
            scenario="air_war",
            begun=True,
            accounts={"dprk": {"supply": 20, "repairs": repaired}, "allied": {}},
            networks={"dprk": {"detection": 5, "sam": 5, "aaa": 1}, "allied": {}},
            tolls={"dprk": {"destroyed": 2, "strike2": 1}, "allied": {}},
        )

    assert may(war(4), "dprk", repair("sam"))
    assert why(war(5), "dprk", repair("sam")).rule == "NWK-16.2.5.g"
    assert why(war(5), "dprk", repair("base")).rule == "NWK-16.2.5.g"
    after = play(war(2), "dprk", repair("base")).state
    assert (after.tolls["dprk"].destroyed, after.tolls["dprk"].strike2) == (1, 2)
    assert after.accounts["dprk"].supply == 18


@pytest.mark.rule("NWS-ADV-14.16")
def test_a_new_turn_counts_anew() -> None:
    d = draft(yard(repaired=3))
    repairs.forget(d)
    assert d.now.accounts["dprk"].repairs == 0


@pytest.mark.rule("NWK-15.10.a", "NW-27.9.1")
def test_everything_but_busan_can_be_repaired_after_the_attack() -> None:
    hexes = {"N3016": {"country": "ROK", "features": ["port"]}}
    damage = {"N3016": {"port": 3}, "busan": {"port": 3}}
    told = {"damage": damage, "accounts": {"dprk": {}, "allied": {"supply": 5}}}
    for gone in (False, True):
        state = advanced(QUIET, facts={"hexes": hexes}, busan_lost=gone, **told)
        found = repairs.places(state, "allied", "port")
        assert found is not None
        assert set(found.legal) == {at(state, "N3016"), *(() if gone else (at(state, "busan"),))}


@pytest.mark.rule("NW-27.9.1")
@pytest.mark.parametrize(("work", "key"), [("nonsense", "nothing_destroyed"), ("chem_site", "beyond_repair")])
def test_what_is_no_work_is_refused_for_what_it_is_and_breaks_nothing(work: str, key: str) -> None:
    no = repairs.why_not_repair(yard(damage=RUINS), "dprk", work)
    assert no is not None
    assert no.key == f"refuse.{key}"
