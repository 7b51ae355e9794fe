"""Play-book 8.26.c: ships carry Soviet units over Severnaya Bay, from the harbour to the northern shore and back."""

from __future__ import annotations

from sandtable.games.eastfront.model import SOVIET, CrimeaState
from sandtable.games.eastfront.rules.naval import cargo, embarking, evacuation, losses
from sandtable.games.eastfront.rules.naval.harbours import NAVAL_BASE, handle, why_no_quay
from sandtable.games.eastfront.rules.naval.ships import OUT_OF_PLAY, afloat, capacity, quay, ship_ref, water_of
from sandtable.games.eastfront.rules.scenarios import last_assault
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, is_friendly, ref, stacks, why_no_room
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, dead_end, pick, refuse

HARBOUR, NORTH_SHORE = 11527, 11526
"""The two hexes of the enlarged map between which ships go to and fro."""


# rule: EF-PB8.26.c
def why_no_shuttle(state: CrimeaState, seat: str, ship: int) -> Refusal | None:
    """Why a ship carries nobody over the bay: it has to lie ready in the harbour, and both shores have to be Soviet."""
    if ship not in afloat(state, seat):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(ship), ship=ship_ref(ship))
    one = state.ships[ship]
    if one.hex != HARBOUR or one.sailed or not capacity(state, ship):
        return refuse("EF-PB8.26.c", "refuse.not_in_harbour", ship_ref(ship), ship=ship_ref(ship))
    # rule: EF-PB8.25
    if one.arrived:
        return refuse("EF-PB8.25", "refuse.ship_arrived", ship_ref(ship), ship=ship_ref(ship))
    if not is_friendly(state, NORTH_SHORE, SOVIET):
        return refuse("EF-PB8.26.c", "refuse.not_your_hex", at(NORTH_SHORE), place=at(NORTH_SHORE))
    if not any(_fit(state, seat, ship, place) for place in (HARBOUR, NORTH_SHORE)):
        return dead_end("EF-PB8.26.c", "refuse.nobody_to_load", ship_ref(ship), ship=ship_ref(ship))
    return None


def shuttles(state: CrimeaState, seat: str) -> OneOf:
    """Ships that can carry units over the bay."""
    if HARBOUR not in state.board.ground or not state.ships:
        return OneOf("ship", ())
    return pick("ship", afloat(state, seat), lambda ship: why_no_shuttle(state, seat, ship))


def _other(place: int) -> int:
    return NORTH_SHORE if place == HARBOUR else HARBOUR


# rule: EF-PB8.26.c
def _why_not_go(state: CrimeaState, seat: str, ship: int, key: int) -> Refusal | None:
    """Why a unit does not go over the bay: as for any voyage from port to port; bases stay in the harbour."""
    place = state.pieces[key].hex if key in state.pieces else 0
    if place not in (HARBOUR, NORTH_SHORE) or state.board.units[key].side != seat:
        return refuse("EF-PB8.26.c", "refuse.not_yours", ref(key), unit=ref(key))
    no = cargo.why_too_bulky(state, key) or embarking.why_not_free(state, key) or embarking.why_no_voyage(state, key)
    # rule: EF-PB8.47
    if no is None and state.board.units[key].kind == NAVAL_BASE:
        no = refuse("EF-PB8.47", "refuse.no_port", at(_other(place)), place=at(_other(place)))
    return no or _why_not_all(state, ship, (key,), place)


def _why_not_all(state: CrimeaState, ship: int, keys: tuple[int, ...], place: int) -> Refusal | None:
    """Why units of a shore cannot go together: the ship, the quays or the other shore have too little room."""
    to = _other(place)
    # rule: EF-PB8.55.c
    if evacuation.is_evacuated(state, to):
        return refuse("EF-PB8.55.c", "refuse.evacuating", at(to), place=at(to))
    no = last_assault.why_no_landing(state, to) or cargo.why_no_hold(state, ship, keys, ())
    return no or why_no_quay(state, quay(HARBOUR), cargo.weigh(state, keys, ())) or why_no_room(state, keys, to)


def _fit(state: CrimeaState, seat: str, ship: int, place: int) -> tuple[int, ...]:
    return tuple(key for key in stacks(state).get(place, ()) if _why_not_go(state, seat, ship, key) is None)


# rule: EF-PB8.26.c
def travellers(state: CrimeaState, seat: str, ship: int) -> SomeOf:
    """Units of one shore that a ship can carry to the other."""
    fit = (*_fit(state, seat, ship, HARBOUR), *_fit(state, seat, ship, NORTH_SHORE))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        starts = {state.pieces[key].hex for key in keys}
        if len(starts) > 1:
            return refuse("EF-PB8.26.c", "refuse.one_shore", ship_ref(ship), ship=ship_ref(ship))
        return _why_not_all(state, ship, keys, starts.pop()) if starts else None

    return SomeOf("piece", fit, least=1, why=lambda key: _why_not_go(state, seat, ship, key), check=check)


# rule: EF-PB8.26.c
def shuttle(d: Draft[CrimeaState], ship: int, keys: tuple[int, ...]) -> None:
    """Carry units over the bay: the ship rolls for losses with them aboard; told to turn back, it brings them back."""
    start = d.now.pieces[keys[0]].hex
    port = water_of(d.now.board, d.now.ships[ship])
    handle(d, port, cargo.weigh(d.now, keys, ()))
    embarking.bring_aboard(d, ship, keys)
    d.edit("ships", ship, left=port)
    losses.roll_for(d, ship)
    one = d.now.ships[ship]
    if one.box in OUT_OF_PLAY:
        return
    to = start if one.recalled else _other(start)
    d.edit("ships", ship, recalled=False, left="", sailed=True, arrived=True)
    for key in sorted(keys):
        embarking.come_ashore(d, key, to)
    units = tuple(map(ref, sorted(keys)))
    d.log("log.shuttled", "EF-PB8.26.c", ship_ref(ship), at(to), ship=ship_ref(ship), units=units, to=at(to))
