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


def told(where: str, power: str, **parts: Any) -> list[tuple[str, str]]:
    """What the log says of a capture: lines with their rules."""
    d = draft(position(**parts))
    take(d, at(where), power)
    return [(entry.key, entry.rule) for entry in d.entries]


@pytest.mark.rule("AA-9.3.liberate.return", "AA-9.3.conclude.capture", "AA-9.2.blitz.tank")
def test_the_log_tells_freed_from_taken_and_names_the_blitz_of_a_captor_only() -> None:
    italian = {"Egypt": {"holder": "italy"}}
    assert told("Egypt", "usa", territories=italian) == [("log.freed", "AA-9.3.liberate.return")]
    assert told("Egypt", "uk", territories=italian) == [("log.taken", "AA-9.3.conclude.capture")]
    assert told("Egypt", "germany") == [("log.taken", "AA-9.3.conclude.capture")]
    d = draft(position(territories=italian))
    take(d, at("Egypt"), "usa", by_blitz=True)
    assert d.entries[0].rule == "AA-9.3.liberate.return"


@pytest.mark.rule("AA-9.3.liberate.return", "AA-9.3.conclude.capture")
def test_what_the_enemy_owned_first_belongs_to_the_captor() -> None:
    assert holder(taken("Egypt", "germany"), "Egypt") == "germany"
    assert holder(taken("Southern Italy", "usa"), "Southern Italy") == "usa"
    # An ally who takes it back from the enemy gives it back, a power keeps its own.
    assert holder(taken("Egypt", "uk", territories={"Egypt": {"holder": "italy"}}), "Egypt") == "uk"


@pytest.mark.rule(
    "AA-9.3.conclude.installations", "AA-10.inst.capture", "AA-9.3.conclude.ic.b", "AA-9.3.conclude.damage"
)
@pytest.mark.parametrize(
    ("where", "power", "land", "expected"),
    [
        ("Russia", "germany", {"works": "major_ic", "works_damage": 4}, ("minor_ic", 4)),
        ("Russia", "germany", {"works": "major_ic", "works_damage": 15}, ("minor_ic", 6)),
        ("Ukraine", "germany", {"works": "minor_ic", "works_damage": 5}, ("minor_ic", 5)),
        ("Russia", "germany", {"works": ""}, ("", 0)),
        ("Greece", "germany", {"works": "major_ic", "holder": ""}, ("major_ic", 0)),  # nobody held it
        ("Kiangsu", "japan", {"works": "minor_ic", "holder": "china"}, ("minor_ic", 0)),  # the Axis removes nothing
        ("Burma", "china", {"works": "minor_ic", "holder": "japan"}, ("minor_ic", 0)),  # not Chinese ground
    ],
)
def test_a_complex_goes_with_its_territory(
    where: str, power: str, land: dict[str, Any], expected: tuple[str, int]
) -> None:
    after = taken(where, power, territories={where: land}).territories[at(where)]
    assert (after.works, after.works_damage) == expected


@pytest.mark.rule("AA-9.3.conclude.ic.b", "AA-6.china.remove-ic", "AA-9.5.no-destroy", "AA-10.inst.capture")
def test_what_becomes_of_a_complex_is_told() -> None:
    assert ("log.works_reduced", "AA-9.3.conclude.ic.b") in told(
        "Russia", "germany", territories={"Russia": {"works": "major_ic"}}
    )
    chinese = {"Kiangsu": {"holder": "japan", "works": "minor_ic"}}
    assert ("log.works_removed", "AA-6.china.remove-ic") in told("Kiangsu", "china", territories=chinese)
    bare = {"Kiangsu": {"holder": "japan", "works": ""}}
    assert [key for key, _ in told("Kiangsu", "china", territories=bare)] == ["log.taken"]


@pytest.mark.rule("AA-9.3.conclude.aa", "AA-9.3.std.empty")
def test_only_guns_are_destroyed_and_nothing_is_told_without_them() -> None:
    units = {
        1: {"kind": "aa_gun", "owner": "france", "at": "France"},
        2: {"kind": "infantry", "owner": "germany", "at": "France"},
        3: {"kind": "fighter", "owner": "france", "at": "France"},
    }
    assert sorted(taken("France", "germany", units=units).units) == [2, 3]
    assert len(told("France", "germany", units={2: units[2]})) == len(told("France", "germany"))


@pytest.mark.rule("AA-6.neutral.after-control.a", "AA-6.neutral.after-control.b")
def test_only_who_was_neutral_becomes_a_former_neutral() -> None:
    assert taken("Greece", "italy").territories[at("Greece")].former_neutral
    assert not taken("Egypt", "italy").territories[at("Egypt")].former_neutral
    assert (
        not taken("Greece", "italy", territories={"Greece": {"holder": "uk"}}).territories[at("Greece")].former_neutral
    )


@pytest.mark.rule("AA-9.3.capital.regain")
def test_territories_that_were_neutral_or_that_nobody_holds_are_not_given_back() -> None:
    lands = {
        **LONDON,
        "Egypt": {"holder": "usa", "former_neutral": True},
        "Gibraltar": {"holder": ""},
        "Scotland": {"holder": "uk"},
    }
    d = draft(position(territories=lands))
    take(d, at("United Kingdom"), "usa")
    assert [holder(d.now, where) for where in ("Egypt", "Gibraltar", "Scotland")] == ["usa", "", "uk"]
    assert not [entry for entry in d.entries if entry.key == "log.given_back"]


@pytest.mark.rule("AA-9.3.capital.loot", "AA-9.3.capital.no-refund")
def test_a_capital_is_looted_from_its_owner_alone() -> None:
    money = {"france": 12, "germany": 3, "uk_europe": 1}
    assert taken("France", "germany", treasury=money).treasury["germany"] == 15
    freed = taken("France", "uk", treasury=money, territories={"France": {"holder": "germany"}})
    assert (freed.treasury["france"], freed.treasury["germany"], freed.treasury["uk_europe"]) == (12, 3, 1)
