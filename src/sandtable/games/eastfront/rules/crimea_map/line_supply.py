"""The play-book's captured lines as a source: hungry units near the front of one live off it for a turn (PB 2.34)."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.crimea_map.spans import carries_rail
from sandtable.games.eastfront.rules.railways.railways import CONVERTED, along_rail, captured_lines
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, stacks
from sandtable.kernel import Draft, Refusal, SomeOf, derived, refuse
from sandtable.kernel.graph import flood

MOST, REACH = supply.CHART["captured_line"]["most_hexes"], supply.CHART["captured_line"]["reach"]
"""Hexes that are fed in a turn, and how far they may be from the front railhead."""
FED = "line_fed"
"""The turn in which a captured line last fed anybody."""


# rule: EF-PB2.34.f
@derived("rails", "bridges", "turn", "control")
def fronts(state: CrimeaState) -> tuple[int, ...]:
    """The front railhead of every captured line that begins at a converted one: its hex furthest along the rails.

    A line that reaches a source on the edge of the map begins beyond it.
    """
    board, found, gates = state.board, [], supply.sources(state, AXIS)
    for line in captured_lines(state):
        # A major river breaks the line where neither a rail bridge stands nor a ferry runs.
        joined = {h: [n for n in along_rail(board, h) if carries_rail(state, n, h)] for h in line}
        # rule: EFS-10.34.a3
        rear = [h for h in line if h in gates or any(state.rails.get(n) == CONVERTED for n in joined[h])]
        within = {h: tuple(n for n in joined[h] if n in line) for h in line}
        steps = flood(rear, within, lambda a, b: True).costs
        if steps:
            found.append(max(steps, key=lambda h: (steps[h], h)))
    return tuple(found)


@derived("pieces", "weather", "past", "frozen", "control", "strongpoints", "razed", "rails", "bridges", "turn")
def near_front(state: CrimeaState) -> dict[int, int]:
    """Hexes with a line of communication to a front railhead, each with its length."""
    starts = fronts(state)

    def backwards(a: int, b: int) -> bool:
        if a not in starts and supply.is_blocked(state, AXIS, a):
            return False
        return state.board.ground[b].is_land and supply.may_cross(state, AXIS, b, a)

    return flood(starts, state.board.grid.neighbours, backwards, REACH).costs


def hungry(state: CrimeaState, seat: str) -> SomeOf:
    """Up to five hexes with units out of General Supply, each within reach of the front."""
    places = sorted({state.pieces[key].hex for key in on_map(state, AXIS) if state.pieces[key].supply != SUPPLIED})
    reached = near_front(state) if seat == AXIS and state.tracks.get(FED) != state.turn else {}

    def why(place: int) -> Refusal | None:
        return refuse("EF-PB2.34.f", "refuse.too_far_to_feed", at(place), place=at(place), reach=REACH)

    return SomeOf("place", [h for h in places if h in reached], least=1, most=MOST, why=why)


def feeder(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while a captured line can feed somebody."""
    return (AXIS,) if fronts(state) and hungry(state, AXIS).is_possible() else ()


def feed(d: Draft[CrimeaState], hexes: tuple[int, ...]) -> None:
    """Put the units in these hexes in General Supply for the turn."""
    d.put("tracks", FED, d.now.turn)
    for place in hexes:
        for key in stacks(d.now)[place]:
            d.edit("pieces", key, supply=SUPPLIED)
    d.log("log.sustained", "EF-PB2.34.f", *map(at, hexes), places=tuple(map(at, hexes)))
