"""What a player says to his helicopters."""

from __future__ import annotations

from sandtable.games.nextwar.model import HelicopterId
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Transfer(Action, frozen=True):
    """Transfer a helicopter unit to another base, with air points as escort."""

    helicopter: HelicopterId
    to: Place
    escort: int = 0


class FlyOff(Action, frozen=True, tag="rebase"):
    """Take a helicopter unit out of a base that the enemy has entered."""

    helicopter: HelicopterId
    to: Place


TRANSFER = verb(
    Transfer,
    "NW-6.5.1.b",
    lambda d, a: transfers.transfer(d, a.helicopter, a.to, a.escort),
    helicopter=transfers.candidates,
    to=transfers.places,
    escort=transfers.escorts,
)
REBASE = verb(
    FlyOff,
    "NW-6.5.4.b",
    lambda d, a: transfers.rebase(d, a.helicopter, a.to),
    helicopter=transfers.rebase_units,
    to=transfers.rebase_places,
)
