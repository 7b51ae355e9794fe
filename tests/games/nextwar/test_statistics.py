"""Curves over a game."""

from __future__ import annotations

from sandtable.games.nextwar.statistics import count
from tests.games.nextwar.board import INF, ROK_INF, board


def test_steps_and_points_of_both_sides() -> None:
    accounts = {"dprk": {"vp2": 3, "turn_vp2": 2}, "allied": {}}
    state = board(units={INF: "N3010", ROK_INF: {"hex": "N3020", "steps": 1}}, accounts=accounts)
    assert count(state) == {"steps": {"dprk": 2, "allied": 1}, "half_points": {"dprk": 5, "allied": 0}}
