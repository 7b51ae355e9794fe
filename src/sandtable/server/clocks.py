"""Clocks as arithmetic: whose time ran, what is left, when it will be up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.server.shapes.tables import ClockRule

MINUTE, DAY = 60_000, 86_400_000

Clocks = Mapping[str, int]
"""Milliseconds left, by seat; a seat that is not named has no clock."""


def full(rule: ClockRule) -> int | None:
    """What a clock shows at first."""
    match rule.kind:
        case "live":
            return rule.minutes * MINUTE
        case "correspondence":
            return rule.days * DAY
        case _:
            return None


def charged(
    rule: ClockRule, clocks: Clocks, asked: Iterable[str], by: str, still_asked: Iterable[str], elapsed: int
) -> dict[str, int]:
    """The clocks after an answer of ``by``: those who were asked have used the time since they were."""
    still = tuple(still_asked)
    found = dict(clocks)
    for seat in asked:
        if seat not in found:
            continue
        found[seat] -= max(0, elapsed)
        if seat == by and rule.kind == "correspondence":
            found[seat] = rule.days * DAY
        elif seat == by and seat not in still:
            found[seat] += rule.increment * 1000
    return found


def shown(clocks: Clocks, asked: Iterable[str], elapsed: int) -> dict[str, int]:
    """The clocks at this moment."""
    running = tuple(asked)
    return {seat: left - (max(0, elapsed) if seat in running else 0) for seat, left in clocks.items()}


def expired(clocks: Clocks, asked: Iterable[str], elapsed: int) -> list[str]:
    """The seats whose time is up."""
    return [seat for seat in asked if seat in clocks and clocks[seat] - max(0, elapsed) <= 0]


def due_in(clocks: Clocks, asked: Iterable[str]) -> int | None:
    """Milliseconds after which the first clock of those who are asked will be up."""
    left = [clocks[seat] for seat in asked if seat in clocks]
    return min(left) if left else None
