"""Rules 27.2 and 27.7: installations and airfields."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement import carrying
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.sea import waters
from sandtable.kernel import Draft
from tests.games.nextwar.board import QUIET, advanced, at, board, draft

HEXES = {
    "N2810": {"country": "DPRK", "features": ["port", "chem_site"]},
    "N2812": {"country": "DPRK", "features": ["airbase"]},
    "N2814": {"country": "DPRK", "features": ["airfield"]},
    "N2816": {"country": "ROK", "features": ["airbase", "port"]},
}


def place(**fields: Any) -> KoreaState:
    return advanced(QUIET, facts={"hexes": HEXES}, **fields)


def struck(label: str, feature: str, *results: str, dice: list[int] | None = None, **fields: Any) -> Draft[KoreaState]:
    d = draft(place(**fields), dice or [])
    for result in results:
        installations.strike(d, at(d.now, label), feature, result)
    return d


def marker(d: Draft[KoreaState], label: str, feature: str) -> int:
    return installations.level(d.now, at(d.now, label), feature)


@pytest.mark.rule("NW-27.2.a", "NW-27.2.b", "NW-27.1.d", "NWT-STRIKE.results")
@pytest.mark.parametrize(
    ("results", "level"),
    [("1", 1), ("2", 2), ("X", 3), ("11", 2), ("12", 3), ("21", 3), ("22", 3), ("1X", 3), ("2X", 3)],
)
def test_the_ladder_of_installations(results: str, level: int) -> None:
    d = struck("N2810", "port", *results)
    assert marker(d, "N2810", "port") == level
    assert marker(d, "N2810", "chem_site") == 0  # each has its own


@pytest.mark.rule("NW-27.2.b", "NWT-VP")
@pytest.mark.parametrize(
    ("label", "feature", "side", "points2"),
    [
        ("N2810", "port", "allied", 4),
        ("N2810", "chem_site", "allied", 10),
        ("N2816", "port", "dprk", 4),
    ],
)
def test_destroying_scores(label: str, feature: str, side: str, points2: int) -> None:
    d = struck(label, feature, "2")
    assert d.now.accounts[side].turn_vp2 == 0
    d = struck(label, feature, "X")
    assert d.now.accounts[side].turn_vp2 == points2


@pytest.mark.rule("NW-27.2.c")
def test_a_second_destruction_scores_only_after_full_repair() -> None:
    d = struck("N2810", "port", "X")
    installations.put(d, at(d.now, "N2810"), "port", 2)
    installations.strike(d, at(d.now, "N2810"), "port", "X")
    assert d.now.accounts["allied"].turn_vp2 == 4
    installations.put(d, at(d.now, "N2810"), "port", 0)
    installations.strike(d, at(d.now, "N2810"), "port", "X")
    assert d.now.accounts["allied"].turn_vp2 == 8


@pytest.mark.rule("NWS-ADV-6.1.b", "NW-27.7.2.1.a")
def test_a_destroyed_base_is_counted_and_what_stands_on_it_rolled_for() -> None:
    d = struck("N2814", "airfield", "X", dice=[9])
    assert d.now.accounts["dprk"].lost_bases == 1
    assert [entry.key for entry in d.entries].count("log.collateral") == 1
    assert d.now.accounts["allied"].turn_vp2 == 2
    d = struck("N2814", "airfield", "1", dice=[9])
    assert d.now.accounts["dprk"].lost_bases == 0
    d = struck("N2810", "port", "X")  # no aircraft in a port
    assert d.now.accounts["dprk"].lost_bases == 0


@pytest.mark.rule("NWS-ADV-6.1.a", "NW-22.10.1.a")
def test_bases_under_markers_are_counted() -> None:
    damage = {"N2812": {"airbase": 2}, "N2814": {"airfield": 1}, "N2816": {"airbase": 3}, "N2810": {"port": 1}}
    state = place(damage=damage)
    assert installations.damaged_bases(state, "dprk") == 2
    assert installations.damaged_bases(state, "allied") == 0
    assert installations.damaged_bases(place(tolls={"dprk": {"strike1": 2, "strike2": 1}}), "dprk") == 3
    taken = place(damage=damage, captured={"N2812": "allied"})  # it serves nobody, so it costs nobody sorties
    assert [installations.damaged_bases(taken, side) for side in ("allied", "dprk")] == [0, 1]


@pytest.mark.rule("NW-27.7.1.a", "NW-27.7.1.b", "NW-27.7.1.c", "NW-27.7.1.d", "NW-27.7.1.e")
def test_what_damage_forbids() -> None:
    for level, transport, helicopters in ((0, True, True), (1, False, True), (2, False, False), (3, False, False)):
        state = place(damage={"N2812": {"airbase": level}, "N2816": {"port": level}})
        base, port = at(state, "N2812"), at(state, "N2816")
        assert installations.serves_transport(state, base) is transport
        assert installations.serves_helicopters(state, base) is helicopters
        assert installations.serves_ships(state, port) is transport
        assert installations.serves_transport(state, port)  # the base beside the port is whole
        assert not installations.serves_ships(state, base)
        assert installations.serves_helicopters(state, state.board.place("busan"))


@pytest.mark.rule("NW-27.7.1.a", "NW-27.7.1.d", "NW-27.7.1.e")
def test_transports_and_ships_keep_away_from_what_is_damaged() -> None:
    whole = place()
    hurt = place(damage={"N2812": {"airbase": 1}, "N2816": {"port": 1}})
    base, port = at(whole, "N2812"), at(whole, "N2816")
    for state, is_open in ((whole, True), (hurt, False)):
        assert carrying.is_safe_base(state, base, "dprk") is is_open
        assert waters.is_friendly_port(state, port, controller(state, port)) is is_open
        no = carrying.why_no_base(state, base)
        assert (no is None) is is_open
        assert no is None or no.rule == "NW-27.7.1.d"
        assert carrying.why_no_base(state, at(state, "N2813")) is None


@pytest.mark.rule("NWS-ADV-14.15", "NW-27.9.1")
def test_markers_recover_but_ruins_do_not() -> None:
    damage = {"N2810": {"port": 2, "chem_site": 3, "scored": ["chem_site"]}, "N2812": {"airbase": 1}}
    d = draft(place(damage=damage))
    installations.recover(d)
    assert marker(d, "N2810", "port") == 1
    assert marker(d, "N2810", "chem_site") == 3
    assert at(d.now, "N2812") not in d.now.damage


@pytest.mark.rule("NWK-5.5.1.c")
def test_each_of_the_two_works_of_wonsan_has_its_own_marker() -> None:
    state = board(QUIET, scenario="all_in", bare=False)
    wonsan = at(state, "N3704")
    assert (state.board.ground[wonsan].name, state.board.ground[wonsan].installations) == (
        "Wonsan",
        ("port", "airbase"),
    )
    d = draft(state)
    installations.strike(d, wonsan, "port", "2")
    assert [installations.level(d.now, wonsan, one) for one in ("port", "airbase")] == [2, 0]
    d = draft(d.now, [9])
    installations.strike(d, wonsan, "airbase", "1")
    assert [installations.level(d.now, wonsan, one) for one in ("port", "airbase")] == [2, 1]


@pytest.mark.rule("NW-27.7.1.c", "NW-27.7.1.d")
def test_what_a_captured_base_is() -> None:
    taken = {"N2816": "dprk", "N2810": "allied"}
    state = place(captured=taken)
    assert installations.is_taken_base(state, at(state, "N2816"))
    assert not installations.is_taken_base(state, at(state, "N2810"))  # a port
    assert not installations.is_taken_base(state, at(state, "N2812"))
    standard = board(QUIET, {}, facts={"hexes": HEXES}, captured=taken)
    assert not installations.is_taken_base(standard, at(standard, "N2816"))
    hit = place(damage={"N2812": {"airbase": 1}})
    no = carrying.why_no_base(hit, at(hit, "N2812"))
    assert no is not None
    assert no.rule == "NW-27.7.1.d"


@pytest.mark.rule("NW-27.7.1.c")
def test_helicopters_that_are_driven_out_find_no_refuge_in_ruins() -> None:
    for level, refuge in ((2, True), (3, False)):
        damage = {"N2812": {"airbase": level}}
        state = place(helicopters={"DPRK Mi-24D 1": {"hex": "N2814"}}, damage=damage)
        found = transfers.refuges(state, next(iter(state.helicopters)))
        assert (at(state, "N2812") in found) is refuge


@pytest.mark.rule("NW-27.2.c")
def test_what_has_scored_is_known_for_each_work_of_a_hex() -> None:
    hexes = {"N2810": {"country": "DPRK", "features": ["port", "nuclear_site"]}}
    d = draft(advanced(QUIET, facts={"hexes": hexes}))
    place = at(d.now, "N2810")
    for feature in ("port", "nuclear_site"):
        installations.strike(d, place, feature, "X")
    assert d.now.damage[place].scored == ("nuclear_site", "port")
    points = d.now.accounts["allied"].turn_vp2
    installations.put(d, place, "port", 0)
    assert d.now.damage[place].scored == ("nuclear_site",)
    installations.strike(d, place, "port", "X")
    assert d.now.accounts["allied"].turn_vp2 == points + 4  # it was whole again


@pytest.mark.rule("NW-27.7.1.a", "NW-27.7.1.d")
def test_a_captured_base_carries_nobody() -> None:
    hexes = {"N2810": {"country": "DPRK", "features": ["airbase"]}}
    for captured, serves in (({}, True), ({"N2810": "allied"}, False)):
        state = advanced(QUIET, facts={"hexes": hexes}, captured=captured)
        assert installations.serves_transport(state, at(state, "N2810")) is serves


@pytest.mark.rule("NW-27.7.1.c", "NWS-ADV-6.1.b", "NW-27.7.2.1.a")
def test_a_taken_base_that_is_destroyed_costs_nobody_sorties_or_aircraft() -> None:
    hexes = {"N2816": {"country": "ROK", "features": ["airbase"], "terrain": "flat"}}
    for captured, lost, dice in (({}, {"allied": 1}, [9]), ({"N2816": "dprk"}, {}, [])):
        state = advanced(QUIET, facts={"hexes": hexes}, captured=captured, damage={"N2816": {"airbase": 2}})
        d = draft(state, dice)
        installations.strike(d, at(state, "N2816"), "airbase", "1")
        assert installations.is_destroyed(d.now, at(state, "N2816"), "airbase")
        assert {side: row.lost_bases for side, row in d.now.accounts.items() if row.lost_bases} == lost
