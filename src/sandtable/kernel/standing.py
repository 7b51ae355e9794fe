"""Which steps of a record stand: those that were made and not taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from sandtable.kernel.records import AnyRecord, Played, Undone

T = TypeVar("T")

Objection = Callable[[Sequence[tuple[int, Played]], Undone], str]
"""``(what stood before, undone) -> problem``: why nobody could have gone back like this; empty when they could."""


class WrongReturn(ValueError):
    """A record that goes back where nobody can."""

    def __init__(self, index: int, problem: str) -> None:
        super().__init__(problem)
        self.index = index
        """Which of the records, counted from 0."""


def told(
    records: Iterable[AnyRecord], start: int = 0, objection: Objection | None = None
) -> Iterator[tuple[int, Played, int]]:
    """Every step that was ever made: its index, the record, and the number of the step that it followed.

    ``start`` is the number of the step before the first record; 0 is the opening.
    """
    stands: list[tuple[int, Played]] = []
    for index, record in enumerate(records):
        if isinstance(record, Played):
            yield index, record, stands[-1][1].seq if stands else start
            stands.append((index, record))
        elif isinstance(record, Undone):
            go_back(stands, index, record, start, objection)


def standing(
    records: Iterable[AnyRecord], start: int = 0, objection: Objection | None = None
) -> list[tuple[int, Played]]:
    """The steps that were not taken back, each with its index among the records."""
    stands: list[tuple[int, Played]] = []
    for index, record in enumerate(records):
        if isinstance(record, Played):
            stands.append((index, record))
        elif isinstance(record, Undone):
            go_back(stands, index, record, start, objection)
    return stands


def go_back(
    stands: list[tuple[int, Played]], index: int, undone: Undone, start: int, objection: Objection | None
) -> None:
    """Drop the steps that a record takes back."""
    if objection is not None and (problem := objection(stands, undone)):
        raise WrongReturn(index, problem)
    if undone.to < start:
        raise WrongReturn(index, "the position was taken back")
    while stands and stands[-1][1].seq > undone.to:
        stands.pop()


def standing_back(records: Iterable[tuple[T, int, AnyRecord]]) -> Iterator[tuple[T, Played]]:
    """The same from the newest to the oldest, as they are wanted; each is given with its number and anything else."""
    floor = -1
    for what, seq, record in records:
        if seq <= floor:
            floor = -1
        if isinstance(record, Undone):
            floor = record.to if floor < 0 else min(floor, record.to)
        elif isinstance(record, Played) and floor < 0:
            yield what, record
