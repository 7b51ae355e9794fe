"""Play-book 8.7: amphibious assault. Units are placed in hexes of the sea with their ships, and attack the coast.

A unit that was placed stands in a hex of the sea and still belongs to its ship.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.eastfront.model import ABOARD, AXIS, SOVIET, Attack, CrimeaState, phase
from sandtable.games.eastfront.rules.naval.ships import passengers, ship_ref
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref, stacks, why_no_room
from sandtable.games.eastfront.scenario import FOOT, CrimeaScenario
from sandtable.kernel import Draft, Refusal, refuse

STORMERS = ("infantry", "naval_infantry", "light_infantry", "mountain", "parachute", "engineer")
"""Kinds of units that can assault a coast, on foot."""


# rule: EF-PB8.73.a
def can_storm(state: CrimeaState, key: int) -> bool:
    """Whether a unit may assault a coast: infantry, mountain troops, parachutists and engineers on foot."""
    counter = state.board.units[key]
    return counter.kind in STORMERS and counter.mobility == FOOT


def is_landing(state: CrimeaState, key: int) -> bool:
    """Whether a unit lies before a coast with its ship, placed for an assault."""
    piece = state.pieces[key]
    return bool(piece.ship and piece.hex)


def landing(state: CrimeaState) -> tuple[int, ...]:
    """Every unit that was placed for an assault."""
    if not state.ships:
        return ()
    return tuple(key for key, piece in state.pieces.items() if piece.ship and piece.hex)


# rule: EF-PB8.71, EF-PB8.73x
def beaches(board: CrimeaScenario, place: int) -> tuple[int, ...]:
    """The coast that can be assaulted from a hex of the sea."""
    near = [n for n in board.grid.neighbours[place] if board.ground[n].is_land and board.ground[n].coastal]
    return tuple(n for n in near if not winter_siege.is_closed_coast(board, n))


# -- placing -----------------------------------------------------------------------------------------------------------


# rule: EF-PB8.72, EF-PB8.73.a, EF-PB8.73.c
def why_not_storm(state: CrimeaState, ship: int, key: int) -> Refusal | None:
    """Why a unit aboard a ship is not placed for an assault: its kind, the phase, or that it was evacuated."""
    if key not in passengers(state, ship) or state.pieces[key].box != ABOARD:
        return refuse("EF-PB8.71", "refuse.not_aboard", ref(key), unit=ref(key), ship=ship_ref(ship))
    if phase(state) != "motorised":
        return refuse("EF-PB8.72", "refuse.assault_phase", ref(key), unit=ref(key))
    if not can_storm(state, key):
        return refuse("EF-PB8.73.a", "refuse.assault_kind", ref(key), unit=ref(key))
    if state.pieces[key].evacuated:
        return refuse("EF-PB8.73.c", "refuse.assault_evacuated", ref(key), unit=ref(key))
    return None


# rule: EF-PB8.73x
def why_no_roadstead(state: CrimeaState, place: int) -> Refusal | None:
    """Why nobody is placed in a hex of the sea: it lies before no coast, or a unit is there already."""
    # rule: EFS-10.44.j3
    near = [n for n in state.board.grid.neighbours[place] if winter_siege.is_closed_coast(state.board, n)]
    if near and not beaches(state.board, place):
        return refuse("EFS-10.44.j3", "refuse.coast_closed", at(place), place=at(near[0]))
    if not beaches(state.board, place):
        return refuse("EF-PB8.71", "refuse.no_coast", at(place), place=at(place))
    if any(is_landing(state, key) for key in stacks(state).get(place, ())):
        return refuse("EF-PB8.73x", "refuse.roadstead_taken", at(place), place=at(place))
    return None


# rule: EF-PB8.71, EF-PB8.73.b
def place_before_coast(d: Draft[CrimeaState], ship: int, key: int, place: int) -> None:
    """Place a unit with its ship in a hex of the sea: it is activated without any headquarters."""
    d.edit("ships", ship, hex=place)
    d.edit("pieces", key, hex=place, box="", assault=True, activated=True)
    unit, where = ref(key), at(place)
    d.log("log.placed_for_assault", "EF-PB8.71", unit, where, unit=unit, ship=ship_ref(ship), place=where)


# rule: EF-PB8.21
def recall(d: Draft[CrimeaState], ship: int) -> None:
    """Take all that were placed back aboard: their ship leaves."""
    for key in passengers(d.now, ship):
        if d.now.pieces[key].hex:
            d.edit("pieces", key, hex=0, box=ABOARD)


# rule: EF-PB8.54.g, EF-PB8.74.c
def why_not_march(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit does not move by itself: it is at sea with its ship, or came ashore in this turn."""
    piece = state.pieces[key]
    if piece.ship:
        return refuse("EF-PB8.21", "refuse.aboard", ref(key), unit=ref(key), ship=ship_ref(piece.ship))
    if piece.ashore == state.turn and state.ships:
        return refuse("EF-PB8.54.g", "refuse.just_landed", ref(key), unit=ref(key))
    return None


# -- the attack --------------------------------------------------------------------------------------------------------


# rule: EF-PB8.74.b, EF-PB8.73x
def reaches(state: CrimeaState, key: int, to: int) -> bool:
    """Whether a unit placed before a coast can assault a hex of it."""
    return is_landing(state, key) and to in beaches(state.board, state.pieces[key].hex)


# rule: EF-PB8.73x
def why_not_both(state: CrimeaState, units: Iterable[int], hexes: tuple[int, ...]) -> Refusal | None:
    """Why an attack on several hexes is none for units from the sea: each attacks one hex."""
    if len(hexes) > 1 and (first := next((key for key in units if is_landing(state, key)), 0)):
        return refuse("EF-PB8.73x", "refuse.assault_one_hex", ref(first), unit=ref(first))
    return None


# rule: EF-PB8.74.d
def open_beaches(state: CrimeaState, seat: str) -> dict[int, tuple[int, ...]]:
    """Hexes of the coast without enemies that units could go ashore in, each with those units."""
    found: dict[int, list[int]] = {}
    held = holders(state)
    for key in landing(state) if seat == SOVIET else ():
        for h in beaches(state.board, state.pieces[key].hex):
            if held.get(h) != AXIS and why_no_room(state, (key,), h) is None:
                found.setdefault(h, []).append(key)
    return {h: tuple(keys) for h, keys in sorted(found.items())}


# rule: EF-PB8.73x
def why_no_reaction(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why nobody reacts into a hex: it stands empty, and units from the sea are about to go ashore there."""
    if holders(state).get(place) is None and any(
        place in attack.hexes and attack.side != side for attack in state.attacks.values()
    ):
        return refuse("EF-PB8.73x", "refuse.react_to_landing", at(place), place=at(place))
    return None


# rule: EF-PB8.74.d
def is_unopposed(state: CrimeaState, attack: Attack) -> bool:
    """Whether an attack comes from the sea, with others or alone, and finds no enemy, or none any more."""
    held = holders(state)
    at_sea = any(is_landing(state, key) for key in attack.units)
    return at_sea and all(held.get(h) != AXIS for h in attack.hexes)


# rule: EF-PB8.73.d
def needs_no_supply(state: CrimeaState, units: Iterable[int]) -> bool:
    """Whether an attack needs no attack supply: all of it comes from the sea."""
    found = tuple(units)
    return bool(found) and bool(state.ships) and all(is_landing(state, key) for key in found)


# rule: EF-PB8.74.c
def why_no_order(state: CrimeaState, units: Iterable[int]) -> Refusal | None:
    """Why attackers get no order to stand or to fall back: some of them come from the sea."""
    first = next((key for key in units if is_landing(state, key)), 0) if state.ships else 0
    if first:
        return refuse("EF-PB8.74.c", "refuse.assault_orders", ref(first), unit=ref(first))
    return None


# rule: EF-PB8.74.c
def why_stays_at_sea(state: CrimeaState, able: tuple[int, ...], going: tuple[int, ...], to: int) -> Refusal | None:
    """Why an advance will not do: units from the sea have to go ashore, before others and while there is room."""
    for key in able:
        if not is_landing(state, key) or key in going:
            continue
        first = tuple(k for k in going if is_landing(state, k))
        if why_no_room(state, (*first, key), to) is None:
            return refuse("EF-PB8.74.c", "refuse.assault_advance", ref(key), unit=ref(key), place=at(to))
    return None


# rule: EF-PB8.73.d
def is_spared(state: CrimeaState, key: int) -> bool:
    """Whether a unit does not surrender: it came ashore in this turn, or is still at sea."""
    piece = state.pieces[key]
    return bool(state.ships) and (bool(piece.ship) or piece.ashore == state.turn)
