"""Chapter 11 without overruns: infiltration, the one-hex move, strategic movement."""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    ARCTIC,
    MUD,
    OUT_OF_SUPPLY,
    SNOW,
    SOVIET,
    SUPPLIED,
    CrimeaState,
    Piece,
    enemy,
    phase,
)
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.supply.supply import is_supplied
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_lingering_mud,
    holders,
    line_between,
    ref,
    zoc,
)
from sandtable.games.eastfront.scenario import CAVALRY, MOTORISED, CrimeaScenario
from sandtable.kernel import Refusal, refuse

MOVEMENT, MOTORISED_MOVEMENT = "movement", "motorised"
FAST = 7
"""The movement allowance from which motorised units infiltrate."""
STRATEGIC_DISTANCE = 3


# rule: EF-10.13, EF-10.24.a
def why_no_infiltration(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit cannot infiltrate in this phase from where it stands."""
    counter, piece = state.board.units[key], state.pieces[key]
    now = phase(state)
    motorised = counter.mobility == MOTORISED and counter.front.allowance >= FAST
    its_phase = MOTORISED_MOVEMENT if motorised and counter.side == SOVIET else MOVEMENT
    # rule: EF-11.52
    if counter.colour != "yellow" or not (motorised or counter.mobility == CAVALRY):
        return refuse("EF-11.52", "refuse.cannot_infiltrate", ref(key), unit=ref(key))
    # rule: EF-11.53
    if now != its_phase:
        return refuse("EF-11.53", "refuse.infiltration_phase", ref(key), unit=ref(key))
    # rule: EF-11.54
    if piece.supply == OUT_OF_SUPPLY:
        return refuse("EF-11.54", "refuse.out_of_supply", ref(key), unit=ref(key))
    if state.weather == MUD:
        return refuse("EF-11.56", "refuse.infiltration_mud")
    # rule: EF-11.55
    if piece.spent or not _is_next_to_enemy(state, key):
        return refuse("EF-11.55", "refuse.infiltration_start", ref(key), unit=ref(key))
    return None


def _is_next_to_enemy(state: CrimeaState, key: int) -> bool:
    side, held = state.board.units[key].side, holders(state)
    return any(held.get(n) == enemy(side) for n in state.board.grid.neighbours[state.pieces[key].hex])


# rule: EF-11.51, EF-11.56
def why_no_infiltration_into(state: CrimeaState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot infiltrate into a neighbouring hex."""
    counter, start = state.board.units[key], state.pieces[key].hex
    if (no := why_no_infiltration(state, key)) is not None:
        return no
    # rule: EF-5.14
    if has_lingering_mud(state, to):
        return refuse("EF-11.56", "refuse.infiltration_mud")
    ground = state.board.ground
    if counter.mobility == CAVALRY and (ground[start].is_open or ground[to].is_open):
        return refuse("EF-11.52", "refuse.cavalry_open", at(to), unit=ref(key))
    point = state.strongpoints.get(to)
    if point is not None and point.side != counter.side and not point.building:
        return refuse("EF-11.56", "refuse.infiltration_works", at(to), place=at(to))
    if line_between(state, start, to) == to and counter.side != SOVIET:
        return refuse("EF-11.56", "refuse.infiltration_works", at(to), place=at(to))
    return None


# rule: EF-11.91, EF-11.95
def may_go_one_hex(state: CrimeaState, key: int) -> bool:
    """Whether a unit may make the one-hex move: it has spent nothing and is not motorised and out of supply."""
    counter, piece = state.board.units[key], state.pieces[key]
    # rule: EF-11.94, EF-6.72
    if counter.is_motorised and piece.supply == OUT_OF_SUPPLY:
        return False
    return piece.spent == 0


# rule: EF-11.31, EF-11.32, EF-11.33
def why_no_strategic(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit cannot use strategic movement."""
    counter, piece = state.board.units[key], state.pieces[key]
    if counter.front.allowance == 0 or counter.kind in ("armoured_train", "railway_artillery", "flotilla"):
        return refuse("EF-11.33", "refuse.strategic_kind", ref(key), unit=ref(key))
    if phase(state) != MOVEMENT or (piece.spent and not has_just_entered(piece)):
        return refuse("EF-11.31", "refuse.strategic_phase", ref(key), unit=ref(key))
    if piece.supply != SUPPLIED:
        return refuse("EF-11.32", "refuse.strategic_supply", at(piece.hex), place=at(piece.hex))
    borders, near = state.board.border, state.board.grid.neighbours[piece.hex]
    if not any(borders(piece.hex, n).road for n in near):
        return refuse("EF-11.32", "refuse.strategic_road", ref(key), unit=ref(key))
    return why_not_strategic_at(state, counter.side, piece.hex)


# rule: EF-8.12
def has_just_entered(piece: Piece) -> bool:
    """Whether all that a unit has spent so far is what it took to come on the map in this phase."""
    return not piece.company and not piece.busy


# rule: EF-11.32, EF-10.63.a, EF-13.23
def why_not_strategic_at(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why units of a side that move strategically may not be in a hex: the enemy is near, or interdicts it."""
    if side == SOVIET and interdiction_at(state, place):
        return refuse("EF-13.23", "refuse.strategic_interdicted", at(place), place=at(place))
    if place in zoc(state, enemy(side)):
        return refuse("EF-10.63.a", "refuse.strategic_zoc", at(place), place=at(place))
    held, foe = holders(state), enemy(side)
    for h in _near(state.board, place):
        if held.get(h) == foe:
            return refuse("EF-11.32", "refuse.strategic_near", at(h), place=at(place), enemy=at(h))
    # Supply is traced last: it is the dearest question, and of units far from the enemy only.
    if not is_supplied(state, side, place):
        return refuse("EF-11.32", "refuse.strategic_supply", at(place), place=at(place))
    return None


# rule: EF-PB5.42.b
def _near(board: CrimeaScenario, place: int) -> tuple[int, ...]:
    """The hexes too near to a hex for an enemy to be there, worked out once."""
    table: dict[int, tuple[int, ...]] = board.cache.setdefault("strategic", {})
    if place not in table:
        table[place] = board.grid.within(place, STRATEGIC_DISTANCE - 1)
    return table[place]


def is_winter(state: CrimeaState) -> bool:
    """Whether snow lies."""
    return state.weather in (SNOW, ARCTIC)
