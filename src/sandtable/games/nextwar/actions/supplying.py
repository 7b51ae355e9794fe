"""What a player says about supply: depots, mobile supply units, and help in an emergency."""

from __future__ import annotations

from sandtable.games.nextwar.actions.moving import Done, done
from sandtable.games.nextwar.model import UnitId
from sandtable.games.nextwar.rules.supply import emergency, supply_units
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class BuyMsu(Action, frozen=True, tag="buy_msu"):
    """Buy a mobile supply unit."""

    to: Place


class SplitDepot(Action, frozen=True, tag="split_depot"):
    """Turn a depot into two mobile supply units."""

    unit: UnitId


class SettleMsu(Action, frozen=True, tag="settle_msu"):
    """Turn a mobile supply unit into a depot."""

    unit: UnitId


class FoundDepot(Action, frozen=True, tag="found_depot"):
    """Found a new depot."""

    to: Place


class EmergencySupply(Action, frozen=True, tag="emergency_supply"):
    """Try to supply a unit or a headquarters by all means."""

    unit: UnitId


class CashSupply(Action, frozen=True, tag="cash_supply"):
    """Turn a supply unit into points."""

    unit: UnitId


BUY_MSU = verb(BuyMsu, "NW-19.4.b", lambda d, a: supply_units.buy(d, a.to), to=supply_units.markets)
SPLIT_DEPOT = verb(SplitDepot, "NW-19.4.c", lambda d, a: supply_units.split(d, a.unit), unit=supply_units.splittable)
SETTLE_MSU = verb(SettleMsu, "NW-19.4.d", lambda d, a: supply_units.settle(d, a.unit), unit=supply_units.settleable)
FOUND_DEPOT = verb(FoundDepot, "NW-19.4.f", lambda d, a: supply_units.found(d, a.to), to=supply_units.sites)
END_SUPPLY = verb(Done, "NWS-ADV-2.3", done, ends=True)
EMERGENCY_SUPPLY = verb(EmergencySupply, "NW-19.6.a", lambda d, a: emergency.attempt(d, a.unit), unit=emergency.needy)
CASH_SUPPLY = verb(CashSupply, "NW-19.6.c", lambda d, a: supply_units.cash(d, a.unit), unit=supply_units.cashable)
END_EMERGENCY = verb(Done, "NWS-ADV-10", done, ends=True)
