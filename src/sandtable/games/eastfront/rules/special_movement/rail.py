"""Chapter 11.1: rail movement, on the lines of chapter 19 and the play-book's captured lines and ferries.

A card that allows it gives each side its capacity in stacking points by the kind of line, such as ``rail_capacity:
{axis: {converted: 2, captured: {points: 1, once_held: "4321"}}, soviet: {soviet: 3}}``. Without it nobody travels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.eastfront.model import (
    ACTIVE,
    AXIS,
    OUT_OF_SUPPLY,
    SIDES,
    SOVIET,
    CrimeaState,
    Piece,
    Supply,
    enemy,
)
from sandtable.games.eastfront.rules.arrivals import arrivals
from sandtable.games.eastfront.rules.crimea_map.spans import carries_rail, has_ferry
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.railways.railways import (
    CAPTURED,
    CHART,
    CONVERTED,
    INTERDICTED,
    along_rail,
    serves,
)
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.attack_supply import why_barred_by_ships
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref, stack_points, values, zoc
from sandtable.games.eastfront.scenario import SETTLED, Counter, CrimeaScenario
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse
from sandtable.kernel.graph import Reach, cheapest, flood

LIMIT: int = CHART["movement"]["points"]
"""Rail points of a move; a hex costs one."""
GAUGE: int = CHART["change_of_gauge"]["points"]
FERRY: int = CHART["ferry"]["points"]
"""Rail points for a change of trains, for a ferry."""
DISTANCE: int = CHART["distance_from_enemy"]["trains"]
DISTANCE_OF_GUNS: int = CHART["distance_from_enemy"]["guns"]
"""Hexes that trains keep from enemy units."""
LINES = {AXIS: (CONVERTED, CAPTURED), SOVIET: (SOVIET,)}
OWN_TRAIN, RAILWAY_GUNS, COASTAL, FLOTILLA = "armoured_train", "railway_artillery", "coastal_artillery", "flotilla"


# -- capacity ----------------------------------------------------------------------------------------------------------


# rule: EF-11.13, EF-PB2.34.g
def capacity(state: CrimeaState, side: str, line: str) -> int:
    """Stacking points that a side may move in a turn on a kind of line; on some only once a place has been taken."""
    terms = _terms(state, side, line)
    held = "once_held" not in terms or state.control.get(int(terms["once_held"])) == side
    return int(terms["points"]) if held else 0


def _terms(state: CrimeaState, side: str, line: str) -> Mapping[str, Any]:
    """What the card says of a kind of line."""
    found = ((state.board.card.get("rail_capacity") or {}).get(side) or {}).get(line, 0)
    return found if isinstance(found, Mapping) else {"points": found}


def left(state: CrimeaState, side: str, line: str) -> int:
    """What is left of a capacity in this phase."""
    return capacity(state, side, line) - state.tracks.get(f"rail_{line}", 0)


# rule: EF-PB4.11
def why_never(state: CrimeaState, seat: str) -> Refusal | None:
    """Why nobody of a side goes by rail: the scenario does not let it."""
    if seat not in (state.board.card.get("rail_capacity") or {}):
        return refuse("EF-PB4.11", "refuse.no_rail_movement")
    return None


# rule: EF-11.13
def load_of(state: CrimeaState, key: int) -> int:
    """The capacity that a unit takes: its stacking value, one where it has none; railway guns have their own trains."""
    has_own = state.board.units[key].kind in (OWN_TRAIN, RAILWAY_GUNS)
    return 0 if has_own else max(stack_points(state, key), 1)


def reopen(d: Draft[CrimeaState]) -> None:
    """A new phase: all capacity is there again."""
    for line in (*LINES[AXIS], *LINES[SOVIET]):
        if f"rail_{line}" in d.now.tracks:
            d.drop("tracks", f"rail_{line}")


def charge(d: Draft[CrimeaState], side: str, path: tuple[int, ...], load: int) -> None:
    """Count a load on every kind of line that it uses."""
    if load:
        for line in dict.fromkeys(line_of(d.now, side, place) for place in path):
            d.put("tracks", f"rail_{line}", d.now.tracks.get(f"rail_{line}", 0) + load)


# -- the net -----------------------------------------------------------------------------------------------------------


def line_of(state: CrimeaState, side: str, place: int) -> str:
    """The kind of line of use to a side in a hex; empty where there is none."""
    if side == AXIS and state.rails.get(place) == CAPTURED:
        return CAPTURED
    if not serves(state, side, place):
        return ""
    return CONVERTED if side == AXIS else SOVIET


def _is_open(state: CrimeaState, side: str, place: int) -> bool:
    """Whether a side holds a line in a hex and no enemy bars it."""
    held = state.control.get(place, side) == side
    return held and bool(line_of(state, side, place)) and not supply.is_blocked(state, side, place)


HANGS_ON = (
    *("pieces", "weather", "past", "frozen", "razed", "control"),
    *("rails", "bridges", "turn", "interdiction", "tracks"),
)
"""What journeys by rail hang on."""


# rule: EF-11.11
@derived("pieces", "weather", "past", "frozen", "razed", "control", "rails", "bridges", "turn", pieces=supply.WHERE)
def network(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's rail net: lines of its own that lead to one of its sources."""
    board = state.board
    if board.switch("general_supply") == "always":
        return tuple(h for h in board.ground if _is_open(state, side, h))
    rails, _ = supply.joined(board)
    starts = [h for h in supply.sources(state, side) if _is_open(state, side, h)]
    return tuple(flood(starts, rails, lambda a, b: _is_open(state, side, b) and carries_rail(state, a, b)).costs)


# rule: EF-11.12.a, EF-10.63.b, EF-11.12.c
def why_too_near(state: CrimeaState, side: str, place: int, distance: int = DISTANCE) -> Refusal | None:
    """Why a train may not be in a hex: an enemy zone of control, or an enemy unit too near."""
    if place in zoc(state, enemy(side)):
        return refuse("EF-10.63.b", "refuse.rail_zoc", at(place), place=at(place))
    # rule: EF-PB5.42.a
    least = 0 if distance < 0 and is_inner(place) else abs(distance)
    held, around = holders(state), _around(state.board, place, least)
    if len(held) <= len(around):
        near = [h for h, holder in held.items() if holder != side and h in around]
    else:
        near = sorted(h for h in around if held.get(h, side) != side)
    if near:
        return refuse("EF-11.12.a", "refuse.rail_near", at(near[0]), place=at(place), enemy=at(near[0]))
    return None


def _around(board: CrimeaScenario, place: int, least: int) -> frozenset[int]:
    """The hexes nearer to a hex than some distance, worked out once."""
    table: dict[tuple[int, int], frozenset[int]] = board.cache.setdefault("around", {})
    if (place, least) not in table:
        found = board.grid.within(place, least - 1) if least else ()
        table[place, least] = frozenset(found)
    return table[place, least]


# rule: EF-11.15, EF-13.21
def is_interdicted(state: CrimeaState, side: str, place: int) -> bool:
    """Whether the enemy interdicts a hex; only the Axis does, and a higher level makes no difference."""
    return side == SOVIET and interdiction_at(state, place) > 0


# rule: EF-10.73.a, EF-11.12.a
def price(state: CrimeaState, side: str, a: int, b: int) -> int:
    """Rail points from a hex to the next: one on any ground; more under air attack, on ferries, between gauges."""
    changes = side == AXIS and line_of(state, side, a) != line_of(state, side, b)
    # rule: EF-PB2.35.b
    if has_ferry(state, a, b):
        return FERRY + (GAUGE if changes else 0)
    # rule: EF-PB2.34.e
    if changes:
        return GAUGE
    # rule: EF-11.15, EF-13.21
    return INTERDICTED if is_interdicted(state, side, b) else 1


# rule: EF-11.12.a, EF-PB2.34.d
@derived(*HANGS_ON, pieces=supply.WHERE)
def reach(state: CrimeaState, side: str, starts: tuple[int, ...], load: int, limit: int, distance: int) -> Reach[int]:
    """Where a load can get by rail from any of these hexes, by lines that still have the capacity for it."""
    net = frozenset(network(state, side))
    # rule: EF-11.13, EF-PB2.34.g
    lines = [line for line in LINES[side] if left(state, side, line) >= load]

    def edges(place: int) -> Iterator[tuple[int, int]]:
        for n in along_rail(state.board, place):
            if n not in net or line_of(state, side, n) not in lines or not carries_rail(state, place, n):
                continue
            if why_too_near(state, side, n, distance) is None:
                yield n, price(state, side, place, n)

    return cheapest([h for h in starts if h in net], edges, limit)


# -- units -------------------------------------------------------------------------------------------------------------


# rule: EF-PB5.42.a
def _distance(counter: Counter) -> int:
    """Hexes that a unit on rails keeps from the enemy; below zero for those who need not on the enlarged map."""
    if counter.kind == RAILWAY_GUNS:
        return -DISTANCE_OF_GUNS
    return DISTANCE_OF_GUNS if is_heavy(counter) else DISTANCE


# rule: EF-11.12.c
def is_heavy(counter: Counter) -> bool:
    """Whether a unit travels as railway guns do: by its own allowance, and nearer to the enemy than others."""
    return counter.is_super_heavy or counter.kind == RAILWAY_GUNS


def _rides(state: CrimeaState, key: int) -> Reach[int]:
    """Where a unit gets by rail from where it stands, or from outside the map where it waits to come in."""
    counter, piece = state.board.units[key], state.pieces[key]
    # rule: EF-11.12.c
    limit = movement.half_mp(state, key) // 2 if is_heavy(counter) else LIMIT
    distance = _distance(counter)
    if piece.hex:
        return reach(state, counter.side, (piece.hex,), load_of(state, key), limit, distance)
    # The hex of entry is the first of the journey and costs as any other.
    gates = _gates(state, key, distance)
    return reach(state, counter.side, gates, load_of(state, key), limit - 1, distance)


# rule: EF-11.14
def _gates(state: CrimeaState, key: int, distance: int = DISTANCE) -> tuple[int, ...]:
    """Hexes where a reinforcement can come in by rail."""
    side = state.board.units[key].side
    load = load_of(state, key)
    return tuple(
        h
        for h in arrivals.entries(state, key)
        if h in network(state, side)
        and left(state, side, line_of(state, side, h)) >= load
        and not is_interdicted(state, side, h)
        and arrivals.why_closed(state, key, h) is None
        and why_too_near(state, side, h, distance) is None
    )


# rule: EF-11.11, EF-PB4.12
def why_no_passenger(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit never goes by rail as it is."""
    counter, piece = state.board.units[key], state.pieces[key]
    if counter.kind in (OWN_TRAIN, FLOTILLA):
        return refuse("EF-11.11", "refuse.rail_kind", ref(key), unit=ref(key))
    if counter.kind == COASTAL and counter.side == SOVIET:
        return refuse("EF-PB4.12", "refuse.rail_kind", ref(key), unit=ref(key))
    if counter.is_super_heavy and counter.mobile is not None and not piece.back:
        return refuse("EF-11.11", "refuse.rail_firing", ref(key), unit=ref(key))
    if values(counter, piece).allowance == 0 and not is_fixed_flak(counter):
        return refuse("EF-11.11", "refuse.rail_kind", ref(key), unit=ref(key))
    if piece.supply == OUT_OF_SUPPLY:
        return refuse("EF-11.11", "refuse.out_of_supply", ref(key), unit=ref(key))
    return None


# rule: EF-11.11, EF-11.12.c
def why_no_departure(state: CrimeaState, side: str, place: int, counter: Counter | None = None) -> Refusal | None:
    """Why a unit, or supplies, cannot board a train in a hex."""
    if place not in network(state, side):
        return refuse("EF-11.11", "refuse.rail_net", at(place), place=at(place))
    # Railway guns may leave a zone of interdiction; everybody else has to keep out of it to board.
    own_train = counter is not None and counter.kind == RAILWAY_GUNS
    if is_interdicted(state, side, place) and not own_train:
        return refuse("EF-11.11", "refuse.rail_interdicted", at(place), place=at(place))
    return why_too_near(state, side, place, DISTANCE if counter is None else _distance(counter))


# rule: EF-11.12.a
def why_not(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot go by rail now."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or not (piece.hex or piece.box == ACTIVE):
        return refuse("EF-11.11", "refuse.not_yours", ref(key), unit=ref(key))
    if (no := why_no_passenger(state, key)) is not None:
        return no
    if piece.hex:
        no = movement.why_pinned(state, seat, key) or soviet_units.why_not_start(state, key)
        if no is None and piece.spent:
            no = refuse("EF-11.12.a", "refuse.moved", ref(key), unit=ref(key))
        no = no or why_no_departure(state, seat, piece.hex, counter)
    else:
        no = arrivals.why_not_enter(state, seat, key)
    if no is not None:
        return no
    if not piece.hex:
        return None if _gates(state, key) else refuse("EF-11.14", "refuse.no_rail_entry", ref(key), unit=ref(key))
    return None if destinations(state, key) else _why_stuck(state, seat, piece.hex, load_of(state, key))


def _why_stuck(state: CrimeaState, side: str, place: int, load: int) -> Refusal:
    """Why a load goes nowhere from a hex: the line has no room for it, or leads nowhere."""
    most = left(state, side, line_of(state, side, place))
    if most < load:
        return refuse("EF-11.13", "refuse.rail_full", at(place), need=load, left=most)
    return refuse("EF-11.12.a", "refuse.rail_nowhere", at(place))


def destinations(state: CrimeaState, key: int) -> dict[int, int]:
    """Where a unit can go by rail, each hex with its rail points."""
    found, here = _rides(state, key).costs, state.pieces[key].hex
    found = {h: cost for h, cost in found.items() if _why_kept_out(state, key, h) is None}
    # rule: EF-PB6.22
    if is_fixed_flak(state.board.units[key]):
        found = {h: cost for h, cost in found.items() if state.board.ground[h].place in SETTLED}
    if here:
        return {h: cost for h, cost in sorted(found.items()) if h != here}
    return {h: cost + 1 for h, cost in sorted(found.items())}


# rule: EF-22.64, EFS-10.44.j1
def _why_kept_out(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why a hex is closed to a unit whatever the way there: too far for militia, or on the closed peninsula."""
    return untried.why_strays(state, key, place) or winter_siege.why_barred(state, key, place)


# rule: EF-PB6.22
def is_fixed_flak(counter: Counter) -> bool:
    """Whether a unit is Soviet flak that goes nowhere but by rail, from town to town."""
    return counter.anti_air and counter.side == SOVIET and counter.front.allowance == 0


def passengers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can go by rail."""
    able = [key for key, piece in state.pieces.items() if piece.hex or piece.box == ACTIVE]
    own = [key for key in able if state.board.units[key].side == seat]
    return pick("piece", own, lambda key: why_not(state, seat, key))


def stations(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where a unit can go by rail."""
    found, counter = destinations(state, key), state.board.units[key]

    def why(to: int) -> Refusal | None:
        if is_fixed_flak(counter) and state.board.ground[to].place not in SETTLED:
            return refuse("EF-PB6.22", "refuse.flak_needs_town", at(to), unit=ref(key), place=at(to))
        return _why_kept_out(state, key, to) or _why_not_to(state, seat, to, load_of(state, key))

    return OneOf("place", found, why, found)


# rule: EF-11.12.a, EF-PB2.34.g
def _why_not_to(state: CrimeaState, side: str, to: int, load: int) -> Refusal | None:
    """Why trains do not get to a hex."""
    if line_of(state, side, to) and (no := why_too_near(state, side, to)) is not None:
        return no
    if to not in network(state, side):
        return refuse("EF-11.12.a", "refuse.rail_net", at(to), place=at(to))
    line = line_of(state, side, to)
    if left(state, side, line) < load:
        rule = "EF-PB2.34.g" if line == CAPTURED else "EF-11.13"
        return refuse(rule, "refuse.rail_full", at(to), need=load, left=left(state, side, line))
    return refuse("EF-11.12.a", "refuse.rail_far", at(to), place=at(to))


# rule: EF-11.12.a, EF-11.14
def carry_out(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Move a unit by rail; it does nothing else in the phase."""
    counter, piece = d.now.board.units[key], d.now.pieces[key]
    found, spent = _rides(d.now, key), destinations(d.now, key)[to]
    path = found.path(to)
    entry = () if piece.hex else (origin(found, to),)
    charge(d, counter.side, (*entry, *path), load_of(d.now, key))
    if piece.hex:
        soviet_units.count_start(d, key, piece.hex)
        winter_siege.charge(d, key)
        d.edit("pieces", key, hex=to, moved="rail", travelled=True, busy=True)
    else:
        fresh = Piece(hex=to, steps=piece.steps, back=piece.back, moved="rail", travelled=True, busy=True)
        d.put("pieces", key, fresh)
    d.log("log.moved_by_rail", "EF-11.12.a", ref(key), unit=ref(key), to=at(to), spent=spent)


def origin(found: Reach[int], to: int) -> int:
    """The hex where a way began."""
    while to in found.origins:
        to = found.origins[to]
    return to


# -- supplies ----------------------------------------------------------------------------------------------------------


# rule: EF-11.13
def load_of_supplies(unit: Supply) -> int:
    """The capacity that a supply unit takes: one point a mobile unit, two a dump."""
    return unit.points


# rule: EF-11.11, EF-11.12.a
def why_no_freight(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit cannot go by rail now."""
    unit = state.supplies.get(key)
    if unit is None or unit.side != seat or not unit.hex:
        return refuse("EF-11.11", "refuse.not_your_supply", Ref("supply", key))
    if unit.moved or unit.spent:
        return refuse("EF-11.12.a", "refuse.supply_moved", at(unit.hex), place=at(unit.hex))
    if (no := why_no_departure(state, seat, unit.hex)) is not None:
        return no
    return None if _shipments(state, key) else _why_stuck(state, seat, unit.hex, load_of_supplies(unit))


def _shipments(state: CrimeaState, key: int) -> dict[int, int]:
    unit = state.supplies[key]
    found = reach(state, unit.side, (unit.hex,), load_of_supplies(unit), LIMIT, DISTANCE).costs
    open_to = (h for h in sorted(found) if why_barred_by_ships(state, unit.side, h) is None)
    return {h: found[h] for h in open_to if h != unit.hex}


def freight(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that can go by rail."""
    return pick("supply", state.supplies, lambda key: why_no_freight(state, seat, key))


def depots(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where supplies can go by rail."""
    found, load = _shipments(state, key), load_of_supplies(state.supplies[key])

    def why(to: int) -> Refusal | None:
        return why_barred_by_ships(state, seat, to) or _why_not_to(state, seat, to, load)

    return OneOf("place", found, why, found)


# rule: EF-11.13
def ship(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Move supplies by rail."""
    unit = d.now.supplies[key]
    load = load_of_supplies(unit)
    found = reach(d.now, unit.side, (unit.hex,), load, LIMIT, DISTANCE)
    charge(d, unit.side, found.path(to), load)
    d.edit("supplies", key, hex=to, moved=True)
    d.log("log.shipped", "EF-11.13", at(to), start=at(unit.hex), to=at(to), spent=found.costs[to])


def broken(state: CrimeaState) -> str | None:
    """What cannot be: more on the lines than they ever carry."""
    for side in SIDES:
        for line in LINES[side]:
            used = state.tracks.get(f"rail_{line}", 0)
            if used > int(_terms(state, side, line)["points"]):
                return f"{used} stacking points went by {line} rail"
    return None
