"""A match by numbers: masks, pages, vectors, payoffs."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from sandtable.lab import walk as walking
from sandtable.lab.walk import FEATURES, WIDTH, Walk


def played(walk: Walk, decisions: int, seed: int = 0) -> Walk:
    luck = np.random.default_rng(seed)
    for _ in range(decisions):
        if walk.menu is None:
            break
        walk.take(int(luck.integers(len(walk.options))))
    return walk


@pytest.mark.parametrize("game", sandtable.list_games())
def test_the_mask_is_the_options_at_hand(game: str) -> None:
    walk = Walk(game)
    for _ in range(40):
        assert walk.mask.shape == (WIDTH,)
        assert walk.mask.sum() == len(walk.options) > 0
        assert walk.label(0)
        walk.take(len(walk.options) // 2)


def test_a_masked_number_is_an_error_and_nothing_changes() -> None:
    walk = Walk("eastfront", "1")
    before = (walk.match.state, walk.menu)
    for number in (len(walk.options), -1, WIDTH - 1):
        with pytest.raises(sandtable.IllegalAction, match="masked"):
            walk.take(number)
    assert (walk.match.state, walk.menu) == before


def test_long_menus_have_pages_and_every_option_is_on_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "WIDTH", 5)
    walk = Walk("axisallies")
    while walk.menu is not None and len(walk.menu.options) <= 10:
        walk.take(0)
    assert walk.menu is not None
    every, seen, pages = walk.menu.options, [], 0
    while pages < 20:
        seen += [option for option in walk.options if option is not None]
        assert len(walk.options) <= 5
        assert walk.take(len(walk.options) - 1) is False
        pages += 1
        if walk._page == 0:
            break
    assert tuple(seen) == every


def test_what_a_seat_knows_is_a_vector_and_hides_what_it_does_not() -> None:
    walk = played(Walk("eastfront", "1", seed=1), 60)
    seen = {seat: walk.observation(seat) for seat in walk.match.seats}
    for vector in seen.values():
        assert vector.shape == (FEATURES,)
        assert vector.dtype == np.float32
        assert np.abs(vector).max() <= 1
    assert (seen["axis"] == walk.observation("axis")).all()


def again(walk: Walk) -> Walk:
    """As others make a walk from what it sends of itself."""
    make, arguments = walk.__reduce__()
    found: Walk = make(*arguments)
    return found


def test_copies_go_their_own_way() -> None:
    walk = played(Walk("nextwar", seed=1), 15)
    for other in (walk.copy(), again(walk), walk.__deepcopy__({})):
        assert other.match.state == walk.match.state
        assert other.options == walk.options
        before = walk.match.state
        played(other, 30, seed=9)
        assert walk.match.state is before


def test_payoffs_come_at_the_end() -> None:
    walk = Walk("eastfront", "1", seed=5)
    assert set(walk.payoffs().values()) == {0.0}
    played(walk, 100_000)
    assert walk.match.is_over
    assert walk.seat == ""
    assert sorted(walk.payoffs().values()) in ([-1.0, 1.0], [0.0, 0.0])
    with pytest.raises(sandtable.GameOver):
        walk.take(0)
