"""What a player says to make ships ready, repair and sail them."""

from __future__ import annotations

from sandtable.games.eastfront.model import ShipId
from sandtable.games.eastfront.rules.naval import readiness
from sandtable.kernel import Action, verb


class Prepare(Action, frozen=True):
    """Roll to make a ship ready."""

    ship: ShipId


class Mend(Action, frozen=True):
    """Roll to repair a ship."""

    ship: ShipId


PREPARE = verb(Prepare, "EF-PB8.13.b", lambda d, a: readiness.make_ready(d, a.ship), ship=readiness.sailed)
MEND = verb(Mend, "EF-PB8.35", lambda d, a: readiness.repair(d, a.ship), ship=readiness.damaged)
