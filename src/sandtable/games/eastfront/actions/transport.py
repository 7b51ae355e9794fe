"""What a player says to send units and supplies by rail, by air and by water, and to bring supplies on the map."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState, PieceId, Places, SupplyId
from sandtable.games.eastfront.rules.crimea_map import ice_bridge, map_t
from sandtable.games.eastfront.rules.movement import passage
from sandtable.games.eastfront.rules.naval import losses
from sandtable.games.eastfront.rules.special_movement import airlift, rail
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.supply import bases, deliveries
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class Entrain(Action, frozen=True):
    """Move a unit by rail."""

    unit: PieceId
    to: Place


class Ship(Action, frozen=True):
    """Move supplies by rail."""

    supply: SupplyId
    to: Place


class Deliver(Action, frozen=True):
    """Bring supply points on the map, as a mobile unit or as a dump."""

    form: str
    to: Place


class Abandon(Action, frozen=True):
    """Give up a Base that is cut off."""

    unit: PieceId


class Airlift(Action, frozen=True):
    """Fly a unit to a town."""

    unit: PieceId
    to: Place


class AirliftSupply(Action, frozen=True, tag="airlift_supply"):
    """Fly supplies to a town."""

    supply: SupplyId
    to: Place


class FlyIn(Action, frozen=True, tag="fly_in"):
    """Fly a new mobile supply unit in."""

    to: Place


class Sail(Action, frozen=True):
    """Move a flotilla along a path."""

    unit: PieceId
    path: Places


class Cross(Action, frozen=True):
    """Go over the ice between Map T and the map."""

    unit: PieceId


def sail(d: Draft[CrimeaState], action: Sail) -> None:
    """Move a flotilla, and roll for it where it came under guns of the coast at sea."""
    start = d.now.pieces[action.unit].hex
    flotillas.sail(d, action.unit, action.path)
    losses.check_flotilla(d, action.unit, start, action.path)
    passage.follow(d, (action.unit,), action.path)


ENTRAIN = verb(
    Entrain,
    "EF-11.12.a",
    lambda d, a: rail.carry_out(d, a.unit, a.to),
    allow=rail.why_never,
    unit=rail.passengers,
    to=rail.stations,
)
SHIP = verb(
    Ship,
    "EF-11.12.a",
    lambda d, a: rail.ship(d, a.supply, a.to),
    allow=rail.why_never,
    supply=rail.freight,
    to=rail.depots,
)
DELIVER = verb(
    Deliver,
    "EF-6.81.a",
    lambda d, a: deliveries.deliver(d, a.form, a.to),
    allow=deliveries.why_nothing,
    form=deliveries.forms,
    to=deliveries.entry_choice,
)
ABANDON = verb(Abandon, "EF-6.95", lambda d, a: bases.abandon(d, a.unit), unit=bases.forsaken)
AIRLIFT = verb(
    Airlift,
    "EF-11.72",
    lambda d, a: airlift.lift(d, a.unit, a.to),
    allow=airlift.why_grounded,
    unit=airlift.liftable,
    to=airlift.landings,
)
AIRLIFT_SUPPLY = verb(
    AirliftSupply,
    "EF-11.72",
    lambda d, a: airlift.lift_supplies(d, a.supply, a.to),
    allow=airlift.why_grounded,
    supply=airlift.cargo,
    to=airlift.cargo_landings,
)
FLY_IN = verb(
    FlyIn,
    "EF-6.84.c",
    lambda d, a: airlift.fly_in(d, a.to),
    allow=airlift.why_no_flight_in,
    to=airlift.new_landings,
)
SAIL = verb(
    Sail,
    "EF-11.21",
    sail,
    allow=flotillas.why_none,
    unit=flotillas.sailors,
    path=flotillas.ways,
)
CROSS = verb(
    Cross,
    "EF-PB2.12.d",
    lambda d, a: ice_bridge.cross(d, a.unit),
    allow=map_t.why_no_ice,
    unit=ice_bridge.crossers,
)
