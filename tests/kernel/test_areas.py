"""Area maps: borders given in any order, and links that lead nowhere."""

from __future__ import annotations

import pytest

from sandtable.kernel.areas import AreaMap

NAMES = {3: "Rome", 1: "Paris", 2: "Bern"}


def test_borders_hold_both_ways() -> None:
    towns = AreaMap.of(NAMES, [(2, 1), (3, 2), (1, 2)])
    assert towns.neighbours == {1: (2,), 2: (1, 3), 3: (2,)}
    assert towns.touch(1, 2)
    assert towns.touch(2, 1)
    assert not towns.touch(1, 3)
    assert towns.borders == {(1, 2), (2, 3)}


def test_places_are_in_the_order_of_their_ids() -> None:
    assert list(AreaMap.of(NAMES, []).neighbours) == [1, 2, 3]


def test_a_border_with_nowhere_is_named() -> None:
    with pytest.raises(ValueError, match="the border 1-9 names a place that is not on the map"):
        AreaMap.of(NAMES, [(1, 9)])


def test_nothing_borders_itself() -> None:
    with pytest.raises(ValueError, match="Bern cannot border itself"):
        AreaMap.of(NAMES, [(2, 2)])
