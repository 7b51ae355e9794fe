"""Concentrated fire: who can aim at whom, what comes of it, and when it is lost again (7.11)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CONCENTRATED, FieldsState, Marker, opponent
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.ground.cover import occupants
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import NOBODY, presences, rating
from sandtable.games.fieldsoffire.rules.urban.fighting import rivals, side_of_attack, spares
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.rules.weapons.jams import jams
from sandtable.games.fieldsoffire.scenario.deck import CROSSHAIRS
from sandtable.games.fieldsoffire.scenario.vehicles import is_fired_from
from sandtable.kernel import Draft, Modifier, Ref, Refusal, refuse

OUTSIDE_COVER = 0
CRITICAL = 2
"""Successes in one attempt that make it a critical attack."""
BY_EYE = ("S", "A", "A/S", "H")


# rule: FF-4.2.5.assault.co, FF-4.2.5.fire.co
def why_not_concentrate(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot concentrate its fire: it must fire, unpinned, at a card with somebody to aim at."""
    me = Ref("unit", key)
    # rule: FF-7.11.1
    if state.units[key].pinned:
        return refuse("FF-7.11.1", "refuse.pinned", me, unit=me)
    # rule: FF-4.2.4b.cond
    if key not in state.fires or rating(state, key).basic not in BY_EYE:
        return refuse("FF-4.2.4b.cond", "refuse.does_not_fire", me, unit=me)
    if not aims_of(state, key):
        return refuse("FF-4.2.4b.cond", "refuse.nobody_to_aim_at", me, unit=me)
    return ammunition.why_not_concentrate(state, key)


# rule: FF-7.11.1
def targets_under(state: FieldsState, key: int, cover: int) -> tuple[int, ...]:
    """Opponents in one area of the card a unit fires at whom it sees: under a cover marker, or outside all with 0."""
    side = state.board.sides[key]
    # rule: FF-6.3.2.a
    found = presences(state).get(state.fires[key].at, NOBODY).of(opponent(side))
    # rule: FF-4.2.4b.target
    there = [other for other in found if state.units[other].cover == cover]
    # rule: FF-7.11.1.a
    men = [other for other in there if state.board.types[other].is_infantry]
    # rule: FF-8.5.a
    spotted = [other for other in men if not state.units[other].unspotted]
    # rule: FF-5.2.1.j
    return tuple(other for other in spotted if sees_unit(state, key, other))


def aims_of(state: FieldsState, key: int) -> tuple[int, ...]:
    """The areas at which a unit could concentrate its fire."""
    side = state.board.sides[key]
    found = presences(state).get(state.fires[key].at, NOBODY).of(opponent(side))
    areas = sorted({state.units[other].cover for other in found})
    if state.fires[key].at == state.units[key].at and rivals(state, key):  # rule: FF-13.8.1.d
        areas = [state.units[key].cover]
    return tuple(area for area in areas if targets_under(state, key, area))


# rule: FF-2.8.2.cross, FFT-weapons-row-mgtripod
def concentrate_trial(state: FieldsState, key: int) -> Trial:
    """Two cards for the crosshairs, one more for a gun on a tripod."""
    # rule: FF-7.2.1.a
    more = (Modifier("FF-7.2.1.a", "modifier.tripod", 1),) if rating(state, key).tripod else ()
    # rule: FF-7.11.2
    return trial(state, "concentrate", "FF-7.11.2", CROSSHAIRS, key, more=more)


def concentrate(d: Draft[FieldsState], key: int, cover: int) -> bool:
    """Try to bring the fire together on an area, at once."""
    return concentrate_outcome(d, key, cover, draw_for(d, concentrate_trial(d.now, key)))


# rule: FF-4.2.4b, FF-7.11.1.b
def concentrate_outcome(d: Draft[FieldsState], key: int, cover: int, tried: Attempt) -> bool:
    """Fire comes together on a cover marker, or on one man outside cover whom chance decides."""
    if jams(d, key, tried) or not tried.succeeds:
        return False
    is_critical = tried.hits >= CRITICAL
    at, me = d.now.fires[key].at, Ref("unit", key)
    if cover:
        spared = side_of_attack(d.now, key, at, cover)
        lay(d, Marker(CONCENTRATED, at=at, cover=cover, by=key, critical=is_critical, side=spared))
        # rule: FF-7.11.2
        d.log("log.concentrated", "FF-7.11.2", me, unit=me, card=Ref("place", at), critical=int(is_critical))
        return True
    target, draws = random_one(d, "concentrate_target", targets_under(d.now, key, OUTSIDE_COVER))
    # rule: FF-10.8.1.fire1
    carrier = d.now.units[target].aboard
    if carrier and is_fired_from(d.now.board.types[carrier]):
        target = carrier
    # rule: FF-7.11.4, FF-7.11.4.b
    lay(d, Marker(CONCENTRATED, at=at, unit=target, by=key))
    if is_critical:
        lay(d, Marker(CONCENTRATED, at=at, unit=target, by=key, form=ammunition.TWICE))
    # rule: FF-4.2.4b.target
    d.log(
        "log.concentrated_on",
        "FF-4.2.4b.target",
        me,
        Ref("unit", target),
        draws=draws,
        unit=me,
        target=Ref("unit", target),
        critical=int(is_critical),
    )
    return True


def lay(d: Draft[FieldsState], marker: Marker) -> None:
    """Put a marker on the map."""
    d.put("markers", max(d.now.markers, default=0) + 1, marker)


# rule: FF-7.11.5, FF-7.11.5.a, FF-7.11.5.b
def is_lost(state: FieldsState, marker: Marker) -> bool:
    """Whether concentrated fire has lost its firer (moved, ceased, shifted, silenced) or its target (moved)."""
    fire = state.fires.get(marker.by)
    if fire is None or fire.at != marker.at or capability(state, marker.by) is None:
        return True
    if marker.unit:
        target = state.units.get(marker.unit)
        return target is None or target.at != marker.at or target.cover != marker.cover
    return all(spares(state, marker, one) for one in occupants(state).get(marker.cover, ()))


# rule: FF-7.11.5.a
def drop_of(d: Draft[FieldsState], firer: int) -> None:
    """Take off the concentrated fire of a unit that moves, ceases or shifts its fire, even if it fires there again."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and marker.by == firer:
            _take_off(d, key)


# rule: FF-7.11.5.b
def drop_on(d: Draft[FieldsState], target: int) -> None:
    """Take off the concentrated fire on a unit that gets on a vehicle or off it."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and marker.unit == target:
            _take_off(d, key)


def _take_off(d: Draft[FieldsState], key: int) -> None:
    marker = d.now.markers[key]
    d.drop("markers", key)
    card = Ref("place", marker.at)
    d.log("log.concentrated_lost", "FF-7.11.5", card, card=card, unit=Ref("unit", marker.by))


def lapse(d: Draft[FieldsState]) -> None:
    """Take off the concentrated fire that is lost."""
    for key, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and is_lost(d.now, marker):
            _take_off(d, key)
