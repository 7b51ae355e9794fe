"""Rebuilding the company out of loose steps, between attempts and between missions (3.9.3, 12.2, 12.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    FRIENDLY,
    GREEN,
    GUARDING,
    LIFT_BOXES,
    LINE,
    OFF_MAP,
    PICKUP,
    REMOVED,
    STAGING,
    VETERAN,
    FieldsState,
    Unit,
)
from sandtable.games.fieldsoffire.rules.campaign.averaging import average
from sandtable.games.fieldsoffire.rules.combat.breakdown import remove_unit
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.ground.movement import has_room_for
from sandtable.games.fieldsoffire.scenario.board import company_of
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.kernel import Draft, Ref, Refusal, refuse

LOOSE, REPLACEMENTS, STEADY, VETERANS = "green", "replacements", "line", "veterans"
GRADE = {LOOSE: GREEN, REPLACEMENTS: GREEN, STEADY: LINE, VETERANS: VETERAN}


def on_the_field(state: FieldsState) -> tuple[int, ...]:
    """The company's units and those lent to it, on the map, aboard transports and waiting for them; no casualties."""
    types = state.board.types
    return tuple(
        key
        for key, unit in state.units.items()
        if is_in_the_ranks(unit) and types[key].side == FRIENDLY and types[key].kind != CASUALTY
    )


# rule: FF-3.9.2, FF-12.2.1
def turn_to_front(d: Draft[FieldsState]) -> None:
    """Headquarters, observers and weapons teams on their Fire Team sides are in good order again."""
    for key in on_the_field(d.now):
        if d.now.units[key].flipped:
            d.edit("units", key, flipped=False)


# rule: FF-3.9.3, FF-12.2.2
def gather(d: Draft[FieldsState]) -> None:
    """Every team of the map, Assault Teams too, is one Green step wherever it stood; guards are not there."""
    # rule: FF-3.9.3.a, FF-3.9.3.b
    for key in on_the_field(d.now):
        if d.now.board.types[key].is_team:
            leave_behind(d, key)
            remove_unit(d, key)
            d.put("reserve", LOOSE, d.now.reserve.get(LOOSE, 0) + 1)


# rule: FF-3.9.3, FF-12.3.d, FF-2.3.2.b
def is_own(state: FieldsState, key: int) -> bool:
    """A unit of the company itself, not one lent to it."""
    return key in state.board.own


def is_in_the_ranks(unit: Unit) -> bool:
    """Whether a unit is with the company: on the map, or waiting for its transport and aboard it."""
    return bool(unit.at) or unit.box in LIFT_BOXES


# rule: FF-12.0, FF-8.15.b3
def comes_along(unit: Unit) -> bool:
    """Whether a unit goes on with the company after the mission: those who stayed behind or led prisoners away too."""
    return is_in_the_ranks(unit) or unit.box in (OFF_MAP, GUARDING)


def is_leader(state: FieldsState, key: int) -> bool:
    """A headquarters or staff unit."""
    return state.board.types[key].commands


# rule: FF-3.9.3, FF-12.2.3, FF-12.4.b
def why_not_rebuild(state: FieldsState, key: int) -> Refusal | None:
    """Why no step can be given to a unit: it is lent, or has all its steps."""
    me = Ref("unit", key)
    if not is_own(state, key):
        return refuse("FF-3.9.3", "refuse.not_our_own", me, unit=me)
    unit = state.units[key]
    if not is_in_the_ranks(unit) and unit.box != REMOVED:
        return refuse("FF-3.9.3", "refuse.not_in_play", me, unit=me)
    if missing(state, key) == 0:
        return refuse("FF-3.9.3", "refuse.full_strength", me, unit=me)
    return None


def missing(state: FieldsState, key: int) -> int:
    """Steps that a unit lacks."""
    return state.board.types[key].steps - state.units[key].steps


# rule: FF-3.9.3, FF-12.2.3
def fewest(state: FieldsState, key: int) -> int:
    """Steps that must come at once: a unit that was removed comes back with a good order side."""
    return max(1, state.board.types[key].least_steps - state.units[key].steps)


def grades_of(unit: Unit) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The grades of a unit's steps: those that can still be promoted, and the others."""
    if unit.grades or unit.risen:
        return unit.grades, unit.risen
    return (unit.experience,) * (unit.steps if is_in_the_ranks(unit) else 0), ()


# rule: FF-12.6.5, FF-12.6
def regrade(d: Draft[FieldsState], key: int, grades: tuple[int, ...], risen: tuple[int, ...]) -> None:
    """Give a unit steps of these grades: it has as many steps, and the grade that they are on average."""
    together = (*grades, *risen)
    d.edit("units", key, steps=len(together), experience=average(together), grades=grades, risen=risen)


# rule: FF-12.6.5
def forget_grades(d: Draft[FieldsState]) -> None:
    """From now on all steps of a unit count at its grade."""
    for key, unit in tuple(d.now.units.items()):
        if unit.grades or unit.risen:
            d.edit("units", key, grades=(), risen=())


# rule: FF-5.1.5.a1
def where_to_start(state: FieldsState, steps: int) -> int:
    """The first of the cards where the company starts that has room for so many steps; where none has, the first."""
    cards = start_cards(state.board)
    roomy = (card for card in cards if state.cards[card].kind == STAGING or has_room_for(state, steps, FRIENDLY, card))
    return next(roomy, cards[0])


# rule: FF-3.9.3, FF-12.2.3, FF-12.2.4
def rebuild(d: Draft[FieldsState], key: int, source: str, steps: int) -> None:
    """Give loose steps to a unit; leaders that come back are Green.

    Neither they nor Green replacements can be promoted now.
    """
    unit = d.now.units[key]
    grades, risen = grades_of(unit)
    if not is_in_the_ranks(unit):
        d.put("units", key, Unit(at=where_to_start(d.now, steps), platoon=unit.platoon))
    if is_leader(d.now, key):
        risen = (*risen, *(GREEN,) * steps)
    elif source == REPLACEMENTS:
        risen = (*risen, *(GRADE[source],) * steps)
    else:
        grades = (*grades, *(GRADE[source],) * steps)
    regrade(d, key, grades, risen)
    d.put("reserve", source, d.now.reserve[source] - steps)
    d.log("log.reinforced", "FF-12.2.3", Ref("unit", key), unit=Ref("unit", key), steps=steps, source=source)


# rule: FF-12.2.5
def why_not_give(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot give a step to another: it must be the company's and keep a good order side."""
    me, unit, kind = Ref("unit", key), state.units[key], state.board.types[key]
    if not is_own(state, key) or not is_in_the_ranks(unit):
        return refuse("FF-12.2.5", "refuse.not_our_own", me, unit=me)
    if unit.steps - 1 < kind.least_steps:
        return refuse("FF-12.2.5", "refuse.cannot_detach", me, unit=me)
    return None


# rule: FF-12.2.5
def give(d: Draft[FieldsState], key: int, to: int) -> None:
    """One step goes from one unit of the company to another, with its grade."""
    taker = d.now.units[to]
    grades, risen = grades_of(d.now.units[key])
    theirs, barred = grades_of(taker)
    if not is_in_the_ranks(taker):
        giver = d.now.units[key]
        box = PICKUP if giver.box else ""
        d.put("units", to, Unit(at=giver.at, box=box, platoon=taker.platoon))
    # A step that can still rise goes first, the greenest of them.
    goes = min(grades) if grades else min(risen)
    left = list(grades or risen)
    left.remove(goes)
    regrade(d, key, tuple(left) if grades else (), risen if grades else tuple(left))
    if is_leader(d.now, to):
        barred = (*barred, GREEN)
    elif grades:
        theirs = (*theirs, goes)
    else:
        barred = (*barred, goes)
    regrade(d, to, theirs, barred)
    d.log("log.transferred", "FF-12.2.5", Ref("unit", key), Ref("unit", to), unit=Ref("unit", key), to=Ref("unit", to))


def rebuilders(state: FieldsState) -> tuple[int, ...]:
    """Units of the company, on the map or removed from play."""
    return tuple(key for key in state.units if state.board.sides[key] == FRIENDLY and key in company_of(state.board))
