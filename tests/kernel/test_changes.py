"""Changes: the difference of two positions folds one into the other, and what does not fit is named."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sandtable.kernel import State, fold, of
from sandtable.kernel.changes import (
    Change,
    Drop,
    Edit,
    Put,
    Set,
    check_state,
    difference,
    put_in_order,
    row_change,
    tables_of,
    typed,
)
from sandtable.kernel.codec import decode, encode, state_hash
from sandtable.kernel.state import Scenario, bind
from tests.kernel.toy import Board, Row, bound

ROWS = st.dictionaries(
    st.integers(0, 12), st.builds(Row, st.integers(0, 3), st.none() | st.integers(0, 3), st.booleans()), max_size=8
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any position: tables in key order, as a Draft leaves them."""
    words = draw(st.dictionaries(st.text("xyz", max_size=2), st.integers(-3, 3), max_size=5))
    return bind(
        Board(
            count=draw(st.integers(-500, 500)),
            trail=tuple(draw(st.lists(st.text("ab", max_size=2), max_size=3))),
            rows=dict(sorted(draw(ROWS).items())),
            words=dict(sorted(words.items())),
        ),
        Scenario(name="any"),
    )


@given(boards(), boards())
def test_folding_the_difference_gives_the_other_position(one: Board, other: Board) -> None:
    changes = difference(one, other)
    folded = fold(one, changes)
    assert folded == other
    assert state_hash(folded) == state_hash(other)
    assert list(folded.rows) == sorted(folded.rows)


@given(boards(), boards())
def test_changes_survive_json(one: Board, other: Board) -> None:
    sent = decode(encode(difference(one, other)), tuple[Change, ...])
    assert fold(one, [typed(Board, change) for change in sent]) == other


@given(boards(), boards())
def test_a_difference_is_as_small_as_it_can_be(one: Board, other: Board) -> None:
    changes = difference(one, other)
    assert bool(changes) == (one != other)
    assert len(changes) == len({(type(c), c.field if isinstance(c, Set) else (c.table, c.key)) for c in changes})
    for change in changes:
        if isinstance(change, Edit):
            before, after = one.rows[change.key], other.rows[change.key]
            assert all(getattr(before, name) != getattr(after, name) for name in change.fields)


@given(boards(), boards())
def test_the_difference_back_undoes_it(one: Board, other: Board) -> None:
    assert fold(fold(one, difference(one, other)), difference(other, one)) == one


@given(boards())
def test_folding_touches_nothing_else(one: Board) -> None:
    after = fold(one, [Set("count", 7)])
    assert after.rows is one.rows
    assert after.scenario is one.scenario


def test_each_kind_of_change_has_its_place() -> None:
    before = bound(rows={1: Row(1), 2: Row(2), 3: Row(3)}, count=1)
    after = bound(rows={1: Row(1), 2: Row(2, 5), 4: Row(4)}, count=2)
    assert difference(before, after) == (
        Set("count", 2),
        Edit("rows", 2, {"secret": 5}),
        Drop("rows", 3),
        Put("rows", 4, Row(4)),
    )


def test_a_row_of_another_kind_or_a_plain_one_is_put_whole() -> None:
    assert row_change("t", 1, 4, 5) == Put("t", 1, 5)
    assert row_change("t", 1, Row(1), 5) == Put("t", 1, 5)
    assert row_change("t", 1, Row(1), Row(1)) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Edit("rows", 9, {"at": 1}), "no row 9 in rows to edit"),
        (Drop("rows", 9), "no row 9 in rows to drop"),
    ],
)
def test_changes_of_rows_that_are_not_there(change: Change, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        fold(bound(), [change])


@pytest.mark.parametrize(
    ("change", "problem", "words"),
    [
        (Set("nothing", 1), ValueError, "Board has no field 'nothing'"),
        (Set("rows", {}), ValueError, "Board has no field 'rows'"),
        (Set("count", "x"), msgspec.ValidationError, "Expected `int`"),
        (Put("nothing", 1, 1), ValueError, "Board has no table 'nothing'"),
        (Put("count", 1, 1), ValueError, "Board has no table 'count'"),
        (Put("rows", "x", {"at": 1}), msgspec.ValidationError, "Expected `int`"),
        (Put("rows", 1, {"at": "x"}), msgspec.ValidationError, "Expected `int`"),
        (Put("rows", 1, {}), msgspec.ValidationError, "missing required field `at`"),
        (Edit("rows", 1, {"at": None}), ValueError, "no row of this table has such values for at"),
        (Edit("rows", 1, {"colour": 1}), ValueError, "no row of this table has such values for colour"),
        (Edit("words", "x", {"at": 1}), ValueError, "no row of this table"),
        (Drop("nothing", 1), ValueError, "Board has no table 'nothing'"),
        (Drop("rows", "x"), msgspec.ValidationError, "Expected `int`"),
    ],
)
def test_a_change_that_does_not_fit_is_named(change: Change, problem: type[Exception], words: str) -> None:
    with pytest.raises(problem, match=words):
        typed(Board, change)


class Tank(Struct, frozen=True, tag="tank"):
    at: int
    fuel: int = 0


class Ship(Struct, frozen=True, tag="ship"):
    at: int
    load: tuple[int, ...] = ()
    fuel: str = ""


class Mixed(State, frozen=True, kw_only=True):
    pieces: dict[int, Tank | Ship] = {}


@pytest.mark.parametrize("edited", [{"fuel": 3}, {"fuel": "coal"}, {"load": [1, 2]}, {"at": 4, "fuel": "oil"}])
def test_edits_of_mixed_rows_find_their_kind(edited: dict[str, Any]) -> None:
    change = typed(Mixed, Edit("pieces", 1, edited))
    assert isinstance(change, Edit)
    assert change.fields == {k: tuple(v) if isinstance(v, list) else v for k, v in edited.items()}


def test_mixed_rows_survive_json() -> None:
    scenario = Scenario(name="any")
    before = bind(Mixed(pieces={1: Tank(1), 2: Ship(2)}), scenario)
    after = bind(Mixed(pieces={1: Tank(1, 5), 2: Ship(3, (7,), "coal"), 3: Ship(9)}), scenario)
    sent = decode(encode(difference(before, after)), tuple[Change, ...])
    assert fold(before, [typed(Mixed, change) for change in sent]) == after


@given(st.lists(st.integers(-5, 5)))
def test_putting_keeps_the_order_of_keys(keys: list[int]) -> None:
    rows: dict[int, int] = {}
    for number, key in enumerate(keys):
        put_in_order(rows, key, number)
        assert list(rows) == sorted(rows)
        assert rows[key] == number


def test_tables_are_the_dicts_of_a_state() -> None:
    assert list(tables_of(Board)) == ["rows", "words"]
    assert tables_of(Board)["rows"] == (int, Row)


class Inner(Struct, frozen=True):
    bag: dict[str, int] = {}


class Loose(Struct, frozen=True, omit_defaults=True):
    name: str = "somebody"


def state_with(hint: Any, default: Any = msgspec.NODEFAULT) -> Any:
    field = ("it", hint) if default is msgspec.NODEFAULT else ("it", hint, default)
    return msgspec.defstruct("Made", [field], bases=(State,), frozen=True, kw_only=True)


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (set[int], "Made.it holds a set"),
        (frozenset[str], "Made.it holds a frozenset"),
        (float, "Made.it holds a float"),
        (Any, "Made.it holds a"),
        (list[int], "Made.it holds a list"),
        (tuple[dict[str, int], ...], "Made.it holds a dict"),
        (dict[int, Inner], "Made.it holds a dict"),
        (dict[int, set[int]], "Made.it holds a set"),
        (dict[int, int | None], "may not be None"),
        (dict[float, int], "keys of Made.it must all be ints or all be words"),
        (dict[int | str, int], "keys of Made.it must all be ints or all be words"),
        (Loose, "Loose.name with the default 'somebody'"),
        (dict[int, Loose], "Loose.name with the default 'somebody'"),
    ],
)
def test_states_that_equal_positions_could_differ_in(hint: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        check_state(state_with(hint))


@pytest.mark.parametrize(("hint", "default"), [(int, 1000), (str, "axis"), (tuple[int, ...], (1,))])
def test_defaults_that_exist_more_than_once_are_not_left_out(hint: Any, default: Any) -> None:
    with pytest.raises(TypeError, match="cannot be left out safely"):
        check_state(state_with(hint, default))


@pytest.mark.parametrize(
    ("hint", "default"),
    [(int, 256), (int, -5), (str, ""), (bool, True), (int | None, None), (tuple[int, ...], ())],
)
def test_defaults_that_exist_once_are_fine(hint: Any, default: Any) -> None:
    kind = state_with(hint, default)
    check_state(kind)
    again = decode(encode({"it": default}), kind)
    assert state_hash(again) == state_hash(kind(it=default)) == state_hash(kind())


def test_a_proper_state_passes() -> None:
    check_state(Board)
    check_state(state_with(Annotated[dict[str, Row], of("row")]))
