"""Which ships bombard a shore, and how many of them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import bombardment
from tests.games.axisallies.board import at, position

SICILY = at("Sicily")
LANDING = {
    1: {"kind": "infantry", "owner": "uk", "at": SICILY, "landed": True, "origin": 95, "task": "assault"},
    2: {"kind": "infantry", "owner": "uk", "at": SICILY, "landed": True, "origin": 95, "task": "assault"},
    3: {"kind": "cruiser", "owner": "uk", "at": 95},
    4: {"kind": "battleship", "owner": "uk", "at": 97},
    5: {"kind": "cruiser", "owner": "france", "at": 95},
    6: {"kind": "destroyer", "owner": "uk", "at": 95},
    7: {"kind": "infantry", "owner": "italy", "at": SICILY},
}


def landing(**battles: Any) -> GlobalState:
    rows = {
        SICILY: {"kind": "land", "attacker": "uk", "zones": [95, 97]},
        **{int(k[1:]): v for k, v in battles.items()},
    }
    flow = ["uk.combat.battles", {"phase": "battle.round.press", "ref": SICILY, "waiting": ["uk"]}]
    return position(at=flow, units=LANDING, battles=rows)


@pytest.mark.rule("AA-9.3.bombard.condition")
@pytest.mark.rule("AA-9.3.amphib.sea.none")
@pytest.mark.rule("AA-9.3.unescorted.counts")
def test_only_the_attackers_guns_beside_the_landing_bombard_where_nobody_fought_at_sea() -> None:
    def why(key: int, **battles: Any) -> str:
        no = bombardment.why_no_bombardment(landing(**battles), key)
        return no.key if no else ""

    assert why(3) == ""
    assert why(4) == "refuse.no_landing_from_there"
    assert [why(5), why(6), why(99)] == ["refuse.cannot_bombard"] * 3
    ignored = {"kind": "sea", "attacker": "uk", "ignore": True}
    assert why(3, z95=ignored) == ""
    assert why(3, z95={**ignored, "ignore": False, "over": True, "fought": True}) == "refuse.fought_at_sea"


@pytest.mark.rule("AA-9.3.bombard.limit")
def test_one_ship_for_each_unit_that_came_ashore() -> None:
    assert bombardment.limit(landing()) == 2
