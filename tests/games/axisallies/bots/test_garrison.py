"""Who may leave and who stays."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.model import GlobalState
from tests.games.axisallies.board import at, position

BERLIN, POLAND, BALTIC = at("Germany"), at("Poland"), at("Baltic States")
FOE = {n: {"kind": "tank", "owner": "ussr", "at": BALTIC} for n in range(20, 23)}


def east(units: dict[int, dict[str, Any]], **parts: Any) -> GlobalState:
    lands = {BALTIC: {"holder": "ussr", "since": "ussr"}, POLAND: {"holder": "germany", "since": "germany"}}
    return position(
        at="germany.combat_move.moves", wars={"germany-ussr": 1}, units={**units, **FOE}, territories=lands, **parts
    )


def own(kind: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": "germany", "at": where, **more}


def test_a_capital_in_reach_of_the_enemy_keeps_what_it_needs() -> None:
    troops = {n: own("infantry", BERLIN) for n in range(1, 4)}
    assert not spared(east(troops), "germany")
    many = {n: own("infantry", BERLIN) for n in range(1, 13)}
    assert 2 <= len(spared(east(many), "germany")) < 12


def test_units_on_order_stand_in_for_the_guard() -> None:
    troops = {n: own("infantry", BERLIN) for n in range(1, 4)}
    assert len(spared(east(troops, orders={"germany.infantry": 9}), "germany")) == 2  # one stays as a picket


def test_a_threatened_territory_keeps_a_picket() -> None:
    state = east({1: own("infantry", POLAND), 2: own("tank", POLAND)})
    assert spared(state, "germany") == frozenset({2})


def test_units_that_have_acted_are_not_counted() -> None:
    state = east({1: own("tank", at("Romania"), moved=True), 2: own("tank", at("Romania"))})
    assert spared(state, "germany") == frozenset({2})
