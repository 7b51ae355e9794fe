"""Glicko-2: the worked example of the paper, to the digits that it prints, and what a rating may never do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.glicko import DEVIATION, Game, Rating, rested, updated

PLAYER = Rating(1500, 200, 0.06)
GAMES = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]


def test_the_worked_example_of_the_paper() -> None:
    """It rounds the mean to four places before it goes back to the scale of people, and cuts the volatility off."""
    found = updated(PLAYER, GAMES, system=0.5)
    mean = round((found.rating - 1500) / 173.7178, 4)
    assert mean == -0.2069
    assert round(173.7178 * mean + 1500, 2) == 1464.06
    assert round(found.deviation, 2) == 151.52
    assert int(found.volatility * 10**5) / 10**5 == 0.05999
    assert found.rating == pytest.approx(1464.0507, abs=0.0001)


def test_a_period_without_games_only_makes_it_less_sure() -> None:
    found = updated(PLAYER, [])
    assert (found.rating, found.volatility) == (1500, 0.06)
    assert found.deviation == pytest.approx((200**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert rested(PLAYER, 0) == PLAYER
    assert rested(PLAYER, 10**6).deviation == DEVIATION
    assert rested(PLAYER, -5) == PLAYER


ratings = st.builds(Rating, st.floats(0, 3500), st.floats(20, 350), st.floats(0.01, 0.2))


@given(ratings, ratings, st.sampled_from([0, 0.5, 1]))
def test_a_win_never_lowers_a_rating_and_nothing_runs_away(one: Rating, other: Rating, score: float) -> None:
    found = updated(one, [Game(other, score)])
    if score == 1:
        assert found.rating >= one.rating
    if score == 0:
        assert found.rating <= one.rating
    assert 0 < found.deviation <= DEVIATION
    assert 0 < found.volatility < 1
