"""Alliances, wars, the two British treasuries, and capitals."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.turns.powers import (
    alliance,
    economy_of,
    has_lost_capital,
    is_belligerent,
    is_headless,
)
from tests.games.axisallies.board import at, position


@pytest.mark.rule("AA-1.powers.a")
def test_a_power_belongs_to_its_alliance_even_at_peace() -> None:
    state = position()
    assert not is_belligerent(state, "usa")
    assert {power: alliance(state, power) for power in state.board.powers} == {
        "germany": "axis", "ussr": "allies", "japan": "axis", "usa": "allies", "china": "allies", "uk": "allies",
        "italy": "axis", "anzac": "allies", "france": "allies",
    }  # fmt: skip
    assert [power.number for power in state.board.powers.values()] == list(range(1, 10))


@pytest.mark.rule("AA-11.uk.two-economies", "AA-11.uk.exceptions")
@pytest.mark.parametrize(
    ("name", "economy"),
    [
        ("Scotland", "uk_europe"),
        ("Malaya", "uk_pacific"),
        ("India", "uk_pacific"),
        ("West India", "uk_pacific"),
        ("British Columbia", "uk_europe"),
        ("Sumatra", "uk_pacific"),
        ("Suriname", "uk_europe"),
        ("Korea", "uk_pacific"),
        ("Poland", "uk_europe"),
    ],
)
def test_a_british_territory_pays_into_one_of_two_treasuries(name: str, economy: str) -> None:
    assert economy_of(position(territories={name: {"holder": "uk"}}), at(name)) == economy


@pytest.mark.rule("AA-11.uk.two-economies")
def test_each_british_treasury_has_a_regional_capital() -> None:
    board = position().board
    capitals = {economy: board.economies[economy].capital for economy in board.powers["uk"].economies}
    assert capitals == {"uk_europe": at("United Kingdom"), "uk_pacific": at("India")}


@pytest.mark.rule("AA-9.3.capital.lost", "AA-11.uk.capital-lost.a")
def test_a_treasury_is_closed_while_the_enemy_holds_its_capital() -> None:
    state = position(territories={"United Kingdom": {"holder": "germany"}, "Russia": {"holder": "germany"}})
    lost = [economy for economy in state.board.economies if has_lost_capital(state, economy)]
    assert lost == ["ussr", "uk_europe"]
    assert is_headless(state, "ussr")
    assert not is_headless(state, "uk")


@pytest.mark.rule("AA-11.us.sanfrancisco")
def test_san_francisco_is_not_the_american_capital() -> None:
    assert not has_lost_capital(position(territories={"Western United States": {"holder": "japan"}}), "usa")
    assert has_lost_capital(position(territories={"Eastern United States": {"holder": "japan"}}), "usa")


@pytest.mark.rule("AA-6.china.no-capital")
def test_china_has_no_capital_to_lose() -> None:
    held = {name: {"holder": "japan"} for name in ("Szechwan", "Yunnan", "Hunan")}
    assert not has_lost_capital(position(territories=held), "china")
