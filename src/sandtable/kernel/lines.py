"""Straight lines over a map, from centre to centre, and a walk along them to see what blocks the view.

Everything is reckoned in whole numbers: a line that runs along a hexside or through the corner of a card does so
exactly, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import lcm
from typing import NamedTuple, TypeVar

C = TypeVar("C", bound=tuple[int, ...])

NOWHERE = -1
"""The direction of a border that a line does not cross: at its ends, and where it runs along a hexside."""

Bands = Sequence[tuple[int, int]]
"""What a line has to do with a cell: for each pair of opposite borders, how far off the middle between them it is, in
half widths, at its start, and how much that grows to its end."""


class Step(NamedTuple):
    """A place on a line, or the two places beside a hexside along which it runs."""

    places: tuple[int, ...]
    enters: int = NOWHERE
    """The direction of the border where the line comes in, seen from the place."""
    leaves: int = NOWHERE
    """The direction of the border where it goes out."""

    @property
    def is_along(self) -> bool:
        """Whether the line runs between two places here."""
        return len(self.places) > 1


class Line(NamedTuple):
    """A straight line from the middle of one place to the middle of another, step by step, both ends included."""

    steps: tuple[Step, ...]

    @property
    def between(self) -> tuple[Step, ...]:
        """What lies between the ends."""
        return self.steps[1:-1]

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.steps[0].places[0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.steps[-1].places[0]


def blocked_at(
    line: Line,
    blocks: Callable[[int, Step], bool],
    along: Callable[[Iterable[bool]], bool] = all,
) -> Step | None:
    """The first step between the ends that blocks the view; ``None`` where the line is clear.

    ``blocks(place, step)`` is the game's: its woods, its heights, the dark edges of its cards. Where the line runs
    between two places, ``along`` says whether both must block (``all``) or one is enough (``any``).
    """
    for step in line.between:
        if along(blocks(place, step) for place in step.places):
            return step
    return None


def walked(
    start: C,
    bands: Callable[[C], Bands],
    near: Callable[[C], Iterable[C]],
    number: Callable[[C], int | None],
    direction: Callable[[int, int], int],
) -> Line:
    """The line over a grid of cells: ``bands`` tells where each lies to it, ``number`` which place it is.

    Cells that are not on the map, because it has a hole or the line leaves it for a while, are passed over.
    """
    # Places on the line are counted in so small parts of it that every border lies at a whole number of them.
    parts = lcm(*(growth for _, growth in bands(start) if growth))
    found: dict[C, int] = {}
    seen: dict[C, None] = {start: None}
    edge = [start]
    while edge:
        following: list[C] = []
        for cell in edge:
            entered = _entered(bands(cell), parts)
            if entered is None:
                continue
            found[cell] = entered
            for one in near(cell):
                if one not in seen:
                    seen[one] = None
                    following.append(one)
        edge = following
    # Two cells are entered at once only where the line begins to run along the border between them.
    groups: dict[int, list[int]] = {}
    for cell, entered in sorted(found.items(), key=lambda item: (item[1], item[0])):
        if (place := number(cell)) is not None:
            groups.setdefault(entered, []).append(place)
    return Line(_steps([tuple(sorted(places)) for places in groups.values()], direction))


def _entered(bands: Bands, parts: int) -> int | None:
    """Where on the line a cell begins; ``None`` where the line misses it or touches a single point of it."""
    start, end = 0, parts
    for off, growth in bands:
        if growth == 0:
            if abs(off) > 1:
                return None
            continue
        scale = parts // growth
        first, last = (-1 - off) * scale, (1 - off) * scale
        start, end = (max(start, first), min(end, last)) if scale > 0 else (max(start, last), min(end, first))
    return start if start < end else None


def _steps(groups: list[tuple[int, ...]], direction: Callable[[int, int], int]) -> tuple[Step, ...]:
    steps = []
    for index, places in enumerate(groups):
        before = groups[index - 1] if index else ()
        after = groups[index + 1] if index + 1 < len(groups) else ()
        steps.append(Step(places, _border(places, before, direction), _border(places, after, direction)))
    return tuple(steps)


def _border(here: tuple[int, ...], there: tuple[int, ...], direction: Callable[[int, int], int]) -> int:
    """The direction of the border between two steps; none where one of them is a pair or they do not touch."""
    return direction(here[0], there[0]) if len(here) == len(there) == 1 else NOWHERE
