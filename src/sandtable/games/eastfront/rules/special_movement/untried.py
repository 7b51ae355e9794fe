"""Chapters 8.5, 8.6, 11.6, 22.5 and 22.6: units whose strength nobody knows before they are turned up.

Neither side has seen what an untried counter is, so nothing is drawn when it is placed: its cup holds every counter
that has not been turned up, and the dice choose when it is. No position holds the answer, so none can give it away.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import ACTIVE, AXIS, CANNOT_REBUILD, SOVIET, CrimeaState, Piece
from sandtable.games.eastfront.rules.supply.supply import is_supplied
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_fortification,
    in_city,
    ref,
    stacks,
    why_no_room,
    zoc,
)
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse
from sandtable.kernel.decks import Deck

UR_MG, MILITIA = "ur_mg", "militia"
LEASH = 5
"""How far from its city militia is placed and goes."""


def is_untried(state: CrimeaState, key: int) -> bool:
    """Whether nobody knows what a unit is."""
    return bool(state.board.units[key].hides)


# rule: EF-8.52, EF-8.64, EF-22.53
def cup(state: CrimeaState, name: str) -> tuple[int, ...]:
    """What is still in a cup: every counter of it that was never turned up; lost ones do not come back."""
    units = state.board.units
    return tuple(key for key, counter in units.items() if counter.cup == name and key not in state.pieces)


def waiting(state: CrimeaState, kind: str) -> tuple[int, ...]:
    """Untried units of a kind that have come and are not on the map yet."""
    units = state.board.units
    return tuple(k for k, p in state.pieces.items() if p.box == ACTIVE and units[k].hides and units[k].kind == kind)


@derived("pieces")
def on_the_map(state: CrimeaState) -> tuple[int, ...]:
    """Every untried unit on the map."""
    return tuple(key for key, piece in state.pieces.items() if piece.hex and is_untried(state, key))


def broken(state: CrimeaState) -> str | None:
    """What cannot be: more untried counters in play than their cup has."""
    out: dict[str, int] = {}
    for key in state.pieces:
        if name := state.board.units[key].hides:
            out[name] = out.get(name, 0) + 1
    for name, count in out.items():
        if count > (left := len(cup(state, name))):
            return f"{count} untried units of {name}, and only {left} counters are left in its cup"
    return None


# -- turning up --------------------------------------------------------------------------------------------------------


# rule: EF-22.51, EF-11.63
def turn_up(d: Draft[CrimeaState], key: int, rule: str) -> int:
    """Draw what an untried unit is and put it in its place; returns its number, or 0 for one without any strength."""
    piece = d.now.pieces[key]
    left = cup(d.now, d.now.board.units[key].hides)
    # The lot is the place in the cup, not the number of the counter, which is nothing that a player knows.
    lot, _ = d.take(Deck.of(range(1, len(left) + 1)))
    drawn = left[lot - 1]
    counter = d.now.board.units[drawn]
    d.drop("pieces", key)
    d.show()
    place = (at(piece.hex),) if piece.hex else ()
    d.log("log.turned_up", rule, ref(drawn), *place, unit=ref(drawn), values=str(counter.front))
    if counter.front.defence == 0:
        d.put("pieces", drawn, Piece(box=CANNOT_REBUILD))
        d.log("log.phantom", "EF-11.63", ref(drawn), unit=ref(drawn))
        return 0
    d.put("pieces", drawn, replace(piece, steps=counter.steps, shown=True))
    return drawn


# rule: EF-15.54.b, EF-11.43.3n
def turn_up_all(d: Draft[CrimeaState], places: tuple[int, ...], rule: str) -> bool:
    """Turn up everything untried in some hexes; returns whether there was anything."""
    found = [key for place in places for key in stacks(d.now).get(place, ()) if is_untried(d.now, key)]
    for key in found:
        turn_up(d, key, rule)
    return bool(found)


# rule: EF-11.61, EF-22.62
def why_not_reveal(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why the Soviets cannot turn a unit up by themselves."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or not piece.hex or not counter.hides:
        return refuse("EF-11.61", "refuse.not_untried", ref(key), unit=ref(key))
    if counter.kind == MILITIA:
        return refuse("EF-22.62", "refuse.militia_fights_first", ref(key), unit=ref(key))
    return None


def reveal(d: Draft[CrimeaState], key: int) -> None:
    """Turn a unit up in the Soviet Movement phase."""
    turn_up(d, key, "EF-11.61")


def revealable(state: CrimeaState, seat: str) -> OneOf:
    """Untried units that can be turned up."""
    return pick("piece", on_the_map(state), lambda key: why_not_reveal(state, seat, key))


# rule: EF-11.61
def revealer(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, when their known units have moved and untried ones can be turned up, or were and can move."""
    units = state.board.units
    fresh = any(p.shown and not p.moved and units[k].front.allowance for k, p in state.pieces.items())
    return (SOVIET,) if fresh or revealable(state, SOVIET).is_possible() else ()


# rule: EF-11.62
def why_not_shown(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit cannot move any more: only those turned up just now still may."""
    piece = state.pieces.get(key)
    if piece is None or not piece.shown:
        return refuse("EF-11.62", "refuse.known_units_done", ref(key), unit=ref(key))
    return None


# -- coming into play --------------------------------------------------------------------------------------------------


def _is_taken(state: CrimeaState, place: int) -> bool:
    return any(state.board.units[key].kind == UR_MG for key in stacks(state).get(place, ()))


# rule: EF-8.14, EF-8.62, EF-8.63
def why_no_post(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why an untried garrison of works cannot be put in a hex."""
    named = state.board.cache.setdefault("posts", _posts(state)).get(state.board.units[key].name)
    if named is not None and place != named:
        return refuse("EF-8.62", "refuse.post_named", at(named), unit=ref(key), place=at(named))
    open_to_us = state.control.get(place) == SOVIET and is_supplied(state, SOVIET, place)
    if named is not None and not open_to_us:
        return refuse("EF-8.14", "refuse.entry_closed", at(place), unit=ref(key), place=at(place))
    works = in_city(state, place) or has_fortification(state, place, AXIS)
    if named is None and not (works and open_to_us):
        return refuse("EF-8.62", "refuse.post_needs_works", at(place), place=at(place))
    if _is_taken(state, place) or place in zoc(state, AXIS):
        return refuse("EF-8.63", "refuse.post_taken", at(place), place=at(place))
    return why_no_room(state, (key,), place)


def _posts(state: CrimeaState) -> dict[str, int]:
    """The hexes that the card names for single untried units."""
    rows = state.board.card[SOVIET].get("reinforcements") or ()
    return {row["unit"]: int(row["hex"]) for row in rows if "untried" in row and "hex" in row}


# rule: EF-8.53, EF-22.64
def why_no_levy(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why untried militia cannot be put in a hex."""
    if is_beyond(state, key, place):
        return refuse("EF-8.53", "refuse.militia_far", at(place), unit=ref(key), place=at(place), most=LEASH)
    ground = state.board.ground[place]
    if not ground.is_land or state.control.get(place) == AXIS or place in zoc(state, AXIS):
        return refuse("EF-8.53", "refuse.militia_zoc", at(place), unit=ref(key), place=at(place))
    return why_no_room(state, (key,), place)


def is_beyond(state: CrimeaState, key: int, place: int) -> bool:
    """Whether a hex is further from the city of militia than it may go."""
    home = state.board.units[key].home
    return bool(home) and min(state.board.grid.distance(h, place) for h in home) > LEASH


# rule: EF-22.64
def why_strays(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why militia may not go to a hex of its own will: it is too far from its city, and nobody has driven it away."""
    if not state.pieces[key].roaming and is_beyond(state, key, place):
        return refuse("EF-22.64", "refuse.militia_far", at(place), unit=ref(key), place=at(place), most=LEASH)
    return None


def _why_not_place(state: CrimeaState, seat: str, key: int, kind: str) -> Refusal | None:
    if seat != SOVIET or key not in waiting(state, kind):
        rule = "EF-8.62" if kind == UR_MG else "EF-8.52"
        return refuse(rule, "refuse.not_available", ref(key), unit=ref(key))
    if not sites(state, key):
        return refuse("EF-8.63" if kind == UR_MG else "EF-8.53", "refuse.no_site", ref(key), unit=ref(key))
    return None


def posted(state: CrimeaState, seat: str) -> OneOf:
    """Untried garrisons of works that can be placed."""
    return pick("piece", waiting(state, UR_MG), lambda key: _why_not_place(state, seat, key, UR_MG))


def levied(state: CrimeaState, seat: str) -> OneOf:
    """Untried militia that can be placed."""
    return pick("piece", waiting(state, MILITIA), lambda key: _why_not_place(state, seat, key, MILITIA))


def why_not_at(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why an untried unit cannot be put in a hex."""
    rule = why_no_levy if state.board.units[key].kind == MILITIA else why_no_post
    return rule(state, key, place)


def sites(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Every hex where an untried unit can be put."""
    return tuple(place for place in state.board.ground if why_not_at(state, key, place) is None)


def site_choice(state: CrimeaState, seat: str, key: int) -> OneOf:
    """The hexes to choose from."""
    return pick("place", state.board.ground, lambda place: why_not_at(state, key, place))


# rule: EF-8.52
def levier(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, in the Reinforcement phase, until all militia that has a place is placed."""
    return (SOVIET,) if waiting(state, MILITIA) and levied(state, SOVIET).is_possible() else ()


def place(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Put an untried unit on the map, face down."""
    rule = "EF-8.52" if d.now.board.units[key].kind == MILITIA else "EF-8.62"
    d.put("pieces", key, Piece(hex=to, steps=1))
    d.log("log.untried_placed", rule, ref(key), unit=ref(key), place=at(to))
