"""Those who play keep count, answer what they are asked, and send again what was cut off."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tools.load.players import Seat, Tally


def test_a_tally_gives_the_time_within_which_a_share_was_acknowledged() -> None:
    assert Tally().at(0.95) == 0
    tally = Tally(times=[n / 1000 for n in range(100, 0, -1)])
    assert (tally.at(0.5), tally.at(0.95), tally.at(1.0)) == (51, 96, 100)


@pytest.fixture
def seat() -> Seat:
    return Seat(None, "t1", 7, Tally())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("widget", "values"),
    [
        ({"kind": "one", "options": [4, 5]}, [4, 5]),
        ({"kind": "path", "options": [9], "so_far": [1, 2]}, [[2, 9]]),
        ({"kind": "path", "so_far": [1, 2]}, [[2]]),
        ({"kind": "some", "options": [1, 2, 3], "least": 2}, [[1, 2]]),
        ({"kind": "amounts", "default": {"tank": 1}}, [{"tank": 1}]),
        ({"kind": "number", "least": 3}, [3]),
    ],
)
def test_every_widget_gets_a_value(seat: Seat, widget: dict[str, Any], values: list[Any]) -> None:
    assert all(seat._value(widget) in values for _ in range(10))


@pytest.mark.parametrize("kind", ["ack", "refused", "stale", "error"])
def test_an_answer_is_counted_once_by_what_came_of_it(seat: Seat, kind: str) -> None:
    seat.pending = {"id": "c1"}
    seat._hear({"is": kind, "id": "other", "code": "x", "text": "y"})
    assert seat.pending, "that was about another answer"
    for _ in range(2):
        seat._hear({"is": kind, "id": "c1", "code": "x", "text": "y"})
    tally = seat.tally
    counts = {"ack": len(tally.acked), "refused": tally.refused, "stale": tally.stale, "error": len(tally.errors)}
    assert counts == {**dict.fromkeys(counts, 0), kind: 1}
    assert seat.pending is None


def test_one_answer_is_under_way_at_a_time(seat: Seat) -> None:
    sent: list[Any] = []

    async def keep(message: dict[str, Any]) -> None:
        sent.append(message)

    async def play() -> None:
        seat._send = keep  # type: ignore[method-assign]
        await seat.answer()
        seat._hear({"is": "view", "seat": "blue", "seq": 3, "offers": [{"do": "done"}], "outcome": None})
        for _ in range(2):
            await seat.answer()

    asyncio.run(play())
    assert sent == [{"is": "act", "id": "c1", "seat": "blue", "seq": 3, "action": {"do": "done"}}]
