"""Play-book 8.22, 8.24 and 8.26: sea zones, what it costs to go from one to the next, and who may enter what."""

from __future__ import annotations

from sandtable.games.eastfront.model import MAP_T, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.naval.captures import why_just_taken
from sandtable.games.eastfront.rules.naval.ships import (
    counter,
    is_in_port,
    points,
    port_of,
    ship_ref,
    water_of,
    water_ref,
)
from sandtable.games.eastfront.rules.scenarios.winter_freeze import why_frozen_hex, why_frozen_port, why_frozen_zone
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, is_friendly
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Refusal, derived, refuse

ENTRY = 1
"""Points to enter a sea zone, from a port or from the next zone. Entering a port costs nothing."""
SHALLOWS = "shallow"


# rule: EF-PB8.24, EF-PB8.41, EF-PB5.42.c
def zone_at(board: CrimeaScenario, water: str) -> str:
    """The zone itself, or the one that a port touches."""
    port = port_of(board, water)
    return water if port is None else port.zone


def hexes_of(board: CrimeaScenario, zone: str) -> tuple[int, ...]:
    """The sea hexes of a zone, worked out once."""
    table: dict[str, tuple[int, ...]] = board.cache.setdefault("zone_hexes", {})
    if zone not in table:
        table[zone] = tuple(h for h, ground in board.ground.items() if ground.zone == zone and ground.terrain == "sea")
    return table[zone]


# rule: EF-PB8.26.d
def why_closed(state: CrimeaState, key: int, zone: str) -> Refusal | None:
    """Why a ship cannot enter a sea zone: the Sea of Azov is for transports."""
    only = state.board.zones[zone].only
    if only and counter(state, key).kind not in only:
        return refuse("EF-PB8.26.d", "refuse.zone_closed", water_ref(zone), ship=ship_ref(key), water=water_ref(zone))
    return why_frozen_zone(state, zone)


# rule: EFS-10.44.h
def why_icebound(state: CrimeaState, key: int) -> Refusal | None:
    """Why a ship does not leave the port where it lies: ice closes it."""
    ship = state.ships[key]
    return why_frozen_port(state, water_of(state.board, ship)) if is_in_port(ship) else None


# rule: EF-PB8.24
@derived("ships", "turn")
def ways(state: CrimeaState, key: int) -> dict[str, tuple[str, ...]]:
    """Every zone that a ship can come to with the points it has left, with the zones that it enters on the way."""
    ship, board = state.ships[key], state.board
    left = points(state, key) - ship.spent
    start = zone_at(board, water_of(board, ship))
    found: dict[str, tuple[str, ...]] = {}
    if not is_in_port(ship):
        found[start] = ()
    elif left >= ENTRY and start and (why_closed(state, key, start) or why_icebound(state, key)) is None:
        found[start] = (start,)
    queue = list(found)
    while queue:
        here = queue.pop(0)
        for to in board.zones[here].near:
            way = (*found[here], to)
            if to not in found and len(way) * ENTRY <= left and why_closed(state, key, to) is None:
                found[to] = way
                queue.append(to)
    return found


# rule: EF-PB8.44
def why_no_berth(state: CrimeaState, key: int, water: str) -> Refusal | None:
    """Why a ship cannot lie in a port: shallow water, too small a harbour for its class, or the enemy's."""
    board, port = state.board, port_of(state.board, water)
    assert port is not None
    about = {"ship": ship_ref(key), "water": water_ref(water)}
    # rule: EF-PB8.26.a
    if port.port == SHALLOWS:
        return refuse("EF-PB8.26.a", "refuse.shallows", water_ref(water), **about)
    chart = board.charts["ports"]
    if not chart["admits"][counter(state, key).kind][chart["columns"].index(port.port)]:
        return refuse("EF-PB8.44", "refuse.port_too_small", water_ref(water), **about)
    if water != MAP_T and not is_friendly(state, int(water), SOVIET):
        return refuse("EF-PB8.25", "refuse.port_not_friendly", water_ref(water), **about)
    return why_just_taken(state, water) or why_frozen_port(state, water)


# rule: EF-PB8.22, EF-PB8.26.a
def why_no_station(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why a ship at sea cannot be placed in a hex: it is all sea, of its own zone, and not shallow."""
    ground, zone = state.board.ground.get(place), state.ships[key].zone
    if ground is None or ground.terrain != "sea" or ground.zone != zone or not zone:
        return refuse("EF-PB8.22", "refuse.not_in_zone", at(place), place=at(place), ship=ship_ref(key))
    if ground.shallow:
        return refuse("EF-PB8.26.a", "refuse.shallow_hex", at(place), place=at(place), ship=ship_ref(key))
    return why_frozen_hex(state, place)
