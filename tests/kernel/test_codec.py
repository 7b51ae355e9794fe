"""Bytes and messages: what comes back, what is malformed, and one fingerprint for one position."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from sandtable.kernel import Action, Entry, Frame, Modifier, Outcome, Prompt, Ref, Refusal, Roll
from sandtable.kernel.codec import (
    Malformed,
    action_type,
    convert,
    decode,
    decode_state,
    encode,
    in_order,
    plain,
    state_hash,
)
from sandtable.kernel.state import Scenario
from tests.kernel.test_changes import boards
from tests.kernel.toy import Board, Go, Row, Stay

SCENARIO = Scenario(name="any")


class Buy(Action, frozen=True):
    amounts: dict[int, int]
    path: tuple[int, ...] = ()


@given(boards())
def test_a_position_comes_back_with_its_fingerprint(state: Board) -> None:
    again = decode_state(encode(state), Board, SCENARIO)
    assert again == state
    assert state_hash(again) == state_hash(state)
    assert again.scenario is SCENARIO
    assert convert(plain(state), Board) == state


@given(boards(), boards())
def test_equal_positions_have_equal_fingerprints_and_others_have_others(one: Board, other: Board) -> None:
    assert (state_hash(one) == state_hash(other)) == (one == other)


def test_a_fingerprint_is_the_same_for_ever() -> None:
    state = Board(flow=(Frame("turn", 3, ("a",), 2),), count=7, rows={1: Row(2, 5)}, words={"x": 1})
    assert state_hash(state) == "c433ed052c2147615c368865349ff675"


def test_a_fingerprint_does_not_depend_on_what_is_remembered_or_bound() -> None:
    loose = Board(count=3)
    before = state_hash(loose)
    loose.__dict__["scenario"] = SCENARIO
    assert state_hash(loose) == before


def test_tables_read_from_elsewhere_are_put_in_order() -> None:
    state = decode_state(b'{"rows": {"10": {"at": 1}, "9": {"at": 2}}, "words": {"b": 1, "a": 2}}', Board, SCENARIO)
    assert list(state.rows) == [9, 10]
    assert list(state.words) == ["a", "b"]
    assert state_hash(state) == state_hash(Board(rows={9: Row(2), 10: Row(1)}, words={"a": 2, "b": 1}))
    assert list(in_order(Board(rows={2: Row(1), 1: Row(1)})).rows) == [1, 2]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[1]", "Expected `object`"),
        (b"\xff\xfe", "malformed"),
        (b'{"count": "x"}', r"Expected `int`, got `str` - at `\$\.count`"),
        (b'{"rows": {"x": {"at": 1}}}', "Expected `int`"),
        (b'{"rows": {"1": {}}}', "missing required field `at`"),
        ('{"trail": ["\\ud800"]}', "truncated"),
    ],
)
def test_bytes_that_are_no_position(data: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        decode(data, Board)


def test_bytes_that_are_nested_too_deeply() -> None:
    with pytest.raises(Malformed):
        decode(b'{"x": ' + b"[" * 100_000, Board)


@pytest.mark.parametrize(
    "data", [None, 5, [], {"count": None}, {"count": 1.5}, {"count": True}, {"rows": {1: None}}, {"rows": []}]
)
def test_plain_data_that_is_no_position(data: Any) -> None:
    with pytest.raises(Malformed):
        convert(data, Board)


def test_an_action_with_numbers_as_keys_comes_back_from_plain_data() -> None:
    action = Buy({3: 2, 10: 1}, (1, 2))
    assert plain(action) == {"do": "buy", "amounts": {"3": 2, "10": 1}, "path": (1, 2)}
    assert convert(plain(action), Buy) == action
    assert decode(encode(action), Buy) == action


def test_the_actions_of_a_game_are_told_apart_by_their_word() -> None:
    kinds = action_type((Go, Stay, Buy))
    assert decode(b'{"do": "stay"}', kinds) == Stay()
    assert decode(b'{"do": "buy", "amounts": {"1": 2}}', kinds) == Buy({1: 2})
    with pytest.raises(Malformed, match="Invalid value 'fly'"):
        decode(b'{"do": "fly"}', kinds)
    with pytest.raises(Malformed, match="unknown field `more`"):
        decode(b'{"do": "stay", "more": 1}', kinds)


@pytest.mark.parametrize(
    "message",
    [
        Refusal(rule="R", key="k", params={"n": 1, "w": "x", "r": Ref("row", 1), "s": (Ref("seat", "a"),)}),
        Entry(key="k", rolls=(Roll("r", (1, 2), 6, 3),), modifiers=(Modifier("R", "m", 1),), readers=()),
        Entry(key="k"),
        Prompt(seat="a", at="x", key="p", params={"place": Ref("place", 3606)}, verbs=("go",)),
        Outcome(winners=("a",), key="o", scores={"a": 1}),
    ],
)
def test_messages_come_back(message: Any) -> None:
    assert decode(encode(message), type(message)) == message


def test_a_line_nobody_may_read_is_not_one_that_everybody_may() -> None:
    secret = decode(encode(Entry(key="k", readers=())), Entry)
    assert secret.readers == ()
    assert not secret.is_for("a")
    assert decode(encode(Entry(key="k")), Entry).is_for("a")
