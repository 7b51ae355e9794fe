"""What enemies do when a hierarchy says so: whether they can, and how they do it (the legend of the tables)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.fieldsoffire.model import ENEMY, GROUND, FieldsState, Fire
from sandtable.games.fieldsoffire.rules.combat.directions import has_target, landing
from sandtable.games.fieldsoffire.rules.enemy import advancing, aiming, regrouping
from sandtable.games.fieldsoffire.rules.enemy.contacts import lay_marker
from sandtable.games.fieldsoffire.rules.enemy.covering import shelter
from sandtable.games.fieldsoffire.rules.enemy.falling_back import fall_back, take_off, why_not_fall_back
from sandtable.games.fieldsoffire.rules.enemy.munitions import shed
from sandtable.games.fieldsoffire.rules.enemy.situations import casualties_in_sight, fire_from_aside
from sandtable.games.fieldsoffire.rules.enemy.support import use
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground import movement, seeking
from sandtable.games.fieldsoffire.rules.ground.loads import lift
from sandtable.games.fieldsoffire.rules.sequence.retreat import casualties_for
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.rules.urban.walking import go_inside, walk, way_inside, way_to
from sandtable.games.fieldsoffire.rules.weapons import concentrating, grenades
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.scenario.ground import around, direction, distance
from sandtable.games.fieldsoffire.scenario.setup import LETTERS
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse


class Action(NamedTuple):
    """An action of the hierarchies."""

    why_not: Callable[[FieldsState, int], Refusal | None]
    do: Callable[[Draft[FieldsState], int], None]


# rule: FFT-act-legend-1
def stay(d: Draft[FieldsState], key: int) -> None:
    """Do nothing more this turn; fire that goes on goes on."""


def why_not_stay(state: FieldsState, key: int) -> Refusal | None:
    """Nothing keeps anybody from doing nothing."""
    return None


# -- cover -------------------------------------------------------------------------------------------------------------


# rule: FFT-act-legend-5
def why_not_cover(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit can neither go under cover on its card nor look for any."""
    if is_town(state, state.units[key].at):  # rule: FF-13.2.3
        return movement.why_not_move_within(state, key) if way_inside(state, key) else seeking.why_not_seek(state, key)
    if shelter(state, key, state.units[key].at):
        return movement.why_not_move_within(state, key)
    return seeking.why_not_seek(state, key)


# rule: FFT-act-legend-5, FF-8.6.1.C
def take_cover(d: Draft[FieldsState], key: int) -> None:
    """Into the best cover of the own card; where there is none, try to find some."""
    if is_town(d.now, d.now.units[key].at):
        go_inside(d, key)
        return
    cover = shelter(d.now, key, d.now.units[key].at)
    if cover:
        movement.move_within(d, key, cover)
    else:
        seeking.seek(d, key)


# -- fire --------------------------------------------------------------------------------------------------------------


# rule: FFT-act-legend-4, FF-8.6.1.B
def throw(d: Draft[FieldsState], key: int) -> None:
    """A grenade attack, out of a closed position if it must be; with a support weapon where the unit has no other."""
    targets = aiming.grenade_targets(d.now, key)
    target, draws = aiming.choose(d, key, targets)
    me, aim = Ref("unit", key), Ref("unit", target)
    d.log("log.enemy_aims", "FF-8.6.1.B", me, aim, draws=draws, unit=me, target=aim)
    near = d.now.units[target].at == d.now.units[key].at
    if near and aiming.must_come_out(d.now, key):
        movement.move_within(d, key, 0)
    if near or (grenades.why_not_throw(d.now, key) or grenades.why_not_target(d.now, key, target)) is None:
        grenades.attack(d, key, target)
    else:
        use(d, key, target)


# rule: FFT-act-legend-4, FF-8.6.1.B
def concentrate(d: Draft[FieldsState], key: int) -> None:
    """Concentrated fire on the area of one of those at whom the unit fires."""
    target, draws = aiming.choose(d, key, aiming.aimed_at(d.now, key))
    me, aim = Ref("unit", key), Ref("unit", target)
    d.log("log.enemy_aims", "FF-8.6.1.B", me, aim, draws=draws, unit=me, target=aim)
    concentrating.concentrate(d, key, d.now.units[target].cover)


# rule: FFT-act-legend-4
def why_not_attack(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit can neither attack with grenades nor concentrate its fire."""
    return aiming.why_not_grenade(state, key) and concentrating.why_not_concentrate(state, key)


# rule: FFT-act-legend-4
def attack(d: Draft[FieldsState], key: int) -> None:
    """With grenades if that is possible, else with concentrated fire."""
    if aiming.why_not_grenade(d.now, key) is None:
        throw(d, key)
    else:
        concentrate(d, key)


# rule: FFT-act-legend-3
def new_lines(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards on which a unit's fire would come down on opponents if it turned towards the fire that comes in."""
    gun, at = capability(state, key), state.units[key].at
    if gun is None:
        return ()
    found: dict[int, None] = {}
    for source in fire_from_aside(state, key):
        card = landing(state, key, gun, direction(at, source), source)
        if has_target(state, card, ENEMY):
            found[card] = None
    return tuple(found)


# rule: FFT-act-legend-3
def why_not_turn(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot shift its fire towards the fire that comes in."""
    me = Ref("unit", key)
    if aiming.must_come_out(state, key):  # rule: FF-5.3.2.i
        return refuse("FF-5.3.2.i", "refuse.fixed_arc", me, unit=me)
    return None if new_lines(state, key) else refuse("FFT-act-legend-3", "refuse.nobody_reaches", me, card=me)


# rule: FFT-act-legend-3
def turn(d: Draft[FieldsState], key: int) -> None:
    """Shift fire to opponents who fire from another direction, as chance has it where there are several."""
    card, draws = random_one(d, "target", new_lines(d.now, key))
    concentrating.drop_of(d, key)
    d.put("fires", key, Fire(card))
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.fire_shifted", "FFT-act-legend-3", me, there, draws=draws, unit=me, card=there, why="turned")


# -- casualties and contacts -------------------------------------------------------------------------------------------


# rule: FFT-act-lat-11
def carry_back(d: Draft[FieldsState], key: int) -> None:
    """Take up a casualty of the own area, if none is carried yet, and fall back with it."""
    if key not in carried_by(d.now):
        lift(d, key, casualties_for(d.now, key)[0])
    fall_back(d, key)


# rule: FFT-act-lat-12
def nearest_casualties(state: FieldsState, key: int) -> tuple[int, ...]:
    """Of the casualties in sight, the nearest."""
    at, found = state.units[key].at, casualties_in_sight(state, key)
    least = min((distance(at, state.units[one].at) for one in found), default=0)
    return tuple(one for one in found if distance(at, state.units[one].at) == least)


# rule: FFT-act-lat-12
def ways_to(state: FieldsState, key: int, casualty: int) -> tuple[int, ...]:
    """Cards one step nearer to a casualty; the own card where it lies in another area of that."""
    at, goal = state.units[key].at, state.units[casualty].at
    if at == goal:
        cover = state.units[casualty].cover
        if is_area(cover):
            return (at,) if way_to(state, key, lambda area: area == cover) else ()
        free = not cover or works.has_room(state, cover, key)
        return (at,) if free and movement.why_not_move_within(state, key) is None else ()
    return tuple(
        card
        for card in around(at)
        if distance(card, goal) < distance(at, goal)
        and card in state.cards
        and state.cards[card].kind == GROUND
        and movement.why_not_enter(state, key, card) is None
    )


# rule: FFT-act-lat-12
def why_not_help(state: FieldsState, key: int) -> Refusal | None:
    """Why a Litter Team cannot go towards the nearest casualty."""
    found = nearest_casualties(state, key)
    is_near = any(state.units[one].at == state.units[key].at for one in found)
    if not is_near and (no := movement.why_not_move(state, key)) is not None:
        return no
    me = Ref("unit", key)
    if any(ways_to(state, key, one) for one in found):
        return None
    return refuse("FFT-act-lat-12", "refuse.no_casualty_here", me, unit=me)


# rule: FFT-act-lat-12
def go_to_help(d: Draft[FieldsState], key: int) -> None:
    """Go one card towards the nearest casualty, or to its area of the own card."""
    able = [one for one in nearest_casualties(d.now, key) if ways_to(d.now, key, one)]
    casualty, draws = random_one(d, "casualty", able)
    to, more = random_one(d, "advance", ways_to(d.now, key, casualty))
    me, hurt = Ref("unit", key), Ref("unit", casualty)
    d.log("log.goes_to_help", "FFT-act-lat-12", me, hurt, draws=(*draws, *more), unit=me, casualty=hurt)
    if to == d.now.units[key].at:
        cover = d.now.units[casualty].cover
        if is_area(cover):
            walk(d, key, way_to(d.now, key, lambda area: area == cover))
        else:
            movement.move_within(d, key, cover)
    else:
        movement.move(d, key, to, shelter(d.now, key, to))
        shed(d, key)


# rule: FF-8.6.2.c
def vanish(d: Draft[FieldsState], key: int) -> None:
    """Be replaced by the potential contact marker one came from; where the card has one, only leave."""
    unit, draws = d.now.units[key], tuple[Draw, ...]()
    letter = unit.origin
    if not letter:
        letter, draws = random_one(d, "letter", LETTERS)
    me, there = Ref("unit", key), Ref("place", unit.at)
    d.log("log.vanishes", "FF-8.6.2.c", me, there, draws=draws, unit=me, card=there, letter=letter)
    take_off(d, key)
    if not d.now.cards[unit.at].contact:
        lay_marker(d, unit.at, letter)


# rule: FFT-activity-legend
ACTIONS = {
    "none": Action(why_not_stay, stay),
    "cover": Action(why_not_cover, take_cover),
    "fall_back": Action(why_not_fall_back, fall_back),
    "grenade": Action(aiming.why_not_grenade, throw),
    "concentrate": Action(concentrating.why_not_concentrate, concentrate),
    "attack": Action(why_not_attack, attack),
    "shift": Action(why_not_turn, turn),
    "advance": Action(advancing.why_not_advance, advancing.advance),
    "infiltrate": Action(advancing.why_not_steal_up, advancing.steal_up),
    "rally": Action(regrouping.why_not_recover, regrouping.recover),
    "rebuild": Action(regrouping.why_not_rebuild, regrouping.rebuild),
    "carry_back": Action(why_not_fall_back, carry_back),
    "to_casualty": Action(why_not_help, go_to_help),
    "vanish": Action(why_not_stay, vanish),
}
"""By the word that the tables have for them."""
