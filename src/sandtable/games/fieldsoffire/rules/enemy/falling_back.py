"""Falling back: where an enemy goes who gives ground, and when he is gone for good (8.6.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GROUND, OUTSIDE, FieldsState
from sandtable.games.fieldsoffire.rules.combat.breakdown import remove_unit
from sandtable.games.fieldsoffire.rules.enemy.covering import shelter
from sandtable.games.fieldsoffire.rules.enemy.munitions import shed
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, sees
from sandtable.games.fieldsoffire.rules.ground.terrain import concealment
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, grounded, ours
from sandtable.games.fieldsoffire.rules.urban.walking import go_inside
from sandtable.games.fieldsoffire.scenario.ground import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    STEPS,
    WEST,
    direction,
    distance,
)
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import Draft, Ref, Refusal, refuse

BACK = ((NORTH, NORTHWEST, NORTHEAST), (WEST, EAST))
"""Towards the enemy's own side, and where that is barred sideways."""
NO_SIDE = "any_direction"
"""The placement table of missions in which the enemy is all around and has no side of his own."""
FAR_AWAY = 99


def has_own_side(state: FieldsState) -> bool:
    """Whether the far edge of the map is the enemy's."""
    return bool(state.board.mission.setup["direction"] != NO_SIDE)


def nearest_opponent(state: FieldsState, card: int) -> int:
    """How far away the nearest opponent of an enemy on a card is."""
    return min((distance(card, state.units[key].at) for key in grounded(state)), default=FAR_AWAY)


# rule: FF-8.6.3.4
def ways(state: FieldsState, key: int) -> tuple[tuple[int, ...], ...]:
    """The directions back, best first: to the own side, or where there is none away from the nearest opponent."""
    if has_own_side(state):
        return BACK
    at = state.units[key].at
    here = nearest_opponent(state, at)
    farther = tuple(way for way in DIRECTIONS if nearest_opponent(state, at + STEPS[way]) > here)
    as_far = tuple(way for way in DIRECTIONS if nearest_opponent(state, at + STEPS[way]) == here)
    return farther, as_far


# rule: FF-8.6.3.1
def leaves(state: FieldsState, key: int) -> bool:
    """Whether a unit that falls back is off the map: on its own edge, or beyond the boundaries."""
    at = state.units[key].at
    if state.cards[at].kind == OUTSIDE:
        return True
    back = (NORTH,) if has_own_side(state) else ways(state, key)[0]
    behind = [state.cards.get(at + STEPS[way]) for way in back]
    return any(row is None or row.kind != GROUND for row in behind)


# rule: FF-8.6.3.4
def open_ways(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards of the mission's map to which a unit can fall back: sideways only where every way back is barred."""
    at = state.units[key].at
    for group in ways(state, key):
        found = [at + STEPS[way] for way in group]
        free = [
            card
            for card in found
            if card in state.cards
            and state.cards[card].kind == GROUND
            and movement.why_not_enter(state, key, card) is None
        ]
        if free:
            return tuple(free)
    return ()


def seen_from(state: FieldsState, card: int, area: int = 0) -> tuple[int, ...]:
    """The cards from which opponents see a card, or in a town one area of it."""
    units = state.units
    posts = {
        (units[key].at, is_up(state, key), units[key].cover if is_area(units[key].cover) else 0): None
        for key in ours(state)
    }
    return tuple(sorted({at for at, up, out in posts if sees(state, at, card, up, out=out, into=area)}))


# rule: FF-8.6.3.3
def safety(state: FieldsState, key: int, card: int) -> int:
    """Cover and concealment of a card against those who see it, and the best cover marker that is free on it."""
    sources = tuple(at for at in seen_from(state, card) if direction(card, at) >= 0)
    marker = shelter(state, key, card)
    return concealment(state, card, sources) + (state.covers[marker].value if marker else 0)


# rule: FF-8.6.3, FF-8.6.3.2, FF-8.6.3.3
def choices(state: FieldsState, key: int) -> tuple[int, ...]:
    """The cards between which chance decides: out of sight of every opponent, or else with the best cover."""
    cards = open_ways(state, key)
    hidden = tuple(card for card in cards if not seen_from(state, card))
    if hidden or not cards:
        return hidden
    best = max(safety(state, key, card) for card in cards)
    return tuple(card for card in cards if safety(state, key, card) == best)


# rule: FF-8.6.3, FF-8.6.1.C
def why_not_fall_back(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot give ground: what forbids any move, or every way back is barred."""
    if (no := movement.why_not_move(state, key)) is not None:
        return no
    if leaves(state, key) or open_ways(state, key):
        return None
    me = Ref("unit", key)
    return refuse("FF-8.6.3", "refuse.no_way_back", me, unit=me)


# rule: FF-8.6.3, FF-8.6.3.1, FF-8.6.1.E
def fall_back(d: Draft[FieldsState], key: int) -> None:
    """Go back one card and into the best cover there, Exposed; or off the map."""
    if leaves(d.now, key):
        leave(d, key, "FF-8.6.3.1")
        return
    to, draws = random_one(d, "fall_back", choices(d.now, key))
    me, there = Ref("unit", key), Ref("place", to)
    d.log("log.falls_back", "FF-8.6.3", me, there, draws=draws, unit=me, card=there)
    movement.move(d, key, to, shelter(d.now, key, to))
    shed(d, key)
    go_inside(d, key)  # rule: FF-13.2.4


# rule: FF-8.4.5.b, FF-8.6.3.1
def leave(d: Draft[FieldsState], key: int, rule: str) -> None:
    """Leave the map, with everybody and everything carried; no card is laid for those who go."""
    me = Ref("unit", key)
    d.log("log.left_map", rule, me, unit=me)
    take_off(d, key)


def take_off(d: Draft[FieldsState], key: int) -> None:
    """Take an enemy out of play with what he carries."""
    for number in assets_of(d.now).get(key, ()):
        d.drop("assets", number)
    for other in carried_by(d.now).get(key, ()):
        remove_unit(d, other)
    remove_unit(d, key)
