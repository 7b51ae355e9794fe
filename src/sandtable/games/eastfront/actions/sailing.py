"""What a player says to make ships ready, repair and sail them."""

from __future__ import annotations

from sandtable.games.eastfront.model import ShipId, Water
from sandtable.games.eastfront.rules.naval import losses, readiness, voyages
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Prepare(Action, frozen=True):
    """Roll to make a ship ready."""

    ship: ShipId


class Mend(Action, frozen=True):
    """Roll to repair a ship."""

    ship: ShipId


class Voyage(Action, frozen=True):
    """Sail a ship to a port or a sea zone."""

    ship: ShipId
    water: Water


class Harbour(Action, frozen=True):
    """Bring a ship into a port, because it must not stay at sea."""

    ship: ShipId
    water: Water


class Station(Action, frozen=True):
    """Place a ship in a hex of its sea zone."""

    ship: ShipId
    to: Place


class TurnBack(Action, frozen=True, tag="turn_back"):
    """Bring a ship back to the port that it left."""

    ship: ShipId


class CarryOn(Action, frozen=True, tag="carry_on"):
    """Let a ship carry on, for a point of damage."""

    ship: ShipId


PREPARE = verb(Prepare, "EF-PB8.13.b", lambda d, a: readiness.make_ready(d, a.ship), ship=readiness.sailed)
MEND = verb(Mend, "EF-PB8.35", lambda d, a: readiness.repair(d, a.ship), ship=readiness.damaged)
VOYAGE = verb(
    Voyage, "EF-PB8.23.a", lambda d, a: voyages.sail(d, a.ship, a.water), ship=voyages.sailable, water=voyages.goals
)
HARBOUR = verb(
    Harbour, "EF-PB8.23.f", lambda d, a: voyages.sail(d, a.ship, a.water), ship=voyages.latecomers, water=voyages.havens
)
STATION = verb(
    Station, "EF-PB8.22", lambda d, a: voyages.station(d, a.ship, a.to), ship=voyages.stationable, to=voyages.stations
)
TURN_BACK = verb(TurnBack, "EF-PB8.33.a", lambda d, a: losses.turn_back(d, a.ship), ship=losses.recalled)
CARRY_ON = verb(CarryOn, "EF-PB8.33.a", lambda d, a: losses.carry_on(d, a.ship), ship=losses.recalled)
