"""The checker believes an honest history, and every lie that is planted in one is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tools.faults.history import Acked, Denied, Diary, Order, Seen, Sent, Step, check

MOVE, DONE = {"do": "move"}, {"do": "done"}


def digest(seq: int, seat: str) -> str:
    return f"{seat}@{seq}"


def order(*steps: Step) -> Order:
    return Order(steps, digest)


ORDER = order(
    Step(1, "blue", MOVE, "a.1"),
    Step(2, "blue", "undo", "a.2"),
    Step(3, "blue", DONE, "c.1"),
    Step(4, "red", DONE, "b.2"),
)


def seen(at: float, seat: str, seq: int) -> Seen:
    return Seen(at, seat, seq, digest(seq, seat))


def honest() -> list[Diary]:
    """Two seats and one who has both: a race that one lost, an answer given twice after a cut, a step taken back."""
    ann = Diary(
        "a",
        "t",
        [
            seen(0, "blue", 0),
            Sent(1, "a.1", "blue", 0, MOVE),
            Acked(2, "a.1", 1),
            seen(2, "blue", 1),
            Sent(3, "a.2", "blue", 1, "undo"),
            Acked(4, "a.2", 2),
            Acked(4.5, "a.2", 2),
            seen(5, "blue", 3),
            seen(9, "blue", 4),
        ],
    )
    bob = Diary(
        "b",
        "t",
        [
            seen(0, "red", 0),
            seen(5, "red", 3),
            Sent(5.5, "b.1", "red", 2, DONE),
            Denied(6, "b.1", 3, "stale"),
            Sent(6, "b.2", "red", 3, DONE),
            Acked(8, "b.2", 4),
            seen(8, "red", 4),
        ],
    )
    both = Diary(
        "c",
        "t",
        [
            seen(0, "blue", 0),
            seen(0, "red", 0),
            Sent(4.2, "c.1", "blue", 2, DONE),
            Acked(5, "c.1", 3),
            seen(5, "blue", 3),
            seen(9, "blue", 4),
            seen(9, "red", 4),
            Sent(10, "c.2", "red", 4, DONE),
        ],
    )
    return [ann, bob, both]


def test_an_honest_history_is_believed() -> None:
    assert list(check(honest(), ORDER)) == []


def test_an_answer_without_a_word_may_stand_or_not() -> None:
    stands = order(*ORDER.steps, Step(5, "red", DONE, "c.2"))
    assert list(check(honest(), stands)) == []


def planted(client: int, index: int, event: Any) -> list[Diary]:
    diaries = honest()
    diaries[client].events[index] = event
    return diaries


STEPS = ORDER.steps
CUT = [STEPS[0], STEPS[1], STEPS[2]]
SWAPPED = [STEPS[0], STEPS[1], replace(STEPS[3], seq=3), replace(STEPS[2], seq=4)]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (CUT, "b.2 was acknowledged as record 4 and is lost"),
        (SWAPPED, "b.2 was acknowledged as record 4, and what stands as 3 is another"),
        ([STEPS[0], *STEPS[2:]], "record 2 is missing"),
        ([*STEPS, Step(5, "blue", MOVE, "a.1")], "a.1 was done twice"),
        ([replace(STEPS[0], action=DONE), *STEPS[1:]], "what stands as 1 is another"),
        ([replace(STEPS[0], seat="red"), *STEPS[1:]], "what stands as 1 is another"),
        ([*STEPS, Step(5, "red", DONE, "b.1")], "b.1 was said to be stale and stands as record 5"),
    ],
)
def test_a_store_that_lost_or_changed_something_is_found(steps: list[Step], words: str) -> None:
    assert any(words in said for said in check(honest(), order(*steps)))


@pytest.mark.parametrize(
    ("client", "index", "event", "words"),
    [
        (0, 8, seen(9, "blue", 5), "shown position 5, which there is not"),
        (0, 8, Seen(9, "blue", 3, digest(4, "blue")), "shown another position 3 than there was"),
        (1, 6, Seen(8, "red", 4, digest(4, "blue")), "shown another position 4"),
        (0, 8, seen(9, "blue", 1), "shown 1 after 3"),
        (0, 6, Acked(4.5, "a.2", 3), "acknowledged as 2 and as 3"),
        (0, 2, Acked(2, "a.9", 1), "a.9 was acknowledged and never sent"),
        (1, 3, Denied(6, "b.1", 9, "stale"), "a record 9 was named that there is not"),
        (1, 6, Sent(8, "b.3", "red", 4, DONE), "record 4 was acknowledged and never shown"),
        (2, 2, Sent(4.2, "c.1", "blue", 3, DONE), "answers position 3 and stands before it"),
        (2, 2, Sent(8.5, "c.1", "blue", 2, DONE), "though 4 was told before it was sent"),
    ],
)
def test_a_lie_to_a_client_is_found(client: int, index: int, event: Any, words: str) -> None:
    told = list(check(planted(client, index, event), ORDER))
    assert any(words in said for said in told), told
