"""Rules 19.1 and 19.2: sources of supply, and the lines of communication that are traced to them.

A line runs from a unit to its source and pays for every hex that it enters, so the hex of the unit itself costs and
closes nothing. So one search for each range, outward from all sources that have it, finds everybody in supply.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from sandtable.games.nextwar.model import STEP_MP, STORM, KoreaState, enemy
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board, superiors
from sandtable.games.nextwar.rules.movement import imaginary_hexes, lines
from sandtable.games.nextwar.rules.movement.control import controller, forts, hard_hexes, is_gone, is_home
from sandtable.games.nextwar.rules.movement.terrain import across, along, crossing, river_cost
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply.standard import has_sea
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.counters import MOTORISED
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import derived
from sandtable.kernel.state import Seen

CHART = "advanced/supply"
TRACED = ("units", "captured", "opening", "turn", "weather", "breached", "ferry_lost", "busan_lost")
"""What lines over land hang on."""
AFLOAT = ("beachheads", "seas")
"""What those over the sea hang on besides."""
DAMAGED = 2
"""The strike marker with which a depot reaches less far."""

Ways = tuple[tuple[int, int], ...]
"""The places from which a line can enter another, each with what that costs."""
Source = tuple[int, int]
"""Where supply comes from, and how far it reaches in sixths of a movement point."""


@dataclass(frozen=True)
class Network:
    """How far the supply of a side reaches."""

    primary: frozenset[int]
    """Places that depots and urban hexes supply."""
    places: frozenset[int]
    """Places that any source supplies."""
    units: frozenset[int]
    """Units of the side that are in supply."""
    hqs: frozenset[int]
    """Headquarters that can hand supply on."""


# -- sources -----------------------------------------------------------------------------------------------------------


# rule: NW-19.1.b
def urban_sources(state: KoreaState, side: str) -> tuple[int, ...]:
    """Urban hexes of a friendly country that the enemy does not control."""
    mine = (h for h in _urban(state.board) if is_home(state, h, side) and controller(state, h) == side)
    # rule: NWK-15.10.a
    return tuple(h for h in mine if not is_gone(state, h))


def _urban(board: KoreaScenario) -> tuple[int, ...]:
    known = board.map.cache
    if "urban" not in known:
        known["urban"] = tuple(place for place, ground in board.ground.items() if ground.is_urban)
    found: tuple[int, ...] = known["urban"]
    return found


# rule: NW-19.1.c
def beach_sources(state: KoreaState, side: str) -> tuple[int, ...]:
    """Beachheads whose side controls the Inshore box behind them."""
    return tuple(h for h, owner in state.beachheads.items() if owner == side and has_sea(state, h, side))


@derived("units", units=memory.unless(memory.stood_otherwise))
def supply_units(state: KoreaState, side: str, mobile: bool) -> tuple[int, ...]:
    """The depots of a side on the board, or its mobile supply units."""
    counters = state.board.units
    return tuple(k for k in on_board(state, side) if counters[k].is_supply and state.units[k].mobile == mobile)


# rule: NW-19.1.a, NW-16.2.11
def reach_of(state: KoreaState, key: int) -> int:
    """How far a supply unit supplies others, in movement points."""
    unit, counter = state.units[key], state.board.units[key]
    if unit.mobile:
        return counter.mobile_range
    # rule: NW-27.3.2.c
    if unit.strike >= DAMAGED:
        return int(chart(CHART)["damaged"]["depot"])
    return counter.range


# rule: NW-19.1.a, NW-19.2.a.1
def primary_sources(state: KoreaState, side: str) -> list[Source]:
    """Depots and urban hexes: what mobile supply units depend on."""
    depots = ((state.units[key].hex, reach_of(state, key) * STEP_MP) for key in supply_units(state, side, False))
    reach = chart(CHART)["ranges"]["urban"] * STEP_MP
    return [*depots, *((place, reach) for place in urban_sources(state, side))]


# rule: NW-19.2.c, NW-19.1.a
def further_sources(state: KoreaState, side: str, primary: frozenset[int]) -> list[Source]:
    """Beachheads, and mobile supply units that are in supply themselves from a depot or an urban hex."""
    reach = chart(CHART)["ranges"]["beachhead"] * STEP_MP
    beaches = ((place, reach) for place in beach_sources(state, side))
    trucks = (key for key in supply_units(state, side, True) if state.units[key].hex in primary)
    return [*beaches, *((state.units[key].hex, reach_of(state, key) * STEP_MP) for key in trucks)]


# -- lines -------------------------------------------------------------------------------------------------------------


# rule: NW-19.2.a.3
@derived("units", "captured", "opening", "busan_lost", units=memory.unless(memory.stood_otherwise))
def closed(state: KoreaState, side: str) -> frozenset[int]:
    """Places that no line of a side can pass: the enemy, his zones without a friend, and his hard hexes."""
    held, foe, ground = holders(state), enemy(side), state.board.ground
    enemies = (h for h, holder in held.items() if holder == foe)
    zones = (h for h in zoc(state, foe) if held.get(h) != side)
    taken = (h for h, owner in state.captured.items() if owner == foe and ground[h].is_hard)
    imagined = (h for h in state.board.map.edges if imaginary_hexes.is_only_imagined(state, h, side))
    return frozenset((*enemies, *zones, *hard_hexes(state, side), *taken, *shut_boxes(state, side), *imagined))


# rule: NWK-5.5.1.a, NWK-15.10.a
def shut_boxes(state: KoreaState, side: str) -> tuple[int, ...]:
    """Boxes off the map at the end of a line that a side cannot enter: the enemy's, and one that is no more."""
    boxes = (h for h in lines.ends(state) if not is_hex(h))
    return tuple(h for h in boxes if controller(state, h) != side or is_gone(state, h))


class Inward(dict[int, tuple[Ways, Ways]]):
    """For each place the ways into it for motorised movement, worked out when a line comes there.

    First those across country alone, then those with the least that each of them costs.
    """

    def __init__(self, board: KoreaScenario, storm: bool) -> None:
        super().__init__()
        self.board, self.storm = board, storm

    # rule: NW-19.2.a, NW-19.2.a.3
    def __missing__(self, place: int) -> tuple[Ways, Ways]:
        board, storm = self.board, self.storm
        ground = across(board, place, MOTORISED, storm)
        country: list[tuple[int, int]] = []
        least: list[tuple[int, int]] = []
        for start in board.near.get(place, ()):
            border = board.border(start, place)
            side, on = crossing(border, MOTORISED, storm), along(board, border, place, MOTORISED, storm)
            costs = [on] if on is not None else []
            if ground is not None and side is not None:
                country.append((start, ground + side))
                costs.append(ground + side)
            if costs:
                least.append((start, min(costs)))
        out = self[place] = tuple(country), tuple(least)
        return out


def inward(state: KoreaState) -> Inward:
    """The ways into every place in this weather."""
    storm = state.weather == STORM
    key = ("inward", storm, state.board.is_winter)
    known: dict[object, Inward] = state.board.map.cache
    if key not in known:
        known[key] = Inward(state.board, storm)
    return known[key]


@derived("ferry_lost", "turn", "weather")
def _passages(state: KoreaState, side: str) -> dict[int, list[tuple[int, int]]]:
    """Lines off the map and ferries: for each place where one comes from, and what it costs."""
    found: dict[int, list[tuple[int, int]]] = {}
    for place, out in lines.ways(state, MOTORISED).items():
        found[place] = [(to, cost) for to, _, cost in out if cost is not None]
    storm = state.weather == STORM
    for start, to in () if state.ferry_lost else state.board.map.ferries:
        ground = across(state.board, to, MOTORISED, storm)
        if is_home(state, start, side) and ground is not None:
            found.setdefault(to, []).append((start, ground + river_cost(MOTORISED, storm)))
    return found


# rule: NW-19.2.a.3
def ways_in(state: KoreaState, side: str) -> Callable[[int], Ways]:
    """From where a line of a side can enter a place, and what that costs; nothing where no line passes."""
    shut, works, table, passages = closed(state, side), forts(state, enemy(side)), inward(state), _passages(state, side)

    def edges(place: int) -> Ways:
        if place in shut:
            return ()
        country, least = table[place]
        # rule: NW-19.2.a
        ways = country if place in works else least
        return (*ways, *passages[place]) if place in passages else ways

    return edges


def _reached(sources: Collection[Source], edges: Callable[[int], Ways]) -> frozenset[int]:
    """Everywhere that any source reaches, in one search: who has most left to spend goes on first."""
    most = max((reach for _, reach in sources), default=0)
    waiting: list[list[int]] = [[] for _ in range(most + 1)]
    left: dict[int, int] = {}
    for place, reach in sources:
        if reach > left.get(place, -1):
            left[place] = reach
            waiting[reach].append(place)
    for points in range(most, -1, -1):
        for place in waiting[points]:
            if left[place] == points:
                for start, cost in edges(place):
                    rest = points - cost
                    if rest > left.get(start, -1):
                        left[start] = rest
                        waiting[rest].append(start)
    return frozenset(left)


@dataclass(frozen=True)
class Reach:
    """How far some sources reach, and the places that were closed to them."""

    places: frozenset[int]
    shut: frozenset[int]


def _while_open(state: KoreaState, seen: Seen, before: memory.Before) -> Seen:
    """Sources reach as far as before while the same places are closed, whoever moved."""
    return {args: known for args, known in seen.items() if known.shut == closed(state, str(args[0]))}


@derived(*TRACED, units=_while_open)
def _spread(state: KoreaState, side: str, sources: tuple[Source, ...]) -> Reach:
    return Reach(_reached(sources, ways_in(state, side)), closed(state, side))


# rule: NW-19.2.a, NW-19.2.a.1
def spread(state: KoreaState, side: str, sources: Collection[Source]) -> frozenset[int]:
    """Every place from which a line leads to a source within its range."""
    return _spread(state, side, tuple(sources)).places


# rule: NW-19.2.a.2
def handed_on(state: KoreaState, side: str, hq: int) -> frozenset[int]:
    """The places to which a headquarters in supply hands supply on, for those under it."""
    return spread(state, side, [(state.units[hq].hex, chart(CHART)["hq"]["range"] * STEP_MP)])


@derived(*TRACED, units=memory.unless(memory.stood_otherwise))
def primary_places(state: KoreaState, side: str) -> frozenset[int]:
    """Places that depots and urban hexes supply."""
    return spread(state, side, primary_sources(state, side))


@derived(*TRACED, *AFLOAT, units=memory.unless(memory.stood_otherwise))
def places_in_supply(state: KoreaState, side: str) -> frozenset[int]:
    """Places that any source supplies."""
    primary = primary_places(state, side)
    return primary | spread(state, side, further_sources(state, side, primary))


# rule: NW-19.2.a
@derived(*TRACED, *AFLOAT, units=memory.unless(memory.stood_otherwise))
def network(state: KoreaState, side: str) -> Network:
    """Who of a side would be in supply now: from a source, or from a headquarters above that is in supply."""
    primary, places = primary_places(state, side), places_in_supply(state, side)
    ground = state.board.ground
    everybody = on_board(state, side)
    fed = {key for key in everybody if state.units[key].hex in places or not ground[state.units[key].hex].is_land}
    hqs = hand_on(state, side, fed, everybody)
    return Network(primary, places, frozenset(fed), hqs)


# rule: NW-19.2.a.2
def hand_on(state: KoreaState, side: str, fed: set[int], everybody: Iterable[int]) -> frozenset[int]:
    """Let headquarters in supply feed those under them, headquarters first; returns the headquarters."""
    board, units = state.board, state.units
    hungry = [key for key in everybody if key not in fed]  # equivalent[always]: nobody is fed twice
    able = [key for key in hqs_on_board(state, side) if key in fed]
    for hq in able:  # grows on the way
        below = [key for key in hungry if hq in superiors(board, key) and key not in fed]  # equivalent[not in fed]: too
        reached = handed_on(state, side, hq) if below else ()  # equivalent[always]: saves a search
        for key in below:
            if units[key].hex in reached:
                fed.add(key)
                if board.units[key].is_hq:
                    able.append(key)
    return frozenset(able)


def fed_by(state: KoreaState, hq: int, hungry: Iterable[int]) -> tuple[int, ...]:
    """Which of some units a headquarters in supply feeds, directly or through headquarters under it."""
    waiting = tuple(hungry)
    side = state.board.units[hq].side
    fed = {key for key in on_board(state, side) if key not in waiting and not state.board.units[key].is_hq} | {hq}
    hand_on(state, side, fed, waiting)
    return tuple(key for key in waiting if key in fed and key != hq)


# rule: NW-19.2.a
def has_line(state: KoreaState, key: int) -> bool:
    """Whether a unit could trace a line of communications now, whatever marker it has."""
    return key in network(state, state.board.units[key].side).units
