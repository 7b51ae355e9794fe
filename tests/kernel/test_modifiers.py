"""Numbers that explain themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import Modifier, Sum
from sandtable.kernel.codec import decode, encode


def add(amount: int, per: int = 1) -> Modifier:
    return Modifier("R-1", "m.add", amount, per)


def test_reasons_are_read_from_left_to_right() -> None:
    total = Sum.of([add(7), Modifier("R-2", "m.half", 1, 2, "times"), add(2)])
    assert total.exact == Fraction(11, 2)


@pytest.mark.parametrize(
    ("parts", "total"),
    [
        ([add(3), Modifier("R", "m", 5, op="least")], 5),
        ([add(9), Modifier("R", "m", 5, op="least")], 9),
        ([add(9), Modifier("R", "m", 5, op="most")], 5),
        ([add(-3), Modifier("R", "m", 0, op="least"), add(1)], 1),
        ([], 0),
    ],
)
def test_bounds_hold_what_came_before_them(parts: list[Modifier], total: int) -> None:
    assert Sum.of(parts).total == total


def test_rounding_is_a_rule_and_not_an_accident() -> None:
    half = Sum.of([add(7, 2)])
    with pytest.raises(ValueError, match="7/2 is not a whole number; round it by the rule"):
        _ = half.total
    assert (half.rounded_down(), half.rounded_up()) == (3, 4)
    below = Sum.of([add(-7, 2)])
    assert (below.rounded_down(), below.rounded_up()) == (-4, -3)


def test_sums_are_added_to() -> None:
    total = Sum.of([add(1)]) + add(2) + Sum.of([add(3), add(4)])
    assert total.total == 10
    assert [part.amount for part in total.parts] == [1, 2, 3, 4]


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 6)), max_size=6))
def test_adding_is_exact(amounts: list[tuple[int, int]]) -> None:
    total = Sum.of(add(amount, per) for amount, per in amounts)
    assert total.exact == sum((Fraction(a, p) for a, p in amounts), Fraction(0))
    assert decode(encode(total), Sum) == total
