"""Territories that change hands: who holds them, what becomes of their installations, and whose money moves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.capture import take
from tests.games.axisallies.board import at, draft, position


def taken(where: str, power: str, **parts: Any) -> GlobalState:
    d = draft(position(**parts))
    take(d, at(where), power)
    return d.now


def holder(state: GlobalState, where: str) -> str:
    return state.territories[at(where)].holder


LONDON = {"United Kingdom": {"holder": "germany"}}
CALCUTTA = {"India": {"holder": "japan"}}


@pytest.mark.rule("AA-9.3.liberate.return")
def test_a_freed_territory_goes_back_to_the_ally_who_owned_it() -> None:
    state = taken("Egypt", "usa", territories={"Egypt": {"holder": "italy", "works": "minor_ic"}})
    assert holder(state, "Egypt") == "uk"
    assert state.territories[at("Egypt")].works == "minor_ic"


@pytest.mark.rule("AA-9.3.liberate.capital-lost", "AA-11.uk.capital-lost.b")
def test_a_territory_whose_owner_lost_his_capital_stays_with_the_liberator() -> None:
    assert holder(taken("Egypt", "usa", territories={"Egypt": {"holder": "italy"}, **LONDON}), "Egypt") == "usa"
    assert holder(taken("Egypt", "usa", territories={"Egypt": {"holder": "italy"}, **CALCUTTA}), "Egypt") == "uk"
    assert holder(taken("Malaya", "usa", territories={"Malaya": {"holder": "japan"}, **CALCUTTA}), "Malaya") == "usa"


@pytest.mark.rule("AA-6.china.temp-control")
def test_china_keeps_burma_only_while_india_is_lost() -> None:
    assert holder(taken("Burma", "china", territories={"Burma": {"holder": "japan"}}), "Burma") == "uk"
    assert holder(taken("Burma", "china", territories={"Burma": {"holder": "japan"}, **CALCUTTA}), "Burma") == "china"


@pytest.mark.rule("AA-6.china.original", "AA-6.china.remove-ic")
def test_manchuria_is_freed_for_china_and_loses_its_complex() -> None:
    state = taken("Manchuria", "ussr", territories={"Manchuria": {"works": "minor_ic", "works_damage": 2}})
    land = state.territories[at("Manchuria")]
    assert (land.holder, land.works, land.works_damage) == ("china", "", 0)


@pytest.mark.rule("AA-6.uk.dutch.d")
def test_a_dutch_territory_taken_by_the_axis_belongs_to_whoever_takes_it_next() -> None:
    assert holder(taken("Java", "usa", territories={"Java": {"holder": "japan"}}), "Java") == "usa"


@pytest.mark.rule("AA-6.neutral.after-control.b")
def test_a_former_neutral_is_captured_and_never_freed() -> None:
    former = {"Greece": {"holder": "italy", "stance": "", "former_neutral": True}}
    assert holder(taken("Greece", "uk", territories=former), "Greece") == "uk"
    assert holder(taken("Greece", "uk"), "Greece") == "uk"
    assert taken("Greece", "uk").territories[at("Greece")].former_neutral


@pytest.mark.rule("AA-9.5.no-destroy")
def test_a_complex_outlives_every_capture_but_the_liberation_of_china() -> None:
    kept = taken("Ukraine", "germany", territories={"Ukraine": {"works": "minor_ic", "works_damage": 6}}).territories
    assert kept[at("Ukraine")].works == "minor_ic"
    gone = taken("Kiangsu", "china", territories={"Kiangsu": {"holder": "japan", "works": "minor_ic"}}).territories
    assert gone[at("Kiangsu")].works == ""


@pytest.mark.rule("AA-9.3.conclude.ic.b", "AA-9.3.conclude.damage")
def test_a_captured_major_complex_becomes_minor_with_six_damage_at_most() -> None:
    land = taken("Russia", "germany", territories={"Russia": {"works": "major_ic", "works_damage": 15}}).territories
    assert (land[at("Russia")].works, land[at("Russia")].works_damage) == ("minor_ic", 6)


@pytest.mark.rule("AA-11.uk.capital-lost.a")
@pytest.mark.parametrize(("capital", "europe", "pacific"), [("United Kingdom", 0, 7), ("India", 20, 0)])
def test_only_the_treasury_of_the_captured_british_capital_is_looted(capital: str, europe: int, pacific: int) -> None:
    state = taken(capital, "japan", treasury={"uk_europe": 20, "uk_pacific": 7, "japan": 1})
    assert (state.treasury["uk_europe"], state.treasury["uk_pacific"]) == (europe, pacific)
    assert state.treasury["japan"] == 1 + 27 - europe - pacific


@pytest.mark.rule("AA-11.uk.loot")
@pytest.mark.parametrize(
    ("capital", "owner", "economy"),
    [("Germany", "germany", "uk_europe"), ("Southern Italy", "italy", "uk_europe"), ("Japan", "japan", "uk_pacific")],
)
def test_british_loot_goes_to_the_half_of_the_board_it_was_taken_on(capital: str, owner: str, economy: str) -> None:
    money = {"uk_europe": 0, "uk_pacific": 0, owner: 9}
    state = taken(capital, "uk", treasury=money, territories={**LONDON, **CALCUTTA})
    assert state.treasury[economy] == 9
    assert state.treasury[owner] == 0


@pytest.mark.rule("AA-11.us.sanfrancisco", "AA-9.3.capital.list")
def test_san_francisco_is_no_capital() -> None:
    state = taken("Western United States", "japan", treasury={"usa": 30, "japan": 0})
    assert state.treasury["usa"] == 30
    assert taken("Eastern United States", "germany", treasury={"usa": 30}).treasury["usa"] == 0


@pytest.mark.rule("AA-9.3.capital.regain")
def test_a_freed_capital_gets_its_own_treasurys_territories_back_from_allies() -> None:
    state = taken(
        "United Kingdom",
        "usa",
        territories={
            **LONDON,
            "Egypt": {"holder": "usa"},
            "Malaya": {"holder": "usa"},
            "Gibraltar": {"holder": "italy"},
        },
    )
    places = ("United Kingdom", "Egypt", "Malaya", "Gibraltar")
    assert [holder(state, where) for where in places] == ["uk", "uk", "usa", "italy"]


@pytest.mark.rule("AA-9.3.conclude.aa")
def test_guns_of_the_enemy_are_destroyed_and_those_of_friends_stay() -> None:
    units = {
        1: {"kind": "aa_gun", "owner": "france", "at": "France"},
        2: {"kind": "aa_gun", "owner": "germany", "at": "France"},
    }
    assert tuple(taken("France", "germany", units=units).units) == (2,)


@pytest.mark.rule("AA-6.us.dow-triggers")
def test_captures_that_bring_america_into_the_war_are_remembered() -> None:
    assert "london_captured_by_axis" in taken("United Kingdom", "germany").events
    assert "axis_captured_north_america" in taken("Alaska", "japan").events
    assert taken("Scotland", "germany").events == {}


@pytest.mark.rule("AA-9.2.blitz.tank")
def test_a_blitz_is_cited_in_the_log() -> None:
    d = draft(position())
    take(d, at("Eastern Poland"), "germany", by_blitz=True)
    assert d.now.territories[at("Eastern Poland")].holder == "germany"
    assert d.entries[0].rule == "AA-9.2.blitz.tank"


def test_liberations_are_remembered_for_the_objectives() -> None:
    assert f"liberated.{at('France')}" in taken("France", "uk", territories={"France": {"holder": "germany"}}).events
