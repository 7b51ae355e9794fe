"""What is remembered beside a position: computed once, true as long as it is remembered, gone when it is not."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from sandtable.kernel import Draft, NoDice, derived
from sandtable.kernel.memory import LONGEST, aside, forget, leave, remembered
from sandtable.kernel.state import successor
from tests.kernel.toy import Board, Row, bound


def counted(*reads: str) -> tuple[Callable[..., Any], list[Any]]:
    """A derived function and the list of its calls."""
    calls: list[Any] = []

    @derived(*reads)
    def look(state: Board, *args: Any) -> Any:
        calls.append(args)
        return (state.count, *args)

    return look, calls


def test_a_value_is_computed_once_for_each_argument() -> None:
    look, calls = counted("count")
    state = bound(count=4)
    assert [look(state, 1), look(state, 1), look(state, 2)] == [(4, 1), (4, 1), (4, 2)]
    assert calls == [(1,), (2,)]


def test_a_successor_shares_what_it_did_not_touch() -> None:
    look, calls = counted("count")
    state = bound(count=4)
    look(state)
    assert look(successor(state, trail=("x",))) == (4,)
    assert len(calls) == 1


def test_a_successor_forgets_what_it_touched() -> None:
    look, calls = counted("count")
    state = bound(count=4)
    look(state)
    assert look(successor(state, count=5)) == (5,)
    assert look(state) == (4,)
    assert len(calls) == 2


def test_what_a_later_position_computes_the_earlier_one_shares_while_it_is_true_of_both() -> None:
    look, calls = counted("count")
    first = bound(count=4)
    look(first, 1)
    second = successor(first, trail=("x",))
    look(second, 2)
    assert look(first, 2) == (4, 2)
    assert len(calls) == 2


def test_nested_values_must_be_declared() -> None:
    inner, _ = counted("count", "rows")

    @derived("count")
    def outer(state: Board) -> Any:
        return inner(state)

    with pytest.raises(RuntimeError, match="outer must declare that it reads rows"):
        outer(bound())

    @derived("count", "rows", "trail")
    def wider(state: Board) -> Any:
        return inner(state)

    assert wider(bound(count=2)) == (2,)


def test_a_value_may_use_one_that_reads_the_same() -> None:
    inner, _ = counted("count")

    @derived("count")
    def outer(state: Board) -> Any:
        return inner(state)

    assert outer(bound(count=2)) == (2,)


def test_nesting_is_an_error_even_when_the_inner_value_is_remembered() -> None:
    inner, _ = counted("rows")

    @derived("count")
    def outer(state: Board) -> Any:
        return inner(state)

    state = bound()
    inner(state)
    with pytest.raises(RuntimeError, match="outer must declare that it reads rows"):
        outer(state)


def test_after_an_error_other_values_can_be_computed() -> None:
    @derived("count")
    def fails(state: Board) -> int:
        raise KeyError("x")

    other, _ = counted("rows")
    state = bound()
    with pytest.raises(KeyError):
        fails(state)
    assert other(state) == (0,)


def test_a_field_that_no_state_has_is_named() -> None:
    look, _ = counted("coun")
    with pytest.raises(RuntimeError, match="reads coun, which no state has"):
        look(bound())


def test_threads_do_not_see_what_others_compute() -> None:
    meet = threading.Barrier(2, timeout=5)
    results: list[Any] = []

    @derived("count")
    def slow(state: Board) -> int:
        meet.wait()
        meet.wait()
        return 1

    other, _ = counted("rows")

    def compute() -> None:
        results.append(slow(bound()))

    thread = threading.Thread(target=compute)
    thread.start()
    meet.wait()
    try:
        assert other(bound()) == (0,)
    finally:
        meet.wait()
        thread.join(20)
    assert results == [1]


def test_what_is_remembered_can_be_listed_and_forgotten() -> None:
    look, calls = counted("count")
    state = bound(count=4)
    look(state, 1)
    assert [(args, value) for _, args, value in remembered(state)] == [((1,), (4, 1))]
    forget(state)
    assert remembered(state) == []
    look(state, 1)
    assert len(calls) == 2


def test_a_derived_function_keeps_its_name_and_words() -> None:
    @derived("rows")
    def pieces_near(state: Board) -> None:
        """Who is near."""

    assert pieces_near.__name__ == "pieces_near"
    assert pieces_near.__doc__ == "Who is near."


# -- hooks: what changed rows leave true -------------------------------------------------------------------------------


class Index:
    """The rows by their place, brought up to date row by row."""

    def __init__(self) -> None:
        self.built = 0
        self.told: list[dict[int, Row | None]] = []

        @derived("rows", "count", rows=self.revise)
        def look(state: Board) -> dict[int, int]:
            self.built += 1
            return {row.at: key for key, row in state.rows.items()}

        self.look = look

    def revise(self, state: Board, seen: dict[Any, Any], before: dict[int, Row | None]) -> dict[Any, Any]:
        self.told.append(before)
        index = dict(seen[()])
        for row in before.values():
            if row is not None:
                del index[row.at]
        index.update({state.rows[key].at: key for key in before if key in state.rows})
        return {(): index}


def drafted(state: Board) -> Draft[Board]:
    return Draft(state, NoDice())


def test_a_hook_brings_a_value_up_to_date() -> None:
    index, state = Index(), bound(rows={1: Row(10), 2: Row(20), 3: Row(30)})
    assert index.look(state) == {10: 1, 20: 2, 30: 3}
    d = drafted(state)
    d.edit("rows", 1, at=11)
    d.edit("rows", 1, at=12)
    d.put("rows", 4, Row(40))
    d.drop("rows", 2)
    assert index.look(d.now) == {30: 3, 12: 1, 40: 4}
    assert index.told == [{1: Row(10), 4: None, 2: Row(20)}]
    assert index.look(state) == {10: 1, 20: 2, 30: 3}
    assert index.built == 1


def test_a_journal_goes_on_over_several_positions() -> None:
    index, state = Index(), bound(rows={1: Row(10), 2: Row(20)})
    index.look(state)
    for at in (11, 12, 13):
        d = drafted(state)
        d.edit("rows", 1, at=at)
        state = d.now
    assert index.look(state) == {20: 2, 13: 1}
    assert (index.built, index.told) == (1, [{1: Row(10)}])


def test_a_field_without_a_hook_makes_it_forget() -> None:
    index, state = Index(), bound(rows={1: Row(10)})
    index.look(state)
    d = drafted(state)
    d.edit("rows", 1, at=11)
    d.set(count=3)
    assert index.look(d.now) == {11: 1}
    assert (index.built, index.told) == (2, [])


def test_a_journal_that_was_cut_off_makes_it_forget() -> None:
    index, state = Index(), bound(rows={1: Row(0)})
    index.look(state)
    d = drafted(state)
    for at in range(1, LONGEST + 3):
        d.edit("rows", 1, at=at)
    assert index.look(d.now) == {LONGEST + 2: 1}
    assert (index.built, index.told) == (2, [])
    d.edit("rows", 1, at=7)
    assert index.look(d.now) == {7: 1}
    assert index.built == 2


def test_a_view_does_not_carry_the_journal_of_what_it_hides() -> None:
    index, state = Index(), bound(rows={1: Row(10)})
    index.look(state)
    d = drafted(state)
    d.edit("rows", 1, at=11)
    masked = successor(d.now, rows={})
    assert index.look(masked) == {}
    assert "rows" not in masked.__dict__["writes"].rows


def test_a_hook_for_a_field_that_is_not_read_is_refused() -> None:
    with pytest.raises(TypeError, match="a hook for rows, which is not read"):
        derived("count", rows=lambda state, seen, before: seen)


def test_a_position_that_was_left_vanishes_with_its_answers() -> None:
    state, masked = bound(), bound()
    for one in (state, masked):
        aside(one)["answer"] = partial(remembered, one)
    aside(state)["eyes", "a"] = masked
    gone = [weakref.ref(aside(one)["answer"]) for one in (state, masked)]
    gc.disable()
    try:
        leave(state)
        del state, masked, one
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


def test_a_position_that_was_left_vanishes_with_what_it_remembers() -> None:
    @derived("count")
    def answer(state: Board) -> Any:
        return partial(remembered, state)

    state = bound()
    later = successor(state)
    gone = weakref.ref(answer(state))
    gc.disable()
    try:
        leave(state)
        del state
        assert gone() is None
        assert answer(later).args == (later,)
    finally:
        gc.enable()
