"""What a player says from the declaration of an attack to the advance after it."""

from __future__ import annotations

from sandtable.games.eastfront.actions.moving import Done, done
from sandtable.games.eastfront.model import CrimeaState, PieceId, Pieces, Places, Ships, SupplyId
from sandtable.games.eastfront.rules.combat import battle, occupation
from sandtable.games.eastfront.rules.declaration import declaration
from sandtable.games.eastfront.rules.movement import passage
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.games.eastfront.rules.results import advances, gauntlet, results
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.special_movement import rout
from sandtable.games.eastfront.rules.special_units import artillery
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.kernel import YES, Action, Draft, verb
from sandtable.kernel.refusals import Place


class Declare(Action, frozen=True):
    """Declare an attack."""

    hexes: Places
    units: Pieces
    mandated: str = "no"


class CallOff(Action, frozen=True, tag="call_off"):
    """Take a declared attack back."""

    attack: Place


class Support(Action, frozen=True):
    """Commit guns to the defence."""

    attack: Place
    units: Pieces


class Bombard(Action, frozen=True):
    """Let ships in port fire for the defence."""

    attack: Place
    ships: Ships


class Silence(Action, frozen=True):
    """Name the guns that aircraft hold down."""

    place: Place
    units: Pieces


class Order(Action, frozen=True):
    """Lay an order on a defending hex."""

    attack: Place
    order: str


class Resolve(Action, frozen=True):
    """Choose the next attack to resolve."""

    attack: Place


class Assault(Action, frozen=True):
    """Say who attacks, which guns support, and whether engineers are claimed."""

    units: Pieces
    supply: tuple[SupplyId, ...] = ()
    support: Pieces = ()
    engineers: str = "no"
    ships: Ships = ()


class Command(Action, frozen=True):
    """Give the attackers an order."""

    order: str


class Lose(Action, frozen=True):
    """Take a step loss from a unit."""

    unit: PieceId


class Sacrifice(Action, frozen=True):
    """Leave guns behind."""

    unit: PieceId


class Retreat(Action, frozen=True):
    """Retreat units along a path."""

    units: Pieces
    path: Places


class Advance(Action, frozen=True):
    """Advance after combat."""

    to: Place
    units: Pieces


class Occupy(Action, frozen=True):
    """Go into a hex where nobody was found."""

    to: Place
    units: Pieces


class Mandate(Action, frozen=True):
    """Make the Soviets attack a hex from hexes of theirs."""

    to: Place
    hexes: Places


def resolve(d: Draft[CrimeaState], action: Resolve) -> None:
    """Start one attack."""
    battle.begin(d, action.attack)


def assault(d: Draft[CrimeaState], action: Assault) -> None:
    """Fix the forces of an attack."""
    battle.commit(d, action.units, action.supply, action.support, action.engineers == YES, action.ships)
    d.done()


def give_command(d: Draft[CrimeaState], action: Command) -> None:
    """The attacker's order."""
    battle.give_order(d, action.order)
    d.done()


def retreat(d: Draft[CrimeaState], action: Retreat) -> None:
    """Carry out the retreat of a group after a battle."""
    battle.retreat(d, action.units, action.path)
    passage.follow(d, action.units, action.path)


def flee(d: Draft[CrimeaState], action: Retreat) -> None:
    """Carry out the retreat of a group after an overrun."""
    rout.retreat(d, action.units, action.path)
    passage.follow(d, action.units, action.path)


def advance(d: Draft[CrimeaState], action: Advance) -> None:
    """Advance into a vacated hex."""
    advances.advance(d, action.to, action.units)


DECLARE = verb(
    Declare,
    "EF-12.0",
    lambda d, a: declaration.declare(d, a.hexes, a.units, mandates.is_chosen(a.mandated)),
    hexes=declaration.targets,
    units=declaration.participants,
    mandated=mandates.choice,
)
CALL_OFF = verb(CallOff, "EF-12.2", lambda d, a: declaration.call_off(d, a.attack), attack=declaration.open_attacks)
END_DECLARING = verb(Done, "EF-12.7", done, allow=declaration.why_not_done, ends=True)
SUPPORT = verb(
    Support,
    "EF-14.21",
    lambda d, a: reaction.commit(d, a.attack, a.units),
    attack=reaction.supportable,
    units=reaction.guns,
)
BOMBARD = verb(
    Bombard,
    "EF-PB8.63",
    lambda d, a: reaction.bombard(d, a.attack, a.ships),
    attack=reaction.bombardable,
    ships=reaction.broadside,
)
SILENCE = verb(
    Silence,
    "EF-13.24",
    lambda d, a: artillery.silence(d, a.place, a.units),
    place=artillery.to_silence,
    units=artillery.silent,
)
ORDER = verb(
    Order,
    "EF-14.31",
    lambda d, a: reaction.give(d, a.attack, a.order),
    attack=reaction.orderable,
    order=reaction.orders,
)
RESOLVE = verb(Resolve, "EF-15.0", resolve, attack=battle.unresolved)
ASSAULT = verb(
    Assault,
    "EF-15.21",
    assault,
    units=battle.attackers_choice,
    supply=attack_supply.sources,
    support=battle.guns_choice,
    engineers=battle.engineers_choice,
    ships=battle.ships_choice,
)
COMMAND = verb(Command, "EF-15.58", give_command, order=battle.order_choice)
LOSE = verb(Lose, "EF-16.21", lambda d, a: results.take_loss(d, a.unit), unit=results.losers)
SACRIFICE = verb(Sacrifice, "EF-16.46", lambda d, a: gauntlet.abandon(d, a.unit), unit=gauntlet.guns)
PAY = verb(Lose, "EF-16.46", lambda d, a: gauntlet.pay(d, a.unit), unit=gauntlet.losers)
RETREAT = verb(
    Retreat,
    "EF-16.4",
    retreat,
    units=battle.retreaters,
    path=battle.retreat_routes,
)
OCCUPY = verb(
    Occupy,
    "EF-15.54.b",
    lambda d, a: occupation.occupy(d, a.to, a.units),
    to=occupation.hexes,
    units=occupation.units,
)
ADVANCE = verb(Advance, "EF-16.51", advance, to=advances.advance_hexes, units=advances.advancing)
END_ADVANCE = verb(Done, "EF-16.51", done, allow=advances.why_not_stop, ends=True)
LOSE_IN_OVERRUN = verb(Lose, "EF-11.43.6", lambda d, a: rout.take_loss(d, a.unit), unit=rout.losers)
ROUT = verb(
    Retreat,
    "EF-11.43.6",
    flee,
    units=rout.retreaters,
    path=rout.retreat_routes,
)
MANDATE = verb(
    Mandate,
    "EFS-10.74.e2",
    lambda d, a: kerch.mandate(d, a.to, a.hexes),
    to=kerch.mandate_hexes,
    hexes=kerch.mandate_starts,
)
