"""Chapter 8: the order of powers and phases, and what is wiped between turns."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.axisallies.model import GlobalState, Territory, Unit
from sandtable.games.axisallies.rules.turns.powers import seat
from sandtable.games.axisallies.rules.victory import victory
from sandtable.kernel import Draft, derived
from sandtable.kernel.memory import Seen


def _marked_now(state: GlobalState, seen: Seen, before: Mapping[int, Territory | None]) -> Seen:
    """Bring the marked territories up to date: only changed ones can have been marked, or ceased to be."""
    changed = [at for at in before if is_marked(state.territories[at])]
    return {(): tuple(sorted((*(at for at in seen[()] if at not in before), *changed)))}


@derived("territories", territories=_marked_now)
def marked(state: GlobalState) -> tuple[int, ...]:
    """The territories that remember anything which only matters within a turn."""
    return tuple(at for at, territory in state.territories.items() if is_marked(territory))


def is_marked(territory: Territory) -> bool:
    """Whether a turn has left its mark on a territory."""
    return territory.since != territory.holder or bool(territory.built) or bool(territory.placed) or territory.overrun


# rule: AA-8.power-order
def begin_turn(d: Draft[GlobalState]) -> None:
    """Open a power's turn: who held what is remembered for landing, placing, canals and retreats."""
    power = d.now.active
    for at in marked(d.now):
        d.edit("territories", at, since=d.now.territories[at].holder, built=(), placed=0, overrun=False)
    for at in tuple(d.now.slips):
        d.drop("slips", at)
    d.edit("powers", power, turns=d.now.powers[power].turns + 1)
    d.log("log.turn", "AA-8.power-order", power=seat(power), round=d.now.round)


def rested(unit: Unit, is_fresh: bool = False) -> Unit:
    """A unit with everything forgotten that only matters within a turn."""
    return Unit(unit.kind, unit.owner, unit.at, unit.aboard, unit.damaged, unit.stuck, is_fresh)


def _restless_now(state: GlobalState, seen: Seen, before: Mapping[int, Unit | None]) -> Seen:
    """Bring the restless units up to date: only changed ones can have become restless, or ceased to be."""
    changed = [key for key in before if key in state.units and is_restless(state.units[key])]
    return {(): tuple(sorted((*(key for key in seen[()] if key not in before), *changed)))}


@derived("units", units=_restless_now)
def restless(state: GlobalState) -> tuple[int, ...]:
    """The units that remember anything which only matters within a turn."""
    return tuple(key for key, unit in state.units.items() if is_restless(unit))


def is_restless(unit: Unit) -> bool:
    """Whether a turn has left its mark on a unit."""
    return unit != rested(unit)


def end_turn(d: Draft[GlobalState]) -> None:
    """Close a power's turn: the board is looked at, and what only mattered within it is forgotten."""
    victory.track(d)
    power = d.now.active
    for key in restless(d.now):
        unit = d.now.units[key]
        after = rested(unit, unit.fresh and unit.owner != power)
        if after != unit:
            d.put("units", key, after)
    for key in tuple(d.now.battles):
        d.drop("battles", key)
    for permit in tuple(d.now.permits):
        d.drop("permits", permit)
    if d.now.attacked:
        d.set(attacked=())
    if d.now.new_wars:
        d.set(new_wars=())


# rule: AA-8.round
def end_round(d: Draft[GlobalState]) -> None:
    """All nine powers have had their turn."""
    d.set(round=d.now.round + 1)
