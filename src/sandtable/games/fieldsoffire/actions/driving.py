"""Verbs of vehicles and of those who fight them: orders for them, their turns, reaction fire (4.2.1i, 4.2.2h, 10)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import CoverId, Drive, FieldsState, Reaction, Shot, UnitId, Units
from sandtable.games.fieldsoffire.rules.command.attempts import draw_for
from sandtable.games.fieldsoffire.rules.command.orders import pay, why_not_order
from sandtable.games.fieldsoffire.rules.enemy import spotting
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.rules.vehicles import activation, concentrating, riding, turns
from sandtable.games.fieldsoffire.rules.vehicles.driving import drive, streets_to, why_not_drive
from sandtable.games.fieldsoffire.rules.vehicles.firing import vehicles, why_not_fire_after_move, why_not_fire_at
from sandtable.games.fieldsoffire.rules.vehicles.orders import BOARDING
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, SomeOf, of, pick, refuse, verb
from sandtable.kernel.refusals import Place

AssetId = Annotated[int, of("asset")]
OUTSIDE_COVER = 0


class ActivateUnit(Action, frozen=True, tag="activate_unit"):
    """Menu 4.2.1i."""

    unit: UnitId


class Load(Action, frozen=True):
    """Menu 4.2.2h for a vehicle: all in one order."""

    vehicle: UnitId
    units: Units = ()
    assets: tuple[AssetId, ...] = ()
    off: tuple[AssetId, ...] = ()
    down: Units = ()


class Mount(Action, frozen=True):
    """Menu 4.2.2h for one who boards by an order of his own."""

    unit: UnitId
    vehicle: UnitId


class TakeTurn(Action, frozen=True, tag="take_turn"):
    """An activated unit has its turn in the Vehicle phase."""

    unit: UnitId


class StandDown(Action, frozen=True, tag="stand_down"):
    """The others do nothing in this turn."""


class DriveTo(Action, frozen=True, tag="drive_to"):
    """Action C: to the next card, or in a town to another street."""

    card: Place
    cover: CoverId = OUTSIDE_COVER


class FireAt(Action, frozen=True, tag="fire_at"):
    """Action A, or D after a move."""

    target: UnitId


class ConcentrateGun(Action, frozen=True, tag="concentrate_gun"):
    """Action B."""

    target: UnitId


class LookOut(Action, frozen=True, tag="look_out"):
    """Action E."""

    card: Place


class Dismount(Action, frozen=True):
    """Passengers get off, as part of a movement action."""

    units: Units
    cover: CoverId = OUTSIDE_COVER


class Halt(Action, frozen=True):
    """The unit has finished."""


class React(Action, frozen=True):
    """Reaction fire."""

    unit: UnitId


class HoldFire(Action, frozen=True, tag="hold_fire"):
    """Nobody else reacts."""


class FireAgain(Action, frozen=True, tag="fire_again"):
    """Rapid fire."""


class Rest(Action, frozen=True):
    """No more of it."""


def activatable(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", ours(state), lambda key: activation.why_not_activate(state, key))


def activate(d: Draft[FieldsState], action: ActivateUnit) -> None:
    activation.activate(d, action.unit)


def _friendly_vehicles(state: FieldsState) -> tuple[int, ...]:
    types = state.board.types
    return tuple(key for key in ours(state) if types[key].is_vehicle)


def carriers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        if not (_boarders(state, key) or _loadable(state, key) or _unloadable(state, key)):
            return refuse("FF-5.1.6.a", "refuse.nothing_here", Ref("unit", key), unit=Ref("unit", key))
        return why_not_order(state, key, BOARDING)

    return pick("unit", _friendly_vehicles(state), why_not)


def _boarders(state: FieldsState, vehicle: int) -> tuple[int, ...]:
    at = state.units[vehicle].at
    near = [key for key, unit in state.units.items() if unit.at == at and key != vehicle]
    return tuple(key for key in near if riding.why_not_board(state, vehicle, key) is None)


def _loadable(state: FieldsState, vehicle: int) -> tuple[int, ...]:
    return tuple(number for number in state.assets if riding.why_not_load(state, vehicle, number) is None)


def _unloadable(state: FieldsState, vehicle: int) -> tuple[int, ...]:
    pieces = tuple(number for number, row in state.assets.items() if row.holder == vehicle)
    return (*pieces, *riding.casualties_aboard(state, vehicle))


def boarders(state: FieldsState, seat: str, vehicle: int) -> SomeOf:
    def check(units: tuple[int, ...]) -> Refusal | None:
        return riding.why_not_carry(state, vehicle, units)

    return SomeOf("unit", _boarders(state, vehicle), check=check, default=())


def loadable(state: FieldsState, seat: str, vehicle: int, units: tuple[int, ...]) -> SomeOf:
    def check(assets: tuple[int, ...]) -> Refusal | None:
        return riding.why_not_carry(state, vehicle, units, assets)

    return SomeOf("asset", _loadable(state, vehicle), check=check, default=())


Ids = tuple[int, ...]


def unloadable(state: FieldsState, seat: str, vehicle: int, units: Ids, assets: Ids) -> SomeOf:
    return SomeOf("asset", [number for number, row in state.assets.items() if row.holder == vehicle])


def lowerable(state: FieldsState, seat: str, vehicle: int, units: Ids, assets: Ids, off: Ids) -> SomeOf:
    return SomeOf("unit", riding.casualties_aboard(state, vehicle))


def load(d: Draft[FieldsState], action: Load) -> None:
    """Board, load, unload and set down, all for one command."""
    pay(d, action.vehicle, BOARDING)
    riding.set_down(d, action.vehicle, action.down)
    riding.load(d, action.vehicle, action.assets, action.off)
    riding.board(d, action.vehicle, action.units)


def mounters(state: FieldsState, seat: str) -> OneOf:
    carriers_here = _friendly_vehicles(state)

    def why_not(key: int) -> Refusal | None:
        if not any(riding.why_not_board(state, one, key, from_cover=True) is None for one in carriers_here):
            return refuse("FF-10.2.1.b", "refuse.no_vehicle_here", Ref("unit", key), unit=Ref("unit", key))
        return why_not_order(state, key, BOARDING)

    return pick("unit", ours(state) if carriers_here else (), why_not)


def mounts(state: FieldsState, seat: str, unit: int) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        return riding.why_not_board(state, key, unit, from_cover=True)

    return pick("unit", _friendly_vehicles(state), why_not)


def mount(d: Draft[FieldsState], action: Mount) -> None:
    pay(d, action.unit, BOARDING)
    riding.board(d, action.vehicle, (action.unit,))


def embarkers(state: FieldsState, seat: str) -> OneOf:
    carriers_here = _friendly_vehicles(state)

    def why_not(key: int) -> Refusal | None:
        if any(riding.why_not_board(state, one, key, from_cover=True) is None for one in carriers_here):
            return None
        return refuse("FF-10.2.1.c", "refuse.no_vehicle_here", Ref("unit", key), unit=Ref("unit", key))

    return pick("unit", ours(state) if carriers_here else (), why_not)


class Embark(Action, frozen=True):
    """Start the mission mounted."""

    unit: UnitId
    vehicle: UnitId


# rule: FF-10.2.1.c
def embark(d: Draft[FieldsState], action: Embark) -> None:
    d.edit("units", action.unit, aboard=action.vehicle, cover=0)
    me, there = Ref("unit", action.unit), Ref("unit", action.vehicle)
    d.log("log.boarded", "FF-10.2.1.c", me, there, unit=me, vehicle=there)


def ready_units(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", turns.waiting(state, "friendly"))


def take_turn(d: Draft[FieldsState], action: TakeTurn) -> None:
    d.done()
    turns.begin_turn(d, action.unit)


def stand_down(d: Draft[FieldsState], action: StandDown) -> None:
    """Those who are left take no action; they may still react."""
    for key in turns.waiting(d.now, "friendly"):
        d.edit("units", key, activated=False)
    d.done()


def _driver(state: FieldsState) -> int:
    return state.subject(Drive).unit


def roads(state: FieldsState, seat: str) -> OneOf:
    key = _driver(state)
    if not state.board.types[key].is_vehicle:
        return OneOf("place", ())
    return pick(
        "place",
        _next_cards(state, state.units[key].at),
        lambda card: why_not_drive(state, key, card),
    )


# rule: FF-13.2.2.c
def _next_cards(state: FieldsState, at: int) -> list[int]:
    """The cards around, and in a town the own card for its other streets."""
    own = [at] if is_town(state, at) else []
    return own + [card for card in around(at) if card in state.cards]


# rule: FF-13.2.2.c
def streets(state: FieldsState, seat: str, card: int) -> OneOf | None:
    """The streets of an urban card between which a vehicle may choose."""
    found = streets_to(state, _driver(state), card) if is_town(state, card) else ()
    return OneOf("cover", found) if len(found) > 1 else None


def drive_to(d: Draft[FieldsState], action: DriveTo) -> None:
    drive(d, _driver(d.now), action.card, action.cover)
    d.edit_subject(Drive, did="move", fresh=True, moved=True)
    d.done()


def why_not_fire_now(state: FieldsState, target: int) -> Refusal | None:
    """Why the unit whose turn it is does not fire at a vehicle: after a move only those with a number for it."""
    turn = state.subject(Drive)
    no = why_not_fire_at(state, turn.unit, target)
    if no is not None or not turn.moved:
        return no
    return why_not_fire_after_move(state, turn.unit, target)


def at_targets(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", vehicles(state), lambda target: why_not_fire_now(state, target))


def fire_at(d: Draft[FieldsState], action: FireAt) -> None:
    turn = d.now.subject(Drive)
    d.edit_subject(Drive, did="fire", fresh=True, over=True)
    d.done()
    d.call("shot", Shot(turn.unit, action.target, moved=turn.moved))


def _why_not_other(state: FieldsState) -> Refusal | None:
    """Why the unit whose turn it is neither aims nor looks out: men and guns only fire, and one action is all."""
    turn = state.subject(Drive)
    me = Ref("unit", turn.unit)
    if not state.board.types[turn.unit].is_vehicle:
        return refuse("FF-10.5.1.b", "refuse.only_fires", me, unit=me)
    if turn.moved:
        return refuse("FF-10.5.1.e", "refuse.drive_over", me, unit=me)
    return None


def gun_targets(state: FieldsState, seat: str) -> OneOf:
    key = _driver(state)

    def why_not(target: int) -> Refusal | None:
        return _why_not_other(state) or concentrating.why_not_concentrate(state, key, target)

    return pick("unit", turns.enemies(state), why_not)


def concentrate_gun(d: Draft[FieldsState], action: ConcentrateGun) -> None:
    d.edit_subject(Drive, did="concentrate", fresh=True, over=True)
    concentrating.concentrate(d, _driver(d.now), action.target)
    d.done()


def hiding_places(state: FieldsState, seat: str) -> OneOf:
    key = _driver(state)

    def why_not(card: int) -> Refusal | None:
        no = _why_not_other(state) or spotting.why_not_spot(state, key)
        return no or spotting.why_not_spot_on(state, key, card)

    return pick("place", state.cards, why_not)


# rule: FF-10.5.2.E
def look_out(d: Draft[FieldsState], action: LookOut) -> None:
    d.edit_subject(Drive, did="spot", fresh=True, over=True)
    tried = spotting.spot_trial(d.now, concentrating.experience_from(d.now, _driver(d.now)), action.card)
    spotting.spot_outcome(d, action.card, draw_for(d, tried))
    d.done()


def passengers(state: FieldsState, seat: str) -> SomeOf:
    key = _driver(state)
    aboard = riding.riders(state, key) if state.board.types[key].is_vehicle else ()
    able = [one for one in aboard if riding.why_not_dismount(state, key, (one,)) is None]
    return SomeOf("unit", able, least=1, check=lambda units: riding.why_not_dismount(state, key, tuple(units)))


def landing_covers(state: FieldsState, seat: str, units: tuple[int, ...]) -> OneOf:
    key = _driver(state)
    near = [number for number, row in state.covers.items() if row.at == state.units[key].at and not row.area]
    fit = [number for number in near if riding.why_not_dismount(state, key, units, number) is None]
    return OneOf("cover", (OUTSIDE_COVER, *fit), default=OUTSIDE_COVER)


# rule: FF-10.2.2.b
def dismount(d: Draft[FieldsState], action: Dismount) -> None:
    """Before it moves, the fire that this draws comes first; after it has moved, all that is over."""
    turn = d.now.subject(Drive)
    d.edit_subject(Drive, did="dismount", fresh=not turn.moved, leaving=action.units, cover=action.cover)
    d.done()


def halt(d: Draft[FieldsState], action: Halt) -> None:
    d.edit_subject(Drive, over=True)
    d.done()


def reactors(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", turns.reactors(state))


def react(d: Draft[FieldsState], action: React) -> None:
    d.done()
    turns.react(d, action.unit)


def hold_fire(d: Draft[FieldsState], action: HoldFire) -> None:
    d.edit_subject(Reaction, done=(*d.now.subject(Reaction).done, *turns.reactors(d.now)))
    d.done()


def fire_again(d: Draft[FieldsState], action: FireAgain) -> None:
    d.done()


def rest(d: Draft[FieldsState], action: Rest) -> None:
    d.edit_subject(Shot, rapid=False)
    d.done()


READYING = (
    verb(ActivateUnit, "FF-4.2.1i", activate, unit=activatable),
    verb(
        Load,
        "FF-4.2.2h.veh",
        load,
        vehicle=carriers,
        units=boarders,
        assets=loadable,
        off=unloadable,
        down=lowerable,
    ),
    verb(Mount, "FF-10.2.1.b", mount, unit=mounters, vehicle=mounts),
)
"""Orders of the command phase."""
EMBARK = verb(Embark, "FF-10.2.1.c", embark, unit=embarkers, vehicle=mounts)
TURNS = (
    verb(TakeTurn, "FF-10.5.1.a", take_turn, unit=ready_units),
    verb(StandDown, "FF-10.5.1.c", stand_down, ends=True),
)
DRIVING = (
    verb(DriveTo, "FF-10.5.2.C", drive_to, card=roads, cover=streets),
    verb(FireAt, "FF-10.5.2.A", fire_at, target=at_targets),
    verb(ConcentrateGun, "FF-10.5.2.B", concentrate_gun, target=gun_targets),
    verb(LookOut, "FF-10.5.2.E", look_out, card=hiding_places),
    verb(Dismount, "FF-10.2.2", dismount, units=passengers, cover=landing_covers),
    verb(Halt, "FF-10.5.1.i", halt, ends=True),
)
REACTING = (verb(React, "FF-10.5.4", react, unit=reactors), verb(HoldFire, "FF-10.5.4", hold_fire, ends=True))
REPEATING = (verb(FireAgain, "FF-10.6.1", fire_again), verb(Rest, "FF-10.6.1", rest, ends=True))
