"""Chapter 19, the work on the lines: conversion by both sides, cuts, and captured lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState, phasing
from sandtable.games.eastfront.rules.crimea_map.spans import carries_rail
from sandtable.games.eastfront.rules.railways.railways import (
    CAPTURED,
    CHART,
    CONVERTED,
    CUT,
    along_rail,
    captured_lines,
    rail_hexes,
    railheads,
    serves,
)
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.harbours import harbours
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_fortification,
    has_lingering_mud,
    holders,
    stacks,
    zoc,
)
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse
from sandtable.kernel.graph import Reach, cheapest, flood

POINTS: int = CHART["conversion"]["points_of_railhead"]
"""Conversion points of one railhead in a turn."""
REACH, REACH_IN_BAD_WEATHER = CHART["captured_line"]["good"], CHART["captured_line"]["bad"]
"""Rail hexes by which a captured line grows in a turn."""
WET = ("swamp", "marsh")
SPENT = "rail_points"
"""Conversion points that were spent in this phase, on its track."""


def _terms(state: CrimeaState) -> Mapping[str, Any]:
    """What the card says of conversion: whether at all, ``from`` which turn on, ``points``, ``starts`` of lines."""
    found: Mapping[str, Any] = state.board.card.get("switches", {}).get("rail_conversion") or {}
    return found


def is_allowed(state: CrimeaState) -> bool:
    """Whether the scenario lets lines be converted now."""
    terms = _terms(state)
    return terms.get("value", "allowed") != "none" and state.turn >= int(terms.get("from", 0))


def _is_start(state: CrimeaState, place: int) -> bool:
    """Whether the card lets a line begin in a hex: the railhead behind it is off the map."""
    return place in map(int, _terms(state).get("starts", ())) and state.rails.get(place) != CONVERTED


# rule: EF-19.21.b
def cost(state: CrimeaState, place: int) -> int:
    """Conversion points for a hex: two in wet ground, and two anywhere in mud or snow."""
    # rule: EF-5.14
    is_bad = supply.is_bad(state) or has_lingering_mud(state, place)
    return 2 if is_bad or state.board.ground[place].terrain in WET else 1


# rule: EF-19.22, EF-19.23
def _left(state: CrimeaState, railhead: int) -> int:
    """Points that a railhead still has in this phase."""
    return POINTS - state.rail_work.get(railhead, 0)


# rule: EF-19.21.a
def _left_of_turn(state: CrimeaState) -> int:
    """Points that the card still gives for all railheads together; as many as one needs where it names no number."""
    most = int(_terms(state).get("points", 0))
    return most - state.tracks.get(SPENT, 0) if most else POINTS


# rule: EF-19.13
@derived(*supply.TRACED, **supply.KEPT)
def net(state: CrimeaState, side: str) -> tuple[int, ...]:
    """The rail hexes of a side that work: their line leads to a source, or off the map where the card begins it."""
    held = holders(state)
    own = [h for h in rail_hexes(state.board) if serves(state, side, h) and held.get(h, side) == side]
    if state.board.switch("general_supply") == "always":
        return tuple(own)
    roots = (*supply.overland_sources(state, side), *harbours(state, side))
    roots += tuple(map(int, _terms(state).get("starts", ()))) if side == AXIS else ()
    joined = {h: along_rail(state.board, h) for h in own}
    starts = [h for h in roots if h in joined]
    return tuple(flood(starts, joined, lambda a, b: b in joined and carries_rail(state, a, b)).costs)


def _nearest(state: CrimeaState, place: int) -> int:
    """The railhead of a working line next to a hex that has most points left, or 0."""
    found = [a for a, ahead in railheads(state).items() if place in ahead and a in net(state, AXIS)]
    return max(found, key=lambda a: (_left(state, a), -a), default=0)


# rule: EF-19.13
def why_not_convert(state: CrimeaState, place: int) -> Refusal | None:
    """Why the Axis cannot convert a rail hex now."""
    if not is_allowed(state):
        return refuse("EF-19.13", "refuse.no_conversion")
    # rule: EF-PB2.34.a
    if any(state.rails.get(h) == CAPTURED for h in state.rail_work):
        return refuse("EF-PB2.34.a", "refuse.rail_seized", at(place), place=at(place))
    railhead = _nearest(state, place)
    if not railhead and not _is_start(state, place):
        return refuse("EF-19.13", "refuse.no_railhead", at(place), place=at(place))
    holder = holders(state).get(place)
    # rule: EF-19.21.a
    if holder == SOVIET or (holder is None and place in zoc(state, SOVIET)):
        return refuse("EF-19.21.a", "refuse.rail_enemy", at(place), place=at(place))
    # rule: EF-19.21.a
    if not supply.is_supplied(state, AXIS, place):
        return refuse("EF-19.21.a", "refuse.rail_supply", at(place), place=at(place))
    # rule: EF-19.21.b
    if has_fortification(state, place, AXIS):
        return refuse("EF-19.21.b", "refuse.rail_works", at(place), place=at(place))
    need, left = cost(state, place), _left(state, railhead)
    # rule: EF-19.22
    if need > left:
        return refuse("EF-19.22", "refuse.rail_points", at(railhead or place), place=at(place), need=need, left=left)
    # rule: EF-19.21.a
    if need > (left := _left_of_turn(state)):
        return refuse("EF-19.21.a", "refuse.rail_points_of_turn", at(place), place=at(place), need=need, left=left)
    return None


def convertible(state: CrimeaState, seat: str) -> OneOf:
    """Rail hexes that the Axis can convert."""
    ahead = [h for hexes in railheads(state).values() for h in hexes]
    ahead += [int(h) for h in _terms(state).get("starts", ())]
    return pick("place", ahead, lambda place: why_not_convert(state, place))


# rule: EF-19.23, EF-PB2.34.c
def convert(d: Draft[CrimeaState], place: int) -> None:
    """Move a railhead into the next hex; a cut there is mended, and a captured line begins further on."""
    railhead = _nearest(d.now, place)
    need = cost(d.now, place)
    spent = d.now.rail_work.get(railhead, 0) + need
    if railhead in d.now.rail_work:
        # Of the lines that part from a hex reached in this phase only one goes on.
        d.put("rail_work", railhead, POINTS)
    d.put("rail_work", place, spent)
    d.put("tracks", SPENT, d.now.tracks.get(SPENT, 0) + need)
    d.put("rails", place, CONVERTED)
    d.log("log.rail_converted", "EF-19.23", at(place), place=at(place), left=POINTS - spent)


# -- captured lines ----------------------------------------------------------------------------------------------------


# rule: EF-PB2.34.a, EF-PB2.34.b
def seizable(state: CrimeaState, seat: str) -> OneOf:
    """Hexes to which the Axis can lead a captured line."""
    return pick("place", rail_hexes(state.board), lambda h: _why_not(state, h))


def _fronts(state: CrimeaState) -> tuple[int, ...]:
    """Where captured lines can grow from: lines that are still idle, and railheads while more lines are allowed."""
    lines, most = captured_lines(state), int(state.board.switch("captured_lines", 0))
    idle = [line for line in lines if not any(h in state.rail_work for h in line)]
    # rule: EF-PB2.34.a, EFS-10.34.a3
    if len(lines) - len(idle) >= most:
        return ()
    return (*(h for line in idle for h in line), *(railheads(state) if len(lines) < most else ()))


@derived(
    "pieces", "rails", "rail_work", "weather", "past", "frozen", "razed", "strongpoints", "turn", pieces=supply.WHERE
)
def _reach(state: CrimeaState) -> Reach[int]:
    """Rail hexes that captured lines can get to, and by which way."""
    held, theirs = holders(state), zoc(state, SOVIET)

    def edges(place: int) -> Iterator[tuple[int, int]]:
        for n in along_rail(state.board, place):
            # rule: EF-18.11
            is_open = held.get(n) != SOVIET and n not in theirs and not has_fortification(state, n, AXIS)
            if not state.rails.get(n) and is_open:
                yield n, 2 if state.board.ground[n].terrain in WET else 1

    most = REACH_IN_BAD_WEATHER if supply.is_bad(state) else REACH
    return cheapest(_fronts(state), edges, most)


def _why_not(state: CrimeaState, place: int) -> Refusal | None:
    if not _fronts(state):
        return refuse("EF-PB2.34.a", "refuse.no_captured_line", at(place), place=at(place))
    if state.rails.get(place) or place not in _reach(state).costs:
        return refuse("EF-PB2.34.b", "refuse.captured_far", at(place), place=at(place))
    if holders(state).get(place) != AXIS and place not in zoc(state, AXIS):
        return refuse("EF-PB2.34.b", "refuse.captured_front", at(place), place=at(place))
    return None


def seize(d: Draft[CrimeaState], place: int) -> None:
    """Lead a captured line on to a hex; what it could have gone further is lost."""
    origins, here = _reach(d.now).origins, place
    while not d.now.rails.get(here):
        d.put("rails", here, CAPTURED)
        d.put("rail_work", here, POINTS)
        here = origins[here]
    d.log("log.rail_captured", "EF-PB2.34.b", at(place), place=at(place))


# -- the Soviets -------------------------------------------------------------------------------------------------------


# rule: EF-19.3, EF-23.11
def why_not_restore(state: CrimeaState, place: int) -> Refusal | None:
    """Why the Soviets cannot convert a rail hex back."""
    if not is_allowed(state):
        return refuse("EF-19.13", "refuse.no_conversion")
    if not state.rails.get(place):
        return refuse("EF-19.12", "refuse.rail_is_soviet", at(place), place=at(place))
    if not _idle_engineers(state, place):
        return refuse("EF-19.3", "refuse.rail_engineers", at(place), place=at(place))
    if not any(n in net(state, SOVIET) for n in along_rail(state.board, place)):
        return refuse("EF-19.13", "refuse.rail_gap", at(place), place=at(place))
    return None


def _idle_engineers(state: CrimeaState, place: int) -> tuple[int, ...]:
    """Soviet engineers in a hex that neither fought nor travelled by rail or strategically in this segment."""
    units = state.board.units
    return tuple(
        key
        for key in stacks(state).get(place, ())
        if units[key].engineer
        and units[key].side == SOVIET
        and not (state.pieces[key].busy or state.pieces[key].attacked)
    )


def restorable(state: CrimeaState, seat: str) -> OneOf:
    """Rail hexes that Soviet engineers can convert back."""
    return pick("place", state.rails, lambda place: why_not_restore(state, place))


def restore(d: Draft[CrimeaState], place: int) -> None:
    """Convert a rail hex back; the engineers have done their work for this segment."""
    d.edit("pieces", _idle_engineers(d.now, place)[0], busy=True)
    d.drop("rails", place)
    d.log("log.rail_restored", "EF-19.3", at(place), place=at(place))


# rule: EF-19.4
def why_not_cut(state: CrimeaState, place: int) -> Refusal | None:
    """Why the Soviets cannot cut a line in a hex."""
    if state.rails.get(place) != CONVERTED:
        return refuse("EF-19.4", "refuse.rail_not_axis", at(place), place=at(place))
    if holders(state).get(place) != SOVIET:
        return refuse("EF-19.4", "refuse.rail_not_held", at(place), place=at(place))
    return None


def cuttable(state: CrimeaState, seat: str) -> OneOf:
    """Axis rail hexes with a Soviet unit in them."""
    return pick("place", state.rails, lambda place: why_not_cut(state, place))


def cut(d: Draft[CrimeaState], place: int) -> None:
    """Cut a line."""
    d.put("rails", place, CUT)
    d.log("log.rail_cut", "EF-19.4", at(place), place=at(place))


# -- the Engineer phase ------------------------------------------------------------------------------------------------


# rule: EF-4.2.B6, EF-4.2.C6, EF-19.4
def worker(state: CrimeaState) -> tuple[str, ...]:
    """The side whose Engineer phase it is, while there is a line to work on."""
    side = phasing(state)
    if not side or not (state.rails or _terms(state).get("starts")):
        return ()
    choices = (convertible, seizable) if side == AXIS else (restorable, cuttable)
    return (side,) if any(choice(state, side).is_possible() for choice in choices) else ()


def close(d: Draft[CrimeaState]) -> None:
    """Points that were not used are lost."""
    for place in tuple(d.now.rail_work):
        d.drop("rail_work", place)
    if SPENT in d.now.tracks:
        d.drop("tracks", SPENT)
