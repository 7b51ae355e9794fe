"""What a power may not do while it is at peace."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.rules.politics.peace import (
    coast_of_america,
    why_not_attack,
    why_not_end_at_sea,
    why_not_enter,
    why_not_in_china,
    why_not_leave_china,
)
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.units.air import may_overfly
from sandtable.games.axisallies.rules.units.transports import why_not_board
from sandtable.kernel import Refusal
from tests.games.axisallies.board import at, position


def rule_of(no: Refusal | None) -> str:
    return no.rule if no else ""


@pytest.mark.rule("AA-6.ussr.theatres")
@pytest.mark.parametrize(
    ("wars", "europe", "pacific", "both"),
    [
        ({}, False, False, False),
        ({"japan-ussr": 1}, False, True, True),
        ({"germany-ussr": 1}, True, False, True),
        ({"italy-ussr": 1, "japan-ussr": 1}, True, True, True),
    ],
)
def test_the_soviet_union_is_at_war_half_by_half(wars: dict[str, int], europe: bool, pacific: bool, both: bool) -> None:
    state = position(wars=wars)
    found = [is_at_war_here(state, "ussr", at(name)) for name in ("Russia", "Amur", "Urals")]
    assert found == [europe, pacific, both]


@pytest.mark.rule("AA-6.ussr.theatres", "AA-9.4.land.peace")
def test_war_with_japan_alone_keeps_soviet_units_out_of_allied_land_in_europe() -> None:
    east, west = position(wars={"japan-ussr": 1}), position(wars={"germany-ussr": 1})
    assert rule_of(why_not_enter(east, "ussr", at("Egypt"))) == "AA-9.4.land.peace"
    assert why_not_enter(west, "ussr", at("Egypt")) is None


@pytest.mark.parametrize(
    ("power", "rule"),
    [
        pytest.param("usa", "AA-6.us.no-china", marks=pytest.mark.rule("AA-6.us.no-china")),
        pytest.param("uk", "AA-6.uk.no-china", marks=pytest.mark.rule("AA-6.uk.no-china")),
        pytest.param("anzac", "AA-6.anzac.no-china", marks=pytest.mark.rule("AA-6.anzac.no-china")),
    ],
)
def test_powers_at_peace_with_japan_keep_out_of_china(power: str, rule: str) -> None:
    pair = "-".join(sorted(("japan", power)))
    assert rule_of(why_not_in_china(position(), power, at("Yunnan"))) == rule
    assert why_not_in_china(position(wars={pair: 1}), power, at("Yunnan")) is None
    assert why_not_in_china(position(), power, at("Burma")) is None


@pytest.mark.rule("AA-6.china.move-limit", "AA-6.china.tigers")
def test_chinese_units_stay_in_china_kwangtung_and_burma() -> None:
    state = position()
    allowed = [name for name in ("Yunnan", "Manchuria", "Kwangtung", "Burma", "India", "Korea", "French Indo China")
               if why_not_leave_china(state, "china", at(name)) is None]  # fmt: skip
    assert allowed == ["Yunnan", "Manchuria", "Kwangtung", "Burma"]
    assert rule_of(why_not_leave_china(state, "china", at("India"))) == "AA-6.china.move-limit"
    assert why_not_leave_china(state, "uk", at("India")) is None
    assert why_not_leave_china(state, "china", 20) is not None


@pytest.mark.rule("AA-6.china.tigers")
def test_the_flying_tigers_fly_over_nothing_but_china_kwangtung_and_burma() -> None:
    names = ("Yunnan", "Burma", "India", "Korea")
    assert [may_overfly(position(), "china", at(name)) for name in names] == [True, True, False, False]
    assert not may_overfly(position(), "china", 20)


@pytest.mark.rule("AA-9.2.us-neutral.a")
def test_the_united_states_at_peace_enter_no_neutral() -> None:
    assert rule_of(why_not_enter(position(), "usa", at("Brazil"))) == "AA-9.2.us-neutral.a"
    assert why_not_enter(position(wars={"japan-usa": 1}), "usa", at("Brazil")) is None


@pytest.mark.rule("AA-9.2.us-neutral.b", "AA-9.4.air.peace")
def test_the_united_states_at_peace_enter_no_land_of_others() -> None:
    assert rule_of(why_not_enter(position(), "usa", at("Ontario"))) == "AA-9.2.us-neutral.b"
    assert why_not_enter(position(), "usa", at("Alaska")) is None
    assert why_not_enter(position(wars={"japan-usa": 1}), "usa", at("Ontario")) is None


@pytest.mark.rule("AA-9.2.us-neutral.c")
def test_nobody_enters_american_land_in_peace() -> None:
    assert rule_of(why_not_enter(position(), "uk", at("Alaska"))) == "AA-9.2.us-neutral.c"
    assert why_not_enter(position(wars={"germany-usa": 1}), "uk", at("Alaska")) is None
    assert not may_overfly(position(), "uk", at("Alaska"))
    assert may_overfly(position(wars={"germany-usa": 1}), "uk", at("Alaska"))


@pytest.mark.rule("AA-9.4.land.peace", "AA-9.4.air.peace")
def test_a_soviet_union_at_peace_stays_in_its_own_land() -> None:
    assert rule_of(why_not_enter(position(), "ussr", at("Egypt"))) == "AA-9.4.land.peace"
    assert why_not_enter(position(), "ussr", at("Archangel")) is None


@pytest.mark.rule("AA-9.2.notatwar.no-attack")
def test_no_attack_on_the_land_or_the_guests_of_a_power_at_peace() -> None:
    assert rule_of(why_not_attack(position(), "germany", at("Baltic States"))) == "AA-9.2.notatwar.no-attack"
    guest = {1: {"kind": "infantry", "owner": "usa", "at": "France"}}
    no = why_not_attack(position(units=guest), "germany", at("France"))
    assert no is not None
    assert (no.rule, no.key) == ("AA-9.2.notatwar.no-attack", "refuse.guests_at_peace")
    assert why_not_attack(position(), "germany", at("France")) is None


@pytest.mark.rule("AA-6.japan.dutch")
def test_japan_attacks_the_dutch_only_at_war_with_their_guardians() -> None:
    assert rule_of(why_not_attack(position(), "japan", at("Java"))) == "AA-6.japan.dutch"
    assert why_not_attack(position(wars={"japan-uk": 1, "anzac-japan": 1}), "japan", at("Java")) is None
    held = {"Java": {"holder": "anzac"}}
    assert rule_of(why_not_attack(position(territories=held), "japan", at("Java"))) == "AA-9.2.notatwar.no-attack"


@pytest.mark.rule("AA-6.japan.us-coast")
def test_japanese_ships_keep_two_zones_from_the_american_mainland() -> None:
    state = position()
    near = coast_of_america(state, 2)
    touching = {zone for name in ("Alaska", "Western United States") for zone in state.board.sea_next[at(name)]}
    assert touching < near
    assert all(any(step in touching for step in state.board.sea_next[zone]) for zone in near - touching)
    assert rule_of(why_not_end_at_sea(state, "japan", "cruiser", min(touching))) == "AA-6.japan.us-coast"
    assert why_not_end_at_sea(state, "japan", "cruiser", 6) is None
    assert why_not_end_at_sea(position(wars={"japan-usa": 1}), "japan", "cruiser", min(touching)) is None


@pytest.mark.rule("AA-6.us.japan-zones", "AA-9.2.us-neutral.d")
def test_american_ships_at_peace_end_nowhere_beside_japanese_land() -> None:
    assert rule_of(why_not_end_at_sea(position(), "usa", "cruiser", 6)) == "AA-6.us.japan-zones"
    assert why_not_end_at_sea(position(wars={"japan-usa": 1}), "usa", "cruiser", 6) is None
    assert why_not_end_at_sea(position(), "usa", "cruiser", 26) is None


@pytest.mark.rule("AA-6.us.atlantic-limit")
@pytest.mark.parametrize(
    ("kind", "zone", "wars", "options", "rule"),
    [
        ("cruiser", 101, {}, {}, ""),
        ("cruiser", 102, {}, {}, ""),
        ("transport", 102, {}, {}, "AA-6.us.atlantic-limit"),
        ("cruiser", 103, {}, {}, "AA-6.us.atlantic-limit"),
        ("cruiser", 103, {"japan-usa": 1}, {}, "AA-6.us.atlantic-limit"),
        ("cruiser", 103, {"italy-usa": 1}, {}, ""),
        ("cruiser", 27, {}, {}, ""),
        ("cruiser", 27, {}, {"us_atlantic_everywhere": True}, "AA-6.us.atlantic-limit"),
    ],
)
def test_american_ships_stay_in_home_waters(
    kind: str, zone: int, wars: dict[str, int], options: dict[str, Any], rule: str
) -> None:
    assert rule_of(why_not_end_at_sea(position(wars=wars, options=options), "usa", kind, zone)) == rule


@pytest.mark.rule("AA-6.china.move-limit")
def test_chinese_units_never_board_a_transport() -> None:
    units = {
        number: {"kind": "infantry", "owner": owner, "at": "Kwangtung"} for number, owner in ((1, "china"), (2, "uk"))
    }
    state = position(units=units)
    assert rule_of(why_not_board(state, "china", 1, False)) == "AA-6.china.move-limit"
    assert why_not_board(state, "uk", 2, False) is None
