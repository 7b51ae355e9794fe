"""Supplies in a hex whose defenders have to leave it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import Attack, Battle, CrimeaState, Supply
from sandtable.games.eastfront.rules.results import retreats
from sandtable.kernel import Draft, NoDice
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key

STORES = {
    1: {"side": "soviet", "hex": "3605"},
    2: {"side": "soviet", "hex": "3605", "points": 2},
    3: {"side": "soviet", "hex": "3606"},
}


def beaten(*going: str, **more: Any) -> CrimeaState:
    """Some of two divisions in 3605 have retreated to 3607."""
    pieces = {"106 Rifle Div": 3605, "271 Rifle Div": 3605, "73 Inf Div": 3604}
    target = more.pop("target", 3605)
    state = board("axis.combat", pieces, supplies=STORES, **more)
    state = successor(state, attacks={target: Attack("soviet", (target,), ())}, battle=Battle(target))
    d = Draft(state, NoDice())
    for name in going:
        retreats.carry_out(d, (key(state, name),), (3606, 3607), 0)
    return d.now


@pytest.mark.rule("EF-6.82", "EF-16.42.a", "EF-11.43.7")
def test_mobile_supplies_go_with_the_last_who_leave_and_dumps_are_lost() -> None:
    half = beaten("106 Rifle Div")
    assert {number: unit.hex for number, unit in half.supplies.items()} == {1: 3605, 2: 3605, 3: 3606}
    gone = beaten("106 Rifle Div", "271 Rifle Div")
    assert {number: unit.hex for number, unit in gone.supplies.items()} == {1: 3607, 3: 3606}


@pytest.mark.rule("EF-16.42.a")
def test_dumps_of_attackers_who_go_back_stay() -> None:
    gone = beaten("106 Rifle Div", "271 Rifle Div", target=3604)
    assert {number: unit.hex for number, unit in gone.supplies.items()} == {1: 3607, 2: 3605, 3: 3606}


@pytest.mark.rule("EF-16.42.a")
def test_a_lost_dump_is_booked() -> None:
    gone = beaten("106 Rifle Div", "271 Rifle Div", tracks={"soviet_ledger": 4})
    assert gone.tracks["soviet_ledger"] == 2


@pytest.mark.rule("EF-16.42.a", "EF-6.82")
def test_nobody_takes_the_enemy_s_supplies_along_and_all_is_told() -> None:
    state = board("axis.combat", {"106 Rifle Div": 3605, "73 Inf Div": 3604})
    stores = {1: Supply("axis", 3605), 2: Supply("soviet", 3605), 3: Supply("soviet", 3605, points=2)}
    d = Draft(successor(state, supplies=stores), NoDice())
    retreats.carry_out(d, (key(state, "106 Rifle Div"),), (3606, 3607), 0)
    assert {number: unit.hex for number, unit in d.now.supplies.items()} == {1: 3605, 2: 3607}
    told = [(entry.key, entry.rule) for entry in d.entries if "supply" in entry.key]
    assert told == [("log.supply_fled", "EF-6.82"), ("log.supply_lost", "EF-16.42.a")]
