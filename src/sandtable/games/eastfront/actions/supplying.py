"""What a player says about supply units and those they feed."""

from __future__ import annotations

from sandtable.games.eastfront.model import Pieces, Places, SupplyId
from sandtable.games.eastfront.rules.crimea_map import line_supply
from sandtable.games.eastfront.rules.scenarios import mooring, winter_siege
from sandtable.games.eastfront.rules.supply import attack_supply, ports, strategic_hauls
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Provision(Action, frozen=True):
    """Feed hexes from a captured rail line for a turn."""

    hexes: Places


class Land(Action, frozen=True):
    """Feed units for a turn by sea, through a port."""

    port: Place
    units: Pieces


class Haul(Action, frozen=True):
    """Move a supply unit."""

    supply: SupplyId
    path: Places


class HaulFar(Action, frozen=True, tag="haul_far"):
    """Move a supply unit strategically, along roads and far from the enemy."""

    supply: SupplyId
    path: Places


class Stock(Action, frozen=True):
    """Turn a supply point into shells for super-heavy guns."""

    supply: SupplyId


class LayDepot(Action, frozen=True, tag="lay_depot"):
    """Place a supply unit elsewhere before the first turn."""

    supply: SupplyId
    to: Place


class Sustain(Action, frozen=True):
    """Feed hexes for a turn from a supply unit."""

    supply: SupplyId
    hexes: Places


class BreakUp(Action, frozen=True, tag="break_up"):
    """Turn a dump into a mobile supply unit."""

    supply: SupplyId


class Merge(Action, frozen=True):
    """Put two mobile supply units together as a dump."""

    supply: SupplyId


PROVISION = verb(Provision, "EF-PB2.34.f", lambda d, a: line_supply.feed(d, a.hexes), hexes=line_supply.hungry)
LAND = verb(Land, "EF-6.54", lambda d, a: ports.feed(d, a.port, a.units), port=ports.open_berths, units=ports.fed_at)
HAUL = verb(
    Haul,
    "EF-6.84",
    lambda d, a: attack_supply.haul(d, a.supply, a.path),
    supply=attack_supply.movable,
    path=attack_supply.ways,
)
HAUL_FAR = verb(
    HaulFar,
    "EF-6.84",
    lambda d, a: strategic_hauls.carry_out(d, a.supply, a.path),
    supply=strategic_hauls.candidates,
    path=strategic_hauls.ways,
)
SUSTAIN = verb(
    Sustain,
    "EF-6.53.a",
    lambda d, a: attack_supply.sustain(d, a.supply, a.hexes),
    supply=attack_supply.relief,
    hexes=attack_supply.relieved,
)
BREAK_UP = verb(BreakUp, "EF-6.83.c", lambda d, a: attack_supply.break_up(d, a.supply), supply=attack_supply.dumps)
MERGE = verb(Merge, "EF-6.83.b1", lambda d, a: attack_supply.merge(d, a.supply), supply=attack_supply.mergers)
LAY_DEPOT = verb(
    LayDepot,
    "EFS-10.3.setup",
    lambda d, a: mooring.lay(d, a.supply, a.to),
    supply=mooring.layable,
    to=mooring.depots,
)
STOCK = verb(Stock, "EFS-10.44.f", lambda d, a: winter_siege.stock(d, a.supply), supply=winter_siege.stores)
