"""The play-book's rail ferries over major rivers whose rail bridge is down (PB 2.35).

They follow the rules of bridge units, with engineers at both ends of the work and the Engineer phase as their time.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, Bridge, CrimeaState, phasing, side_key
from sandtable.games.eastfront.rules.railways.railways import along_rail, railheads
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, stacks
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

FERRIES = "ferries"


def has_broken_bridge(state: CrimeaState, a: int, b: int) -> bool:
    """Whether a railway once crossed a major river here and no rail bridge stands."""
    border = state.board.border(a, b)
    return b in along_rail(state.board, a) and border.river == "major" and "rail" not in border.bridge


# rule: EF-PB2.35.a
def has_engineers(state: CrimeaState, place: int) -> bool:
    """Whether Axis engineers stand in a hex, whatever else they did."""
    units = state.board.units
    return any(units[key].engineer and units[key].side == AXIS for key in stacks(state).get(place, ()))


# rule: EF-PB2.35.a
def why_not_found(state: CrimeaState, place: int) -> Refusal | None:
    """Why no ferry can be begun in a hex."""
    if len(bridges.in_use(state, AXIS, ferry=True)) >= bridges.counters(state, FERRIES):
        return refuse("EF-PB2.35.a", "refuse.no_ferry")
    far = far_bank(state, place)
    if not far or side_key(place, far) in state.bridges:
        return refuse("EF-PB2.35.a", "refuse.no_broken_bridge", at(place), place=at(place))
    if place not in railheads(state):
        return refuse("EF-PB2.35.a", "refuse.ferry_railhead", at(place), place=at(place))
    if state.board.switch("general_supply") != "always" and place not in supply.nets(state, AXIS):
        return refuse("EF-PB2.35.a", "refuse.rail_supply", at(place), place=at(place))
    if not has_engineers(state, place):
        return refuse("EF-PB2.35.a", "refuse.no_engineers", at(place), place=at(place))
    return bridges.why_threatened(state, AXIS, (place, far))


def far_bank(state: CrimeaState, place: int) -> int:
    """The hex beyond the broken rail bridge of a hex, or 0."""
    return next((n for n in state.board.grid.neighbours[place] if has_broken_bridge(state, place, n)), 0)


def landings(state: CrimeaState, seat: str) -> OneOf:
    """Hexes where a ferry can be begun."""
    return pick("place", state.rails, lambda place: why_not_found(state, place))


def found(d: Draft[CrimeaState], place: int) -> None:
    """Begin a ferry."""
    far = far_bank(d.now, place)
    d.put("bridges", side_key(place, far), Bridge(AXIS, place, far, placed=d.now.turn, ferry=True))
    d.log("log.ferry_begun", "EF-PB2.35.a", at(place), place=at(place), to=at(far))


def founder(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it has a ferry to begin."""
    if phasing(state) != AXIS or not bridges.counters(state, FERRIES):
        return ()
    return (AXIS,) if landings(state, AXIS).is_possible() else ()


# rule: EF-PB2.35.a
def finish(d: Draft[CrimeaState]) -> None:
    """Ferries of an earlier turn are ready where engineers still stand."""
    for key, bridge in tuple(d.now.bridges.items()):
        is_due = bridge.ferry and not bridge.opened and bridge.placed < d.now.turn
        if is_due and has_engineers(d.now, bridge.hex):
            d.edit("bridges", key, opened=d.now.turn)
            d.log("log.ferry_ready", "EF-PB2.35.a", at(bridge.hex), place=at(bridge.hex), to=at(bridge.to))
