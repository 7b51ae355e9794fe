"""Who opens fire at whom."""

from __future__ import annotations

import pytest

from tests.games.fieldsoffire.board import board, firing


@pytest.mark.rule("FF-6.0", "FF-6.1.1.a", "FF-6.1", "FF-6.0.a")
def test_units_open_fire_at_what_they_see_within_range() -> None:
    state = board({"1/1 PLT": "R1C1", "German Grenadier squad 4/Gp": "R3C1"})
    assert firing(state) == {"1/1 PLT": "R3C1", "German Grenadier squad 4/Gp": "R1C1"}
    far = board({"1/1 PLT": "R1C1", "German Grenadier squad 4/Gp": "R4C1"})
    assert firing(far) == {}


@pytest.mark.rule("FF-6.0.a")
def test_casualties_and_unspotted_enemies_are_no_targets() -> None:
    assert firing(board({"1/1 PLT": "R1C1", "German Casualty 1": "R2C1"})) == {}
    hidden = board({"1/1 PLT": "R1C1", "German Grenadier squad 4/Gp": {"at": "R2C1", "unspotted": True}})
    assert firing(hidden) == {"German Grenadier squad 4/Gp": "R1C1"}
