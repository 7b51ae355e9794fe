"""Driving: where ground vehicles may go and stand, and what a move does (5.1.5, 10.5.2.C)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, STAGING, Drive, FieldsState
from sandtable.games.fieldsoffire.rules.combat.continuing import break_off, follow
from sandtable.games.fieldsoffire.rules.ground.movement import is_walled
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of, turn_up
from sandtable.games.fieldsoffire.rules.preparation.limits import is_inside, why_not_climb, why_not_cross
from sandtable.games.fieldsoffire.rules.sequence.standing import why_not_go
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by
from sandtable.games.fieldsoffire.rules.urban.areas import default_area, is_town
from sandtable.games.fieldsoffire.rules.urban.entering import arrivals, leaves_by, next_to
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.ground import around, direction
from sandtable.games.fieldsoffire.scenario.town import STREET, is_area
from sandtable.games.fieldsoffire.scenario.vehicles import carries_openly, is_ground_vehicle
from sandtable.kernel import Draft, Ref, Refusal, refuse

MOST_VEHICLES = 4
"""Vehicles of one side on a card."""
FREE, SLOW, BARRED = "free", "slow", "no"


def going(state: FieldsState, card: int) -> str:
    """How vehicles go on a card: ``free``, ``slow`` where they must stop, ``no`` where they cannot be."""
    ground = ground_of(state, card)
    if ground is None or state.cards[card].kind == STAGING:
        return FREE
    return ground.vehicles


def ground_vehicles_on(state: FieldsState, card: int, side: str) -> tuple[int, ...]:
    """The ground vehicles of a side on a card, jeeps included; wrecks are none."""
    types = state.board.types
    return tuple(
        key
        for key, unit in state.units.items()
        if unit.at == card and types[key].side == side and is_ground_vehicle(types[key])
    )


# rule: FF-5.1.5.a2, FF-10.7.a
def has_room(state: FieldsState, key: int, card: int) -> bool:
    """Whether another ground vehicle of its side may be on a card; wrecks do not count, nor does the Staging Area."""
    others = [one for one in ground_vehicles_on(state, card, state.board.sides[key]) if one != key]
    return state.cards[card].kind == STAGING or len(others) < MOST_VEHICLES


# rule: FF-5.1.5.a2, FF-10.5.2.C.a
def why_not_stand(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why a ground vehicle may not be on a card: its ground, or the vehicles that are there."""
    me, there = Ref("unit", key), Ref("place", card)
    if going(state, card) == BARRED:
        return refuse("FF-10.5.2.C.a", "refuse.no_ground_for_vehicles", me, there, unit=me, card=there)
    if not has_room(state, key, card):
        return refuse("FF-5.1.5.a2", "refuse.too_many_vehicles", me, there, unit=me, card=there, most=MOST_VEHICLES)
    return None


def why_not_drive(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a vehicle may not drive to a card next to its own."""
    unit, me, card = state.units[key], Ref("unit", key), Ref("place", to)
    if not is_ground_vehicle(state.board.types[key]):  # rule: FF-10.0.a
        return refuse("FF-10.0.a", "refuse.does_not_drive", me, unit=me)
    is_around = to == unit.at and is_town(state, to)
    # rule: FF-10.5.2.C
    if (to not in around(unit.at) and not is_around) or to not in state.cards:
        return refuse("FF-10.5.2.C", "refuse.not_adjacent", me, card, unit=me, card=card)
    if (no := why_not_drive_on(state, key)) is not None:
        return no
    if state.board.is_urban and (no := why_not_by_street(state, key, to)) is not None:
        return no
    if is_around:
        return None
    is_staging = state.cards[to].kind == STAGING
    if state.board.sides[key] == FRIENDLY and not is_staging and not is_inside(state, to):
        return refuse("FF-2.4.1.A.bound", "refuse.beyond_limits", me, card, unit=me, card=card)
    no = why_not_cross(state, key, to) or why_not_climb(state, key, to) or why_not_go(state, key, to)  # rule: FF-3.1.a
    if no is not None:
        return no
    if is_walled(state, unit.at, to):
        return refuse("FF-5.2.1.c", "refuse.impassable", card, card=card)
    return why_not_stand(state, key, to)


# rule: FF-13.2.2.c
def streets_to(state: FieldsState, key: int, to: int) -> tuple[int, ...]:
    """The streets of an urban card to which one move of a vehicle leads: of its card, or the nearest of another."""
    unit = state.units[key]
    found = next_to(state, unit.cover, exposed=True) if to == unit.at else arrivals(state, key, to)
    return tuple(area for area in found if state.covers[area].kind == STREET)


# rule: FF-13.2.2.c
def why_not_by_street(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a vehicle cannot drive to or from an urban card: it keeps to streets and leaves by the one that faces."""
    unit, me, card = state.units[key], Ref("unit", key), Ref("place", to)
    if is_town(state, to):
        is_possible = bool(streets_to(state, key, to))
    else:
        row = state.covers.get(unit.cover) if is_area(unit.cover) else None
        is_possible = row is None or leaves_by(state, row, direction(unit.at, to), is_to_street=False)
    return None if is_possible else refuse("FF-13.2.2.c", "refuse.no_street_there", me, card, unit=me, card=card)


# rule: FF-10.5.2.C.a
def why_not_drive_on(state: FieldsState, key: int) -> Refusal | None:
    """Why a vehicle moves no farther in this turn: it has entered ground that slows it down."""
    drive, me = state.within(Drive), Ref("unit", key)
    if drive is not None and drive.moved and going(state, state.units[key].at) == SLOW:
        return refuse("FF-10.5.2.C.a", "refuse.slow_ground", me, unit=me)
    return None


# rule: FF-10.5.2.C, FF-10.8.1.exp, FF-10.5.2.C.b
def drive(d: Draft[FieldsState], key: int, to: int, street: int = 0) -> None:
    """Move a vehicle to the next card with all aboard; those who sit outside are Exposed. Markers on the way stay."""
    left, types = d.now.units[key].at, d.now.board.types
    break_off(d, key)
    if not d.now.cards[to].terrain:
        turn_up(d, to)
    # rule: FF-13.2.2.c
    if is_town(d.now, to):
        street = street or next(iter(streets_to(d.now, key, to)), 0)
        street = street or default_area(d.now, to, d.now.board.sides[key])
    d.edit("units", key, at=to, cover=street)
    for rider in carried_by(d.now).get(key, ()):
        break_off(d, rider)
        shown = carries_openly(types[key]) and types[rider].is_infantry
        d.edit("units", rider, at=to, cover=street, exposed=d.now.units[rider].exposed or shown)
    me, card = Ref("unit", key), Ref("place", to)
    d.log("log.drove", "FF-10.5.2.C", me, card, unit=me, card=card)
    follow(d, key, left, to)
    check_mover(d, key)
