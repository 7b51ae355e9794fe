"""Chapter 18.3: building strongpoints, and the engineers who need or speed it up (23.11, 23.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SNOW, SOVIET, SUPPLIED, CrimeaState, Strongpoint, phasing
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.soviet_units.soviet_units import paralysed_by
from sandtable.games.eastfront.rules.supply.supply import is_supplied
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, has_been_arctic, is_friendly, stacks
from sandtable.games.eastfront.scenario.terrain import COVERED
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

IN_SNOW, SOVIETS_AND_IN_SNOW = "axis_in_snow", "soviet_and_axis_in_snow"
"""What a card says that lets the Axis dig in while it snows, the Soviets never or always."""


def _terms(state: CrimeaState) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (state.board.card.get("switches") or {}).get("new_strongpoints") or {}
    return found


# rule: EFS-10.94.d, EFS-10.44.g
def _is_deep_winter(state: CrimeaState) -> bool:
    """Whether it is a turn of snow in the season of snow."""
    return state.weather == SNOW and state.board.days[state.turn].climate in ("", SNOW)


# rule: EF-18.34, EFS-10.14.c
def may_build(state: CrimeaState, side: str) -> bool:
    """Whether a side may begin a strongpoint now: where the scenario lets it, and the Soviets one a turn."""
    allowed = state.board.switch("new_strongpoints", "none" if side == AXIS else "soviet")
    if allowed in (IN_SNOW, SOVIETS_AND_IN_SNOW) and side == AXIS:
        allowed = AXIS if _is_deep_winter(state) or plans.may_dig_in(state) else "none"
    elif allowed == SOVIETS_AND_IN_SNOW:
        allowed = SOVIET
    # rule: EF-PB3.24
    if allowed not in ("both", side):
        return False
    # rule: EFS-10.24.b3
    if state.turn < int(_terms(state).get("from", 0)):
        return False
    # rule: EF-18.33, EF-PB3.23.d
    return side == AXIS or state.tracks.get(f"{side}_built", 0) < state.turn


# rule: EF-23.11, EF-23.12
def has_engineers(state: CrimeaState, place: int, side: str) -> bool:
    """Whether engineers of a side stand in a hex who neither fought nor travelled far in this segment."""
    return any(not state.pieces[key].busy for key in _engineers(state, place, side))


def _engineers(state: CrimeaState, place: int, side: str) -> tuple[int, ...]:
    """A side's engineers in a hex."""
    units = state.board.units
    return tuple(key for key in stacks(state).get(place, ()) if units[key].engineer and units[key].side == side)


# rule: EF-23.11
def can_hurry(state: CrimeaState, place: int) -> bool:
    """Whether Soviet engineers in a hex finish a strongpoint at once: idle ones in General Supply."""
    here = [state.pieces[key] for key in _engineers(state, place, SOVIET)]
    return any(not piece.busy and piece.supply == SUPPLIED for piece in here)


# rule: EF-18.23, EF-18.32, EF-22.25.a
def why_not_build(state: CrimeaState, seat: str, place: int) -> Refusal | None:
    """Why no strongpoint can be begun in a hex."""
    # rule: EF-PB5.61
    if place in state.board.ground and state.board.ground[place].terrain == COVERED:
        return refuse("EF-PB5.61", "refuse.under_enlarged_map", at(place), place=at(place))
    # rule: EF-18.31
    if place not in state.board.ground or not is_friendly(state, place, seat):
        return refuse("EF-18.31", "refuse.not_your_hex", at(place), place=at(place))
    # rule: EFS-10.24.b3
    if (most := _terms(state).get("within")) and state.board.distance(place, int(_terms(state)["hex"])) > most:
        return refuse("EFS-10.24.b3", "refuse.too_far_to_dig", at(place), place=at(place), distance=most)
    # rule: EF-PB5.23.c
    if state.board.facing(place):
        return refuse("EF-PB5.23.c", "refuse.transition_hex", at(place), place=at(place))
    # rule: EF-18.31
    if place in state.strongpoints:
        return refuse("EF-18.31", "refuse.strongpoint_there", at(place), place=at(place))
    # rule: EF-18.31
    if not is_supplied(state, seat, place):
        return refuse("EF-18.31", "refuse.hex_unsupplied", at(place), place=at(place))
    if seat == AXIS and not has_engineers(state, place, seat):
        return refuse("EF-18.34", "refuse.no_engineers", at(place), place=at(place))
    # rule: EF-18.35
    if has_been_arctic(state) and not has_engineers(state, place, seat):
        return refuse("EF-18.35", "refuse.no_engineers", at(place), place=at(place))
    # rule: EF-18.38
    if seat == SOVIET and (blocked := paralysed_by(state, place)):
        return refuse("EF-18.38", "refuse.hq_paralysed", at(place), hq=_hq(blocked[0]))
    return None


def _hq(key: int) -> Ref:
    return Ref("piece", key)


def sites(state: CrimeaState, seat: str) -> OneOf:
    """Hexes where a strongpoint can be begun; of the Axis only engineers build, so only theirs are looked at."""
    units = state.board.units
    manned = [h for h, keys in stacks(state).items() if any(units[key].engineer for key in keys)]
    own = [h for h, side in state.control.items() if side == seat]
    hexes = own if seat != AXIS else [h for h in manned if h in own]
    return pick("place", hexes, lambda place: why_not_build(state, seat, place))


def builder(state: CrimeaState) -> tuple[str, ...]:
    """The side of the segment, while it may build somewhere."""
    side = phasing(state)
    return (side,) if may_build(state, side) and sites(state, side).is_possible() else ()


# rule: EF-18.35, EF-23.11
def build(d: Draft[CrimeaState], place: int) -> None:
    """Begin a strongpoint; Soviet engineers finish it at once."""
    quick = d.seat == SOVIET and can_hurry(d.now, place)
    d.put("strongpoints", place, Strongpoint(d.seat, building=not quick))
    d.put("tracks", f"{d.seat}_built", d.now.turn)
    d.log("log.strongpoint_begun", "EF-18.35", at(place), place=at(place), finished=int(quick))


# rule: EF-18.35, EF-23.12
def finish(d: Draft[CrimeaState]) -> None:
    """Strongpoints begun in an earlier turn are finished where supply still comes, and Axis engineers still stand."""
    side = phasing(d.now)
    for place, point in tuple(d.now.strongpoints.items()):
        if point.side != side or not point.building or not is_supplied(d.now, side, place):
            continue
        if side == AXIS and not _engineers(d.now, place, side):
            continue
        d.put("strongpoints", place, Strongpoint(side))
        d.log("log.strongpoint_built", "EF-18.35", at(place), place=at(place))
