"""Rule 19.4: depots and mobile supply units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.supply import supply_units
from sandtable.games.nextwar.rules.terms.units import at as place
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.board import INF, ROK_BDE, accounts, asked, at, key, logged, may, play, where, why
from tests.games.nextwar.supplies import DEPOT, DEPOT_2, NORTH, field

AT = "supply.depots.first"
URBAN = {"N3012": {"terrain": "urban", **NORTH}, "N3022": {"terrain": "urban", "country": "ROK"}}
TRUCK = {"hex": "N3006", "mobile": True}


def shopping(units: dict[str, Any], supply: int = 9, phase: str = AT, **more: Any) -> KoreaState:
    facts = {"hexes": URBAN, **more.pop("facts", {})}
    return field({INF: "N3005", **units}, phase, accounts=accounts(dprk={"supply": supply}), facts=facts, **more)


def buy(to: str) -> dict[str, str]:
    return {"do": "buy_msu", "to": to}


def found(to: str) -> dict[str, str]:
    return {"do": "found_depot", "to": to}


def points(state: KoreaState) -> int:
    return state.accounts["dprk"].supply


@pytest.mark.rule("NW-19.4.b", "NW-19.3.a", "NWS-ADV-2.3")
def test_a_point_buys_a_mobile_supply_unit_at_a_depot_or_in_an_urban_hex() -> None:
    state = shopping({DEPOT: "N3002"})
    assert asked(state) == {"dprk": "supply.depots.first"}
    step = play(state, "dprk", buy("N3002"))
    assert logged(step, "msu_bought").points == (ref(key(step.state, DEPOT_2)), place(at(step.state, "N3002")))
    after = step.state
    bought = after.units[key(after, DEPOT_2)]
    assert (where(after, DEPOT_2), bought.mobile, bought.steps, points(after)) == ("N3002", True, 1, 8)
    assert may(state, "dprk", buy("N3012"))
    assert why(state, "dprk", buy("N3003")).rule == "NW-19.4.b"
    assert not may(state, "dprk", buy("N3022"))
    assert not may(shopping({DEPOT: "N3002"}, captured={"N3012": "allied"}), "dprk", buy("N3012"))
    assert not may(shopping({DEPOT: "N3002", ROK_BDE: "N3012"}), "dprk", buy("N3012"))
    assert why(shopping({DEPOT: "N3002"}, 0), "dprk", buy("N3002")).rule == "NW-19.3.a"
    assert why(shopping({DEPOT: "N3002", DEPOT_2: TRUCK}, 9), "dprk", buy("N3006")).rule == "NW-19.4.b"


@pytest.mark.rule("NW-27.3.2.c")
def test_nothing_comes_of_a_depot_under_strike_2() -> None:
    state = shopping({DEPOT: {"hex": "N3002", "strike": 2}})
    assert why(state, "dprk", buy("N3002")).rule == "NW-27.3.2.c"
    assert why(state, "dprk", {"do": "split_depot", "unit": DEPOT}).rule == "NW-27.3.2.c"
    assert may(shopping({DEPOT: {"hex": "N3002", "strike": 1}}), "dprk", buy("N3002"))
    assert may(shopping({DEPOT: {"hex": "N3002", "strike": 1}}), "dprk", {"do": "split_depot", "unit": DEPOT})


@pytest.mark.rule("NW-19.4.c", "NW-27.3.1.e")
def test_a_depot_becomes_two_mobile_supply_units_for_nothing() -> None:
    state = shopping({DEPOT: {"hex": "N3002", "strike": 1}}, 0)
    step = play(state, "dprk", {"do": "split_depot", "unit": DEPOT})
    assert logged(step, "depot_split").rule == "NW-19.4.c"
    after = step.state
    rows = [after.units[key(after, name)] for name in (DEPOT, DEPOT_2)]
    assert [(row.mobile, row.strike, row.hex) for row in rows] == [(True, 1, rows[0].hex)] * 2
    assert points(after) == 0
    truck = shopping({DEPOT: TRUCK})
    assert why(truck, "dprk", {"do": "split_depot", "unit": DEPOT}).rule == "NW-19.4.c"


@pytest.mark.rule("NW-19.4.d", "NW-27.3.1.e", "NW-19.3.a")
def test_a_mobile_supply_unit_becomes_a_depot_where_it_is_supplied() -> None:
    settle = {"do": "settle_msu", "unit": DEPOT_2}
    state = shopping({DEPOT: "N3002", DEPOT_2: {**TRUCK, "strike": 1}})
    step = play(state, "dprk", settle)
    assert logged(step, "depot_settled").rule == "NW-19.4.d"
    after = step.state
    row = after.units[key(after, DEPOT_2)]
    assert (row.mobile, row.strike, points(after)) == (False, 1, 7)
    far = shopping({DEPOT: "N3002", DEPOT_2: {"hex": "N3120", "mobile": True}})
    assert why(far, "dprk", settle).rule == "NW-19.4.d"
    assert why(shopping({DEPOT: "N3002", DEPOT_2: TRUCK}, 1), "dprk", settle).rule == "NW-19.3.a"
    assert may(shopping({DEPOT: "N3002", DEPOT_2: TRUCK}, 2), "dprk", settle)
    assert why(shopping({DEPOT: "N3002", DEPOT_2: "N3006"}), "dprk", settle).rule == "NW-19.4.d"


@pytest.mark.rule("NW-27.3.2.d")
def test_a_mobile_supply_unit_under_strike_2_becomes_nothing() -> None:
    state = shopping({DEPOT: "N3002", DEPOT_2: {**TRUCK, "strike": 2}})
    assert why(state, "dprk", {"do": "settle_msu", "unit": DEPOT_2}).rule == "NW-27.3.2.d"
    light = shopping({DEPOT: "N3002", DEPOT_2: {**TRUCK, "strike": 1}})
    assert may(light, "dprk", {"do": "settle_msu", "unit": DEPOT_2})


@pytest.mark.rule("NW-19.4.f", "NW-19.3.a")
def test_four_points_found_a_depot_in_a_hex_that_is_supplied() -> None:
    state = shopping({DEPOT: "N3002"})
    step = play(state, "dprk", found("N3008"))
    assert logged(step, "depot_founded").rule == "NW-19.4.f"
    after = step.state
    row = after.units[key(after, DEPOT_2)]
    assert (where(after, DEPOT_2), row.mobile, points(after)) == ("N3008", False, 5)
    alone = shopping({DEPOT: "N3002"}, facts={"hexes": {"N3012": NORTH}})
    assert may(alone, "dprk", found("N3010"))
    assert why(alone, "dprk", found("N3011")).rule == "NW-19.4.f"
    assert why(shopping({DEPOT: "N3002"}, 3), "dprk", found("N3008")).rule == "NW-19.3.a"
    assert may(shopping({DEPOT: "N3002"}, 4), "dprk", found("N3008"))
    truck = {DEPOT: "N3002", DEPOT_2: {"hex": "N3010", "mobile": True}}
    chain = shopping(truck, facts={"hexes": {"N3012": NORTH}})
    assert why(chain, "dprk", found("N3013")).rule == "NW-19.4.f"
    assert why(shopping({DEPOT: "N3002", ROK_BDE: "N3008"}), "dprk", found("N3008")).rule == "NW-19.4.f"


@pytest.mark.rule("NW-19.4.g")
def test_no_more_supply_units_than_counters() -> None:
    seven = {f"DPRK Supply {n}": "N3002" for n in range(1, 8)}
    assert may(shopping(seven), "dprk", buy("N3002"))
    eight = {**seven, "DPRK Supply 8": "N3002"}
    full = shopping({**eight, "DPRK Supply 8": TRUCK})
    assert why(full, "dprk", buy("N3002")).rule == "NW-19.4.g"
    assert why(full, "dprk", found("N3008")).rule == "NW-19.4.g"
    assert why(full, "dprk", {"do": "split_depot", "unit": DEPOT}).rule == "NW-19.4.g"
    assert may(full, "dprk", {"do": "settle_msu", "unit": "DPRK Supply 8"})
    spent = shopping({**seven, "DPRK Supply 8": {"hex": 0, "box": "unused", "steps": 0}})
    assert len(supply_units.spare(spent, "dprk")) == 1
    waiting = shopping({**seven, "DPRK Supply 8": {"hex": 0, "box": "to_place"}})
    assert supply_units.spare(waiting, "dprk") == ()
    assert len(supply_units.spare(spent, "allied")) == 8


@pytest.mark.rule("NWS-ADV-2.3", "NW-19.4.h")
def test_what_is_bought_helps_from_the_next_turn_on() -> None:
    units = {DEPOT: "N3002", INF: "N3014"}
    state = shopping(units, phase="supply", facts={"hexes": {"N3012": NORTH}})
    assert state.units[key(state, INF)].unsupplied
    after = play(state, "dprk", found("N3010")).state
    assert after.units[key(after, INF)].unsupplied


@pytest.mark.rule("NW-19.4.e", "NW-19.6.c", "NW-19.3.b", "NW-19.6.f", "NW-27.3.2.c", "NW-27.3.2.d")
def test_only_in_an_emergency_supply_units_become_points() -> None:
    cash = {"do": "cash_supply", "unit": DEPOT}
    assert not may(shopping({DEPOT: "N3002"}), "dprk", cash)
    at_ = "emergency_supply.first"
    step = play(shopping({DEPOT: "N3002", DEPOT_2: TRUCK}, 0, at_), "dprk", cash)
    assert logged(step, "supply_cashed").params["points"] == 2
    after = step.state
    assert (points(after), where(after, DEPOT)) == (2, "unused")
    truck = play(shopping({DEPOT: "N3002", DEPOT_2: TRUCK}, 0, at_), "dprk", {**cash, "unit": DEPOT_2}).state
    assert points(truck) == 1
    hit = shopping({DEPOT: {"hex": "N3002", "strike": 2}, DEPOT_2: TRUCK}, 0, at_)
    assert why(hit, "dprk", cash).rule == "NW-19.6.f"
    assert why(hit, "dprk", {**cash, "unit": INF}).rule == "NW-19.6.c"
    broken = shopping({DEPOT: "N3002", DEPOT_2: {**TRUCK, "strike": 2}}, 0, at_)
    assert why(broken, "dprk", {**cash, "unit": DEPOT_2}).rule == "NW-19.6.f"
    light = shopping({DEPOT: {"hex": "N3002", "strike": 1}, DEPOT_2: TRUCK}, 0, at_)
    assert may(light, "dprk", cash)


@pytest.mark.rule("NW-19.4.h", "NWS-ADV-2.3")
def test_a_side_is_asked_while_there_is_anything_it_could_do() -> None:
    def can(units: dict[str, Any], supply: int, **hexes: Any) -> bool:
        facts = {"hexes": {"N3012": NORTH, **hexes}}
        state = field(units, accounts=accounts(dprk={"supply": supply}), facts=facts)
        return supply_units.supplier(state, "dprk") == ("dprk",)

    full = {f"DPRK Supply {n}": {"hex": "N3002", "strike": 2} for n in range(1, 8)}
    off = "DPRK Supply 8"
    assert not can({INF: "Hamhung/Hungnam"}, 0)
    assert can({DEPOT: "N3002"}, 0)  # to split it
    assert can({}, 1, N3014={"terrain": "urban", **NORTH})  # to buy
    assert can({**full, off: {"hex": "N3003", "mobile": True}}, 2)  # to settle
    assert not can({**full, off: {"hex": "N3003", "mobile": True}}, 1)
    lost = field(
        {DEPOT: {"hex": "N3002", "strike": 2}},
        accounts=accounts(dprk={"supply": 4}),
        facts={"hexes": {"N3012": NORTH}},
        captured={"Hamhung/Hungnam": "allied"},
    )
    assert supply_units.supplier(lost, "dprk") == ("dprk",)  # to found
    assert not supply_units.markets(lost, "dprk").is_possible()


@pytest.mark.rule("NWS-ADV-2.3", "NW-19.4.h")
def test_the_second_player_comes_after_the_first() -> None:
    both = accounts(dprk={"supply": 1}, allied={"supply": 1})
    state = field({DEPOT: "N3002", INF: "N3005"}, AT, accounts=both)
    assert asked(play(state, "dprk", {"do": "done"}).state) == {"allied": "supply.depots.second"}
