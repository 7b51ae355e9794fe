"""What a player says to move units by air."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, ShipId, UnitId
from sandtable.games.nextwar.rules.movement import air_transport, airmobile, landings, naval, paradrops
from sandtable.kernel import Action, Refusal, verb
from sandtable.kernel.refusals import Place


class FlyUnit(Action, frozen=True, tag="fly"):
    """Fly a unit to another base by air transport, with air points as escort."""

    unit: UnitId
    to: Place
    escort: int = 0


class Drop(Action, frozen=True):
    """Drop a unit by parachute."""

    unit: UnitId
    to: Place
    escort: int = 0


class Airmobile(Action, frozen=True):
    """Move a unit with helicopters."""

    unit: UnitId
    to: Place
    escort: int = 0


class Lift(Action, frozen=True):
    """Lift marines with the helicopters of an amphibious ship."""

    ship: ShipId
    unit: UnitId
    to: Place
    escort: int = 0


class StepIn(Action, frozen=True, tag="step_in"):
    """Take a unit that came down by air into a hard hex next to it."""

    unit: UnitId
    to: Place


def nothing_flies(state: KoreaState, seat: str) -> Refusal | None:
    """Why nobody moves by air in this segment."""
    return naval.why_no_sailing(state)


FLY = verb(
    FlyUnit,
    "NW-8.5.2.a",
    lambda d, a: air_transport.fly(d, a.unit, a.to, a.escort),
    allow=nothing_flies,
    unit=air_transport.passengers,
    to=air_transport.bases,
    escort=air_transport.escorts,
)
DROP = verb(
    Drop,
    "NW-8.5.3.a",
    lambda d, a: paradrops.drop(d, a.unit, a.to, a.escort),
    allow=nothing_flies,
    unit=paradrops.jumpers,
    to=paradrops.zones,
    escort=paradrops.escorts,
)
AIRMOBILE = verb(
    Airmobile,
    "NW-8.5.4.a",
    lambda d, a: airmobile.fly(d, a.unit, a.to, a.escort),
    allow=nothing_flies,
    unit=airmobile.flyers,
    to=airmobile.landing_places,
    escort=airmobile.escorts,
)
LIFT = verb(
    Lift,
    "NW-8.5.5",
    lambda d, a: airmobile.lift(d, a.ship, a.unit, a.to, a.escort),
    allow=nothing_flies,
    ship=airmobile.carriers,
    unit=airmobile.liftable,
    to=airmobile.lift_places,
    escort=airmobile.lift_escorts,
)
STEP_IN = verb(
    StepIn,
    "NW-8.5.4.4.b",
    lambda d, a: landings.step_in(d, a.unit, a.to),
    unit=landings.poised,
    to=landings.prizes,
)
