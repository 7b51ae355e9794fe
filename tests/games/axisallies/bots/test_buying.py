"""Purchases and where they go."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.actions.buying import Buy, Deploy, Repair
from sandtable.games.axisallies.bots import buying
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import SeededDice
from tests.games.axisallies.board import at, position

BERLIN, MOSCOW, TOKYO = at("Germany"), at("Russia"), at("Japan")


def set_up() -> GlobalState:
    state: GlobalState = GAME.start(GAME.open("rulebook"), SeededDice(b"x")).state
    return state


def test_every_purchase_of_the_first_round_is_paid_for_and_placed() -> None:
    state = set_up()
    for power in state.board.powers:
        for economy in state.board.powers[power].economies:
            basket = buying.wanted(state, power, economy)
            units = {kind: n for kind, n in basket.items() if kind in state.board.kinds}
            installations = {kind: n for kind, n in basket.items() if kind not in units}
            price = sum(n * state.board.kinds[kind].cost for kind, n in units.items())
            price += sum(n * state.board.installations[kind].cost for kind, n in installations.items())
            assert price <= state.treasury[economy], (economy, basket)
            if power not in ("china", "france"):
                assert price >= state.treasury[economy] - 6, (economy, basket)


def test_a_threatened_capital_gets_infantry() -> None:
    tanks = {n: {"kind": "tank", "owner": "germany", "at": at("Belarus")} for n in range(1, 9)}
    lands = {
        at("Belarus"): {"holder": "germany", "since": "germany"},
        at("Smolensk"): {"holder": "germany", "since": "germany"},
        MOSCOW: {"works": "major_ic"},
    }
    state = position(
        at="ussr.purchase", units=tanks, territories=lands, treasury={"ussr": 30}, wars={"germany-ussr": 1}
    )
    assert buying.wanted(state, "ussr", "ussr").get("infantry", 0) >= 8


def test_an_island_builds_transports_and_works_abroad() -> None:
    basket = buying.wanted(set_up(), "japan", "japan")
    assert basket.get("minor_ic") == 1
    usa = buying.wanted(set_up(), "usa", "usa")
    assert usa.get("transport", 0) >= 1


def test_china_buys_what_china_may() -> None:
    assert set(buying.wanted(set_up(), "china", "china")) <= {"infantry", "artillery"}


def test_damage_is_repaired_before_buying() -> None:
    state = position(treasury={"germany": 30}, territories={BERLIN: {"works": "major_ic", "works_damage": 5}})
    first, second = (idea[0] for idea in buying.purchases(state, "germany"))
    assert first == Repair(BERLIN, "major_ic", 5)
    assert isinstance(second, Buy)


def placed(state: GlobalState, power: str) -> Any:
    return next(
        action
        for idea in buying.placements(state, power)
        for action in idea
        if GAME.why_not(state, power, action) is None
    )


def test_new_troops_go_to_the_complex_nearest_the_front() -> None:
    lands = {
        MOSCOW: {"works": "major_ic"},
        at("Novgorod"): {"works": "minor_ic", "holder": "ussr", "since": "ussr"},
        at("Baltic States"): {"holder": "germany", "since": "germany"},
    }
    guard = {n: {"kind": "infantry", "owner": "ussr", "at": at("Novgorod")} for n in range(1, 4)}
    state = position(at="ussr.mobilize", territories=lands, orders={"ussr.infantry": 2}, units=guard)
    assert placed(state, "ussr") == Deploy("ussr", "infantry", at("Novgorod"), 2)
