"""Chapter 6: General Supply: lines of communication, road and rail nets, emergency and out of supply."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    DRY,
    MUD,
    SNOW,
    SOVIET,
    CrimeaState,
    enemy,
)
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_map.spans import carries_rail, carries_supply
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.naval import captures
from sandtable.games.eastfront.rules.railways.railways import along_rail, serves
from sandtable.games.eastfront.rules.scenarios import last_assault
from sandtable.games.eastfront.rules.supply.harbours import harbours
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    bears,
    holders,
    is_frozen,
    line_between,
    lines,
    zoc,
)
from sandtable.games.eastfront.scenario import BAY, CrimeaScenario
from sandtable.games.eastfront.scenario.files import chart
from sandtable.games.eastfront.scenario.world import BASE
from sandtable.kernel import Draft, derived
from sandtable.kernel.graph import flood
from sandtable.kernel.memory import Hook, Seen

CHART = chart("supply")
REACH, REACH_IN_BAD_WEATHER = CHART["line_of_communication"]["good"], CHART["line_of_communication"]["bad"]
NET, NET_IN_BAD_WEATHER = CHART["road_net"]["good"], CHART["road_net"]["bad"]
GOOD_ROADS = ("primary", "highway")
Ways = dict[int, tuple[int, ...]]
TRACED = (
    "pieces",
    "weather",
    "frozen",
    "past",
    "control",
    "strongpoints",
    "razed",
    "rails",
    "bridges",
    "turn",
    "tracks",
    "evacuations",
)
"""What supply lines hang on."""
WHERE = memory.unless(memory.changed_zone)
"""Of the units only where they stand and whether they have a zone: not what they have done, nor their own supply."""
SHUT = (captures.TAKEN, map_t.ICE, last_assault.EVACUATED)
"""Tracks about ways by sea and over the ice: how their names begin."""


def _reroute(state: CrimeaState, seen: Seen, before: Mapping[str, int | None]) -> Seen:
    """What is still known after tracks changed: everything, unless a port or the ice was opened or shut."""
    return {} if any(track.startswith(SHUT) for track in before) else seen


KEPT: dict[str, Hook] = {"pieces": WHERE, "tracks": _reroute}
"""What is kept of supply lines when units or tracks change."""


def is_bad(state: CrimeaState) -> bool:
    """Whether the weather shortens supply lines."""
    return state.weather in (MUD, SNOW, ARCTIC)


# rule: EF-6.52
def sources(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's supply sources that it still holds."""
    card = (state.board.card.get("supply_sources") or {}).get(side) or {}
    return tuple(h for h in map(int, card.get("hexes", ())) if state.control.get(h, side) == side)


def northern_sources(state: CrimeaState) -> tuple[int, ...]:
    """The Axis sources on the north edge of the map.

    A card that shows none of them is cut from the middle of the map; its sources stand for that edge.
    """
    known, grid = sources(state, AXIS), state.board.grid
    return tuple(h for h in known if grid.row(h) == 1) or known


# rule: EF-PB3.51
def edge_sources(state: CrimeaState, side: str, edge: str) -> tuple[int, ...]:
    """A side's sources on one edge of the card."""
    grid = state.board.grid
    lines = {
        "west": (grid.column, grid.columns[0]),
        "north": (grid.row, grid.rows[0]),
        "east": (grid.column, grid.columns[-1]),
    }
    line, number = lines[edge]
    return tuple(h for h in sources(state, side) if line(h) == number)


def is_blocked(state: CrimeaState, side: str, place: int) -> bool:
    """Whether the enemy keeps a supply line out of a hex."""
    return place in blocked(state, side)


@derived("pieces", "weather", "past", "frozen", "razed", pieces=WHERE)
def blocked(state: CrimeaState, side: str) -> frozenset[int]:
    """All such hexes: a search asks about every hex up to six times."""
    held = holders(state)
    # rule: EF-6.12.b, EF-3.45
    zones = [h for h in zoc(state, enemy(side)) if h not in held]
    # rule: EF-6.12.a, EF-22.32, EF-23.32
    return frozenset((*zones, *(h for h, holder in held.items() if holder != side)))


# rule: EF-6.21.a, EF-6.21.b
def may_cross(state: CrimeaState, side: str, a: int, b: int) -> bool:
    """Whether ground and works let a line of communication through, whoever stands there."""
    if not _is_passable(state, a, b, carries_supply(state, side, a, b)):
        return False
    point = state.strongpoints.get(b)
    # rule: EF-6.21.c
    if point is not None and point.side != side and not point.building:
        return False
    # rule: EF-6.21.d
    return not (side == AXIS and state.board.border(a, b).line and line_between(state, a, b))


# rule: EF-6.21.a, EF-6.21.b
def _is_passable(state: CrimeaState, a: int, b: int, spanned: bool = False) -> bool:
    """Whether ground and water let a line through in this weather; over wide water it needs a bridge or ice."""
    board = state.board
    border, ground = board.border(a, b), board.ground[b]
    if not bears(state, b):
        return False
    wide = (border.river == "major" or border.water) and not border.bridge
    if wide and (border.water in ("sea", BAY) or not is_frozen(state)) and not spanned:
        return False
    swamp = ground.terrain == "swamp" or board.ground[a].terrain == "swamp"
    return not swamp or border.is_way or is_frozen(state) or state.weather == "frost"


# rule: EF-6.31, EF-6.32, EF-6.4.a
@derived(*TRACED, **KEPT)
def nets(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes from which a side is supplied without a line of communication: sources, good roads, railways."""
    return _net(state, side, (*overland_sources(state, side), *harbours(state, side)))


def overland_sources(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's sources without its ports: those of the card, the ice bridge, major cities."""
    return (*sources(state, side), *map_t.outlets(state, side), *city_sources(state, side))


def major_cities(board: CrimeaScenario) -> tuple[int, ...]:
    """The hexes of major cities, looked for once."""
    if "major_cities" not in board.cache:
        board.cache["major_cities"] = tuple(h for h, ground in board.ground.items() if ground.place == "major_city")
    found: tuple[int, ...] = board.cache["major_cities"]
    return found


# rule: EF-6.51.a, EF-6.51.b
@derived(*TRACED, **KEPT)
def city_sources(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Soviet major cities that feed others: with a line overland to a source of the card, a port, or such a city."""
    cities = [h for h in major_cities(state.board) if state.control.get(h) == side == SOVIET]
    known, found = (*sources(state, side), *map_t.outlets(state, side), *harbours(state, side)), tuple[int, ...]()
    while cities:
        reached = _reached(state, side, _net(state, side, (*known, *found)))
        more = tuple(h for h in cities if h in reached and h not in found)
        if not more:
            break
        found += more
    return found


def _net(state: CrimeaState, side: str, starts: tuple[int, ...]) -> tuple[int, ...]:
    """The roads and railways that lead on from some hexes, whoever was there last: only enemies are in the way."""
    shut, near = blocked(state, side), behind(state, side)
    along_rails, along_roads = joined(state.board)
    limit = NET_IN_BAD_WEATHER if is_bad(state) else NET

    def by_road(a: int, b: int) -> bool:
        return b not in shut and a in near[b]

    def by_rail(a: int, b: int) -> bool:
        return serves(state, side, b) and carries_rail(state, a, b) and by_road(a, b)

    # rule: EF-6.4.b
    rails = flood(starts, along_rails, by_rail).costs
    roads = flood(tuple(rails), along_roads, by_road, limit).costs
    return tuple(sorted({**rails, **roads}))


def joined(board: CrimeaScenario) -> tuple[Ways, Ways]:
    """Every hex with those that a railway joins to it, and with those that a good road does; worked out once."""
    if "supply" not in board.cache:
        near, border = board.grid.neighbours, board.border
        rails = {h: along_rail(board, h) for h in near}
        roads = {a: tuple(b for b in around if border(a, b).road in GOOD_ROADS) for a, around in near.items()}
        board.cache["supply"] = rails, roads
    found: tuple[Ways, Ways] = board.cache["supply"]
    return found


# rule: EF-6.11, EF-6.2
@derived(*TRACED, **KEPT)
def supplied_hexes(state: CrimeaState, side: str) -> dict[int, int]:
    """Hexes from which a side can trace supply, each with the length of the line of communication."""
    return _reached(state, side, nets(state, side))


@derived(*TRACED, **KEPT)
def fed_from(state: CrimeaState, side: str, starts: tuple[int, ...]) -> dict[int, int]:
    """Hexes that some sources of a side alone would feed, each with the length of the line of communication."""
    return _reached(state, side, _net(state, side, tuple(h for h in starts if state.control.get(h) == side)))


def _reached(state: CrimeaState, side: str, net: tuple[int, ...]) -> dict[int, int]:
    """Hexes with a line of communication to a net, each with its length."""
    return traced(state, side, net, blocked(state, side))


# rule: EF-6.22
def traced(
    state: CrimeaState, side: str, starts: tuple[int, ...], shut: Collection[int], limit: int = 0
) -> dict[int, int]:
    """Hexes with a line of communication to some others, each with its length: shorter over heavy ground.

    The line runs from the unit to its end: hexes on the way must be open, the unit's own need not.
    """
    if state.board.is_enlarged:
        return _traced_inside(state, side, starts, shut, limit)
    near = behind(state, side)
    most = limit or (REACH_IN_BAD_WEATHER if is_bad(state) else REACH)
    found = flood(starts, near, lambda a, b: a not in shut, most).costs
    heavy = _heavy_ground(state) if most > REACH_IN_BAD_WEATHER else ()
    if not any(h in found for h in heavy):
        return found
    easy = flood(starts, near, lambda a, b: a not in heavy and a not in shut, most).costs
    return {**easy, **{h: length for h, length in found.items() if length <= REACH_IN_BAD_WEATHER}}


# rule: EF-PB5.62
def _traced_inside(
    state: CrimeaState, side: str, starts: tuple[int, ...], shut: Collection[int], limit: int
) -> dict[int, int]:
    """The same where the enlarged map is in play: two of its hexes count for one of map Q."""
    near = behind(state, side)
    most = limit or (REACH_IN_BAD_WEATHER if is_bad(state) else REACH)

    def search(heavy: Collection[int]) -> dict[int, int]:
        # What a hex costs hangs on the hex alone: where a search by length comes first, it comes shortest.
        lengths: dict[int, int] = dict.fromkeys(starts, 0)
        rings: list[list[int]] = [list(lengths), *([] for _ in range(2 * most + 2))]
        for spent, ring in enumerate(rings[: 2 * most]):
            inside, outside = (spent + 2) // 2, (spent + 3) // 2
            here, there = rings[spent + 1], rings[spent + 2]
            for a in ring:
                if a in heavy or a in shut:
                    continue
                for b in near[a]:
                    if b in lengths:
                        continue
                    if b >= BASE:
                        lengths[b] = inside
                        here.append(b)
                    elif outside <= most:
                        lengths[b] = outside
                        there.append(b)
        return lengths

    found, heavy = search(()), _heavy_ground(state) if most > REACH_IN_BAD_WEATHER else ()
    if not any(h in found for h in heavy):
        return found
    return {**search(heavy), **{h: length for h, length in found.items() if length <= REACH_IN_BAD_WEATHER}}


@derived("weather", "frozen", "strongpoints", "razed", "bridges", "turn")
def behind(state: CrimeaState, side: str) -> Ways:
    """Every hex with the land around it from which a line of communication may lead into it, whoever stands there.

    Ground and weather say most of it once for all; only hexes with works of the enemy or bridge units are asked anew.
    """
    ground, near, cache = state.board.ground, state.board.grid.neighbours, state.board.cache
    if (key := ("behind", is_frozen(state), state.weather == "frost")) not in cache:
        cache[key] = {
            a: tuple(b for b in around if ground[b].may_bear and _is_passable(state, b, a))
            for a, around in near.items()
        }
    changed = {h for h, point in state.strongpoints.items() if point.side != side}
    changed.update(h for bridge in state.bridges.values() for h in (bridge.hex, bridge.to))
    if side == AXIS:
        changed.update(h for place, across in lines(state).items() for h in (place, *across))
    asked = {a: tuple(b for b in near[a] if ground[b].may_bear and may_cross(state, side, b, a)) for a in changed}
    return {**cache[key], **asked}


def _heavy_ground(state: CrimeaState) -> Collection[int]:
    """Hexes that shorten every line through them: swamp when it is dry, and woods that keep the last turn's mud."""
    if state.weather != DRY:
        return ()
    muddy = state.past[:1] == (MUD,)
    cache = state.board.cache
    if (key := ("heavy", muddy)) not in cache:
        ground = state.board.ground
        cache[key] = dict.fromkeys(h for h, g in ground.items() if g.terrain == "swamp" or (muddy and g.woods))
    found: Collection[int] = cache[key]
    return found


def is_supplied(state: CrimeaState, side: str, place: int) -> bool:
    """Whether a unit of a side in a hex can trace General Supply now."""
    if state.board.switch("general_supply") == "always":
        return True
    return place in supplied_hexes(state, side) or works.feeds(state, side, place)


# rule: EF-6.76
def decay(d: Draft[CrimeaState]) -> None:
    """Strongpoints without supply that nobody holds or guards are lost after a turn."""
    near, held = d.now.board.grid.neighbours, holders(d.now)
    for place, point in tuple(d.now.strongpoints.items()):
        guarded = any(held.get(h) == point.side for h in (place, *near[place]))
        starving = not guarded and not is_supplied(d.now, point.side, place)
        if starving and point.starving:
            d.drop("strongpoints", place)
            d.log("log.strongpoint_razed", "EF-6.76", at(place), place=at(place))
        elif starving != point.starving:
            d.edit("strongpoints", place, starving=starving)
