"""The landing plan: the zone, sticks, waves, and squads that are split to fit (2.7, 11.2.1)."""

from __future__ import annotations

from msgspec import structs

from sandtable.games.fieldsoffire.model import GROUND, INBOUND, PICKUP, FieldsState
from sandtable.games.fieldsoffire.rules.combat import reconstitution
from sandtable.games.fieldsoffire.rules.command.controls import LANDING_ZONES
from sandtable.games.fieldsoffire.rules.transport.boxes import in_box, lift_of, transports
from sandtable.games.fieldsoffire.rules.transport.zones import can_be_zone, zones
from sandtable.games.fieldsoffire.rules.vehicles.riding import why_not_carry
from sandtable.games.fieldsoffire.scenario.lifts import flies, landing_plan, platoon_that_flies
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, SQUAD
from sandtable.kernel import Draft, Ref, Refusal, refuse


def is_before(state: FieldsState) -> bool:
    """Whether the mission has not begun."""
    return not state.turn


# rule: FF-11.1.3.a
def why_not_zone(state: FieldsState, name: str, card: int) -> Refusal | None:
    """Why a card is no part of the landing zone: not of the map, without the icon, or part of it already."""
    there = Ref("place", card)
    if state.cards[card].kind != GROUND or not can_be_zone(state, card):
        return refuse("FF-11.1.3.a", "refuse.no_landing", there, card=there)
    if any(state.controls.get(one) == card for one in LANDING_ZONES if one != name):
        return refuse("FF-11.1.3.a", "refuse.control_is_here", there, card=there)
    return None


# rule: FF-11.2.1
def set_zone(d: Draft[FieldsState], name: str, card: int) -> None:
    """Put a card of the landing zone elsewhere; transports bound for the old one go with it."""
    before = d.now.controls.get(name)
    d.put("controls", name, card)
    for key, lift in tuple(d.now.lifts.items()):
        if lift.card == before:
            d.edit("lifts", key, card=card)
    d.log("log.control", "FF-11.2.1", Ref("place", card), control=name, card=Ref("place", card))


# rule: FF-11.2.1, FF-11.1.4.a, FF-10.7.A.dmg
def why_not_stick(state: FieldsState, key: int) -> Refusal | None:
    """Why nobody boards a transport: it must be in the pick-up zone and whole; before the mission anywhere."""
    me, unit = Ref("unit", key), state.units[key]
    if unit.box != PICKUP and not (is_before(state) and unit.box == INBOUND):
        return refuse("FF-11.1.4.a", "refuse.not_in_pickup", me, unit=me)
    if lift_of(state, key).grounded:
        return refuse("FF-10.7.A.dmg", "refuse.grounded", me, unit=me)
    return None


# rule: FF-11.2.1, FF-11.1.4.a
def why_not_embark(state: FieldsState, carrier: int, key: int) -> Refusal | None:
    """Why a unit does not board a transport: it waits in the pick-up zone, or sits in another one there."""
    me, unit, kind = Ref("unit", key), state.units[key], state.board.types[key]
    if kind.is_vehicle or kind.kind == CASUALTY or unit.aboard == carrier:
        return refuse("FF-11.2.1", "refuse.does_not_board", me, unit=me, vehicle=Ref("unit", carrier))
    if unit.box != PICKUP and not (is_before(state) and unit.box == INBOUND):
        return refuse("FF-11.1.4.a", "refuse.not_in_pickup", me, unit=me)
    return why_not_carry(state, carrier, (key,))


# rule: FF-11.2.1
def embark(d: Draft[FieldsState], carrier: int, units: tuple[int, ...]) -> None:
    """Put a stick together."""
    for key in units:
        d.edit("units", key, aboard=carrier, box=d.now.units[carrier].box)
        me, there = Ref("unit", key), Ref("unit", carrier)
        d.log("log.boarded", "FF-11.2.1", me, there, unit=me, vehicle=there)


def passengers(state: FieldsState) -> tuple[int, ...]:
    """Units aboard transports that have not left the pick-up zone."""
    places = (PICKUP, INBOUND) if is_before(state) else (PICKUP,)
    return tuple(key for key, unit in state.units.items() if unit.aboard and unit.box in places)


# rule: FF-11.2.1
def get_off(d: Draft[FieldsState], key: int) -> None:
    """A unit waits in the pick-up zone for a later wave."""
    d.edit("units", key, aboard=0, box=PICKUP)
    me = Ref("unit", key)
    d.log("log.waits_for_lift", "FF-11.2.1", me, unit=me)


# rule: FF-11.2.1
def why_not_schedule(state: FieldsState, key: int, turn: int, card: int) -> Refusal | None:
    """Why a transport cannot be given a wave: it takes a turn to come in, and lands on a card of the zone."""
    me = Ref("unit", key)
    if (no := why_not_stick(state, key)) is not None:
        return no
    first = state.turn + 1
    if not first <= turn <= state.board.mission.turns:
        return refuse("FF-11.2.1", "refuse.no_such_wave", me, unit=me, first=first)
    if card not in zones(state):
        return refuse("FF-11.2.1", "refuse.no_landing_zone", me, Ref("place", card), card=Ref("place", card))
    return None


# rule: FF-11.2.1, FF-11.2.2
def schedule(d: Draft[FieldsState], key: int, turn: int, card: int) -> None:
    """A transport lands with a wave; the first one starts inbound."""
    lift = structs.replace(lift_of(d.now, key), turn=turn, card=card, planned=True)
    d.put("lifts", key, lift)
    for one in (key, *(other for other, unit in d.now.units.items() if unit.aboard == key)):
        d.edit("units", one, box=INBOUND if turn == 1 else PICKUP)
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.wave", "FF-11.2.1", me, there, unit=me, turn=turn, card=there)


# rule: FF-11.2.1
def why_not_split(state: FieldsState, key: int) -> Refusal | None:
    """Why a squad is not split for its flight: it waits in the pick-up zone and has more than two steps."""
    me, unit = Ref("unit", key), state.units[key]
    if state.board.types[key].kind != SQUAD or unit.box != PICKUP or unit.aboard:
        return refuse("FF-11.2.1", "refuse.cannot_detach", me, unit=me)
    return reconstitution.why_not_detach(state, key)


# rule: FF-11.2.1
def split(d: Draft[FieldsState], key: int, team: str) -> None:
    """A step of a squad flies by itself."""
    made = reconstitution.detach(d, key, team)
    d.edit("units", made, box=PICKUP)


# rule: FF-2.7, FF-11.2.1
def why_not_fly(state: FieldsState) -> Refusal | None:
    """Why the mission cannot begin with this landing plan: a wave has no card of the zone to land on."""
    if state.attempt > 1:
        return None
    for key in transports(state):
        lift = lift_of(state, key)
        if lift.planned and lift.card not in zones(state):
            me = Ref("unit", key)
            return refuse("FF-11.2.1", "refuse.no_landing_zone", me, card=Ref("place", lift.card))
    return None


def can_plan(state: FieldsState) -> bool:
    """Whether anything waits in the pick-up zone for a transport that is there."""
    whole = any(why_not_stick(state, key) is None for key in in_box(state, PICKUP))
    types = state.board.types
    return whole and any(unit.box == PICKUP and not types[key].is_vehicle for key, unit in state.units.items())


def plan_anew(d: Draft[FieldsState]) -> None:
    """Make the plan for the company as it is now."""
    mission = d.now.board.mission
    if not flies(mission):
        return
    plan = landing_plan(d.now.board, d.now.cards, d.now.units, platoon_that_flies(mission, d.now.details))
    for key, unit in plan.units.items():
        if d.now.units.get(key) != unit:
            d.put("units", key, unit)
    for key in tuple(d.now.lifts):
        d.drop("lifts", key)
    for key, lift in plan.lifts.items():
        d.put("lifts", key, lift)
