"""The verbs: what a player can do, with the rules that offer it and carry it out."""

from __future__ import annotations

from sandtable.games.eastfront.model import AirId, PieceId, Pieces, Places, Position, SupplyId, phasing
from sandtable.games.eastfront.rules import (
    air,
    arrivals,
    attack_supply,
    battle,
    building,
    conversion,
    declaration,
    fortifications,
    groups,
    interdiction,
    kerch,
    line_supply,
    movement,
    overrun,
    reaction,
    rebuilding,
    replacements,
    results,
    soviet_units,
    strategic,
    substitutes,
    withdrawals,
)
from sandtable.games.eastfront.rules.terms import at, on_map, overstacked, ref, stacks
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
    """Bring a reinforcement on the map, at a hex of choice where there are several."""

    unit: PieceId
    to: Place = 0


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
    supply: tuple[SupplyId, ...] = ()
    support: Pieces = ()
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


class Mandate(Action, frozen=True):
    """Make the Soviets attack a hex from hexes of theirs."""

    to: Place
    hexes: Places


class Split(Action, frozen=True):
    """Divide a unit into its parts."""

    unit: PieceId


class Detach(Action, frozen=True):
    """Detach a step as a substitute."""

    unit: PieceId
    kind: str


class Join(Action, frozen=True):
    """Let a substitute rejoin a unit."""

    unit: PieceId
    to: PieceId


class Build(Action, frozen=True):
    """Begin a strongpoint."""

    to: Place


class Disband(Action, frozen=True):
    """Give up a headquarters that is not operational."""

    unit: PieceId


class Accept(Action, frozen=True):
    """Take a special group of reinforcements."""

    group: str


class Free(Action, frozen=True):
    """Release the garrison of a hex."""

    to: Place


class Dismiss(Action, frozen=True):
    """Carry out a withdrawal: who is due, who leaves for it, and who gives up a step."""

    unit: PieceId
    by: PieceId
    units: Pieces = ()


class Keep(Action, frozen=True):
    """Buy a withdrawal off with a victory point."""

    unit: PieceId


class Regroup(Action, frozen=True):
    """Choose where new units take the place of old ones."""

    to: Place


class Refit(Action, frozen=True):
    """Make an air unit ready with a replacement point."""

    unit: AirId


class Muster(Action, frozen=True):
    """Turn militia into replacement points."""

    unit: PieceId


class Recall(Action, frozen=True):
    """Bring a Zap unit or an armoured train from Cadre to the Active box."""

    unit: PieceId


class Replace(Action, frozen=True):
    """Put a unit from Cadre in the place of a Zap unit."""

    unit: PieceId
    by: PieceId


class Fill(Action, frozen=True):
    """Give the men of a Zap unit to another unit."""

    unit: PieceId
    to: PieceId


class Receive(Action, frozen=True):
    """Mark a unit to receive replacements."""

    unit: PieceId


class Rebuild(Action, frozen=True):
    """Take a unit further on the rebuild chart."""

    unit: PieceId


class Raise(Action, frozen=True):
    """Raise a unit from Cadre in a city."""

    unit: PieceId
    to: Place


class Form(Action, frozen=True):
    """Form a substitute from a replacement point."""

    unit: PieceId


class Convert(Action, frozen=True):
    """Convert a rail hex."""

    to: Place


class Seize(Action, frozen=True):
    """Lead a captured rail line on to a hex."""

    to: Place


class Provision(Action, frozen=True):
    """Feed hexes from a captured rail line for a turn."""

    hexes: Places


class Restore(Action, frozen=True):
    """Convert a rail hex back to Soviet use."""

    to: Place


class Cut(Action, frozen=True):
    """Cut a rail line of the Axis."""

    to: Place


class Haul(Action, frozen=True):
    """Move a supply unit."""

    supply: SupplyId
    path: Places


class Sustain(Action, frozen=True):
    """Feed hexes for a turn from a supply unit."""

    supply: SupplyId
    hexes: Places


class BreakUp(Action, frozen=True, tag="break_up"):
    """Turn a dump into a mobile supply unit."""

    supply: SupplyId


class Merge(Action, frozen=True):
    """Put two mobile supply units together as a dump."""

    supply: SupplyId


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

    return pick("piece", on_map(state, seat), why_not)


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
    battle.commit(d, action.units, action.supply, action.support, action.engineers == YES)
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
ENTER = verb(
    Enter,
    "EF-8.12",
    lambda d, a: arrivals.enter(d, a.unit, a.to),
    unit=arrivals.entering,
    to=arrivals.entry_hexes,
)
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
    supply=attack_supply.sources,
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

MANDATE = verb(
    Mandate,
    "EFS-10.74.e2",
    lambda d, a: kerch.mandate(d, a.to, a.hexes),
    to=kerch.mandate_hexes,
    hexes=kerch.mandate_starts,
)
SPLIT = verb(Split, "EFS-10.74.c", lambda d, a: kerch.split(d, a.unit), unit=kerch.divisible)
DETACH = verb(
    Detach,
    "EF-24.3",
    lambda d, a: substitutes.detach(d, a.unit, a.kind),
    unit=substitutes.parents,
    kind=substitutes.kinds,
)
JOIN = verb(
    Join, "EF-24.4", lambda d, a: substitutes.join(d, a.unit, a.to), unit=substitutes.joiners, to=substitutes.takers
)

BUILD = verb(Build, "EF-18.31", lambda d, a: building.build(d, a.to), to=building.sites)


def disband(d: Draft[Position], action: Disband) -> None:
    """Give up one headquarters; no more than one in a turn."""
    soviet_units.disband(d, action.unit)
    d.done()


DISBAND = verb(Disband, "EF-22.26.b", disband, unit=soviet_units.disbandable)
ACCEPT = verb(Accept, "EF-8.31.a", lambda d, a: groups.accept(d, d.seat, a.group), group=groups.available)
FREE = verb(Free, "EF-PB3.23.f", lambda d, a: groups.release(d, a.to), to=groups.releasable)
DISMISS = verb(
    Dismiss,
    "EF-8.71.a",
    lambda d, a: withdrawals.dismiss(d, d.seat, a.unit, a.by, a.units),
    unit=withdrawals.leaving,
    by=withdrawals.leavers,
    units=withdrawals.givers,
)
KEEP = verb(Keep, "EF-8.73", lambda d, a: withdrawals.keep(d, d.seat, a.unit), unit=withdrawals.keepable)
REGROUP = verb(Regroup, "EF-PB4.2", lambda d, a: withdrawals.regroup(d, d.seat, a.to), to=withdrawals.sites)
REFIT = verb(Refit, "EF-7.33", lambda d, a: replacements.refit(d, a.unit), unit=replacements.refittable)
MUSTER = verb(Muster, "EF-7.22.b", lambda d, a: replacements.disband(d, a.unit), unit=replacements.militia)
RECALL = verb(Recall, "EF-7.22.c3", lambda d, a: replacements.recall(d, a.unit), unit=replacements.recallable)
REPLACE = verb(
    Replace,
    "EF-7.22.c1",
    lambda d, a: replacements.replace_zap(d, a.unit, a.by),
    unit=replacements.zaps,
    by=replacements.cadres,
)
FILL = verb(
    Fill,
    "EF-7.22.c2",
    lambda d, a: replacements.fill(d, a.unit, a.to),
    unit=replacements.fillers,
    to=replacements.filled,
)
RECEIVE = verb(Receive, "EF-7.41.a", lambda d, a: rebuilding.mark(d, a.unit), unit=rebuilding.markable)
REBUILD = verb(Rebuild, "EF-7.43", lambda d, a: rebuilding.rebuild(d, a.unit), unit=rebuilding.rebuildable)
RAISE = verb(
    Raise,
    "EF-7.43.d",
    lambda d, a: rebuilding.raise_in_city(d, a.unit, a.to),
    unit=rebuilding.raisable,
    to=rebuilding.raising_hexes,
)
FORM = verb(Form, "EF-24.5", lambda d, a: rebuilding.form(d, a.unit), unit=rebuilding.formable)

CONVERT = verb(Convert, "EF-19.13", lambda d, a: conversion.convert(d, a.to), to=conversion.convertible)
SEIZE = verb(Seize, "EF-PB2.34.b", lambda d, a: conversion.seize(d, a.to), to=conversion.seizable)
PROVISION = verb(Provision, "EF-PB2.34.f", lambda d, a: line_supply.feed(d, a.hexes), hexes=line_supply.hungry)
RESTORE = verb(Restore, "EF-19.3", lambda d, a: conversion.restore(d, a.to), to=conversion.restorable)
CUT = verb(Cut, "EF-19.4", lambda d, a: conversion.cut(d, a.to), to=conversion.cuttable)

HAUL = verb(
    Haul,
    "EF-6.84",
    lambda d, a: attack_supply.haul(d, a.supply, a.path),
    supply=attack_supply.movable,
    path=attack_supply.ways,
)
SUSTAIN = verb(
    Sustain,
    "EF-6.53.a",
    lambda d, a: attack_supply.sustain(d, a.supply, a.hexes),
    supply=attack_supply.relief,
    hexes=attack_supply.relieved,
)
BREAK_UP = verb(BreakUp, "EF-6.83.c", lambda d, a: attack_supply.break_up(d, a.supply), supply=attack_supply.dumps)
MERGE = verb(Merge, "EF-6.83.b1", lambda d, a: attack_supply.merge(d, a.supply), supply=attack_supply.mergers)
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
