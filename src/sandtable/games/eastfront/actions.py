"""The verbs: what a player can do, with the rules that offer it and carry it out."""

from __future__ import annotations

from sandtable.games.eastfront.model import AirId, PieceId, Pieces, Places, Position, phasing
from sandtable.games.eastfront.rules import (
    air,
    arrivals,
    battle,
    declaration,
    fortifications,
    interdiction,
    movement,
    overrun,
    reaction,
    results,
    soviet_units,
    strategic,
)
from sandtable.games.eastfront.rules.terms import at, overstacked, ref, stacks
from sandtable.kernel import YES, Action, Draft, OneOf, Refusal, pick, refuse, verb
from sandtable.kernel.refusals import Place


class Move(Action, frozen=True):
    """Move a unit along a path."""

    unit: PieceId
    path: Places


class Strategic(Action, frozen=True):
    """Move a unit along roads, far from the enemy."""

    unit: PieceId
    path: Places


class Enter(Action, frozen=True):
    """Bring a reinforcement on the map."""

    unit: PieceId


class Overrun(Action, frozen=True):
    """Move units into an enemy hex by force."""

    units: Pieces
    path: Places


class Activate(Action, frozen=True):
    """Let a headquarters activate a unit."""

    unit: PieceId


class Shed(Action, frozen=True):
    """Give up a unit of a stack that is too big."""

    unit: PieceId


class Declare(Action, frozen=True):
    """Declare an attack."""

    hexes: Places
    units: Pieces


class CallOff(Action, frozen=True, tag="call_off"):
    """Take a declared attack back."""

    attack: Place


class Support(Action, frozen=True):
    """Commit guns to the defence."""

    attack: Place
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
    support: Pieces
    engineers: str = "no"


class Command(Action, frozen=True):
    """Give the attackers an order."""

    order: str


class Lose(Action, frozen=True):
    """Take a step loss from a unit."""

    unit: PieceId


class Retreat(Action, frozen=True):
    """Retreat units along a path."""

    units: Pieces
    path: Places


class Advance(Action, frozen=True):
    """Advance after combat."""

    to: Place
    units: Pieces


class Turn(Action, frozen=True):
    """Turn a super-heavy gun over."""

    unit: PieceId


class Withdraw(Action, frozen=True):
    """Choose the type of aircraft that is withdrawn."""

    kind: str


class Fly(Action, frozen=True):
    """Send air units to a mission hex, face down."""

    to: Place
    units: tuple[AirId, ...]


class Assign(Action, frozen=True):
    """Say which of the fighters that could do both fly the mission; the others fire."""

    mission: tuple[AirId, ...]


class Engage(Action, frozen=True):
    """Pair a firing unit with its target in air combat."""

    unit: AirId
    target: AirId


class Done(Action, frozen=True):
    """End the phase."""


# -- movement --------------------------------------------------------------------------------------------------------


def movable(state: Position, seat: str) -> OneOf:
    """Units that can still move."""

    def why_not(key: int) -> Refusal | None:
        no = movement.why_not_move(state, seat, key)
        if no is None and not movement.can_go_anywhere(state, key):
            return refuse("EF-10.52", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick("piece", state.pieces, why_not)


# rule: EF-10.4, EF-10.51
def move(d: Draft[Position], action: Move) -> None:
    """Carry out a move."""
    movement.carry_out(d, action.unit, action.path)


def shed_choice(state: Position, seat: str) -> OneOf:
    """Units of the stacks that are too big."""
    return OneOf(
        "piece", [k for h in overstacked(state, seat) for k in stacks(state)[h] if state.theatre.units[k].stack]
    )


# rule: EF-3.32.b
def shed(d: Draft[Position], action: Shed) -> None:
    """Remove a unit of a stack that is too big to Cadre."""
    place = d.now.pieces[action.unit].hex
    d.log("log.shed", "EF-3.32.b", ref(action.unit), unit=ref(action.unit), place=at(place))
    results.remove(d, action.unit, "cadre", "EF-3.32.b")


def done(d: Draft[Position], action: Done) -> None:
    """End the phase."""
    d.done()


def resolve(d: Draft[Position], action: Resolve) -> None:
    """Start one attack."""
    battle.begin(d, action.attack)


def assault(d: Draft[Position], action: Assault) -> None:
    """Fix the forces of an attack."""
    battle.commit(d, action.units, action.support, action.engineers == YES)
    d.done()


def give_command(d: Draft[Position], action: Command) -> None:
    """The attacker's order."""
    battle.give_order(d, action.order)
    d.done()


def advance(d: Draft[Position], action: Advance) -> None:
    """Advance into a vacated hex."""
    battle.advance(d, action.to, action.units)


def is_own_segment(state: Position, seat: str) -> Refusal | None:
    """Only the side whose segment it is moves by itself."""
    return None if phasing(state) == seat else refuse("EF-3.12", "refuse.not_your_segment")


MOVE = verb(Move, "EF-10.0.a", move, unit=movable, path=movement.ways)
STRATEGIC = verb(
    Strategic,
    "EF-11.31",
    lambda d, a: strategic.carry_out(d, a.unit, a.path),
    unit=strategic.candidates,
    path=strategic.ways,
)
ENTER = verb(Enter, "EF-8.12", lambda d, a: arrivals.enter(d, a.unit), unit=arrivals.entering)
OVERRUN = verb(
    Overrun,
    "EF-11.4",
    lambda d, a: overrun.declare(d, a.units, a.path),
    allow=overrun.why_never,
    units=overrun.groups,
    path=overrun.ways,
)
ACTIVATE = verb(Activate, "EF-10.24.c", lambda d, a: soviet_units.activate(d, a.unit), unit=soviet_units.activatable)
SHED = verb(Shed, "EF-3.32.b", shed, unit=shed_choice)
DONE = verb(Done, "EF-4.2.n", done, ends=True)

DECLARE = verb(
    Declare,
    "EF-12.0",
    lambda d, a: declaration.declare(d, a.hexes, a.units),
    hexes=declaration.targets,
    units=declaration.participants,
)
CALL_OFF = verb(CallOff, "EF-12.2", lambda d, a: declaration.call_off(d, a.attack), attack=declaration.open_attacks)
END_DECLARING = verb(Done, "EF-12.7", done, allow=declaration.why_not_done, ends=True)

REACT = verb(
    Move, "EF-14.11.a", lambda d, a: reaction.react(d, a.unit, a.path), unit=reaction.reactors, path=movement.ways
)
SUPPORT = verb(
    Support,
    "EF-14.21",
    lambda d, a: reaction.commit(d, a.attack, a.units),
    attack=reaction.supportable,
    units=reaction.guns,
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
    support=battle.guns_choice,
    engineers=battle.engineers_choice,
)
COMMAND = verb(Command, "EF-15.58", give_command, order=battle.order_choice)
LOSE = verb(Lose, "EF-16.21", lambda d, a: results.take_loss(d, a.unit), unit=results.losers)
RETREAT = verb(
    Retreat,
    "EF-16.4",
    lambda d, a: battle.retreat(d, a.units, a.path),
    units=battle.retreaters,
    path=battle.retreat_routes,
)
ADVANCE = verb(Advance, "EF-16.51", advance, to=battle.advance_hexes, units=battle.advancing)

LOSE_IN_OVERRUN = verb(Lose, "EF-11.43.6", lambda d, a: overrun.take_loss(d, a.unit), unit=overrun.losers)
ROUT = verb(
    Retreat,
    "EF-11.43.6",
    lambda d, a: overrun.retreat(d, a.units, a.path),
    units=overrun.retreaters,
    path=overrun.retreat_routes,
)

TURN = verb(Turn, "EF-23.43.b", lambda d, a: fortifications.turn(d, a.unit), unit=fortifications.turnable)


def withdraw(d: Draft[Position], action: Withdraw) -> None:
    """Withdraw the aircraft that was chosen."""
    arrivals.withdraw_air(d, d.seat, action.kind)
    d.done()


WITHDRAW = verb(Withdraw, "EF-8.72", withdraw, kind=arrivals.kinds_to_withdraw)

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
    lambda d, a: air.fly(d, a.to, a.units, "EF-17.23"),
    to=interdiction.intercept_hexes,
    units=air.fighters,
)
CAS = verb(Fly, "EF-15.12", lambda d, a: air.fly(d, a.to, a.units, "EF-15.12"), to=air.cas_hexes, units=air.squadrons)
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
