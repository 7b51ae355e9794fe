"""Aircraft that support the company: the observer aeroplane, the gunship (10.8.6, 10.8.7)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIR_FIRE,
    AVAILABLE,
    GROUND,
    ILLUMINATION,
    REMOVED,
    SMOKE,
    FieldsState,
    Flyover,
    Lift,
    Marker,
    Reaction,
)
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of, sort_of
from sandtable.games.fieldsoffire.rules.vehicles.air import leave, of_sort
from sandtable.games.fieldsoffire.rules.vehicles.volumes import suffer
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.rules.weapons.support import WP
from sandtable.games.fieldsoffire.scenario.ground import around, distance
from sandtable.games.fieldsoffire.scenario.units import C
from sandtable.games.fieldsoffire.scenario.vehicles import FAC, FIXED_WING
from sandtable.kernel import Draft, Ref, Refusal, refuse

STAY = 5
"""Turns for which an observer aeroplane is there, counting the first."""
MOST_CARDS = 3
"""Cards on which a gunship fires and drops flares in a turn."""


# rule: FF-10.8.5.arrive, FF-10.8.6
def fly_in(d: Draft[FieldsState]) -> None:
    """An aircraft is over its card: the fire there takes effect, without the bonus of a moving target."""
    over = d.now.subject(Flyover)
    d.edit("units", over.unit, at=over.card, box="", acted=True)
    me, there = Ref("unit", over.unit), Ref("place", over.card)
    d.log("log.flies_in", "FF-10.8.6", me, there, unit=me, card=there)
    suffer(d, over.unit)


def is_overhead(state: FieldsState) -> bool:
    """Whether the aircraft that comes in is still there."""
    key = state.subject(Flyover).unit
    return key in state.units and bool(state.units[key].at)


# rule: FF-10.8.5.arrive, FF-10.8.6
def meet_fire(d: Draft[FieldsState]) -> None:
    """Then whoever can, fires at it."""
    d.call("reaction", Reaction(d.now.subject(Flyover).unit, moving=False))


# -- the observer ------------------------------------------------------------------------------------------------------


# rule: FF-10.8.6, FF-10.8.6.a
def stationable(state: FieldsState) -> tuple[int, ...]:
    """Observers in the air who can be put over a card: until their fifth turn, and once a turn."""
    return tuple(
        key
        for key in of_sort(state, FAC)
        if state.units[key].box == AVAILABLE
        and not state.units[key].acted
        and lift_of(state, key).turn in (0, *range(state.turn, state.board.mission.turns + STAY))
    )


# rule: FF-10.8.6
def why_not_station(state: FieldsState, card: int) -> Refusal | None:
    """Why no aircraft is put over a card: it must be of the map; no order is needed."""
    there = Ref("place", card)
    return None if state.cards[card].kind == GROUND else refuse("FF-10.8.6", "refuse.not_on_the_map", there, card=there)


# rule: FF-10.8.6, FF-10.8.6.a
def station(d: Draft[FieldsState], key: int, card: int) -> None:
    """Put the observer over a card; the turn in which he goes home is fixed when he first comes."""
    if not lift_of(d.now, key).turn:
        d.put("lifts", key, Lift(turn=d.now.turn + STAY - 1))
    d.call("overfly", Flyover(key, card))


# rule: FF-10.8.6.a
def observers_stay(d: Draft[FieldsState]) -> None:
    """Observers who were there already come under the fire on their card; in their last turn they leave after it."""
    for key in of_sort(d.now, FAC):
        if not d.now.units[key].acted:
            suffer(d, key)
        if d.now.units[key].at and d.now.turn >= lift_of(d.now, key).turn:
            leave(d, key, REMOVED)


# rule: FF-10.8.6, FF-10.8.6.b
def why_not_mark(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why an observer fires no phosphorus rocket at a card: only to the cards next to his, or under him."""
    me, there = Ref("unit", key), Ref("place", card)
    if sort_of(state, key) != FAC:
        return refuse("FF-10.8.6.b", "refuse.no_rockets", me, unit=me)
    if distance(state.units[key].at, card) > C or state.cards[card].kind != GROUND:
        return refuse("FF-10.8.6.b", "refuse.too_far_for_rockets", me, there, unit=me, card=there)
    return None


# rule: FF-10.8.6.b
def mark(d: Draft[FieldsState], key: int, card: int) -> None:
    """White smoke that screens and hurts nobody; pilots find their target by it."""
    lay(d, Marker(SMOKE, at=card, value=d.now.board.marker("screen.wp", "smoke"), form=WP))
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.marks", "FF-10.8.6.b", me, there, unit=me, card=there)


# -- the gunship -------------------------------------------------------------------------------------------------------


# rule: FF-10.8.7, FF-10.8.7.a
def circling(state: FieldsState) -> tuple[int, ...]:
    """Gunships that have not been moved in this turn: they stay for the whole mission."""
    return tuple(key for key in of_sort(state, FIXED_WING) if not state.units[key].acted)


# rule: FF-10.8.7, FF-10.8.7.a
def reach_of(state: FieldsState, card: int) -> tuple[int, ...]:
    """The cards on which a gunship over a card fires: that one and those next to it."""
    return tuple(one for one in (card, *around(card)) if one in state.cards and state.cards[one].kind == GROUND)


# rule: FF-10.8.7
def why_not_strafe(fire: tuple[int, ...], light: tuple[int, ...]) -> Refusal | None:
    """Why a gunship cannot fire and drop flares so: on three cards altogether."""
    if len({*fire, *light}) > MOST_CARDS:
        return refuse("FF-10.8.7", "refuse.three_cards", most=MOST_CARDS)
    return None


# rule: FF-10.8.7, FF-10.8.7.a
def circle(d: Draft[FieldsState], key: int, card: int, fire: tuple[int, ...], light: tuple[int, ...]) -> None:
    """Over a card, out of reach: heavy fire and flares until Cleanup, without an order."""
    d.edit("units", key, at=card, box="", acted=True)
    for one in fire:
        lay(d, Marker(AIR_FIRE, at=one, by=key))
    for one in light:
        lay(d, Marker(ILLUMINATION, at=one, form="air"))
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.circles", "FF-10.8.7", me, there, unit=me, card=there, fire=len(fire), light=len(light))
