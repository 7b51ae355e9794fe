"""What a terrain card gives to those on it."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.ground.terrain import burst_of, concealment
from tests.games.fieldsoffire.board import board, card

FACTS = {"terrain": {"bank": {"cc": 2, "cc_low": 1, "burst": -1, "edges": {"n": "dark"}}, "wood": {"cc": 3}}}


@pytest.mark.rule("FF-5.2.3", "FF-5.2.3.a", "FF-5.2.3.b")
def test_of_two_values_the_larger_counts_if_any_fire_crosses_a_dark_border() -> None:
    state = board(facts=FACTS, cards={"R2C2": {"terrain": "bank"}, "R1C1": {"terrain": "wood"}})
    here = card(state, "R2C2")
    north, far_north, south = (card(state, name) for name in ("R3C2", "R4C2", "R1C2"))
    assert concealment(state, here, (north,)) == 2
    assert concealment(state, here, (south, far_north)) == 2
    assert concealment(state, here, (south,)) == 1
    assert concealment(state, here, ()) == 1
    assert concealment(state, card(state, "R1C1"), (here,)) == 3


@pytest.mark.rule("FF-5.2.3.c")
def test_the_burst_icon_is_a_signed_number() -> None:
    state = board(facts=FACTS, cards={"R2C2": {"terrain": "bank"}})
    assert (burst_of(state, card(state, "R2C2")), burst_of(state, card(state, "R1C1"))) == (-1, 0)
