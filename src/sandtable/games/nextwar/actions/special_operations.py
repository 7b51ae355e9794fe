"""What a player says to his special operations forces: where they go, and which mission comes next."""

from __future__ import annotations

from sandtable.games.nextwar.actions.moving import Done, done
from sandtable.games.nextwar.model import KoreaState, Operation, UnitId
from sandtable.games.nextwar.rules.special_operations import markers, operations, targets
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class SendForces(Action, frozen=True, tag="send_forces"):
    """Send special forces on a mission."""

    nation: str
    mission: str
    aim: str = ""
    place: Place = 0
    unit: UnitId = 0


class Resolve(Action, frozen=True, tag="resolve_mission"):
    """Resolve a mission of special forces."""

    operation: int


def send(d: Draft[KoreaState], action: SendForces) -> None:
    """Lay a marker on its target."""
    aim = targets.UNIT if action.mission == targets.RECON else action.aim
    operations.send(d, Operation(d.seat, action.nation, action.mission, aim, action.place, action.unit))


SEND = verb(
    SendForces,
    "NW-20.1.2",
    send,
    nation=markers.choice,
    mission=targets.missions,
    aim=targets.aims,
    place=targets.places,
    unit=targets.units,
)
END_SENDING = verb(Done, "NW-20.1.1", done, ends=True)
RESOLVE = verb(
    Resolve,
    "NW-20.2.2.b",
    lambda d, a: operations.resolve(d, a.operation),
    operation=operations.waiting_choice,
)
