"""Overlays: zones of control, supply, reach on land and at sea, threat and control, read from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.declaration.declaration import attackers
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.naval import coast_guns, voyages, zones
from sandtable.games.eastfront.rules.naval.ships import afloat, quay
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.harbours import harbours
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import Overlay

BOTH = "both"


def side_of(params: Mapping[str, Any], otherwise: str) -> str:
    """The side that a question is about."""
    side = params.get("side") or otherwise
    if side not in SIDES:
        raise UnknownName("side", str(side), SIDES)
    return str(side)


def zoc(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """The zones of both sides, or of one: the hexes of those who have one, and the hexes around them."""
    sides = (side_of(params, ""),) if params.get("side") else SIDES
    found: dict[str, int | str] = {}
    held = zoc_and_stacking.holders(state)
    for side in sides:
        own = (place for place in zoc_and_stacking.zones(state) if held[place] == side)
        for place in sorted({*own, *zoc_and_stacking.zoc(state, side)}):
            found[str(place)] = BOTH if str(place) in found else side
    return Overlay(places=found, rule="EF-3.44")


def supplies(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """Where a side's supply comes from, along what it runs, and who is cut off."""
    side = side_of(params, seat or AXIS)
    held = [h for h, keys in zoc_and_stacking.stacks(state).items() if state.board.units[keys[0]].side == side]
    places: dict[str, int | str] = {str(h): "in" if supply.is_supplied(state, side, h) else "cut" for h in sorted(held)}
    sources = dict.fromkeys((*supply.overland_sources(state, side), *harbours(state, side)))
    net = supply.nets(state, side)
    near = state.board.grid.neighbours
    lines = tuple((str(a), str(b)) for a in net for b in near[a] if a < b and b in net and _is_joined(state, a, b))
    return Overlay(places=places, sources=tuple(map(str, sources)), lines=lines, rule="EF-6.11")


def _is_joined(state: CrimeaState, a: int, b: int) -> bool:
    border = state.board.border(a, b)
    return border.is_way


def reach(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Where a unit or a ship can get in this phase, each hex with its cost in movement points."""
    if isinstance(ship := params.get("ship"), int) and ship:
        return sea_reach(state, ship)
    key = params.get("piece")
    if not isinstance(key, int) or key not in state.pieces or not state.pieces[key].hex:
        return None
    costs = movement.destinations(state, key)
    places: dict[str, int | str] = {str(h): _points(halves) for h, halves in costs.items()}
    return Overlay(places=places, sources=(str(state.pieces[key].hex),), rule="EF-10.0.a")


def _points(halves: int) -> int | str:
    """Movement points: a number where they are whole."""
    return movement.points(halves) if halves % 2 else halves // 2


def sea_reach(state: CrimeaState, ship: int) -> Overlay | None:
    """Where a ship can sail to with the points it has left: ports it may enter, and all sea of the zones on the way."""
    if ship not in afloat(state, SOVIET):
        return None
    here, board = state.ships[ship], state.board
    ways = {} if here.sailed or here.arrived else zones.ways(state, ship)
    places: dict[str, int | str] = {}
    for h, ground in board.ground.items():
        if ground.zone in ways and (ground.port or ground.terrain == "sea"):
            water = quay(h)
            open_port = ground.port and voyages.why_not_to(state, ship, water) is None
            if open_port or (not ground.port and not ground.shallow and not winter_freeze.why_frozen_hex(state, h)):
                places[str(h)] = here.spent + len(ways[ground.zone]) * zones.ENTRY
    return Overlay(places=places, sources=(str(here.hex),) if here.hex else (), rule="EF-PB8.24")


def sea_threat(state: CrimeaState) -> dict[int, int]:
    """Hexes of the sea and ports that guns of the coast have in range and in sight, each with how many do."""
    guns = coast_guns.batteries(state) if state.ships else ()
    water = [h for h, ground in state.board.ground.items() if guns and (ground.port or ground.terrain == "sea")]
    counts = {h: len([gun for gun in guns if coast_guns.commands(state, gun, h)]) for h in water}
    return {h: count for h, count in counts.items() if count}


def threat(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """How many enemy units could attack each hex that a side holds, and how many guns reach ships at sea."""
    side = side_of(params, seat or AXIS)
    foe = enemy(side)
    held = [h for h, keys in zoc_and_stacking.stacks(state).items() if state.board.units[keys[0]].side == side]
    counts = {h: len(attackers(state, foe, h)) for h in sorted(held)}
    for h, guns in sea_threat(state).items() if side == SOVIET else ():
        counts[h] = counts.get(h, 0) + guns
    return Overlay(places={str(h): count for h, count in counts.items() if count}, rule="EF-12.0")


def control(state: CrimeaState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """Who controls each hex."""
    return Overlay(places={str(h): side for h, side in state.control.items()}, rule="EF-3.13")
