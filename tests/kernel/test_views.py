"""What a seat may see, and when something was shown."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel import Draft, NoDice, Phase, View, public, verb
from sandtable.kernel.changes import Edit, Put
from sandtable.kernel.codec import decode, encode
from sandtable.kernel.views import OBSERVER, check_visibility, is_shown, redact, seen_changes
from tests.kernel.toy import GO, Board, Go, Row, ask, begun, bound, did, toy


def owner(key: int) -> str:
    return "a" if key < 10 else "b"


def seen_row(state: Any, seat: str, key: int, row: Row) -> Row:
    """The secret is its owner's until it is shown."""
    return row if row.shown or seat == owner(key) or row.secret is None else replace(row, secret=None)


def hidden_row(state: Any, seat: str, key: int, row: Row) -> Row | None:
    return row if row.shown or seat == owner(key) else None


def own_count(state: Any, seat: str, key: None, count: int) -> int:
    return count if seat == "a" else 0


def visible_later(state: Any, seat: str, key: int, row: Row) -> Row:
    """Seen by all once the count says so."""
    return row if state.count or seat == owner(key) else replace(row, secret=None)


ALL: dict[str, Any] = dict.fromkeys(("count", "trail", "rows", "words"), public)
MASKED: dict[str, Any] = {**ALL, "rows": seen_row}


def board() -> Board:
    return bound(rows={1: Row(1, 5), 11: Row(2, 6), 12: Row(3, 7, True)})


def test_a_seat_sees_its_own_and_what_is_shown() -> None:
    assert redact(board(), MASKED, "a").rows == {1: Row(1, 5), 11: Row(2), 12: Row(3, 7, True)}
    assert redact(board(), MASKED, "b").rows == {1: Row(1), 11: Row(2, 6), 12: Row(3, 7, True)}
    assert redact(board(), MASKED, OBSERVER).rows == {1: Row(1), 11: Row(2), 12: Row(3, 7, True)}


def test_a_hidden_row_is_not_there() -> None:
    assert list(redact(board(), {**ALL, "rows": hidden_row}, "a").rows) == [1, 12]


def test_a_plain_field_can_be_masked() -> None:
    visibility = {**ALL, "count": own_count}
    assert redact(bound(count=7), visibility, "a").count == 7
    assert redact(bound(count=7), visibility, "b").count == 0


def test_a_position_that_hides_nothing_from_a_seat_is_itself() -> None:
    state = bound(rows={1: Row(1, 5)})
    assert redact(state, MASKED, "a") is state
    assert redact(state, MASKED, "b").scenario is state.scenario


def test_what_is_hidden_is_not_in_the_bytes() -> None:
    game = toy(ask("turn", "a"), visibility={"rows": seen_row}, setup={"rows": {11: Row(1, 987_654)}})
    state = begun(game).state
    assert b"987654" in encode(game.view(state, "b"))
    assert b"987654" not in encode(game.view(state, "a"))
    assert b"987654" not in encode(game.view(state, OBSERVER))


def test_a_view_comes_back_from_json() -> None:
    game = toy(ask("turn", "a"), visibility={"rows": seen_row}, setup={"rows": {11: Row(1, 6)}})
    view = begun(game).view("a")
    assert decode(encode(view), View[Board]) == view


def test_prompts_of_others_are_bare() -> None:
    game = toy(ask("turn", "a", "b", prompt=lambda s, seat: {"for": seat}))
    mine, other = begun(game).view("a").prompts
    assert (mine.params, mine.verbs) == ({"for": "a"}, ("go", "stay"))
    assert (other.seat, other.key, other.params, other.verbs) == ("b", mine.key, {}, ())


def test_every_field_must_say_who_sees_it() -> None:
    check_visibility(Board, ALL)
    with pytest.raises(TypeError, match="Board does not say who may see rows, words"):
        check_visibility(Board, {"count": public, "trail": public})
    with pytest.raises(TypeError, match="visibility names fields that Board lacks: colour"):
        check_visibility(Board, {**ALL, "colour": public})


def shown_after(visibility: dict[str, Any], **writes: Any) -> bool:
    """Whether a step that writes these fields shows something."""
    d = Draft(board(), NoDice(), "a")
    for name, value in writes.items():
        if name == "rows":
            for key, row in value.items():
                d.put("rows", key, row)
        else:
            d.set(**{name: value})
    return is_shown(d.before, d.now, visibility, ("a", "b"))


def test_a_mask_that_is_lifted_shows() -> None:
    assert shown_after(MASKED, rows={11: Row(2, 6, True)})


def test_a_change_that_stays_masked_does_not_show() -> None:
    assert not shown_after(MASKED, rows={11: Row(9, 6)})
    assert not shown_after(MASKED, rows={1: Row(9, 5)})
    assert not shown_after(ALL, rows={11: Row(2, 6, True)})


def test_a_row_that_turns_up_shows() -> None:
    assert shown_after({**ALL, "rows": hidden_row}, rows={11: Row(2, 6, True)})
    assert not shown_after({**ALL, "rows": hidden_row}, rows={11: Row(9, 6)})


def test_a_mask_that_hangs_on_another_field_shows_too() -> None:
    assert shown_after({**ALL, "rows": visible_later}, count=1)


def test_a_part_of_a_row_shows() -> None:
    def by_parts(state: Any, seat: str, key: int, row: Row) -> Row:
        if seat == owner(key):
            return row
        return replace(row, secret=row.secret if row.shown else None, at=0)

    assert shown_after({**ALL, "rows": by_parts}, rows={11: Row(2, 6, True)})
    assert not shown_after({**ALL, "rows": by_parts}, rows={11: Row(8, 6)})


def test_a_field_that_is_unmasked_shows() -> None:
    def when_wordy(state: Any, seat: str, key: None, count: int) -> int | None:
        return count if state.trail or seat == "a" else None

    d = Draft(bound(count=3), NoDice(), "a")
    d.set(trail=("x",))
    assert is_shown(d.before, d.now, {**ALL, "count": when_wordy}, ("a", "b"))


def revealing(effect: Any, **more: Any) -> Any:
    turn = Phase("turn", "", who=lambda s: ("a",), verbs=(verb(Go, "T-1", effect),))
    return begun(toy(turn, ask("last", "a"), setup={"rows": {1: Row(1, 5)}}, **more))


def test_what_is_shown_cannot_be_taken_back() -> None:
    match = revealing(lambda d, action: d.edit("rows", 1, shown=True), visibility={"rows": seen_row})
    assert did(match, "a", Go()).barrier == "shown"


def test_a_rule_can_say_that_it_shows() -> None:
    match = revealing(lambda d, action: d.show())
    assert did(match, "a", Go()).barrier == "shown"
    assert did(begun(toy(ask("turn", "a", verbs=(GO,)), ask("last", "a"))), "a", Go()).barrier == ""


def test_what_changed_for_a_seat() -> None:
    game = toy(ask("turn", "a"), visibility={"rows": seen_row}, setup={"rows": {11: Row(1, 6)}})
    match = begun(game)
    d = Draft(match.state, NoDice(), "b")
    d.edit("rows", 11, secret=8)
    d.put("rows", 12, Row(3, 4))
    views = [(game.view(d.before, seat), game.view(d.now, seat)) for seat in ("a", "b")]
    assert seen_changes(*views[0]) == (Put("rows", 12, Row(3)),)
    assert seen_changes(*views[1]) == (Edit("rows", 11, {"secret": 8}), Put("rows", 12, Row(3, 4)))
