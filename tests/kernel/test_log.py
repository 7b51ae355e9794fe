"""Lines of the log: who may read them."""

from __future__ import annotations

import pytest

from sandtable.kernel import Entry, Roll
from sandtable.kernel.codec import encode


@pytest.mark.parametrize(
    ("readers", "a", "observer"),
    [(None, True, True), (("a",), True, False), (("b",), False, False), ((), False, False)],
)
def test_who_may_read_a_line(readers: tuple[str, ...] | None, a: bool, observer: bool) -> None:
    entry = Entry(key="log.x", readers=readers)
    assert (entry.is_for("a"), entry.is_for("")) == (a, observer)


def test_a_roll_says_what_it_needed_only_where_there_is_such_a_number() -> None:
    assert encode(Roll("roll.fire", (3,), 6, need=0)) == b'{"why":"roll.fire","faces":[3],"sides":6,"need":0}'
    assert encode(Roll("roll.fire", (3,), 6)) == b'{"why":"roll.fire","faces":[3],"sides":6}'
