"""Play-book 8.1: ships, where they are, and what damage leaves of their values."""

from __future__ import annotations

from sandtable.games.eastfront.model import ABOARD, CADRE, ELIMINATED, MAP_T, SOVIET, TO_COME, CrimeaState, Piece, Ship
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.scenario import CrimeaScenario, Ground, ShipCounter
from sandtable.kernel import Ref, derived

OUT_OF_PLAY = (CADRE, ELIMINATED, TO_COME)


def ship_ref(key: int) -> Ref:
    """A ship, as log and refusals point at it."""
    return Ref("ship", key)


def water_ref(water: str) -> Ref:
    """A port, a sea zone or Map T, as log and refusals point at it."""
    return Ref("water", water)


def counter(state: CrimeaState, key: int) -> ShipCounter:
    """The counter of a ship."""
    return state.board.ships[key]


def afloat(state: CrimeaState, seat: str) -> tuple[int, ...]:
    """A side's ships in play. Only the Soviets have any."""
    # rule: EF-PB8.11
    if seat != SOVIET:
        return ()
    return tuple(key for key, ship in state.ships.items() if ship.box not in OUT_OF_PLAY)


# rule: EF-PB8.22, EF-PB8.42
def is_in_port(ship: Ship) -> bool:
    """Whether a ship lies in a port; Map T is one."""
    return ship.box == MAP_T or bool(ship.hex and not ship.zone)


def quay(place: int) -> str:
    """The word for a port: the number of its hex, on every map."""
    return f"{place:04d}"


def water_of(board: CrimeaScenario, ship: Ship) -> str:
    """The port, sea zone or box of a ship."""
    return ship.zone or ship.box or quay(ship.hex)


def port_of(board: CrimeaScenario, water: str) -> Ground | None:
    """The port of that name, if it is one."""
    if water in board.boxes:
        return board.boxes[water]
    return board.ground[int(water)] if water.isdigit() else None


# rule: EF-PB8.34.d
def is_crippled(state: CrimeaState, key: int) -> bool:
    """Whether a ship has more damage than half its protection."""
    return 2 * state.ships[key].damage > counter(state, key).protection


# rule: EF-PB8.34.d
def points(state: CrimeaState, key: int) -> int:
    """The naval movement points of a ship in a phase."""
    return counter(state, key).points - (1 if is_crippled(state, key) else 0)


# rule: EF-PB8.34.d
def support(state: CrimeaState, key: int) -> int:
    """The support of a ship's guns: a crippled ship loses half of it, and the odd point too."""
    whole = counter(state, key).support
    return whole - (whole + 1) // 2 if is_crippled(state, key) else whole


# rule: EF-PB8.34.d, EF-PB8.52
def capacity(state: CrimeaState, key: int) -> int:
    """What a ship can carry, whatever its damage."""
    return counter(state, key).transport


def passengers(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Ground units aboard a ship."""
    return _aboard(state).get(key, ())


@derived("pieces", pieces=memory.unless(memory.changed_ship))
def _aboard(state: CrimeaState) -> dict[int, tuple[int, ...]]:
    """Every ship that carries ground units, with them."""
    found: dict[int, tuple[int, ...]] = {}
    for unit, piece in state.pieces.items():
        if piece.ship:
            found[piece.ship] = (*found.get(piece.ship, ()), unit)
    return found


# -- positions that cannot be ------------------------------------------------------------------------------------------


def fault(state: CrimeaState, key: int) -> str | None:
    """What cannot be: a ship nowhere, in two places, ashore, or afloat with more damage than it can bear."""
    ship, ground, printed = state.ships[key], state.board.ground, counter(state, key)
    if (ship.box and (ship.hex or ship.zone)) or not (ship.box or ship.hex or ship.zone):
        return f"{printed.name} is in a port, in a sea zone or in a box"
    if ship.zone and ship.hex and (ground[ship.hex].terrain != "sea" or ground[ship.hex].zone != ship.zone):
        return f"{ship.hex} is no sea hex of the zone {ship.zone}"
    if ship.hex and not ship.zone and not ground[ship.hex].port:
        return f"{ship.hex} is no port"
    if ship.box not in OUT_OF_PLAY and not 0 <= ship.damage <= printed.protection:
        return f"{printed.name} floats with 0 to {printed.protection} points of damage"
    return None


def _is_lost(state: CrimeaState, piece: Piece) -> bool:
    """Whether a unit is aboard a ship that is not there, or belongs to one and is neither aboard nor before a coast."""
    if not piece.ship:
        return piece.box == ABOARD
    return piece.ship not in state.ships or not (piece.box == ABOARD or piece.hex)


def broken(state: CrimeaState) -> str | None:
    """The first ship that is where it cannot be, and passengers of a ship that is not there."""
    found = next((told for key in state.ships if (told := fault(state, key))), None)
    if found:
        return found
    lost = [unit for unit, piece in state.pieces.items() if _is_lost(state, piece)]
    return f"{state.board.units[lost[0]].name} is aboard no ship" if lost else None
