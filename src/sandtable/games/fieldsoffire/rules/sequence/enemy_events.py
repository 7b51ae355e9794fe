"""Events of enemy higher headquarters: what each of them does (3.2.1, 3.4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import ENEMY, GROUND, PENDING, FieldsState, Marker, Standing
from sandtable.games.fieldsoffire.rules.combat.breakdown import remove_unit
from sandtable.games.fieldsoffire.rules.combat.rally import TO_FIRE, TO_FRONT, TO_LITTER, UNPIN, help_up
from sandtable.games.fieldsoffire.rules.enemy.contacts import lay_marker
from sandtable.games.fieldsoffire.rules.enemy.falling_back import has_own_side, leaves, nearest_opponent, ways
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.sequence import standing
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, ours, presences
from sandtable.games.fieldsoffire.scenario.ground import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    STEPS,
    around,
    row_of,
)
from sandtable.games.fieldsoffire.scenario.setup import CONTACTS, LETTERS, UNKNOWN
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, LEADER, LITTER, MORTARS, PARALYZED
from sandtable.kernel import Deck, Draft, Ref

Params = Mapping[str, Any]
AHEAD = {"straight back": NORTH, "straight ahead": SOUTH}


def enemies(state: FieldsState) -> tuple[int, ...]:
    """Enemy units on the map, casualties left out."""
    types = state.board.types
    return tuple(
        key for key, unit in state.units.items() if unit.at and types[key].side == ENEMY and types[key].kind != CASUALTY
    )


def _is_meant(state: FieldsState, key: int, what: str) -> bool:
    """Whether a counter is of the kind that an event takes off the map."""
    kind = state.board.types[key]
    match what:
        case "casualties":
            return kind.kind == CASUALTY
        case "mortars":
            return kind.kind in MORTARS
        case "leaders":
            return kind.kind == LEADER
        case "hmgs":
            return "hmg" in kind.id
        case _:
            return kind.kind != CASUALTY and not any(sees_unit(state, one, key) for one in ours(state))


# rule: FF-3.4.1, FF-3.1.d
def withdraw(d: Draft[FieldsState], params: Params) -> bool:
    """Enemy counters of one kind leave the map where no friendly unit is on their card."""
    found = [
        key
        for key, unit in d.now.units.items()
        if unit.at
        and d.now.board.sides[key] == ENEMY
        and not on_card(d.now, unit.at).friendly
        and _is_meant(d.now, key, params["what"])
    ]
    for key in found:
        me = Ref("unit", key)
        leave_behind(d, key)
        remove_unit(d, key)
        d.log("log.left_map", "FF-3.4.1", me, unit=me)
    return bool(found)


# rule: FF-3.2.1, FF-3.4.1, FF-3.1.d
def rally_all(d: Draft[FieldsState], params: Params) -> bool:
    """Everybody who is pinned recovers; teams that were not pinned climb one grade, and make no check this turn."""
    found = False
    for key in enemies(d.now):
        unit, kind = d.now.units[key], d.now.board.types[key]
        menu = ""
        if unit.pinned:
            menu = UNPIN
        elif unit.flipped:
            menu = TO_FRONT
        elif kind.kind in (PARALYZED, LITTER):
            menu = TO_LITTER if kind.kind == PARALYZED else TO_FIRE
        if menu:
            found = True
            d.edit("units", help_up(d, key, menu), checked=True)
    return found


# rule: FF-3.2.1, FF-3.4.1, FF-3.1.d
def move_all(d: Draft[FieldsState], params: Params) -> bool:
    """Every unpinned unit goes one card straight back or ahead, the foremost first; they make no check this turn."""
    towards = AHEAD[params["direction"]]
    found = False
    for key in _foremost_first(d.now, towards):
        if d.now.units[key].pinned or movement.why_not_stir(d.now, key) is not None:
            continue
        me, cards = Ref("unit", key), _goals(d.now, key, towards)
        if towards == NORTH and leaves(d.now, key):
            leave_behind(d, key)
            remove_unit(d, key)
            d.log("log.left_map", "FF-3.4.1", me, unit=me)
        elif cards:
            to, draws = random_one(d, "direction", cards)
            there, word = Ref("place", to), "log.falls_back" if towards == NORTH else "log.advances"
            if draws:
                d.log(word, "FF-3.4.1", me, there, draws=draws, unit=me, card=there)
            movement.move(d, key, to)
            d.edit("units", key, checked=True)
        else:
            continue
        found = True
    return found


def _foremost_first(state: FieldsState, towards: int) -> list[int]:
    """The enemies in the order in which they make room for each other."""
    units = state.units
    if has_own_side(state):
        return sorted(enemies(state), key=lambda one: row_of(units[one].at), reverse=towards == NORTH)
    return sorted(enemies(state), key=lambda one: nearest_opponent(state, units[one].at), reverse=towards == NORTH)


# rule: FF-8.6.3.4, FFT-act-legend-7
def _goals(state: FieldsState, key: int, towards: int) -> tuple[int, ...]:
    """Where a unit can be sent: straight back or ahead; if the enemy is all around, away from the company or at it."""
    at = state.units[key].at
    if has_own_side(state):
        cards: tuple[int, ...] = (at + STEPS[towards],)
    elif towards == NORTH:
        cards = tuple(at + STEPS[way] for way in ways(state, key)[0])
    else:
        cards = tuple(to for to in around(at) if nearest_opponent(state, to) < nearest_opponent(state, at))
    return tuple(to for to in cards if _is_open(state, key, at, to))


def _is_open(state: FieldsState, key: int, at: int, to: int) -> bool:
    """Whether a unit can be sent to the card next to its own."""
    is_ground = to in state.cards and state.cards[to].kind == GROUND
    return is_ground and not movement.is_walled(state, at, to) and movement.fits(state, key, to)


# rule: FF-3.4.1, FF-3.1.d
def counterattack(d: Draft[FieldsState], params: Params) -> bool:
    """Markers on the cards that the company holds; the enemy attacks for three turns, counting this one.

    Where one lies already both are turned up, and the higher letter stays.
    """
    mission = d.now.board.mission
    held = [card for card, present in presences(d.now).items() if present.friendly and d.now.cards[card].kind == GROUND]
    if mission.id == "Normandy 4":
        held = [card for card in held if row_of(card) == mission.rows or _borders_contact(d.now, card)]
    if not held:
        return False
    letter = "A" if mission.id == "Normandy 4" else UNKNOWN
    _stock_letters(d, 2 * len(held))
    for card in held:
        lay_marker(d, card, letter)  # rule: FF-8.2.3, FF-8.2.3.a
    until = d.now.turn + int(params["turns"]) - 1
    d.put("standing", standing.COUNTERATTACK, Standing(until=until))
    d.log("log.counterattack", "FF-3.4.1", *(Ref("place", card) for card in held), cards=len(held), turn=until)
    return True


def _borders_contact(state: FieldsState, card: int) -> bool:
    return any(card + step in state.cards and state.cards[card + step].contact for step in STEPS)


def _stock_letters(d: Draft[FieldsState], count: int) -> None:
    """See to it that there are letters enough for markers that lie face down."""
    pile = d.now.piles.get(CONTACTS)
    if pile is None or len(pile) < count:
        d.put("piles", CONTACTS, Deck.of([number for number in range(1, len(LETTERS) + 1) for _ in range(count)]))


# rule: FF-3.4.1, FF-3.1.d
def shift_lines(d: Draft[FieldsState], params: Params) -> bool:
    """The markers of the last row are taken back and others laid face down."""
    last = d.now.board.mission.rows
    cards = [card for card, row in d.now.cards.items() if row.contact and row_of(card) == last]
    for card in cards:
        d.edit("cards", card, contact=UNKNOWN)
    if cards:
        hidden = sum(row.contact == UNKNOWN for row in d.now.cards.values())
        _stock_letters(d, hidden)
        d.log("log.lines_shifted", "FF-3.4.1", *(Ref("place", card) for card in cards), cards=len(cards))
    return bool(cards)


# rule: FF-3.2.1, FF-3.1.d
def shell(d: Draft[FieldsState], params: Params) -> bool:
    """Shells on their way to a card with friendly units, as chance has it; they come down in the Combat phase."""
    held = [card for card, present in presences(d.now).items() if present.friendly and d.now.cards[card].kind == GROUND]
    if not held:
        return False
    card, draws = random_one(d, "shelled", held)
    number = max(d.now.markers, default=0) + 1
    value = int(params["ncm"])
    # rule: FF-3.7.1
    d.put("markers", number, Marker(PENDING, at=card, value=value, form="HE", side=ENEMY))
    where = Ref("place", card)
    d.log("log.fire_pending", "FF-3.2.1", where, draws=draws, card=where, value=value, short=0)
    return True


# rule: FF-3.2.1, FF-3.1.d
def reinforce(d: Draft[FieldsState], params: Params) -> bool:
    """One more marker on a card ahead of one that the company holds."""
    cards = sorted(
        {
            card + STEPS[way]
            for card, present in presences(d.now).items()
            if present.friendly
            for way in (NORTHWEST, NORTH, NORTHEAST)
        }
    )
    free = [card for card in cards if _is_free(d.now, card)]
    if not free:
        return False
    card, draws = random_one(d, "reserve", free)
    d.edit("cards", card, contact=str(params["letter"]))
    where = Ref("place", card)
    d.log("log.marker_laid", "FF-3.2.1", where, draws=draws, card=where, letter=params["letter"])
    return True


def _is_free(state: FieldsState, card: int) -> bool:
    row = state.cards.get(card)
    return row is not None and row.kind == GROUND and not row.contact and not on_card(state, card).is_occupied


EFFECTS = {
    "remove": withdraw,
    "rally_all": rally_all,
    "move_all_unpinned": move_all,
    "counterattack": counterattack,
    "redraw_pc": shift_lines,
    "incoming_on_random_card": shell,
    "extra_pc": reinforce,
}
"""By the word that the list of events has for it."""
