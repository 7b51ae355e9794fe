"""The yardstick beside a load."""

from __future__ import annotations

from tools.load.yardstick import Yardstick, work


def test_slowness_is_told_against_the_best_that_was_seen() -> None:
    assert Yardstick().slowness == 1
    assert Yardstick(best=2.0, seen=[3.0, 5.0]).slowness == 2
    assert Yardstick(best=2.0, seen=[1.0, 3.0]).slowness == 2, "a better one during the play is the best"
    assert work() > 0
