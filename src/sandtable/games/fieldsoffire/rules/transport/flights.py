"""Flights in the Vehicle phase: from box to box, landing under fire, taking off again (11.1.1, 11.1.2, 11.1.5)."""

from __future__ import annotations

from msgspec import structs

from sandtable.games.fieldsoffire.model import (
    HOLDING,
    INBOUND,
    OUTBOUND,
    PICKUP,
    FieldsState,
    Landing,
    Lift,
    Reaction,
)
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.ground.movement import MOST_STEPS
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card, steps_of
from sandtable.games.fieldsoffire.rules.transport.boxes import (
    come_home,
    in_box,
    lift_of,
    put_in,
    sort_of,
    transports,
)
from sandtable.games.fieldsoffire.rules.transport.zones import open_zones, why_not_land
from sandtable.games.fieldsoffire.rules.vehicles.riding import riders, why_not_carry
from sandtable.games.fieldsoffire.rules.vehicles.volumes import suffer
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.games.fieldsoffire.scenario.vehicles import AMPHIBIAN
from sandtable.kernel import Draft, Ref, Refusal, refuse


def has_transports(state: FieldsState) -> bool:
    """Whether there is any transport to be moved."""
    return bool(transports(state))


# rule: FF-11.1.1, FF-11.1.1.t4, FF-11.1.1.move
def return_home(d: Draft[FieldsState]) -> None:
    """Whoever was outbound is back in the pick-up zone, without an order."""
    for key in in_box(d.now, OUTBOUND):
        come_home(d, key)


# rule: FF-11.2.1.b
def stragglers(state: FieldsState) -> tuple[int, ...]:
    """Troops who found no room when they landed and could get off now; whoever has boarded in this turn flies out."""
    down = [key for key in transports(state) if state.units[key].at]
    return tuple(
        one for key in down for one in riders(state, key) if not state.units[one].exposed and _has_room(state, key, one)
    )


# rule: FF-11.2.1.b
def let_off(d: Draft[FieldsState], one: int) -> None:
    """A unit gets off in the phase after its landing, Exposed."""
    me, there = Ref("unit", one), Ref("unit", d.now.units[one].aboard)
    d.edit("units", one, aboard=0, exposed=True)
    d.log("log.dismounted", "FF-11.2.1.b", me, there, unit=me, vehicle=there)
    check_mover(d, one)  # rule: FF-7.9.1.c


# rule: FF-11.2.1.d, FF-11.1.1.t3, FF-11.1.1.move
def take_off(d: Draft[FieldsState]) -> None:
    """Helicopters on the map take off before others land; the fire on their card takes effect once more, as on
    any vehicle before it moves."""
    for key in transports(d.now):
        suffer(d, key)  # rule: FF-11.1.5, FF-11.1.5.a
        if d.now.units[key].at:
            put_in(d, key, OUTBOUND)


# rule: FF-11.1.2, FF-11.1.2.a
def arriving(state: FieldsState) -> tuple[int, ...]:
    """Transports that still have to say where they go from Inbound or Holding."""
    return tuple(key for box in (HOLDING, INBOUND) for key in in_box(state, box) if not state.units[key].acted)


# rule: FF-11.1.1.t2, FF-11.1.2.a, FF-11.2.1.a
def divert(d: Draft[FieldsState]) -> None:
    """Whoever finds no landing zone with room goes to Holding at once; from there, outbound."""
    for key in arriving(d.now):
        if not open_zones(d.now, key):
            put_in(d, key, HOLDING if d.now.units[key].box == INBOUND else OUTBOUND)


# rule: FF-11.1.2
def why_not_hold(state: FieldsState, key: int) -> Refusal | None:
    """Why a transport cannot wait: from Holding it has to go on."""
    me = Ref("unit", key)
    if state.units[key].box != INBOUND:
        return refuse("FF-11.1.2.a", "refuse.held_already", me, unit=me)
    return None


# rule: FF-11.1.2.a
def why_not_turn_back(state: FieldsState, key: int) -> Refusal | None:
    """Why a transport does not turn back: from Inbound it lands or holds."""
    me = Ref("unit", key)
    if state.units[key].box != HOLDING:
        return refuse("FF-11.1.2.a", "refuse.not_holding", me, unit=me)
    return None


# rule: FF-11.1.5, FF-11.1.5.a, FF-11.2.2
def touch_down(d: Draft[FieldsState]) -> None:
    """A transport comes down on its card, on the move, and into the fire that lies there."""
    landing = d.now.subject(Landing)
    key, card = landing.unit, landing.card
    for one in (key, *carried_by(d.now).get(key, ())):
        d.edit("units", one, at=card, box="")
    d.edit("units", key, acted=True)
    d.put("lifts", key, _landed(d.now, key, card))
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.lands", "FF-11.2.2", me, there, unit=me, card=there)
    if sort_of(d.now, key) == AMPHIBIAN:  # rule: FF-7.9.1.a
        check_mover(d, key)
    suffer(d, key, moving=True)


def _landed(state: FieldsState, key: int, card: int) -> Lift:
    return structs.replace(lift_of(state, key), card=card, landed=state.turn, planned=False)


def is_down(state: FieldsState) -> bool:
    """Whether the transport that lands is still on its card."""
    key = state.subject(Landing).unit
    return key in state.units and bool(state.units[key].at)


# rule: FF-11.1.5, FF-11.1.5.a
def meet_fire(d: Draft[FieldsState]) -> None:
    """Then whoever can fire at it does, before anybody gets off."""
    d.call("reaction", Reaction(d.now.subject(Landing).unit, moving=True))


# rule: FF-11.1.5.a, FF-11.1.1.t2, FF-11.2.2
def unload(d: Draft[FieldsState]) -> None:
    """Troops get off, Exposed, as far as the card has room; what is carried is set down."""
    key = d.now.subject(Landing).unit
    card = d.now.units[key].at
    for number in assets_of(d.now).get(key, ()):
        d.edit("assets", number, holder=0, at=card)
    for one in carried_by(d.now).get(key, ()):
        if not _has_room(d.now, key, one):  # rule: FF-11.2.1.b
            me, there = Ref("unit", one), Ref("place", card)
            d.log("log.stays_aboard", "FF-11.2.1.b", me, there, unit=me, card=there)
            continue
        is_hurt = d.now.board.types[one].kind == CASUALTY
        d.edit("units", one, aboard=0, exposed=not is_hurt)
        me, there = Ref("unit", one), Ref("unit", key)
        d.log("log.dismounted", "FF-11.2.2", me, there, unit=me, vehicle=there)
        if not is_hurt:
            check_mover(d, one)  # rule: FF-7.9.1.c


# rule: FF-11.2.1.b, FF-11.3.a
def _has_room(state: FieldsState, key: int, one: int) -> bool:
    """Whether a unit aboard may get off: sixteen steps fit on the card; amphibians set down everybody."""
    if sort_of(state, key) == AMPHIBIAN:
        return True
    at, side = state.units[key].at, state.board.sides[key]
    afoot = tuple(other for other in on_card(state, at).of(side) if state.board.types[other].is_infantry)
    return steps_of(state, afoot) + state.units[one].steps <= MOST_STEPS


# rule: FF-11.1.1.t1, FF-11.1.1.wait, FF-11.2.2
def leaving(state: FieldsState) -> tuple[int, ...]:
    """Transports that leave the pick-up zone: those activated, and those whose wave lands in the next turn."""
    return tuple(
        key
        for key in in_box(state, PICKUP)
        if not state.units[key].acted
        and not lift_of(state, key).grounded
        and (state.units[key].activated or is_due(state, key))
    )


# rule: FF-11.2.2
def is_due(state: FieldsState, key: int) -> bool:
    """Whether the landing plan has a transport come down in the next turn."""
    lift = lift_of(state, key)
    return lift.planned and lift.turn == state.turn + 1


# rule: FF-11.1.1.t1
def lift_off(d: Draft[FieldsState]) -> None:
    """They go inbound, with whatever equipment waits in the pick-up zone and fits aboard."""
    for key in leaving(d.now):
        for number, asset in tuple(d.now.assets.items()):
            if asset.box == PICKUP and why_not_carry(d.now, key, assets=(number,)) is None:
                d.edit("assets", number, holder=key, box="")
        put_in(d, key, INBOUND)


__all__ = [
    "arriving",
    "divert",
    "has_transports",
    "is_down",
    "let_off",
    "lift_off",
    "meet_fire",
    "return_home",
    "stragglers",
    "take_off",
    "touch_down",
    "unload",
    "why_not_hold",
    "why_not_land",
    "why_not_turn_back",
]
