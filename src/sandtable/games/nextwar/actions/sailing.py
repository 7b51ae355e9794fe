"""What a player says to his ships, and to units that go over the sea."""

from __future__ import annotations

from sandtable.games.nextwar.model import HelicopterId, KoreaState, ShipId, UnitId, Units
from sandtable.games.nextwar.rules.air_points import afloat
from sandtable.games.nextwar.rules.combat import assaults, battle
from sandtable.games.nextwar.rules.movement import beachheads, naval, sea_transport
from sandtable.games.nextwar.rules.weather import shelter
from sandtable.kernel import NO, Action, Draft, Refusal, refuse, verb
from sandtable.kernel.refusals import Place


class Sail(Action, frozen=True):
    """Move a ship one link on, with marines of its box aboard."""

    ship: ShipId
    to: Place
    units: Units = ()


class Shelter(Action, frozen=True):
    """Bring a ship into shelter from a storm."""

    ship: ShipId
    to: Place


class Embark(Action, frozen=True):
    """Take marines aboard a ship off the coast."""

    unit: UnitId
    ship: ShipId


class ShipUnit(Action, frozen=True, tag="ship"):
    """Ship a unit to another port or to a beachhead."""

    unit: UnitId
    to: Place


class ShipHelicopter(Action, frozen=True, tag="ship_helicopter"):
    """Ship a helicopter unit to another port."""

    helicopter: HelicopterId
    to: Place


class Board(Action, frozen=True):
    """Base a helicopter unit of the marines on an amphibious ship."""

    helicopter: HelicopterId
    ship: ShipId
    escort: int = 0


class GiveUpBeachhead(Action, frozen=True, tag="give_up_beachhead"):
    """Take a beachhead away."""

    place: Place


class GoAshore(Action, frozen=True, tag="land"):
    """Land marines on a beach that nobody defends."""

    to: Place
    units: Units
    beachhead: str = NO


class HoldBeach(Action, frozen=True, tag="beachhead"):
    """Say whether to place a beachhead where marines have stormed ashore."""

    answer: str


class PayForAssault(Action, frozen=True, tag="repulse"):
    """Take the step of an assault that failed."""

    unit: UnitId


class LoseBeachhead(Action, frozen=True, tag="lose_beachhead"):
    """Lose the beachhead instead of a step."""


def hold(d: Draft[KoreaState], action: HoldBeach) -> None:
    """Decide on the beachhead."""
    assaults.hold(d, action.answer)
    d.done()


def nothing_sails(state: KoreaState, seat: str) -> Refusal | None:
    """Why nothing moves by sea in this segment."""
    if not state.board.uses_sea:
        return refuse("NW-8.5.7.a", "refuse.no_sea")
    return naval.why_no_sailing(state)


SAIL = verb(
    Sail,
    "NW-8.5.6.4.a",
    lambda d, a: naval.sail(d, a.ship, a.to, a.units),
    allow=nothing_sails,
    ship=naval.sailors,
    to=naval.destinations,
    units=naval.passengers,
)
SHELTER = verb(
    Shelter, "NW-4.1.3.f", lambda d, a: shelter.shelter(d, a.ship, a.to), ship=shelter.ships, to=shelter.places
)
EMBARK = verb(
    Embark,
    "NW-8.5.8.3",
    lambda d, a: naval.embark(d, a.unit, a.ship),
    allow=nothing_sails,
    unit=naval.embarking,
    ship=naval.transports,
)
SHIP = verb(
    ShipUnit,
    "NW-8.5.7.1",
    lambda d, a: sea_transport.ship(d, a.unit, a.to),
    allow=nothing_sails,
    unit=sea_transport.passengers,
    to=sea_transport.harbours,
)
SHIP_HELICOPTER = verb(
    ShipHelicopter,
    "NWK-5.4",
    lambda d, a: sea_transport.ship_helicopter(d, a.helicopter, a.to),
    allow=nothing_sails,
    helicopter=sea_transport.helicopters,
    to=sea_transport.helicopter_ports,
)
BOARD = verb(
    Board,
    "NW-6.5.5.a",
    lambda d, a: afloat.board(d, a.helicopter, a.ship, a.escort),
    helicopter=afloat.boarding,
    ship=afloat.decks,
    escort=afloat.escorts,
)
GIVE_UP = verb(
    GiveUpBeachhead,
    "NW-8.5.8.2.d",
    lambda d, a: beachheads.give_up(d, a.place),
    allow=beachheads.why_not_give_up,
    place=beachheads.own,
)
LAND = verb(
    GoAshore,
    "NW-8.5.8.1.h",
    lambda d, a: assaults.go_ashore(d, a.to, a.units, a.beachhead),
    to=assaults.open_beaches,
    units=assaults.landers,
    beachhead=assaults.beachhead_after,
)
BEACHHEAD = verb(HoldBeach, "NW-8.5.8.2.a", hold, answer=assaults.beachhead_choice)
REPULSE = verb(PayForAssault, "NW-8.5.8.1.g", lambda d, a: assaults.pay(d, a.unit), unit=assaults.pay_choice)
LOSE_BEACHHEAD = verb(LoseBeachhead, "NW-8.5.8.2.b.2", lambda d, a: battle.sacrifice(d), allow=battle.why_not_sacrifice)
