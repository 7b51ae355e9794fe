"""The Draft: one place to write, net changes, values remembered no longer than they are true."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import Draft, Draw, Flow, Frame, Modifier, NoDice, Ref, ScriptedDice, Sum, derived, fold
from sandtable.kernel.changes import Drop, Edit, Put, Set, difference
from sandtable.kernel.decks import Deck
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.state import Stage
from tests.kernel.toy import Board, Row, bound


def draft(*faces: int, seat: str = "a", **fields: Any) -> Draft[Board]:
    return Draft(bound(**fields), ScriptedDice(faces), seat)


def test_a_draft_is_read_like_a_position_and_leaves_the_old_one_alone() -> None:
    d = draft(count=1, rows={1: Row(1)})
    d.set(count=2)
    d.put("rows", 2, Row(2))
    d.edit("rows", 1, at=9)
    assert (d.now.count, d.now.rows) == (2, {1: Row(9), 2: Row(2)})
    assert (d.before.count, d.before.rows) == (1, {1: Row(1)})
    assert d.scenario is d.before.scenario


def test_a_table_is_copied_once() -> None:
    d = draft(rows={1: Row(1)})
    d.edit("rows", 1, at=2)
    copied = d.now.rows
    d.edit("rows", 1, at=3)
    assert d.now.rows is copied
    assert d.now.words is d.before.words


def test_changes_are_net() -> None:
    d = draft(count=1, rows={1: Row(1), 2: Row(2)})
    d.set(count=5)
    d.set(count=1)
    d.edit("rows", 1, at=7)
    d.edit("rows", 1, at=1)
    d.put("rows", 3, Row(3))
    d.drop("rows", 3)
    assert d.changes() == ()
    assert d.is_changed()


def test_many_writes_to_a_row_are_one_change() -> None:
    d = draft(rows={1: Row(1), 2: Row(2)})
    d.edit("rows", 1, at=7)
    d.edit("rows", 1, secret=3)
    d.drop("rows", 2)
    d.put("rows", 2, Row(2, shown=True))
    d.put("rows", 5, Row(5))
    d.edit("rows", 5, at=6)
    assert d.changes() == (
        Edit("rows", 1, {"at": 7, "secret": 3}),
        Edit("rows", 2, {"shown": True}),
        Put("rows", 5, Row(6)),
    )


def test_changes_come_in_the_order_of_fields_and_keys() -> None:
    d = draft(words={"a": 1})
    d.drop("words", "a")
    d.put("rows", 9, Row(9))
    d.put("rows", 3, Row(3))
    d.set(count=4)
    assert d.changes() == (Set("count", 4), Put("rows", 3, Row(3)), Put("rows", 9, Row(9)), Drop("words", "a"))
    assert list(d.now.rows) == [3, 9]


WRITES = st.lists(st.tuples(st.sampled_from(["put", "edit", "drop", "count"]), st.integers(0, 5), st.integers(0, 3)))


@given(WRITES)
def test_changes_are_the_difference_and_fold_to_the_result(writes: list[tuple[str, int, int]]) -> None:
    d = draft(rows={1: Row(1), 3: Row(3)})
    for kind, key, value in writes:
        if kind == "count":
            d.set(count=value)
        elif kind == "put":
            d.put("rows", key, Row(value))
        elif key in d.now.rows:
            d.edit("rows", key, secret=value) if kind == "edit" else d.drop("rows", key)
    assert d.changes() == difference(d.before, d.now)
    assert fold(d.before, d.changes()) == d.now
    assert list(d.now.rows) == sorted(d.now.rows)


@pytest.mark.parametrize("name", ["rows", "nothing"])
def test_only_plain_fields_are_set(name: str) -> None:
    with pytest.raises(AttributeError, match=f"Board has no plain field '{name}'"):
        draft().set(**{name: {}})


@pytest.mark.parametrize("name", ["count", "nothing"])
def test_only_tables_have_rows(name: str) -> None:
    with pytest.raises(AttributeError, match=f"Board has no table '{name}'"):
        draft().put(name, 1, 1)


def test_a_row_that_is_not_there_cannot_be_edited_or_dropped() -> None:
    with pytest.raises(KeyError):
        draft().edit("rows", 5, at=1)
    with pytest.raises(KeyError):
        draft().drop("rows", 5)


@derived("rows")
def total(state: Board) -> int:
    return sum(row.at for row in state.rows.values())


@derived("count")
def doubled(state: Board) -> int:
    return state.count * 2


def test_derived_values_follow_every_write() -> None:
    d = draft(rows={1: Row(1)}, count=1)
    assert (total(d.now), doubled(d.now)) == (1, 2)
    d.edit("rows", 1, at=5)
    assert total(d.now) == 5
    d.put("rows", 2, Row(2))
    assert total(d.now) == 7
    d.drop("rows", 1)
    assert total(d.now) == 2
    d.set(count=4)
    assert doubled(d.now) == 8
    assert (total(d.before), doubled(d.before)) == (1, 2)


def test_chance_is_recorded() -> None:
    d = draft(3, 6, 1, 2)
    roll = d.roll("roll.fire", 6, count=2, need=4)
    assert (roll.why, roll.faces, roll.sides, roll.need) == ("roll.fire", (3, 6), 6, 4)
    assert d.draw("roll.cup", (1, 1, 5)).faces == (1,)
    assert d.take(Deck.of((2, 4))) == (2, Deck.of((4,)))
    assert d.dice.faces == [3, 6, 1, 2]


def test_a_line_of_the_log_has_its_reasons() -> None:
    d = draft(seat="b")
    reasons = Sum.of([Modifier("R-1", "m", 2)])
    d.log("log.x", "R-1", Ref("row", 1), modifiers=reasons, readers=("b",), count=3)
    (entry,) = d.entries
    assert (entry.key, entry.rule, entry.seat, entry.points) == ("log.x", "R-1", "b", (Ref("row", 1),))
    assert (entry.modifiers, entry.params, entry.readers) == (reasons.parts, {"count": 3}, ("b",))
    assert entry.is_for("b")
    assert not entry.is_for("a")


def two_deep() -> Draft[Board]:
    flow: Flow[Any] = (Frame("turn.a", 0, ("a", "b"), Stage.ASKING),)
    return Draft(bound(flow=flow), NoDice(), "a")


def test_done_takes_the_acting_seat_off_the_list() -> None:
    d = two_deep()
    d.done()
    assert d.here.waiting == ("b",)
    d.done("b")
    assert not d.here.waiting


def test_done_belongs_to_the_phase_the_answer_was_given_in_also_after_a_call() -> None:
    d = two_deep()
    d.call("battle", 7)
    d.done()
    assert d.now.flow[0].waiting == ("b",)
    assert d.here == Frame("battle", 7)
    d.finish()
    assert not d.now.flow[0].waiting


def test_leaving_closes_the_enclosing_phase() -> None:
    d = draft(flow=(Frame("war.turn.a.turn.b", 3, ("a",), Stage.ASKING),))
    d.leave("turn")
    assert d.here == Frame("war.turn.a.turn", 3, (), Stage.CLOSING)


def test_leaving_what_one_is_not_in_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"war\.turn is not inside a phase called 'peace'"):
        draft(flow=(Frame("war.turn"),)).leave("peace")


def test_a_line_of_the_log_may_be_the_doing_of_another_seat() -> None:
    d = Draft(bound(), NoDice(), "a")
    d.log("log.fire", by="b")
    d.log("log.moved")
    assert [entry.seat for entry in d.entries] == ["b", "a"]


# -- cards -------------------------------------------------------------------------------------------------------------


def dealing(*cards: int) -> Draft[Board]:
    return Draft(draft().before, ScriptedDice((), cards=cards))


def test_a_draw_that_is_told_is_told_once() -> None:
    d = dealing(2, 3)
    draw, deck = d.deal(Deck.of((1, 2, 3)), 2, "draw.test", of="lot")
    assert (draw, deck) == (Draw("draw.test", (2, 3), "lot"), Deck((1,), (), (2, 3)))
    d.log("log.tested", "T-1", draws=[draw])
    d.tell_draws()
    assert [(entry.key, entry.draws) for entry in d.entries] == [("log.tested", (draw,))]
    assert d.dice.faces == [2, 3]


def test_a_draw_that_nobody_told_of_is_logged_by_itself() -> None:
    d = dealing(2, 3, 1)
    first, deck = d.deal(Deck.of((1, 2, 3)), 1, "draw.test", readers=("a",))
    second, deck = d.deal(deck, 1, "draw.test")
    card, _ = d.take(deck, "draw.other")
    d.log("log.tested", draws=[second])
    d.tell_draws()
    assert card == 1
    assert [(entry.key, entry.draws, entry.readers) for entry in d.entries[1:]] == [
        ("log.drawn", (first,), ("a",)),
        ("log.drawn", (Draw("draw.other", (1,)),), None),
    ]


def test_a_lot_without_a_purpose_is_the_business_of_its_rule() -> None:
    d = dealing(2)
    assert d.take(Deck.of((1, 2))) == (2, Deck.of((1,)))
    assert d.untold == []


def test_a_misfit_names_the_purpose() -> None:
    with pytest.raises(ScriptError, match=r"the deck has 1, 2 \(wanted for draw.test\)"):
        dealing(9).deal(Deck.of((1, 2)), 1, "draw.test")
    with pytest.raises(ScriptError, match=r"another one was drawn \(wanted for roll.test\)"):
        dealing().roll("roll.test")
