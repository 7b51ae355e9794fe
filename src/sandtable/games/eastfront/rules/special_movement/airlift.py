"""Chapter 11.7: air transport, of parachute units, Soviet headquarters and supplies.

A card that allows it says how often a side may fly in the game: ``airlift: {axis: 2}``. The play-book has none.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    ACTIVE,
    MUD,
    READY,
    SOVIET,
    CrimeaState,
    Piece,
    Supply,
    enemy,
    phase,
    phasing,
)
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.supply import deliveries
from sandtable.games.eastfront.rules.supply.attack_supply import own, supply_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly, ref, stacks, weather_in
from sandtable.games.eastfront.scenario import SETTLED
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

PARACHUTE, COASTAL = "parachute", "coastal_artillery"


# rule: EF-11.76
def why_grounded(state: CrimeaState, side: str) -> Refusal | None:
    """Why a side flies nobody now: the scenario gives it no transport, all of it is used, or it has flown this turn."""
    most = int((state.board.card.get("airlift") or {}).get(side, 0))
    # rule: EF-PB6.6
    if not most:
        return refuse("EF-PB6.6", "refuse.no_airlift", most=most)
    if state.tracks.get(f"{side}_airlifts", 0) >= most:
        return refuse("EF-11.76", "refuse.no_airlift", most=most)
    if state.tracks.get(f"{side}_airlift_turn", 0) == state.turn:
        return refuse("EF-11.76", "refuse.airlift_used")
    return None


def _only(state: CrimeaState) -> str:
    """The unit for whose arrival alone a card allows a flight."""
    return str((state.board.card.get("airlift") or {}).get("only", ""))


# rule: EF-23.13
def why_no_field(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why transports neither take off from a hex nor land there."""
    kind = state.board.ground[place].place
    # rule: EF-11.72
    if kind not in SETTLED or not is_friendly(state, place, side):
        return refuse("EF-11.72", "refuse.no_airfield", at(place), place=at(place))
    # rule: EF-13.25
    if side == SOVIET and interdiction_at(state, place):
        return refuse("EF-13.25", "refuse.airlift_interdicted", at(place), place=at(place))
    held = holders(state)
    # rule: EF-11.74
    if any(held.get(n) == enemy(side) for n in state.board.grid.neighbours[place]):
        return refuse("EF-11.74", "refuse.airlift_enemy", at(place), place=at(place))
    # rule: EF-11.75
    if weather_in(state, place) == MUD and kind == "town" and not _has_engineers(state, side, place):
        return refuse("EF-11.75", "refuse.airlift_mud", at(place), place=at(place))
    return None


# rule: EF-23.13
def _has_engineers(state: CrimeaState, side: str, place: int) -> bool:
    units = state.board.units
    return any(units[key].engineer and units[key].side == side for key in stacks(state).get(place, ()))


def _fields(state: CrimeaState, side: str, start: int = 0) -> tuple[int, ...]:
    """Hexes where transports can land."""
    towns = [h for h, ground in state.board.ground.items() if ground.place in SETTLED]
    return tuple(h for h in towns if h != start and why_no_field(state, side, h) is None)


def landing_choice(state: CrimeaState, side: str, start: int) -> OneOf:
    """Where to land, at any distance."""
    return OneOf("place", _fields(state, side, start), lambda place: why_no_field(state, side, place))


# rule: EF-11.71, EF-PB4.12
def why_not_lift(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be flown."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or not (piece.hex or piece.box in (READY, ACTIVE)):
        return refuse("EF-11.71", "refuse.not_yours", ref(key), unit=ref(key))
    # rule: EFS-10.54.l
    if (only := _only(state)) and (counter.name != only or piece.box != ACTIVE):
        return refuse("EFS-10.54.l", "refuse.only_flight", ref(key), unit=ref(key))
    if piece.box == ACTIVE and not only:
        return refuse("EF-11.71", "refuse.not_yours", ref(key), unit=ref(key))
    if counter.kind == COASTAL:
        return refuse("EF-PB4.12", "refuse.airlift_kind", ref(key), unit=ref(key))
    if counter.kind != PARACHUTE and not (counter.is_hq and counter.side == SOVIET):
        return refuse("EF-11.71", "refuse.airlift_kind", ref(key), unit=ref(key))
    no = why_grounded(state, seat)
    if no is None and piece.hex:
        no = movement.why_pinned(state, seat, key) or why_no_field(state, seat, piece.hex)
    if no is None and not _fields(state, seat, piece.hex):
        return refuse("EF-11.72", "refuse.no_landing", ref(key), unit=ref(key))
    return no


def liftable(state: CrimeaState, seat: str) -> OneOf:
    """Units that can be flown."""
    return pick("piece", state.pieces, lambda key: why_not_lift(state, seat, key))


def landings(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where a unit can be flown."""
    return landing_choice(state, seat, state.pieces[key].hex)


def _fly(d: Draft[CrimeaState], place: int) -> None:
    """Note a flight: nobody can oppose it."""
    d.put("tracks", f"{d.seat}_airlifts", d.now.tracks.get(f"{d.seat}_airlifts", 0) + 1)
    d.put("tracks", f"{d.seat}_airlift_turn", d.now.turn)


# rule: EF-11.72, EF-11.73
def lift(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Fly a unit; neither fighters nor flak meet it, and it stays where it landed until its next Movement phase."""
    _fly(d, to)
    piece = d.now.pieces[key]
    if piece.hex:
        d.edit("pieces", key, hex=to, moved="airlift", landed=True)
    else:
        d.put("pieces", key, Piece(hex=to, steps=piece.steps, back=piece.back, moved="airlift", landed=True))
    d.log("log.airlifted", "EF-11.72", ref(key), unit=ref(key), to=at(to))


# rule: EF-11.71
def why_no_cargo(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit cannot be flown: dumps are too big, and one that moved stays."""
    if key not in own(state, seat):
        return refuse("EF-11.71", "refuse.not_your_supply", supply_ref(key))
    # rule: EFS-10.54.l
    if _only(state):
        return refuse("EFS-10.54.l", "refuse.only_flight", supply_ref(key))
    unit = state.supplies[key]
    if unit.points > 1:
        return refuse("EF-11.71", "refuse.dump_stays", at(unit.hex), place=at(unit.hex))
    if unit.moved or unit.spent:
        return refuse("EF-11.72", "refuse.supply_moved", at(unit.hex), place=at(unit.hex))
    no = why_grounded(state, seat) or why_no_field(state, seat, unit.hex)
    if no is None and not _fields(state, seat, unit.hex):
        return refuse("EF-11.72", "refuse.supply_stuck", at(unit.hex), place=at(unit.hex))
    return no


def cargo(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that can be flown."""
    return pick("supply", state.supplies, lambda key: why_no_cargo(state, seat, key))


def cargo_landings(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where supplies can be flown."""
    return landing_choice(state, seat, state.supplies[key].hex)


# rule: EF-11.72
def lift_supplies(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Fly supplies; they do not move on, but they may be spent."""
    _fly(d, to)
    d.edit("supplies", key, hex=to, moved=True)
    d.log("log.supply_flown", "EF-11.72", at(to), to=at(to))


# rule: EF-6.84.c
def why_no_flight_in(state: CrimeaState, seat: str) -> Refusal | None:
    """Why no new mobile unit can be flown in."""
    # rule: EFS-10.54.l
    no = refuse("EFS-10.54.l", "refuse.only_flight") if _only(state) else None
    return no or deliveries.why_nothing(state, seat) or why_grounded(state, seat)


def new_landings(state: CrimeaState, seat: str) -> OneOf:
    """Where a new mobile unit can be flown."""
    return landing_choice(state, seat, 0)


# rule: EF-6.84.c
def fly_in(d: Draft[CrimeaState], to: int) -> None:
    """Fly a new mobile unit in; it does not move in this turn, but may be spent."""
    _fly(d, to)
    wagon = bool(deliveries.terms_of(d.now, d.seat).get("wagon"))
    deliveries.put(d, Supply(d.seat, to, wagon=wagon, moved=True))
    d.log("log.supply_flown", "EF-6.84.c", at(to), to=at(to))


# rule: EF-11.72
def release(d: Draft[CrimeaState]) -> None:
    """A side's Movement phase begins: those of its units that came by air may move again."""
    if not d.now.board.card.get("airlift") or phase(d.now) != movement.MOVEMENT:
        return
    for key, piece in tuple(d.now.pieces.items()):
        if piece.landed and d.now.board.units[key].side == phasing(d.now):
            d.edit("pieces", key, landed=False)


def carrier(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it has somebody or something to fly."""
    if not state.board.card.get("airlift") or why_grounded(state, side) is not None:
        return ()
    new = why_no_flight_in(state, side) is None and bool(_fields(state, side))
    able = new or liftable(state, side).is_possible() or cargo(state, side).is_possible()
    return (side,) if able else ()
