"""Play-book 8.52 and 8.53: what ships can carry, and how much room it takes."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval.ships import capacity, passengers, ship_ref
from sandtable.games.eastfront.rules.supply.attack_supply import supply_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref, stack_points
from sandtable.kernel import Ref, Refusal, refuse

LEFT_BEHIND = ("armoured_train", "coastal_artillery", "flotilla")
"""Kinds of units that no ship takes, beside super-heavy and railway guns."""
VEHICLES = 2
"""Transport points for a stacking point on wheels."""


# rule: EF-PB8.53.d
def why_too_bulky(state: CrimeaState, key: int) -> Refusal | None:
    """Why no ship takes a unit: trains, guns of the coast, railway and super-heavy guns stay ashore."""
    counter = state.board.units[key]
    if counter.kind in LEFT_BEHIND or counter.is_super_heavy:
        return refuse("EF-PB8.53.d", "refuse.not_transportable", ref(key), unit=ref(key))
    return None


# rule: EF-PB8.52
def weight(state: CrimeaState, key: int) -> int:
    """Transport points that a unit takes: one a stacking point, two on wheels, one for a headquarters."""
    counter = state.board.units[key]
    points = max(stack_points(state, key), 1)
    if counter.is_hq:
        return 1
    return points * VEHICLES if counter.pays_motorised else points


# rule: EF-PB8.52
def bulk(state: CrimeaState, key: int) -> int:
    """Transport points that a supply unit takes: one a point."""
    return state.supplies[key].points


def freight(state: CrimeaState, ship: int) -> tuple[int, ...]:
    """Supply units aboard a ship."""
    return tuple(key for key, unit in state.supplies.items() if unit.ship == ship)


def weigh(state: CrimeaState, units: tuple[int, ...], supplies: tuple[int, ...]) -> int:
    """Transport points that a load takes."""
    return sum(weight(state, key) for key in units) + sum(bulk(state, key) for key in supplies)


def hold(state: CrimeaState, ship: int) -> int:
    """Transport points that a ship has free."""
    return capacity(state, ship) - weigh(state, passengers(state, ship), freight(state, ship))


# rule: EF-PB8.52
def why_no_hold(state: CrimeaState, ship: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> Refusal | None:
    """Why a ship cannot take a load: it has too little room, and ships do not share a unit between them."""
    need, left = weigh(state, units, supplies), hold(state, ship)
    if need <= left:
        return None
    first = _first_too_many(state, left, units, supplies)
    return refuse("EF-PB8.52", "refuse.hold_full", first, ship_ref(ship), ship=ship_ref(ship), need=need, left=left)


def _first_too_many(state: CrimeaState, left: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> Ref:
    """The first of a load that finds no room."""
    for key in units:
        left -= weight(state, key)
        if left < 0:
            return ref(key)
    return supply_ref(next(key for key in supplies if (left := left - bulk(state, key)) < 0))
