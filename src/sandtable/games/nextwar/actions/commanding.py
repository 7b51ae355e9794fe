"""What a player says to use his headquarters: shifts in a combat, and strikes."""

from __future__ import annotations

from sandtable.games.nextwar.actions.air_war import stop_launching
from sandtable.games.nextwar.actions.moving import Done
from sandtable.games.nextwar.model import KoreaState, UnitId, Units
from sandtable.games.nextwar.rules.formations import command, hq_strikes
from sandtable.games.nextwar.rules.korean_units import expeditionary
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class Command(Action, frozen=True):
    """Shift columns of a combat with headquarters and artillery."""

    units: Units = ()


class HqStrike(Action, frozen=True, tag="hq_strike"):
    """Strike an enemy unit with a headquarters."""

    hq: UnitId
    unit: UnitId


class LandHq(Action, frozen=True, tag="land_hq"):
    """Bring a headquarters of marines ashore."""

    hq: UnitId
    to: Place


def give_orders(d: Draft[KoreaState], action: Command) -> None:
    """Commit headquarters to the combat."""
    command.commit(d, action.units)
    d.done()


COMMAND = verb(Command, "NW-18.2.1.a", give_orders, units=command.choice)


def hq_strike(d: Draft[KoreaState], action: HqStrike) -> None:
    """Strike once; then the other side may."""
    hq_strikes.strike(d, action.hq, action.unit)
    d.done()


HQ_STRIKE = verb(HqStrike, "NW-18.2.2.a", hq_strike, hq=hq_strikes.shooters, unit=hq_strikes.victims)
STOP_STRIKING = verb(Done, "NWS-ADV-8.j", stop_launching, ends=True)
LAND_HQ = verb(
    LandHq,
    "NWK-3.3.b",
    lambda d, a: expeditionary.call(d, a.hq, a.to),
    allow=expeditionary.why_not_call,
    hq=expeditionary.callable_hqs,
    to=expeditionary.landing_places,
)
