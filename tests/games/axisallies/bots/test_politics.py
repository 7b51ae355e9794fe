"""When the staff goes to war."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.actions.diplomacy import Declare
from sandtable.games.axisallies.bots.politics import declarations
from tests.games.axisallies.board import position


@pytest.mark.parametrize(
    ("power", "turn", "wars", "wanted"),
    [
        ("germany", 1, {}, []),
        ("germany", 2, {}, ["ussr"]),
        ("italy", 2, {}, []),
        ("italy", 2, {"germany-ussr": 1}, ["ussr"]),
        ("japan", 1, {}, []),
        ("japan", 2, {}, ["usa", "uk", "anzac", "france"]),
        ("uk", 3, {}, []),
        ("uk", 3, {"japan-usa": 1}, ["japan"]),
        ("ussr", 1, {}, ["germany", "italy"]),
    ],
)
def test_declarations(power: str, turn: int, wars: dict[str, int], wanted: list[str]) -> None:
    start = position().wars
    state = position(at=f"{power}.combat_move.politics", round=turn, wars={**start, **wars})
    found = [idea[0] for idea in declarations(state, power)]
    assert sorted(one.on for one in found if isinstance(one, Declare)) == sorted(wanted)
