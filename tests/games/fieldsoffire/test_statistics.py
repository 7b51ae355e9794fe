"""Curves over a mission."""

from __future__ import annotations

from sandtable.games.fieldsoffire.statistics import count
from tests.games.fieldsoffire.board import board


def test_men_ground_points_and_the_enemy_that_was_found() -> None:
    units = {
        "1/1 PLT": "R2C2",
        "2/1 PLT": {"at": "R1C1", "steps": 2, "pinned": True},
        "German LMG team 1": {"at": "R4C4", "unspotted": True},
    }
    cards = {"R2C2": {"contested": True}, "R4C4": {"contested": True}}
    state = board(units, cards=cards, points={"experience": 4})
    whole = state.units[min(state.units)].steps
    assert {name: row["company"] for name, row in count(state).items()} == {
        "steps": whole + 2,
        "fit": whole,
        "pinned": 2,
        "cleared": 1,
        "experience": 4,
        "enemy_steps": state.units[max(state.units)].steps,
    }


def test_at_a_table_of_several_they_stand_under_the_commander() -> None:
    state = board({"1/1 PLT": "R2C2"}, options={"platoon_seats": True})
    assert {tuple(row) for row in count(state).values()} == {("company",)}
