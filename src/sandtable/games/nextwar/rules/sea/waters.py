"""Rule 7.1: the boxes of the sea zones, who controls them, and where ships can be."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX, ZONE_BOXES, is_hex

AT_SEA = tuple(box for box, _ in ZONE_BOXES.values())
INSHORE = tuple(box for _, box in ZONE_BOXES.values())
EAST = "east"


# rule: NW-7.1, NWK-5.5.1.d
def zone_of(state: KoreaState, place: int) -> str:
    """The sea zone of a box, of a hex of the sea or of a port."""
    return state.board.ground[place].zone


def at_sea_box(state: KoreaState, place: int) -> int:
    """The At Sea box of the zone of a place."""
    return ZONE_BOXES[zone_of(state, place)][0]


def inshore_box(state: KoreaState, place: int) -> int:
    """The Inshore box of the zone of a place."""
    return ZONE_BOXES[zone_of(state, place)][1]


# rule: NW-7.2.d
def holder(state: KoreaState, box: int) -> str:
    """The side that controls a box of a sea zone; nobody where it is contested."""
    return state.seas.get(box, "")


def is_sea_hex(state: KoreaState, place: int) -> bool:
    """Whether a place is a hex of the open sea."""
    return is_hex(place) and not state.board.ground[place].is_land


def is_port(state: KoreaState, place: int) -> bool:
    """Whether a place has a port."""
    return "port" in state.board.ground[place].features


# rule: NW-8.5.6.3
def is_friendly_port(state: KoreaState, place: int, side: str) -> bool:
    """Whether a port serves a side: its own, without an enemy in it, and in the playing area."""
    return (
        is_port(state, place)
        and installations.serves_ships(state, place)
        and controller(state, place) == side
        and holders(state).get(place, side) == side
        and place not in state.board.closed
    )


def friendly_ports(state: KoreaState, zone: str, side: str) -> tuple[int, ...]:
    """The ports of a sea zone that serve a side."""
    return tuple(place for place in state.board.map.ports[zone] if is_friendly_port(state, place, side))


# rule: NW-8.5.6.4.a, NW-8.5.6.2, NWK-5.5.1.d
def links(state: KoreaState, place: int, side: str) -> tuple[int, ...]:
    """Where a ship can go from a place in one segment: one link of the chain At Sea, Inshore, hex of the map."""
    zone = zone_of(state, place)
    at_sea, inshore = ZONE_BOXES[zone]
    ports = tuple(p for p in friendly_ports(state, zone, side) if p != JAPAN_BOX)
    hexes = tuple(h for h in state.board.map.offshore[zone] if h not in state.board.closed)
    if place == at_sea:
        japan = (JAPAN_BOX,) if zone == EAST and is_friendly_port(state, JAPAN_BOX, side) else ()
        return (inshore, *(box for box in AT_SEA if box != place), *japan)
    if place == inshore:
        return (at_sea, *hexes, *ports)
    if place == JAPAN_BOX:
        return (at_sea,)
    if is_port(state, place):
        return (inshore, *hexes)
    return (inshore, *(h for h in hexes if h != place), *ports)
