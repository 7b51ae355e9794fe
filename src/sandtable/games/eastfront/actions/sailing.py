"""What a player says to make ships ready, repair, load, sail and unload them, and to bring troops before a coast."""

from __future__ import annotations

from sandtable.games.eastfront.actions.moving import Done, done
from sandtable.games.eastfront.model import PieceId, Pieces, ShipId, SupplyId, Water
from sandtable.games.eastfront.rules.naval import (
    beaching,
    embarking,
    evacuation,
    losses,
    readiness,
    shelling,
    shuttling,
    voyages,
)
from sandtable.games.eastfront.rules.scenarios import mooring
from sandtable.kernel import YES, Action, verb
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


class Moor(Action, frozen=True):
    """Place a ship in another port before the first turn."""

    ship: ShipId
    water: Water


class Shuttle(Action, frozen=True):
    """Carry units over Severnaya Bay."""

    ship: ShipId
    units: Pieces


class Embark(Action, frozen=True):
    """Bring units and supplies aboard a ship."""

    ship: ShipId
    units: Pieces = ()
    supplies: tuple[SupplyId, ...] = ()


class Convoy(Action, frozen=True):
    """Load a ship, sail it to a port and put all ashore there."""

    ship: ShipId
    units: Pieces = ()
    supplies: tuple[SupplyId, ...] = ()
    water: Water = ""
    ashore: str = "no"


class Disembark(Action, frozen=True):
    """Put units and supplies ashore in the port where their ship lies."""

    ship: ShipId
    units: Pieces = ()
    supplies: tuple[SupplyId, ...] = ()


class Deploy(Action, frozen=True):
    """Place a unit aboard a ship in a hex of the sea before a coast, for an assault."""

    ship: ShipId
    unit: PieceId
    to: Place


class Beach(Action, frozen=True):
    """Put supplies ashore over the beach."""

    supply: SupplyId
    to: Place


class Evacuate(Action, frozen=True):
    """Declare the evacuation of a port."""

    place: Place


class Complete(Action, frozen=True):
    """Declare the evacuation of a port complete."""

    place: Place


class Shell(Action, frozen=True):
    """Fire a gun of the coast at a ship."""

    gun: PieceId
    ship: ShipId


class ShellFlotilla(Action, frozen=True, tag="shell_flotilla"):
    """Fire a gun of the coast at a flotilla."""

    gun: PieceId
    unit: PieceId


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
MOOR = verb(
    Moor,
    "EFS-10.4.setup",
    lambda d, a: mooring.moor(d, a.ship, a.water),
    ship=mooring.moorable,
    water=mooring.moorings,
)
SHUTTLE = verb(
    Shuttle,
    "EF-PB8.26.c",
    lambda d, a: shuttling.shuttle(d, a.ship, a.units),
    ship=shuttling.shuttles,
    units=shuttling.travellers,
)
EMBARK = verb(
    Embark,
    "EF-PB8.54.a",
    lambda d, a: embarking.embark(d, a.ship, a.units, a.supplies),
    ship=embarking.loading,
    units=embarking.boarding,
    supplies=embarking.stowing,
)
CONVOY = verb(
    Convoy,
    "EF-PB8.54.c",
    lambda d, a: embarking.convoy(d, a.ship, a.units, a.supplies, a.water, a.ashore == YES),
    ship=embarking.convoys,
    units=embarking.convoy_units,
    supplies=embarking.stowing,
    water=embarking.destinations,
    ashore=embarking.landing_choice,
)
DISEMBARK = verb(
    Disembark,
    "EF-PB8.54.e",
    lambda d, a: embarking.disembark(d, a.ship, a.units, a.supplies),
    ship=embarking.unloading,
    units=embarking.leaving,
    supplies=embarking.unstowing,
)
DEPLOY = verb(
    Deploy,
    "EF-PB8.71",
    lambda d, a: voyages.deploy(d, a.ship, a.unit, a.to),
    ship=voyages.deployable,
    unit=voyages.storming,
    to=voyages.roadsteads,
)
BEACH = verb(
    Beach,
    "EF-PB8.75",
    lambda d, a: beaching.beach(d, a.supply, a.to),
    supply=beaching.beachable,
    to=beaching.beaches_for,
)
EVACUATE = verb(Evacuate, "EF-PB8.55.a", lambda d, a: evacuation.declare(d, a.place), place=evacuation.evacuable)
COMPLETE = verb(Complete, "EF-PB8.55.a", lambda d, a: evacuation.complete(d, a.place), place=evacuation.under_way)
SHELL = verb(
    Shell, "EF-PB8.31.b", lambda d, a: shelling.shell(d, a.gun, a.ship), gun=shelling.guns, ship=shelling.targets
)
SHELL_FLOTILLA = verb(
    ShellFlotilla,
    "EF-PB8.31.b",
    lambda d, a: shelling.shell_flotilla(d, a.gun, a.unit),
    gun=shelling.guns_at_flotillas,
    unit=shelling.flotilla_targets,
)
END_SAILING = verb(Done, "EF-PB8.54.c", done, allow=voyages.why_not_done, ends=True)
