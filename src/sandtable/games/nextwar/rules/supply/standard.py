"""Chapter 13: supply of the standard game, an option."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import imaginary_hexes, lines
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.sea.waters import holder, inshore_box, zone_of
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.kernel import derived

LEAST = 1
"""What is left at least of an attack strength, an allowance and an efficiency."""


# rule: NW-13.1
def is_used(state: KoreaState) -> bool:
    """Whether the option is played: the advanced game has its own supply."""
    return state.board.settings.supply and not state.board.is_advanced


# rule: NW-13.1.1
def sources(state: KoreaState, side: str) -> tuple[int, ...]:
    """Where supply comes from: urban hexes and cities of a side, and beachheads with a friendly sea behind them."""
    towns = (
        place
        for place, ground in state.board.ground.items()
        if (ground.is_urban or ground.is_city) and _is_open(state, place, side)
    )
    beaches = (place for place, owner in state.beachheads.items() if owner == side and has_sea(state, place, side))
    return tuple(sorted((*towns, *beaches)))


def has_sea(state: KoreaState, beach: int, side: str) -> bool:
    """Whether the Inshore box off a beach is a side's."""
    wet = next(h for h in (beach, *state.board.map.beside_sea[beach]) if zone_of(state, h))
    return holder(state, inshore_box(state, wet)) == side


# rule: NW-13.1.2
def _is_open(state: KoreaState, place: int, side: str) -> bool:
    """Whether a line can pass a hex: no enemy in it, no zone of his but where friends stand, no hard hex of his."""
    held, foe, ground = holders(state).get(place), enemy(side), state.board.ground[place]
    if held == foe or not ground.is_land or imaginary_hexes.is_only_imagined(state, place, side):
        return False
    if place in zoc(state, foe) and held != side:
        return False
    return not (ground.is_hard and controller(state, place) != side)


# rule: NW-13.1.2
@derived("units", "captured", "seas", "beachheads", "opening")
def network(state: KoreaState, side: str) -> frozenset[int]:
    """All places that roads join to a source of supply; lines off the map count as roads."""
    korea = state.board
    off_map: dict[int, list[int]] = {}
    for start, to, _ in lines.stretches(state):
        off_map.setdefault(start, []).append(to)
        off_map.setdefault(to, []).append(start)
    reached = set(sources(state, side))
    ring = sorted(reached)
    while ring:
        here = ring.pop()
        roads = [h for h in korea.near.get(here, ()) if korea.border(here, h).road]
        for there in (*roads, *off_map.get(here, ())):
            if there not in reached and _is_open(state, there, side):
                reached.add(there)
                ring.append(there)
    return frozenset(reached)


# rule: NW-13.1.2, NW-13.1.3
def is_supplied(state: KoreaState, key: int) -> bool:
    """Whether a unit is in supply: on a road to a source or one hex from it, or down from the air in this turn."""
    if not is_used(state):
        return True
    unit, side, korea = state.units[key], state.board.units[key].side, state.board
    if unit.by_air or not korea.ground[unit.hex].is_land:
        return True
    return is_within(state, unit.hex, side)


# rule: NW-13.1.2
def is_within(state: KoreaState, place: int, side: str) -> bool:
    """Whether a place lies on a road to a source of a side, or one hex from it."""
    korea, known = state.board, network(state, side)
    beside = (h for h in korea.near.get(place, ()) if not korea.border(place, h).is_closed)
    return place in known or any(h in known for h in beside)


def supplied(state: KoreaState, side: str) -> tuple[int, ...]:
    """All places without an enemy where a unit of a side would be in supply."""
    held, ground, foe = holders(state), state.board.ground, enemy(side)
    places = {*network(state, side), *(h for h in state.board.grid.hexes if ground[h].is_land)}
    return tuple(sorted(h for h in places if held.get(h) != foe and is_within(state, h, side)))


# rule: NW-13.1.4.a
def halved(value: int) -> int:
    """Half of an attack strength or allowance, rounded down, but not nothing."""
    return max(LEAST, value // 2) if value else 0
