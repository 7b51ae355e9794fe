"""Play-book 8.1: ships, where they are, and what damage leaves of their values."""

from __future__ import annotations

from sandtable.games.eastfront.model import CADRE, ELIMINATED, MAP_T, SOVIET, TO_COME, CrimeaState, Ship
from sandtable.games.eastfront.scenario import CrimeaScenario, Ground, ShipCounter
from sandtable.kernel import Ref

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


# rule: EF-PB8.22
def is_in_port(ship: Ship) -> bool:
    """Whether a ship lies in a port; Map T is one."""
    return ship.box == MAP_T or bool(ship.hex and not ship.zone)


def water_of(board: CrimeaScenario, ship: Ship) -> str:
    """The port, sea zone or box of a ship."""
    return ship.zone or ship.box or board.grid.label(ship.hex)


def port_of(board: CrimeaScenario, water: str) -> Ground | None:
    """The port of that name, if it is one."""
    if water in board.boxes:
        return board.boxes[water]
    return board.ground[int(water)] if water.isdigit() else None


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


# rule: EF-PB8.34.d
def capacity(state: CrimeaState, key: int) -> int:
    """What a ship can carry, whatever its damage."""
    return counter(state, key).transport


def passengers(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Ground units aboard a ship."""
    return tuple(unit for unit, piece in state.pieces.items() if piece.ship == key)
