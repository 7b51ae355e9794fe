"""Overlays: zones of control, reach, threat and control, read from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import DPRK, SIDES, KoreaState, enemy
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.movement import marching
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply import standard as lines_of_communication
from sandtable.games.nextwar.rules.supply import tracing
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import Overlay

BOTH = "both"


def side_of(params: Mapping[str, Any], otherwise: str) -> str:
    """The side that a question is about."""
    side = params.get("side") or otherwise
    if side not in SIDES:
        raise UnknownName("side", str(side), SIDES)
    return str(side)


def zones(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """The zones of both sides, or of one."""
    sides = (side_of(params, ""),) if params.get("side") else SIDES
    found: dict[str, int | str] = {}
    for side in sides:
        for place in zoc(state, side):
            found[str(place)] = BOTH if str(place) in found else side
    return Overlay(places=found, rule="NW-8.2.1.a")


def detection(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Whose units are detected, and so can be struck: each hex with their side."""
    if not state.board.is_advanced:
        return None
    found = {
        str(unit.hex): state.board.units[key].side
        for key, unit in state.units.items()
        if is_hex(unit.hex) and is_detected(state, key)
    }
    return Overlay(places=dict(sorted(found.items())), rule="NW-21.0")


def interdiction(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Hexes that are interdicted, each with the movement points it costs more."""
    if not state.board.is_advanced:
        return None
    places: dict[str, int | str] = {str(h): cost for h, cost in sorted(state.interdictions.items())}
    return Overlay(places=places, rule="NW-23.4.4.a")


def reach(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Where a unit can get in this segment, each hex with its cost; of a helicopter unit how far each hex is."""
    craft = params.get("helicopter")
    if isinstance(craft, int) and craft in state.helicopters and is_hex(state.helicopters[craft].hex):
        return _flight(state, craft)
    key = params.get("piece")
    if not isinstance(key, int) or key not in state.units or not state.units[key].hex:
        return None
    costs = marching.destinations(state, key)
    places: dict[str, int | str] = {str(h): marching.points(sixths) for h, sixths in costs.items()}
    return Overlay(places=places, sources=(str(state.units[key].hex),), rule="NW-2.3.5")


def _flight(state: KoreaState, key: int) -> Overlay:
    """The hexes of land within the range of a helicopter unit."""
    start, most = state.helicopters[key].hex, state.board.helicopters[key].range
    away = {h: state.board.map.distance(start, h) for h in state.board.grid.hexes if state.board.ground[h].is_land}
    return Overlay(
        places={str(h): far for h, far in away.items() if far <= most}, sources=(str(start),), rule="NW-6.5.3.a"
    )


def threat(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """How many enemy units stand next to each hex that a side holds."""
    side = side_of(params, seat or DPRK)
    held, near = holders(state), state.board.near
    counts = {
        h: sum(len(there(state, n)) for n in near[h] if held.get(n) == enemy(side))
        for h, holder in held.items()
        if holder == side and is_hex(h)
    }
    return Overlay(places={str(h): count for h, count in sorted(counts.items()) if count}, rule="NW-9.1.a")


def control(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """Who controls each hex of land."""
    ground = state.board.ground
    return Overlay(
        places={str(h): controller(state, h) for h in state.board.grid.hexes if ground[h].is_land}, rule="NW-2.8.a"
    )


def supply(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Where a side is in supply, with what it comes from; nothing in the standard game without the option."""
    side = side_of(params, seat or DPRK)
    if state.board.is_advanced:
        return _lines(state, side)
    if not lines_of_communication.is_used(state):
        return None
    places: dict[str, int | str] = {str(h): side for h in lines_of_communication.supplied(state, side)}
    return Overlay(
        places=places, sources=tuple(map(str, lines_of_communication.sources(state, side))), rule="NW-13.1.2"
    )


def _lines(state: KoreaState, side: str) -> Overlay:
    """The places that the sources of a side supply, and those where headquarters feed its units."""
    network = tracing.network(state, side)
    primary = tracing.primary_sources(state, side)
    sources = (*primary, *tracing.further_sources(state, side, network.primary))
    fed = {state.units[key].hex for key in network.units}
    places: dict[str, int | str] = {
        str(h): side for h in sorted({*network.places, *fed}) if state.board.ground[h].is_land
    }
    return Overlay(places=places, sources=tuple(str(h) for h in sorted({h for h, _ in sources})), rule="NW-19.2.a")
