"""What a player says to send, pair, refit and give up air units."""

from __future__ import annotations

from sandtable.games.eastfront.model import FLYING, AirId, CrimeaState, ShipId, Water
from sandtable.games.eastfront.rules.air import air, interdiction, naval_missions, strikes
from sandtable.games.eastfront.rules.arrivals import departures
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.kernel import Action, Draft, Ref, verb
from sandtable.kernel.refusals import Place


class Refit(Action, frozen=True):
    """Make an air unit ready with a replacement point."""

    unit: AirId


class Withdraw(Action, frozen=True):
    """Choose the type of aircraft that is withdrawn."""

    kind: str


class Retain(Action, frozen=True):
    """Keep an aircraft that was to leave, for a victory point."""

    kind: str


class Fly(Action, frozen=True):
    """Send air units to a mission hex, face down."""

    to: Place
    units: tuple[AirId, ...]


class Patrol(Action, frozen=True):
    """Send air units over the sea, face down."""

    units: tuple[AirId, ...]


class Strike(Action, frozen=True):
    """Send air units against the ships of a port, a sea zone or Map T, face down."""

    water: Water
    units: tuple[AirId, ...]


class Aim(Action, frozen=True):
    """Name the ship that an air unit attacks."""

    unit: AirId
    ship: ShipId


class Assign(Action, frozen=True):
    """Say which of the fighters that could do both fly the mission; the others fire."""

    mission: tuple[AirId, ...]


class Engage(Action, frozen=True):
    """Pair a firing unit with its target in air combat."""

    unit: AirId
    target: AirId


def patrol(d: Draft[CrimeaState], action: Patrol) -> None:
    """Put units face down over the sea, on either side."""
    for key in action.units:
        d.edit("air", key, box=FLYING, hex=air.AT_SEA)
    where = air.scene(d.now, air.AT_SEA)
    d.log("log.flew", "EF-PB6.42.a", where, side=Ref("seat", d.seat), place=where, count=len(action.units))
    d.show()


def fly(d: Draft[CrimeaState], action: Fly, rule: str) -> None:
    """Put units face down over their hex. Whether more is asked then tells what is left, so it is not taken back."""
    air.fly(d, action.to, action.units, rule)
    d.show()


REFIT = verb(Refit, "EF-7.33", lambda d, a: replacements.refit(d, a.unit), unit=replacements.refittable)


WITHDRAW = verb(Withdraw, "EF-8.72", lambda d, a: departures.leave(d, d.seat, a.kind), kind=departures.kinds)
RETAIN = verb(Retain, "EF-8.73", lambda d, a: departures.retain(d, d.seat, a.kind), kind=departures.retainable)
INTERDICT = verb(
    Fly,
    "EF-13.13",
    lambda d, a: air.fly(d, a.to, a.units, "EF-13.13"),
    to=interdiction.mission_hexes,
    units=air.squadrons,
)
INTERCEPT = verb(
    Fly,
    "EF-17.23",
    lambda d, a: fly(d, a, "EF-17.23"),
    to=interdiction.intercept_hexes,
    units=air.fighters,
)
CAS = verb(Fly, "EF-15.12", lambda d, a: fly(d, a, "EF-15.12"), to=air.cas_hexes, units=air.squadrons)
ASSIGN = verb(Assign, "EF-17.31.b", lambda d, a: air.assign(d, a.mission), mission=air.dual_choice)
ENGAGE = verb(
    Engage, "EF-17.33.a", lambda d, a: air.engage(d, a.unit, a.target), unit=air.pairers, target=air.pair_targets
)
ENGAGE_AGAIN = verb(
    Engage,
    "EF-17.33.d",
    lambda d, a: air.engage_again(d, a.unit, a.target),
    unit=air.free_firers,
    target=air.free_targets,
)
PATROL = verb(Patrol, "EF-PB6.42.a", patrol, allow=naval_missions.why_no_patrol, units=naval_missions.patrols)
OPPOSE = verb(Patrol, "EF-PB6.53", patrol, allow=naval_missions.why_no_opposition, units=naval_missions.opponents)
STRIKE = verb(
    Strike,
    "EF-PB6.44.a",
    lambda d, a: strikes.strike(d, a.water, a.units),
    water=strikes.waters,
    units=strikes.squadrons,
)
AIM = verb(Aim, "EF-PB6.44.b", lambda d, a: strikes.aim(d, a.unit, a.ship), unit=strikes.aiming, ship=strikes.ships_at)
