"""Which steps stand: written once, for matches, files and stores."""

from __future__ import annotations

import pytest

from sandtable.kernel.records import AnyRecord, Played, Undone
from sandtable.kernel.standing import WrongReturn, standing, standing_back, told


def made(*numbers: int) -> list[AnyRecord]:
    """Steps by their number; a negative one goes back to the step of that number, -0.5 to the opening."""
    found: list[AnyRecord] = []
    for number in numbers:
        seq = len(found) + 1
        if number > 0:
            found.append(Played(seq=seq, seat="a", action={"do": "go"}, changes=(), hash=""))
        else:
            found.append(Undone(seq=seq, seat="a", to=-number))
    return found


GAME = made(1, 2, 3, -1, 5, 6, -5, 8)
"""Steps 2 and 3 are taken back together, then step 6."""


def test_what_was_not_taken_back_stands() -> None:
    assert [(index, record.seq) for index, record in standing(GAME)] == [(0, 1), (4, 5), (7, 8)]


def test_the_newest_come_first_where_that_is_wanted() -> None:
    back = list(standing_back((record.seq, record.seq, record) for record in reversed(GAME)))
    assert [what for what, _ in back] == [8, 5, 1]
    assert all(what == record.seq for what, record in back)


@pytest.mark.parametrize("numbers", [(), (1,), (1, 0), (1, 0, 3), (1, 2, -1, 0, 5), (1, 2, 3, -2, -1, 6, 7, 0)])
def test_both_ways_tell_the_same(numbers: tuple[int, ...]) -> None:
    records = made(*numbers)
    there = [record for _, record in standing(records)]
    assert [record for _, record in standing_back(((), r.seq, r) for r in reversed(records))] == there[::-1]  # type: ignore[union-attr]


def test_every_step_follows_one() -> None:
    assert [(record.seq, before) for _, record, before in told(GAME)] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (5, 1),
        (6, 5),
        (8, 5),
    ]
    assert [before for _, _, before in told(made(1, 0, 3), start=0)] == [0, 0]


def test_nobody_goes_back_behind_the_start() -> None:
    records = [record for record in GAME if record.seq > 3]  # type: ignore[union-attr]
    with pytest.raises(WrongReturn, match="the position was taken back") as caught:
        standing(records, start=3)
    assert caught.value.index == 0
    with pytest.raises(WrongReturn):
        list(told(records, start=3))


def test_an_objection_is_heard_before_the_steps_are_gone() -> None:
    def no(stands: object, undone: Undone) -> str:
        return f"{[record.seq for _, record in stands]} {undone.to}" if undone.to == 5 else ""  # type: ignore[attr-defined]

    with pytest.raises(WrongReturn, match=r"\[1, 5, 6\] 5") as caught:
        standing(GAME, objection=no)
    assert caught.value.index == 6
