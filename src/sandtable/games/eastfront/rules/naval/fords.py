"""Play-book 8.26: attacks across the Sivash and Severnaya Bay, with engineers and by few at a time."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, is_frozen, ref, stack_points, stacks
from sandtable.games.eastfront.scenario import BAY
from sandtable.kernel import Refusal, refuse

MOST_POINTS = 2
"""Stacking points that get over one such hexside in a phase."""


def _is_ford(state: CrimeaState, start: int, to: int) -> bool:
    """Whether there is nothing but shallow water between two hexes: no ice that bears, no railway."""
    border = state.board.border(start, to)
    return border.is_shallow and not border.rail and (border.water == BAY or not is_frozen(state))


# rule: EF-PB8.26.b, EF-PB8.26.c
def why_not_wade(state: CrimeaState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot attack across the hexside before it: it takes Axis engineers in its hex, and a small unit."""
    start, counter = state.pieces[key].hex, state.board.units[key]
    if not _is_ford(state, start, to):
        return None
    rule = "EF-PB8.26.c" if state.board.border(start, to).water == BAY else "EF-PB8.26.b"
    here = [state.board.units[k] for k in stacks(state)[start]]
    if counter.side != AXIS or not any(u.engineer for u in here):
        return refuse(rule, "refuse.ford_engineers", ref(key), at(to), unit=ref(key), place=at(to))
    if (points := stack_points(state, key)) > MOST_POINTS:
        return refuse(rule, "refuse.ford_full", at(to), place=at(to), points=points, most=MOST_POINTS)
    return None


# rule: EF-PB8.26.b, EF-PB8.26.c
def why_too_many(state: CrimeaState, units: tuple[int, ...], hexes: tuple[int, ...]) -> Refusal | None:
    """Why units cannot attack together: too many of them would come over one hexside."""
    load: dict[tuple[int, int], int] = {}
    for key in units:
        for to in hexes:
            if _is_ford(state, start := state.pieces[key].hex, to):
                load[start, to] = load.get((start, to), 0) + stack_points(state, key)
    for (start, to), points in load.items():
        if points > MOST_POINTS:
            rule = "EF-PB8.26.c" if state.board.border(start, to).water == BAY else "EF-PB8.26.b"
            return refuse(rule, "refuse.ford_full", at(to), place=at(to), points=points, most=MOST_POINTS)
    return None


def as_many_as_fit(state: CrimeaState, units: tuple[int, ...], hexes: tuple[int, ...]) -> tuple[int, ...]:
    """The first of some units that may attack together."""
    found: tuple[int, ...] = ()
    for key in units:
        if why_too_many(state, (*found, key), hexes) is None:
            found = (*found, key)
    return found
