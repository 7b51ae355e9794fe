"""What a player says to bring units in and to make good their losses."""

from __future__ import annotations

from sandtable.games.nextwar.actions.moving import Anchor, Done, PlaceHelicopter, done
from sandtable.games.nextwar.model import KoreaState, UnitId
from sandtable.games.nextwar.rules.formations import rebuilding
from sandtable.games.nextwar.rules.reinforcements import arrivals, groups, replacements
from sandtable.games.nextwar.rules.scenarios import placing
from sandtable.kernel import Action, Verb, verb
from sandtable.kernel.refusals import Place


class Enter(Action, frozen=True):
    """Bring a unit in at one of the hexes of its arrival."""

    unit: UnitId
    to: Place


class Arrive(Action, frozen=True):
    """Bring in a unit of a lettered group."""

    unit: UnitId
    to: Place


class Recover(Action, frozen=True):
    """Give a reduced unit its step back."""

    unit: UnitId


class RecoverHq(Action, frozen=True, tag="recover_hq"):
    """Give a reduced headquarters its step back."""

    unit: UnitId


class RebuildHq(Action, frozen=True, tag="rebuild_hq"):
    """Set up a lost headquarters again."""

    unit: UnitId
    to: Place


class Rebuild(Action, frozen=True):
    """Bring an eliminated unit back."""

    unit: UnitId
    to: Place


def enter(when: str) -> Verb[KoreaState, Enter]:
    """The verb for arrivals at one point of the turn."""
    return verb(
        Enter,
        "NWK-7.1.4.a",
        arrivals.enter(when),
        unit=arrivals.entering(when),
        to=arrivals.entry_choice(when),
    )


BASE_ARRIVAL = verb(
    PlaceHelicopter,
    "NWK-16.1.1.d",
    lambda d, a: placing.base(d, a.helicopter, a.to),
    helicopter=arrivals.basing,
    to=arrivals.base_choice,
)
ARRIVE = verb(
    Arrive,
    "NWK-7.1.4.a",
    lambda d, a: groups.arrive(d, a.unit, a.to),
    unit=groups.arriving,
    to=groups.places,
)
ANCHOR_ARRIVAL = verb(
    Anchor,
    "NWK-7.1.4.c",
    lambda d, a: placing.anchor(d, a.ship, a.to),
    ship=placing.waiting_ships,
    to=groups.anchorages,
)
END_ARRIVALS = verb(Done, "NWK-7.1.4.d", done, ends=True)
RECOVER = verb(Recover, "NW-11.1", lambda d, a: replacements.recover(d, a.unit), unit=replacements.recoverable)
REBUILD = verb(
    Rebuild,
    "NW-11.2.a",
    lambda d, a: replacements.rebuild(d, a.unit, a.to),
    unit=replacements.rebuildable,
    to=replacements.rebuild_places,
)
END_REPLACING = verb(Done, "NW-11.0.a", done, ends=True)
RECOVER_HQ = verb(RecoverHq, "NW-18.4.b", lambda d, a: rebuilding.recover(d, a.unit), unit=rebuilding.recoverable)
REBUILD_HQ = verb(
    RebuildHq,
    "NW-18.5.a",
    lambda d, a: rebuilding.rebuild(d, a.unit, a.to),
    unit=rebuilding.rebuildable,
    to=rebuilding.places,
)
END_REBUILDING = verb(Done, "NWS-ADV-15.4", done, ends=True)
