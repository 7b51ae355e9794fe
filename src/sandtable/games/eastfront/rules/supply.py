"""Chapter 6: General Supply: lines of communication, road and rail nets, emergency and out of supply."""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    EMERGENCY,
    MUD,
    OUT_OF_SUPPLY,
    SIDES,
    SNOW,
    SUPPLIED,
    Position,
    enemy,
)
from sandtable.games.eastfront.rules.railways import along_rail, serves
from sandtable.games.eastfront.rules.terms import (
    at,
    has_lingering_mud,
    holders,
    is_frozen,
    line_between,
    on_map,
    ref,
    zoc,
)
from sandtable.kernel import Draft, derived
from sandtable.kernel.graph import flood

REACH, REACH_IN_BAD_WEATHER = 7, 5
NET, NET_IN_BAD_WEATHER = 21, 15


def is_bad(state: Position) -> bool:
    """Whether the weather shortens supply lines."""
    return state.weather in (MUD, SNOW, ARCTIC)


# rule: EF-6.51.a, EF-6.52
def sources(state: Position, side: str) -> tuple[int, ...]:
    """A side's supply sources that it still holds."""
    card = (state.theatre.card.get("supply_sources") or {}).get(side) or {}
    return tuple(h for h in map(int, card.get("hexes", ())) if state.control.get(h, side) == side)


# rule: EF-6.12.a, EF-6.12.b, EF-3.45
def is_blocked(state: Position, side: str, place: int) -> bool:
    """Whether the enemy keeps a supply line out of a hex."""
    holder = holders(state).get(place)
    if holder is not None:
        return holder != side
    return place in zoc(state, enemy(side))


# rule: EF-6.21.a, EF-6.21.b, EF-6.21.c, EF-6.21.d
def may_trace(state: Position, side: str, a: int, b: int) -> bool:
    """Whether a line of communication can go on from a hex to its neighbour."""
    return not is_blocked(state, side, b) and may_cross(state, side, a, b)


def may_cross(state: Position, side: str, a: int, b: int) -> bool:
    """Whether ground and works let a line of communication through, whoever stands there."""
    theatre = state.theatre
    border, ground = theatre.border(a, b), theatre.ground[b]
    if not ground.is_land:
        return False
    wide = border.river == "major" or border.water
    if wide and not border.bridge and (border.water == "sea" or not is_frozen(state)):
        return False
    swamp = ground.terrain == "swamp" or theatre.ground[a].terrain == "swamp"
    if swamp and not border.is_way and not (is_frozen(state) or state.weather == "frost"):
        return False
    point = state.strongpoints.get(b)
    if point is not None and point.side != side and not point.building:
        return False
    return not (side == AXIS and line_between(state, a, b))


# rule: EF-6.31, EF-6.32, EF-6.4.a
@derived("pieces", "weather", "frozen", "control", "strongpoints", "razed", "rails")
def nets(state: Position, side: str) -> tuple[int, ...]:
    """Hexes from which a side is supplied without a line of communication: sources, good roads, railways."""
    theatre = state.theatre
    near = theatre.grid.neighbours
    starts = sources(state, side)
    limit = NET_IN_BAD_WEATHER if is_bad(state) else NET

    def along(rail: bool, a: int, b: int) -> bool:
        border = theatre.border(a, b)
        joined = b in along_rail(theatre, a) and serves(state, side, b)
        way = joined if rail else border.road in ("primary", "highway")
        return way and may_trace(state, side, a, b) and state.control.get(b) == side

    # rule: EF-6.4.b
    rails = flood(starts, near, lambda a, b: along(True, a, b)).costs
    roads = flood(tuple(rails), near, lambda a, b: along(False, a, b), limit).costs
    return tuple(sorted({**rails, **roads}))


# rule: EF-6.11, EF-6.2, EF-6.22
@derived("pieces", "weather", "frozen", "past", "control", "strongpoints", "razed", "rails")
def supplied_hexes(state: Position, side: str) -> dict[int, int]:
    """Hexes from which a side can trace supply, each with the length of the line of communication."""
    limit = REACH_IN_BAD_WEATHER if is_bad(state) else REACH
    theatre = state.theatre

    def backwards(a: int, b: int) -> bool:
        # The line runs from the unit to the net: the hex nearer to the net must be open, the unit's own need not.
        if is_blocked(state, side, a) and a not in nets(state, side):
            return False
        return theatre.ground[b].is_land and _is_open_back(state, side, b, a)

    found = flood(nets(state, side), theatre.grid.neighbours, backwards, limit).costs
    if any(has_lingering_mud(state, h) for h in found):
        return {h: n for h, n in found.items() if n <= REACH_IN_BAD_WEATHER or not has_lingering_mud(state, h)}
    return found


def _is_open_back(state: Position, side: str, unit_hex: int, toward: int) -> bool:
    if is_blocked(state, side, toward):
        return False
    return may_trace(state, side, unit_hex, toward)


def is_supplied(state: Position, side: str, place: int) -> bool:
    """Whether a unit of a side in a hex can trace General Supply now."""
    if state.theatre.switch("general_supply") == "always":
        return True
    return place in supplied_hexes(state, side)


# rule: EF-6.76
def decay(d: Draft[Position]) -> None:
    """Strongpoints without supply that nobody holds or guards are lost after a turn."""
    near, held = d.now.theatre.grid.neighbours, holders(d.now)
    for place, point in tuple(d.now.strongpoints.items()):
        guarded = any(held.get(h) == point.side for h in (place, *near[place]))
        starving = not guarded and not is_supplied(d.now, point.side, place)
        if starving and point.starving:
            d.drop("strongpoints", place)
            d.log("log.strongpoint_razed", "EF-6.76", at(place), place=at(place))
        elif starving != point.starving:
            d.edit("strongpoints", place, starving=starving)


# rule: EF-4.2.A2, EF-6.13, EF-6.61, EF-6.62, EF-6.63, EF-6.64, EFS-10.14.b, EFS-10.74.a
def judge(d: Draft[Position]) -> None:
    """Judge every unit's supply for the turn, and that of strongpoints that stand alone."""
    decay(d)
    for side in SIDES:
        for key in on_map(d.now, side):
            piece = d.now.pieces[key]
            if is_supplied(d.now, side, piece.hex):
                state = SUPPLIED
            else:
                state = EMERGENCY if piece.supply == SUPPLIED else OUT_OF_SUPPLY
            if state != piece.supply:
                d.edit("pieces", key, supply=state)
                d.log("log.supply", "EF-6.61", ref(key), unit=ref(key), state=state)
