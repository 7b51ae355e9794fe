"""Chapter 8: the order of powers and phases, and what is wiped between turns."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.axisallies.model import Unit, World
from sandtable.games.axisallies.rules import victory
from sandtable.games.axisallies.rules.powers import seat
from sandtable.kernel import Draft


# rule: AA-8.power-order
def begin_turn(d: Draft[World]) -> None:
    """Open a power's turn: who held what is remembered for landing, placing, canals and retreats."""
    power = d.now.active
    for at, territory in d.now.territories.items():
        if territory.since != territory.holder or territory.built or territory.placed:
            d.edit("territories", at, since=territory.holder, built=(), placed=0)
    d.edit("powers", power, turns=d.now.powers[power].turns + 1)
    d.log("log.turn", "AA-8.power-order", power=seat(power), round=d.now.round)


def rested(unit: Unit) -> Unit:
    """A unit with everything forgotten that only matters within a turn."""
    return Unit(unit.kind, unit.owner, unit.at, aboard=unit.aboard, damaged=unit.damaged, stuck=unit.stuck)


def end_turn(d: Draft[World]) -> None:
    """Close a power's turn: the board is looked at, and what only mattered within it is forgotten."""
    victory.track(d)
    for key, unit in d.now.units.items():
        fresh = replace(rested(unit), fresh=unit.fresh and unit.owner != d.now.active)
        if fresh != unit:
            d.put("units", key, fresh)
    for key in tuple(d.now.battles):
        d.drop("battles", key)
    for permit in tuple(d.now.permits):
        d.drop("permits", permit)
    if d.now.attacked:
        d.set(attacked=())


# rule: AA-8.round
def end_round(d: Draft[World]) -> None:
    """All nine powers have had their turn."""
    d.set(round=d.now.round + 1)
