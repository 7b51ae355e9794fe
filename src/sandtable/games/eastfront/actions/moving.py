"""What a player says to move units, bring them in, divide and rejoin them."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState, PieceId, Pieces, Places, phasing
from sandtable.games.eastfront.rules.arrivals import arrivals
from sandtable.games.eastfront.rules.crimea_units.assault import crowded
from sandtable.games.eastfront.rules.movement import movement, passage
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import kerch, opening
from sandtable.games.eastfront.rules.soviet_units import soviet_units, trains
from sandtable.games.eastfront.rules.special_movement import overrun, strategic, untried
from sandtable.games.eastfront.rules.substitutes import substitutes
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stacks
from sandtable.kernel import Action, Draft, OneOf, Refusal, pick, refuse, verb
from sandtable.kernel.refusals import Place


class Move(Action, frozen=True):
    """Move a unit along a path."""

    unit: PieceId
    path: Places


class Strategic(Action, frozen=True):
    """Move a unit along roads, far from the enemy."""

    unit: PieceId
    path: Places


class Steam(Action, frozen=True):
    """Move an armoured train along the rails."""

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


class Reveal(Action, frozen=True):
    """Turn an untried unit up."""

    unit: PieceId


class Shed(Action, frozen=True):
    """Give up a unit of a stack that is too big."""

    unit: PieceId


class SetUp(Action, frozen=True, tag="set_up"):
    """Place a unit inside its zone before the first turn."""

    unit: PieceId
    to: Place


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


class Done(Action, frozen=True):
    """End the phase."""


def movable(state: CrimeaState, seat: str) -> OneOf:
    """Units that can still move."""

    def why_not(key: int) -> Refusal | None:
        no = movement.why_not_move(state, seat, key)
        if no is None and not movement.can_go_anywhere(state, key):
            return refuse("EF-10.52", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick("piece", on_map(state, seat), why_not)


# rule: EF-11.62
def movable_shown(state: CrimeaState, seat: str) -> OneOf:
    """Units turned up in this phase that can still move."""
    able = movable(state, seat)

    def why_not(key: int) -> Refusal | None:
        return untried.why_not_shown(state, key) or able.refusal(key)

    return pick("piece", on_map(state, seat), why_not)


# rule: EF-10.4, EF-10.51
def move(d: Draft[CrimeaState], action: Move) -> None:
    """Carry out a move."""
    movement.carry_out(d, action.unit, action.path)
    passage.follow(d, (action.unit,), action.path)


def move_strategically(d: Draft[CrimeaState], action: Strategic) -> None:
    """Carry out a move along roads."""
    strategic.carry_out(d, action.unit, action.path)
    passage.follow(d, (action.unit,), action.path)


def steam(d: Draft[CrimeaState], action: Steam) -> None:
    """Carry out the move of a train."""
    trains.carry_out(d, action.unit, action.path)
    passage.follow(d, (action.unit,), action.path)


def react(d: Draft[CrimeaState], action: Move) -> None:
    """Carry out a reaction move."""
    reaction.react(d, action.unit, action.path)
    passage.follow(d, (action.unit,), action.path)


def run_over(d: Draft[CrimeaState], action: Overrun) -> None:
    """Move up to an enemy hex by the cheapest way, and overrun it."""
    units, (via, _) = action.units, action.path
    ways = {key: movement.way_to(d.now, key, via) for key in units}
    overrun.move_up(d, units, action.path)
    for key, way in ways.items():
        passage.follow(d, (key,), way)
    overrun.declare(d, units, action.path)


def shed_choice(state: CrimeaState, seat: str) -> OneOf:
    """Units of the stacks that are too big."""
    return OneOf("piece", [k for h in crowded(state, seat) for k in stacks(state)[h] if state.board.units[k].stack])


# rule: EF-3.32.b
def shed(d: Draft[CrimeaState], action: Shed) -> None:
    """Remove a unit of a stack that is too big to Cadre."""
    place = d.now.pieces[action.unit].hex
    d.log("log.shed", "EF-3.32.b", ref(action.unit), unit=ref(action.unit), place=at(place))
    results.remove(d, action.unit, "cadre", "EF-3.32.b")


def done(d: Draft[CrimeaState], action: Done) -> None:
    """End the phase."""
    d.done()


def is_own_segment(state: CrimeaState, seat: str) -> Refusal | None:
    """Only the side whose segment it is moves by itself."""
    return None if phasing(state) == seat else refuse("EF-3.12", "refuse.not_your_segment")


MOVE = verb(Move, "EF-10.0.a", move, unit=movable, path=movement.ways)
MOVE_SHOWN = verb(Move, "EF-11.62", move, unit=movable_shown, path=movement.ways)
REVEAL = verb(Reveal, "EF-11.61", lambda d, a: untried.reveal(d, a.unit), unit=untried.revealable)
STRATEGIC = verb(
    Strategic,
    "EF-11.31",
    move_strategically,
    unit=strategic.candidates,
    path=strategic.ways,
)
STEAM = verb(
    Steam,
    "EF-22.31",
    steam,
    unit=trains.candidates,
    path=trains.ways,
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
    run_over,
    allow=overrun.why_never,
    units=overrun.groups,
    path=overrun.ways,
)
ACTIVATE = verb(Activate, "EF-10.24.c", lambda d, a: soviet_units.activate(d, a.unit), unit=soviet_units.activatable)
SHED = verb(Shed, "EF-3.32.b", shed, unit=shed_choice)
DONE = verb(Done, "EF-4.2.n", done, ends=True)
REACT = verb(Move, "EF-14.11.a", react, unit=reaction.reactors, path=movement.ways)
SET_UP = verb(
    SetUp,
    "EFS-10.6.setup",
    lambda d, a: opening.deploy(d, a.unit, a.to),
    unit=opening.deployable,
    to=opening.positions,
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
