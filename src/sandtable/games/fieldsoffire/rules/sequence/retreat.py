"""The retreat segment: shaken men under fire go back by themselves (3.5.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, GROUND, STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.combat.breakdown import remove_unit
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.enemy.falling_back import has_own_side, leaves
from sandtable.games.fieldsoffire.rules.enemy.falling_back import ways as away
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind, lift
from sandtable.games.fieldsoffire.rules.ground.terrain import concealment
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card
from sandtable.games.fieldsoffire.rules.transport.zones import zones as landing_zones
from sandtable.games.fieldsoffire.rules.urban import entering
from sandtable.games.fieldsoffire.rules.urban.walking import go_inside
from sandtable.games.fieldsoffire.scenario.ground import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    STEPS,
    around,
    direction,
    distance,
)
from sandtable.games.fieldsoffire.scenario.missions import flies
from sandtable.games.fieldsoffire.scenario.units import LITTER, PARALYZED
from sandtable.kernel import Draft, Draw, Ref

BACK = {True: (SOUTH, SOUTHWEST, SOUTHEAST), False: (NORTH, NORTHWEST, NORTHEAST)}
"""The way back: towards the player for his own men, away from him for the enemy."""


# rule: FF-3.5.2.b, FF-3.5.2.c
def must_retreat(state: FieldsState, key: int) -> bool:
    """Whether a team would go back: a paralyzed or a litter one, under fire, neither pinned nor Exposed."""
    unit, kind = state.units[key], state.board.types[key]
    if unit.pinned or unit.exposed or unit.aboard or not volumes_on(state, key):
        return False
    if movement.is_in_mines(state, key):  # rule: FF-7.9.1.e
        return False
    return kind.kind in (PARALYZED, LITTER)


# rule: FF-3.5.2.c
def casualties_for(state: FieldsState, key: int) -> tuple[int, ...]:
    """Casualties of its side that a Litter Team carries already, or could take up in its area."""
    unit, side = state.units[key], state.board.sides[key]
    carried = carried_by(state).get(key, ())
    lying = on_card(state, unit.at).casualties
    near = tuple(one for one in lying if state.units[one].cover == unit.cover and state.board.sides[one] == side)
    return carried or near


# rule: FF-3.5.2.h, FF-3.5.2.b, FF-3.5.2.f
def ways_back(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards one step towards the own edge that are not barred: those without fire first, then those that hide best."""
    at, found = state.units[key].at, []
    behind = cards_behind(state, key)
    has_own_way = not is_all_around(state, key)
    straight = next(iter(behind), 0) if has_own_way else 0  # equivalent[0 becomes 1]: no card has these numbers
    for card in behind:
        row = state.cards.get(card)
        if row is None or row.kind not in (GROUND, STAGING):
            continue
        # rule: FF-13.2.4, FF-13.2.4.a
        if entering.why_not_there(state, key, card) is not None:
            continue
        if not movement.is_walled(state, at, card) and not movement.crosses_fire(state, at, card):
            found.append(card)
    if not found:
        return ()

    def rank(card: int) -> tuple[bool, int, bool]:
        return is_under_fire(state, card), -concealment(state, card, (at,)), card != straight

    best = min(rank(card) for card in found)
    return tuple(card for card in found if rank(card) == best)


# rule: FF-8.6.3.4
def is_all_around(state: FieldsState, key: int) -> bool:
    """Whether it is an enemy without a side of his own, who goes away from the company, if there is any."""
    return state.board.sides[key] != FRIENDLY and not has_own_side(state) and bool(away(state, key)[0])


# rule: FF-3.5.2.h
def cards_behind(state: FieldsState, key: int) -> tuple[int, ...]:
    """The cards one step towards the own edge, the one straight back first; men who flew in go back to their zone."""
    at, is_ours = state.units[key].at, state.board.sides[key] == FRIENDLY
    if is_all_around(state, key):
        return tuple(at + STEPS[way] for way in away(state, key)[0])
    zones = landing_zones(state) if is_ours and flies(state.board.mission) else ()
    if not zones:
        return tuple(at + STEPS[towards] for towards in BACK[is_ours])
    home = min(zones, key=lambda card: distance(at, card))
    nearer = [card for card in around(at) if distance(card, home) < distance(at, home)]
    return tuple(sorted(nearer, key=lambda card: direction(at, card) != direction(at, home)))


# rule: FF-3.5.2.e, FF-3.5.2.i
def leaves_the_map(state: FieldsState, key: int) -> bool:
    """Whether an enemy who goes back is gone: no card of the mission's map lies behind him, and none is laid."""
    return state.board.sides[key] != FRIENDLY and leaves(state, key)


# rule: FF-3.5.2.d, FF-3.5.2.f, FF-5.1.6.E.b
def retreat(d: Draft[FieldsState]) -> None:
    """Everybody who must goes back one card and is Exposed; all are found before the first one moves."""
    for key in [key for key in d.now.units if must_retreat(d.now, key)]:
        me, is_litter = Ref("unit", key), d.now.board.types[key].kind == LITTER
        if is_litter and not casualties_for(d.now, key):
            continue  # nobody to carry, or another team has taken him up
        if leaves_the_map(d.now, key):
            if is_litter:  # rule: FF-3.5.2.c
                d.drop("units", casualties_for(d.now, key)[0])
            leave_behind(d, key)
            remove_unit(d, key)
            # rule: FF-3.5.2.e
            d.log("log.left_map", "FF-3.5.2.e", me, unit=me)
            continue
        cards = ways_back(d.now, key)
        if not cards:
            continue
        draws: tuple[Draw, ...] = ()
        to = cards[0]
        if len(cards) > 1:
            to, draws = random_one(d, "retreat", cards)
        d.log("log.retreats", "FF-3.5.2.h", me, draws=draws, unit=me, card=Ref("place", to))
        if is_litter:
            if key not in carried_by(d.now):
                lift(d, key, casualties_for(d.now, key)[0])
        else:
            leave_behind(d, key)
        movement.move(d, key, to)
        d.edit("units", key, exposed=True)
        go_inside(d, key)
