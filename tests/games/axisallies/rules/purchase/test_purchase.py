"""Prices, treasuries and convoys: what the case files on the economy leave open."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.actions.buying import Buy
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.rules.income import convoy
from sandtable.games.axisallies.rules.income.income import production
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.purchase import purchase
from sandtable.games.axisallies.rules.research import technology
from sandtable.games.axisallies.rules.units.air import allowance
from sandtable.kernel import Refusal
from sandtable.kernel.cases import run
from tests.games.axisallies.board import at, position


@pytest.mark.rule("AA-9.1.spend")
def test_everything_on_the_list_can_be_ordered_at_its_price() -> None:
    state = position(treasury={"germany": 99})
    assert {kind: technology.cost(state, "germany", kind) for kind in purchase.for_sale(state, "germany")} == {
        "infantry": 3, "artillery": 4, "mech_infantry": 4, "tank": 6, "aa_gun": 5, "fighter": 10, "tactical_bomber": 11,
        "strategic_bomber": 12, "battleship": 20, "carrier": 16, "cruiser": 12, "destroyer": 8, "submarine": 6,
        "transport": 7, "major_ic": 30, "minor_ic": 12, "air_base": 15, "naval_base": 15, "upgrade": 20,
    }  # fmt: skip


@pytest.mark.rule("AA-13.t2.3", "AA-13.step4")
def test_shipyards_make_ships_cheaper_for_their_power_alone() -> None:
    state = position(powers={"germany": {"technologies": ["improved_shipyards"]}})
    ships = ("battleship", "carrier", "cruiser", "destroyer", "transport", "submarine")
    assert [technology.cost(state, "germany", ship) for ship in ships] == [17, 13, 9, 7, 6, 5]
    assert [technology.cost(state, "italy", ship) for ship in ships] == [20, 16, 12, 8, 7, 6]
    assert technology.cost(state, "germany", "tank") == 6


@pytest.mark.rule("AA-9.6.no-lending", "AA-6.france.control", "AA-6.china.separate")
@pytest.mark.parametrize(("power", "other"), [("france", "uk_europe"), ("china", "usa"), ("uk", "france")])
def test_nobody_spends_the_money_of_another_power(power: str, other: str) -> None:
    no = GAME.why_not(position(at=f"{power}.purchase"), power, Buy(other, {"infantry": 1}))
    assert isinstance(no, Refusal)
    assert no.rule == "AA-9.6.no-lending"


@pytest.mark.rule("AA-9.3.multi.income", "AA-9.3.conclude.production", "AA-7.territory.value")
def test_only_the_holder_of_a_territory_earns_its_value() -> None:
    state = position(
        territories={"France": {"holder": "germany"}}, units={1: {"kind": "tank", "owner": "italy", "at": "France"}}
    )
    assert production(state, "germany", "germany") == 34
    assert production(state, "france", "france") == 15
    assert production(state, "italy", "italy") == 10
    assert state.board.spaces[at("Iceland")].ipc == 0


@pytest.mark.rule("AA-9.6.convoy.cap-territory", "AA-9.6.convoy.cap-zone")
def test_losses_are_the_most_that_both_limits_allow() -> None:
    state = position()
    scotland, britain = at("Scotland"), at("United Kingdom")
    raided = (convoy.Raided(109, 2, (scotland, britain)), convoy.Raided(119, 2, (scotland,)))
    assert convoy.loss(state, {109: 3, 119: 2}, raided) == 5
    assert convoy.loss(state, {109: 9, 119: 9}, raided) == 8
    assert convoy.loss(state, {119: 9}, raided) == 2


@pytest.mark.rule("AA-10.sub.lurk", "AA-10.sea.convoy")
def test_guests_of_a_power_at_peace_do_not_raid_convoys() -> None:
    units = {
        1: {"kind": "carrier", "owner": "uk", "at": 97},
        2: {"kind": "fighter", "owner": "usa", "at": 97, "aboard": 1},
    }
    assert convoy.raided_zones(position(units=units), "italy", "italy") == ()
    at_war = position(units=units, wars={"italy-usa": 1})
    assert [(zone.zone, zone.dice) for zone in convoy.raided_zones(at_war, "italy", "italy")] == [(97, 2)]
    lurking = position(units={1: {"kind": "submarine", "owner": "uk", "at": 97, "submerged": True}})
    assert convoy.raided_zones(lurking, "italy", "italy")[0].dice == 2


@pytest.mark.rule("AA-9.6.bonus-order")
def test_convoys_are_rolled_before_the_income_with_its_bonuses_is_paid() -> None:
    units = {1: {"kind": "submarine", "owner": "uk", "at": 97}}
    data = {"position": {"only": True, "at": "italy.income", "treasury": {"italy": 0}, "units": units}, "dice": [1, 4]}
    keys = [entry.key for entry in run(GAME, data).entries]
    assert keys.index("log.convoy") < keys.index("log.income")


@pytest.mark.rule("AA-6.china.move-limit")
def test_chinese_units_may_be_in_china_kwangtung_and_burma() -> None:
    state = position()
    beyond = [one for one in china.reach(state) if not state.board.spaces[one].chinese]
    assert beyond == sorted((at("Kwangtung"), at("Burma")))


@pytest.mark.rule("AA-13.t2.5")
def test_long_range_aircraft_fly_one_space_farther() -> None:
    units = {
        1: {"kind": "fighter", "owner": "germany", "at": "Poland"},
        2: {"kind": "strategic_bomber", "owner": "germany", "at": "Poland"},
    }
    known = {"germany": {"technologies": ["long_range_aircraft"]}}
    assert [allowance(position(units=units), key) for key in units] == [4, 6]
    assert [allowance(position(units=units, powers=known), key) for key in units] == [5, 7]
