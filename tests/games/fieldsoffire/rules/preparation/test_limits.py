"""The limits of a company's area."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.preparation.limits import is_inside
from tests.games.fieldsoffire.board import board, card


@pytest.mark.rule("FF-1.2.6.ao", "FF-2.4.1.A.bound", "FF-2.4.1.A.loa")
def test_only_cards_of_the_missions_own_map_are_inside() -> None:
    state = board(
        cards={"R2C5": {"terrain": "plain", "kind": "outside"}, "R5C1": {"terrain": "plain", "kind": "outside"}}
    )
    inside = [name for name in ("R1C1", "R4C4", "R2C5", "R5C1", "R0C1", "R4C6") if is_inside(state, card(state, name))]
    assert inside == ["R1C1", "R4C4"]
