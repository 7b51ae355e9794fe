"""Rule 18.2: how often headquarters and artillery can be used."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.damage import units as damage
from sandtable.games.nextwar.rules.formations import capabilities
from tests.games.nextwar.board import INF, accounts, asked, carried_out, draft, key
from tests.games.nextwar.seas import INSHORE
from tests.games.nextwar.supplies import ARTY_HQ, BRIGADE, GHQ, II_HQ, MEU_11, field


def one(name: str, **row: Any) -> tuple[KoreaState, int]:
    state = field({name: {"hex": "N3010", **row}})
    return state, key(state, name)


def left(name: str, **row: Any) -> int:
    return capabilities.uses_left(*one(name, **row))


def rule(name: str, **row: Any) -> str:
    no = capabilities.why_not_use(*one(name, **row))
    return no.rule if no else ""


@pytest.mark.rule("NW-18.2.a", "NWK-3.2.a", "NWK-3.2.c", "NWK-3.3.a")
def test_two_uses_in_a_turn_and_one_for_the_expeditionary_units() -> None:
    assert [left(II_HQ, uses=n) for n in (0, 1, 2, 3)] == [2, 1, 0, 0]
    assert [left(BRIGADE, uses=n) for n in (0, 1, 2)] == [2, 1, 0]
    assert [left(MEU_11, uses=n) for n in (0, 1)] == [1, 0]
    assert left(GHQ) == 2
    assert left(ARTY_HQ) == left(INF) == 0
    assert rule(II_HQ, uses=1) == ""
    assert rule(II_HQ, uses=2) == "NW-18.2.a"
    assert rule(ARTY_HQ) == "NWK-3.2.c"


@pytest.mark.rule("NW-18.2.5", "NW-19.5.d", "NW-19.7.2.c")
def test_nothing_at_sea_out_of_supply_or_isolated() -> None:
    assert rule(II_HQ, unsupplied=True) == "NW-19.5.d"
    assert rule(II_HQ, isolated=True) == "NW-19.7.2.c"
    state = field({MEU_11: INSHORE})
    no = capabilities.why_not_use(state, key(state, MEU_11))
    assert no is not None
    assert no.rule == "NW-18.2.5"
    wet = field({MEU_11: "N3010"}, facts={"hexes": {"N3010": {"terrain": "sea", "sea_zone": "yellow"}}})
    no = capabilities.why_not_use(wet, key(wet, MEU_11))
    assert no is not None
    assert no.rule == "NW-18.2.5"


def hit(name: str, *results: str, uses: int = 0) -> int:
    state = field({name: {"hex": "N3010", "uses": uses}})
    d = draft(state)
    for result in results:
        damage.strike(d, key(state, name), result)
    return d.now.units[key(state, name)].uses


@pytest.mark.rule("NW-18.2.b", "NW-27.3.1.d", "NW-27.3.2.e", "NW-27.3.1.b")
def test_a_hit_takes_capabilities_at_once() -> None:
    assert hit(II_HQ, "1") == 1
    assert hit(II_HQ, "1", uses=1) == 2
    assert hit(II_HQ, "1", uses=2) == 2
    assert hit(II_HQ, "2") == 2
    assert hit(II_HQ, "1", "1") == 2
    assert hit(BRIGADE, "2") == 2
    assert hit(MEU_11, "1") == 1
    assert hit(INF, "2") == 0
    assert hit(ARTY_HQ, "2") == 0


@pytest.mark.rule("NW-18.2.c", "NWS-ADV-14.13")
def test_capabilities_come_back_less_what_strike_markers_take() -> None:
    def after(name: str, **row: Any) -> int:
        state, number = one(name, **row)
        return carried_out(state, capabilities.reset).units[number].uses

    assert after(II_HQ, uses=2) == 0
    assert after(II_HQ, uses=2, strike=1) == 1
    assert after(II_HQ, uses=0, strike=2) == 2
    assert after(BRIGADE, uses=1, strike=1) == 1
    assert after(MEU_11, uses=0, strike=1) == 1
    assert after(MEU_11, uses=1) == 0
    assert after(INF, strike=2) == 0


@pytest.mark.rule("NWS-ADV-14.13")
def test_headquarters_recover_before_their_markers_do() -> None:
    hit = {II_HQ: {"hex": "N3010", "uses": 2, "strike": 1}}
    after = field(hit, "reorganization.markers.sight", accounts=accounts(dprk={"supply": 2}))
    assert asked(after) == {"dprk": "reorganization.repairs.first"}
    found = after.units[key(after, II_HQ)]
    assert (found.uses, found.strike) == (1, 0)
