"""What a player says from the declaration of an attack to the advance after it."""

from __future__ import annotations

from sandtable.games.nextwar.actions.moving import Done, done
from sandtable.games.nextwar.model import HelicopterId, KoreaState, ShipId, UnitId, Units, Wing
from sandtable.games.nextwar.rules.combat import advances, battle, chemicals, declaration, retreats, support
from sandtable.games.nextwar.rules.strikes import combat_support
from sandtable.kernel import Action, Draft, verb
from sandtable.kernel.refusals import Place


class Gas(Action, frozen=True):
    """Let a headquarters support an attack on a hex with chemical weapons."""

    target: Place
    hq: UnitId


class Attack(Action, frozen=True):
    """Declare an attack on a hex."""

    target: Place
    units: Units


class Defend(Action, frozen=True):
    """Name the units that defend a crowded hex."""

    units: Units


class Lead(Action, frozen=True):
    """Name the unit whose efficiency counts."""

    unit: UnitId


class GiveSupport(Action, frozen=True, tag="support"):
    """Commit air points, helicopters and ships to the combat."""

    air: int = 0
    helicopters: tuple[HelicopterId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    snipers: Units = ()
    wing: Wing = ()
    weasels: Wing = ()


class Lose(Action, frozen=True):
    """Take a step loss from a unit."""

    unit: UnitId


class Stand(Action, frozen=True):
    """Say whether the defenders try to ignore the retreat."""

    answer: str


class Retreat(Action, frozen=True):
    """Retreat a unit along a way."""

    unit: UnitId
    path: tuple[Place, ...]


class Advance(Action, frozen=True):
    """Advance into the vacated hex."""

    units: Units


class Pursue(Action, frozen=True):
    """Advance one hex further."""

    to: Place
    units: Units


def defend(d: Draft[KoreaState], action: Defend) -> None:
    """Fix the defenders."""
    battle.defend_with(d, action.units)
    d.done()


def lead(d: Draft[KoreaState], action: Lead) -> None:
    """Fix a lead unit."""
    battle.lead(d, action.unit)
    d.done()


def give_support(d: Draft[KoreaState], action: GiveSupport) -> None:
    """Commit support."""
    support.give(d, action.air, action.helicopters, action.ships, action.snipers)
    combat_support.announce(d, action.wing, action.weasels)
    d.done()


def stand(d: Draft[KoreaState], action: Stand) -> None:
    """Decide on the retreat."""
    retreats.stand(d, action.answer)
    d.done()


def advance(d: Draft[KoreaState], action: Advance) -> None:
    """Go into the hex."""
    advances.advance(d, action.units)
    d.done()


ATTACK = verb(
    Attack,
    "NW-9.2.1",
    lambda d, a: declaration.declare(d, a.target, a.units),
    target=declaration.targets,
    units=declaration.participants,
)
END_COMBAT = verb(Done, "NW-9.1.a", done, ends=True)
DEFEND = verb(Defend, "NW-8.1.1.1.e", defend, units=battle.defender_choice)
LEAD = verb(Lead, "NW-9.5.1.c", lead, unit=battle.lead_choice)
SUPPORT = verb(
    GiveSupport,
    "NW-9.2.4",
    give_support,
    air=support.air_choice,
    helicopters=support.helicopter_choice,
    ships=support.ship_choice,
    snipers=support.sniper_choice,
    wing=combat_support.wing_choice,
    weasels=combat_support.weasel_choice,
)
LOSE = verb(Lose, "NW-9.2.7", lambda d, a: battle.take_loss(d, a.unit), unit=battle.loss_choice)
STAND = verb(Stand, "NW-9.8.2", stand, answer=retreats.stand_choice)
PAY = verb(Lose, "NW-9.8.1.e", lambda d, a: retreats.pay(d, a.unit), unit=retreats.extra_choice)
RETREAT = verb(
    Retreat,
    "NW-9.8.1.b",
    lambda d, a: retreats.retreat(d, a.unit, a.path),
    unit=retreats.unit_choice,
    path=retreats.path_choice,
)
ADVANCE = verb(Advance, "NW-9.9.a", advance, units=advances.advance_choice)
PURSUE = verb(
    Pursue,
    "NW-9.9.b",
    lambda d, a: advances.pursue(d, a.to, a.units),
    to=advances.beyond_choice,
    units=advances.pursuit_choice,
)
END_PURSUIT = verb(Done, "NW-9.9.b", done, ends=True)
GAS = verb(
    Gas,
    "NWK-6.2.2",
    lambda d, a: chemicals.use(d, a.target, a.hq),
    target=chemicals.targets,
    hq=chemicals.staffs,
)
END_GAS = verb(Done, "NWK-6.2.2", done, ends=True)
