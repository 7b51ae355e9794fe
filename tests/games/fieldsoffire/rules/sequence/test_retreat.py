"""The retreat segment."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.sequence.retreat import retreat, ways_back
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.kernel import Draft
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, drafted, key

OURS, THEIRS = "Paralyzed Team 1", "German Paralyzed Team 1"
HE = {1: {"kind": "incoming", "at": "R2C2", "value": -3}}


def at(where: str) -> dict[int, dict[str, Any]]:
    return {1: {"kind": "incoming", "at": where, "value": -3}}


def gone_back(units: dict[str, Any], deck: list[int] | None = None, **rest: Any) -> Draft[FieldsState]:
    d = drafted(board(units, **{"markers": HE, **rest}), deck=deck or [])
    retreat(d)
    return d


def where(d: Draft[FieldsState], name: str) -> str:
    unit = d.now.units.get(key(d.now, name))
    return "" if unit is None else label(d.now.scenario, "place", unit.at)


@pytest.mark.rule("FF-3.5.2.b", "FF-3.5.2.d", "FF-3.5.2.h")
def test_paralyzed_men_under_fire_go_one_card_towards_their_own_edge_and_are_exposed() -> None:
    d = gone_back({OURS: "R2C2", THEIRS: "R2C2"})
    assert (where(d, OURS), where(d, THEIRS)) == ("R1C2", "R3C2")
    assert all(d.now.units[key(d.now, name)].exposed for name in (OURS, THEIRS))


@pytest.mark.rule("FF-3.5.2.b")
@pytest.mark.parametrize("row", [{"pinned": True}, {"exposed": True}, {"at": "R1C1"}])
def test_not_those_who_are_pinned_exposed_or_under_no_fire(row: dict[str, Any]) -> None:
    d = gone_back({OURS: {"at": "R2C2", **row}})
    assert where(d, OURS) == row.get("at", "R2C2")


@pytest.mark.rule("FF-3.5.2.h", "FF-3.5.2.b")
def test_cards_without_fire_come_first_then_those_that_hide_best() -> None:
    two = {**HE, 2: {"kind": "incoming", "at": "R1C2", "value": -3}}
    facts = {"terrain": {"wood": {"cc": 2}, "copse": {"cc": 1}}}
    d = gone_back(
        {OURS: "R2C2"}, markers=two, facts=facts, cards={"R1C2": {"terrain": "wood"}, "R1C3": {"terrain": "copse"}}
    )
    assert where(d, OURS) == "R1C3"
    chance = gone_back({OURS: "R2C2"}, deck=[50], markers=two)
    assert where(chance, OURS) == "R1C3"


@pytest.mark.rule("FF-3.5.2.c", "FF-3.5.2.d")
def test_a_litter_team_goes_only_with_a_casualty_of_its_area() -> None:
    d = gone_back({"Litter Team 1": "R2C2", "Casualty 1": "R2C2"})
    assert (where(d, "Litter Team 1"), where(d, "Casualty 1")) == ("R1C2", "R1C2")
    assert d.now.units[key(d.now, "Casualty 1")].aboard == key(d.now, "Litter Team 1")
    alone = gone_back({"Litter Team 1": "R2C2", "German Casualty 1": "R2C2"})
    assert where(alone, "Litter Team 1") == "R2C2"
    apart = gone_back({"Litter Team 1": "R2C2", "Casualty 1": {"at": "R2C2", "cover": 1}}, covers={1: {"at": "R2C2"}})
    assert where(apart, "Litter Team 1") == "R2C2"


@pytest.mark.rule("FF-3.5.2.e", "FF-3.5.2.i")
def test_enemies_on_their_own_edge_leave_the_map() -> None:
    fire = {1: {"kind": "incoming", "at": "R4C2", "value": -3}}
    outside = {"R5C2": {"terrain": "plain", "kind": "outside"}}
    d = gone_back({THEIRS: "R4C2"}, markers=fire, cards=outside)
    assert where(d, THEIRS) == ""


@pytest.mark.rule("FF-3.5.2.f", "FF-5.1.6.E.b")
def test_nothing_holds_them_but_they_leave_their_load_behind() -> None:
    crowd = {f"{n}/{p} PLT": "R1C2" for p in (1, 2) for n in (1, 2, 3) if (n, p) != (3, 2)} | {"CO HQ": "R1C2"}
    assets = {1: {"kind": "wp", "holder": OURS}}
    d = gone_back({OURS: "R2C2", **crowd}, assets=assets)
    assert where(d, OURS) == "R1C2"
    assert d.now.assets[1].holder == 0


@pytest.mark.rule("FF-3.5.2.h")
def test_men_who_flew_in_go_back_to_their_landing_zone() -> None:
    rest = {"scenario": "vietnam_1", "controls": {"lz_1": place(3, 3)}}
    assert where(gone_back({OURS: "R2C2"}, **rest), OURS) == "R3C3"
    home = {1: {"kind": "incoming", "at": "R3C3", "value": -3}}
    assert where(gone_back({OURS: "R3C3"}, **{**rest, "markers": home}), OURS) == "R3C3"
    assert where(gone_back({OURS: "R2C2"}, scenario="vietnam_1"), OURS) == "R1C2"
    assert where(gone_back({OURS: "R2C2"}, scenario="vietnam_2", controls={"lz_1": place(3, 3)}), OURS) == "R1C2"


@pytest.mark.rule("FF-3.5.2.c", "FF-3.5.2.e")
def test_a_litter_team_takes_its_casualty_off_the_map_and_another_without_one_stays() -> None:
    fire = {1: {"kind": "incoming", "at": "R4C2", "value": -3}}
    one, two, hurt = "German Litter Team 1", "German Litter Team 2", "German Casualty 1"
    d = gone_back({one: "R4C2", two: "R4C2", hurt: "R4C2"}, markers=fire)
    assert (where(d, one), where(d, two), where(d, hurt)) == ("", "R4C2", "")


@pytest.mark.rule("FF-3.5.2.h")
def test_there_is_no_way_back_off_the_map_across_walls_or_through_lines_of_fire() -> None:
    assert where(gone_back({OURS: "R2C1"}, markers=at("R2C1")), OURS) == "R1C1"
    outside = {"R1C0": {"terrain": "plain", "kind": "outside"}}
    two = {**at("R2C1"), 2: {"kind": "incoming", "at": "R1C1", "value": -3}}
    assert where(gone_back({OURS: "R2C1"}, markers=two, cards=outside), OURS) == "R1C2"
    assert where(gone_back({OURS: "R1C2"}, markers=at("R1C2")), OURS) == "R0C2"
    wall = {"terrain": {"cliff": {"edges": {"s": "black"}}}}
    walled = gone_back({OURS: "R2C2"}, deck=[50], facts=wall, cards={"R2C2": {"terrain": "cliff"}})
    assert where(walled, OURS) == "R1C3"
    line = {"2/1 PLT": {"at": "R1C2"}}
    crossed = gone_back({OURS: "R2C2", "2/1 PLT": "R2C1"}, fires=line)
    assert where(crossed, OURS) == "R1C3"


@pytest.mark.rule("FF-3.5.2.h", "FF-3.5.2.b")
def test_what_hides_best_counts_against_fire_from_where_they_come() -> None:
    facts = {"terrain": {"bank": {"cc": 2, "cc_low": 0, "edges": {"ne": "dark"}}, "copse": {"cc": 1}}}
    cards = {"R1C1": {"terrain": "bank"}, "R1C3": {"terrain": "copse"}}
    assert where(gone_back({OURS: "R2C2"}, facts=facts, cards=cards), OURS) == "R1C1"


@pytest.mark.rule("FF-3.5.2.h")
def test_of_two_landing_zones_the_nearer_is_home_and_the_straight_way_comes_first() -> None:
    zones = {"lz_1": place(2, 4), "lz_2": place(3, 2)}
    assert where(gone_back({OURS: "R2C2"}, scenario="vietnam_1", controls=zones), OURS) == "R3C2"
    straight = {"lz_1": place(4, 2)}
    assert where(gone_back({OURS: "R2C2"}, scenario="vietnam_1", controls=straight), OURS) == "R3C2"
    near = {"scenario": "vietnam_1", "controls": {"lz_1": place(3, 3)}}
    hot = {**HE, 2: {"kind": "incoming", "at": "R3C3", "value": -3}}
    assert where(gone_back({OURS: "R2C2"}, markers=hot, **near), OURS) == "R3C3"
    south = gone_back({"VC Paralyzed Team 1": "R2C2", OURS: "R4C2"}, scenario="vietnam_1", deck=[1, 2])
    assert where(south, "VC Paralyzed Team 1")[:2] == "R1"  # away from the company
    theirs = gone_back({"VC Paralyzed Team 1": "R2C2"}, scenario="vietnam_1", controls={"lz_1": place(1, 2)})
    assert where(theirs, "VC Paralyzed Team 1") == "R3C2"


@pytest.mark.rule("FF-3.5.2.c", "FF-3.5.2.b")
def test_a_litter_team_goes_with_whom_it_carries_and_nobody_gets_off_a_truck_to_run() -> None:
    carried = {"at": "R2C2", "aboard": "Litter Team 1"}
    d = gone_back({"Litter Team 1": "R2C2", "Casualty 1": carried})
    assert (where(d, "Litter Team 1"), where(d, "Casualty 1")) == ("R1C2", "R1C2")
    fire = at("R4C2")
    gone = gone_back({THEIRS: "R4C2", "German Casualty 1": "R4C2"}, markers=fire)
    assert (where(gone, THEIRS), where(gone, "German Casualty 1")) == ("", "R4C2")


@pytest.mark.rule("FF-3.5.2.e", "FF-3.5.2.i")
def test_only_enemies_on_their_edge_leave_and_it_is_told() -> None:
    units = {THEIRS: "R4C2", "German Paralyzed Team 2": "R3C4"}
    d = gone_back(units, markers={**at("R4C2"), 2: at("R3C4")[1]})
    assert (where(d, THEIRS), where(d, "German Paralyzed Team 2")) == ("", "R4C4")
    assert [entry.key for entry in d.entries][:1] == ["log.left_map"]
    ours = gone_back({OURS: "R4C2"}, markers=at("R4C2"))
    assert where(ours, OURS) == "R3C2"


@pytest.mark.rule("FF-3.5.2.h")
def test_the_straight_way_to_a_zone_beside_comes_before_the_slanted_ones() -> None:
    rest = {"scenario": "vietnam_1", "controls": {"lz_1": place(2, 2)}, "markers": at("R2C4")}
    assert where(gone_back({OURS: "R2C4"}, **rest), OURS) == "R2C3"


@pytest.mark.rule("FF-3.5.2.c", "FF-3.5.2.b")
def test_men_who_sit_on_a_truck_do_not_run() -> None:
    team, truck = "NKPA Paralyzed Team 1", "NKPA Truck 1"
    d = gone_back({truck: "R2C2", team: {"at": "R2C2", "aboard": truck}}, facts={"nations": ["nkpa"]})
    assert where(d, team) == "R2C2"


@pytest.mark.rule("FF-3.5.2.h", "FF-8.6.3.4")
def test_who_has_no_side_of_his_own_prefers_none_of_the_ways_that_lead_away() -> None:
    name = "VC squad 1 (rifles)"
    state = board({name: "R3C3", "1/1 PLT": "R1C3"}, scenario="vietnam_2")
    ways = {label(state.scenario, "place", one) for one in ways_back(state, key(state, name))}
    assert ways == {"R4C2", "R4C3", "R4C4"}
