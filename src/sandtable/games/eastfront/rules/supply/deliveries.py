"""Chapters 6.81 to 6.84 with the play-book's change: attack supply points come in, as mobile units or as dumps.

A card that counts supply points says how many come and in how many counters: ``attack_supply: {axis: {each_turn: 2,
counters: 4, per_base: 2}, soviet: {entries: [{turn: 62, points: 1}], counters: 3, wagon: true, entry: map}}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import (
    AXIS,
    MAP_T,
    SIDES,
    SOVIET,
    CrimeaState,
    Supply,
    enemy,
    phasing,
)
from sandtable.games.eastfront.rules.movement.ground import FOOT, HEAVY, prices
from sandtable.games.eastfront.rules.replacements import rebuilding
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.special_movement import rail
from sandtable.games.eastfront.rules.supply import bases, supply
from sandtable.games.eastfront.rules.supply.attack_supply import DUMP, TRUCK_HALF_MP, WAGON_HALF_MP, book
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly, zoc
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse
from sandtable.kernel.graph import Reach, flood

MOBILE, IN_DUMP = "mobile", "dump"
FORMS = (MOBILE, IN_DUMP)


def terms_of(state: CrimeaState, side: str) -> Mapping[str, Any]:
    """What the card says of a side's supply points; empty where none are counted."""
    found: Mapping[str, Any] = (state.board.card.get("attack_supply") or {}).get(side) or {}
    return found


# rule: EF-6.81.a
def income(state: CrimeaState, side: str) -> int:
    """Points that a side receives in this turn."""
    card = terms_of(state, side)
    listed = [int(row["points"]) for row in card.get("entries", ()) if row["turn"] == state.turn]
    short = plans.supply_short(state) if side == AXIS else 0
    return max(sum(listed, int(card.get("each_turn", 0))) - short, 0)


def waiting(state: CrimeaState, side: str) -> int:
    """Points that are still to come on the map."""
    return state.tracks.get(f"{side}_points", 0)


def counters_left(state: CrimeaState, side: str) -> int:
    """Supply counters that a side can still put on the map in this turn."""
    return state.tracks.get(f"{side}_counters", 0)


# rule: EF-6.81.a, EF-6.81.b
def receive(d: Draft[CrimeaState]) -> None:
    """The Supply phase: points come in; a counter that left the map is free again from the next turn on."""
    for side in SIDES:
        card = terms_of(d.now, side)
        if not card:
            continue
        in_play = len([unit for unit in d.now.supplies.values() if unit.side == side])
        d.put("tracks", f"{side}_counters", max(int(card["counters"]) - in_play, 0))
        if points := income(d.now, side):
            d.put("tracks", f"{side}_points", points)
            d.log("log.supply_received", "EF-6.81.a", side=Ref("seat", side), points=points)
            # rule: EF-PB4.31
            if side == SOVIET and card.get("entry", MAP_T) == MAP_T:
                _to_map_t(d)


# rule: EF-PB4.31
def _to_map_t(d: Draft[CrimeaState]) -> None:
    """Soviet points wait as mobile units in Map T; those without a counter are lost."""
    wagon = bool(terms_of(d.now, SOVIET).get("wagon"))
    for _ in range(min(waiting(d.now, SOVIET), counters_left(d.now, SOVIET))):
        put(d, Supply(SOVIET, 0, wagon=wagon, box=MAP_T))
    expire(d, SOVIET)


def put(d: Draft[CrimeaState], unit: Supply) -> None:
    """Bring a new supply unit into play, for points that were waiting."""
    side = unit.side
    d.put("supplies", max(d.now.supplies, default=0) + 1, unit)
    d.put("tracks", f"{side}_points", waiting(d.now, side) - unit.points)
    d.put("tracks", f"{side}_counters", counters_left(d.now, side) - 1)
    book(d, side, unit.points)
    place = at(unit.hex) if unit.hex else None
    if place is None:
        d.log("log.supply_in_box", "EF-PB4.31", points=unit.points)
    else:
        d.log("log.supply_entered", "EF-6.81.a", place, place=place, points=unit.points)


# rule: EF-6.81.b
def expire(d: Draft[CrimeaState], side: str) -> None:
    """Points that did not come on the map are lost."""
    points = waiting(d.now, side)
    if f"{side}_points" in d.now.tracks:
        d.drop("tracks", f"{side}_points")
    if points:
        d.log("log.supply_expired", "EF-6.81.b", side=Ref("seat", side), points=points)


def close(d: Draft[CrimeaState]) -> None:
    """The end of a side's Movement phase."""
    expire(d, phasing(d.now))
    for key, unit in d.now.supplies.items():
        if unit.spent:
            d.edit("supplies", key, spent=0)


# -- where points come in ----------------------------------------------------------------------------------------------


# rule: EF-6.84.a, EF-PB4.32
def gates(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Sources on the edge of the map with a road or a railway: for the Axis those of the north edge."""
    known = supply.northern_sources(state) if side == AXIS else supply.sources(state, side)
    return tuple(h for h in known if _is_edge(state, h) and _has_way(state, h))


def _is_edge(state: CrimeaState, place: int) -> bool:
    return len(state.board.grid.neighbours[place]) < 6


def _has_way(state: CrimeaState, place: int) -> bool:
    return any(state.board.border(place, n).is_way for n in state.board.grid.neighbours[place])


# rule: EF-6.84.d
def cities(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Soviet major cities that take a mobile unit in this turn: one each, however many hexes they have."""
    if side != SOVIET:
        return ()
    return tuple(h for h in _city_hexes(state) if why_no_city(state, h) is None)


def _city_hexes(state: CrimeaState) -> tuple[int, ...]:
    return tuple(h for h, ground in state.board.ground.items() if ground.place == "major_city")


def _city_of(state: CrimeaState, place: int) -> tuple[int, ...]:
    """All hexes of the major city that a hex belongs to."""
    ground = state.board.ground
    whole = flood([place], state.board.grid.neighbours, lambda a, b: ground[b].place == "major_city").costs
    return tuple(sorted(whole))


# rule: EF-6.84.d
def why_no_city(state: CrimeaState, place: int) -> Refusal | None:
    """Why a major city takes no new mobile unit."""
    city = _city_of(state, place)
    if not is_friendly(state, place, SOVIET) or holders(state).get(place) == AXIS:
        return refuse("EF-6.84.d", "refuse.not_your_hex", at(place), place=at(place))
    if state.tracks.get(f"city_{city[0]}") == state.turn:
        return refuse("EF-6.84.d", "refuse.city_supplied", at(place), place=at(place))
    if rebuilding.besieged(state, place):
        return refuse("EF-6.84.d", "refuse.city_surrounded", at(place), place=at(place))
    return None


# rule: EF-6.83.a1
def by_rail(state: CrimeaState, side: str) -> Reach[int]:
    """Where a dump gets that comes in by rail."""
    line_ends = [
        h
        for h in gates(state, side)
        if h in rail.network(state, side)
        and rail.left(state, side, rail.line_of(state, side, h)) >= DUMP
        and not rail.is_interdicted(state, side, h)
        and rail.why_too_near(state, side, h) is None
    ]
    return rail.reach(state, side, tuple(line_ends), DUMP, rail.LIMIT - 1, rail.DISTANCE)


def why_nothing(state: CrimeaState, seat: str) -> Refusal | None:
    """Why a side has nothing to bring in."""
    if waiting(state, seat) <= 0:
        return refuse("EF-6.81.a", "refuse.no_points_waiting")
    if counters_left(state, seat) <= 0:
        return refuse("EF-6.81.b", "refuse.no_supply_counter")
    return None


# rule: EF-6.81.a
def why_not_form(state: CrimeaState, seat: str, form: str) -> Refusal | None:
    """Why points cannot come in as that."""
    if form == IN_DUMP and waiting(state, seat) < DUMP:
        return refuse("EF-6.81.a", "refuse.one_point")
    if _places(state, seat, form):
        return None
    if form == IN_DUMP:
        return rail.why_never(state, seat) or refuse("EF-6.83.a1", "refuse.no_supply_entry")
    return refuse("EF-6.84.a", "refuse.no_supply_entry")


def forms(state: CrimeaState, seat: str) -> OneOf:
    """A mobile unit for a point, a dump for two."""
    return pick("form", FORMS, lambda form: why_not_form(state, seat, form), default=MOBILE)


def _places(state: CrimeaState, side: str, form: str) -> tuple[int, ...]:
    """Hexes where points can come in: by rail or by road at the edge, on bases, in major cities."""
    need = DUMP if form == IN_DUMP else 1
    # rule: EF-6.83.a2, EF-6.84.b
    depots = tuple(h for h in bases.depots(state, side) if bases.room(state, h) >= need)
    # rule: EF-6.83.a1
    if form == IN_DUMP:
        ends = by_rail(state, side).costs if rail.why_never(state, side) is None else {}
        return tuple(dict.fromkeys((*ends, *depots)))
    # rule: EF-6.84.a
    doors = tuple(h for h in gates(state, side) if _is_passable(state, side, h))
    # rule: EF-6.84.d
    return tuple(dict.fromkeys((*doors, *depots, *cities(state, side))))


def _is_passable(state: CrimeaState, side: str, place: int) -> bool:
    """Whether supplies can come in at a hex: enemy zones only where friends stand."""
    holder = holders(state).get(place)
    return holder == side or (holder is None and place not in zoc(state, enemy(side)))


# rule: EF-6.83.a1, EF-6.84.a, EF-PB4.32
def why_not_at(state: CrimeaState, seat: str, form: str, place: int) -> Refusal | None:
    """Why points cannot come in at a hex."""
    if place in _places(state, seat, form):
        return None
    if bases.base_at(state, place):
        return bases.why_not_served(state, place, DUMP if form == IN_DUMP else 1)
    if seat == SOVIET and place in _city_hexes(state) and form == MOBILE:
        return why_no_city(state, place)
    if form == IN_DUMP:
        return refuse("EF-6.83.a1", "refuse.dump_entry", at(place), place=at(place))
    rule = "EF-PB4.32" if seat == AXIS else "EF-6.84.a"
    return refuse(rule, "refuse.supply_entry", at(place), place=at(place))


def entry_choice(state: CrimeaState, seat: str, form: str) -> OneOf:
    """Where points can come in."""
    return OneOf("place", _places(state, seat, form), lambda place: why_not_at(state, seat, form, place))


def deliver(d: Draft[CrimeaState], form: str, place: int) -> None:
    """Bring points on the map; a mobile unit may go on with what is left of its allowance."""
    side, points = d.seat, DUMP if form == IN_DUMP else 1
    wagon, spent, moved = bool(terms_of(d.now, side).get("wagon")), 0, False
    # rule: EF-6.93, EF-6.84.b
    if place in bases.depots(d.now, side) and bases.room(d.now, place) >= points:
        bases.count(d, place, points)
    elif form == IN_DUMP:
        # rule: EF-6.83.a1
        found = by_rail(d.now, side)
        way = found.path(place)
        start = rail.origin(found, place)
        rail.charge(d, side, (start, *way), DUMP)
        moved = True
    elif place in gates(d.now, side):
        # rule: EF-6.84.a
        spent = min(entry_cost(d.now, wagon, place), WAGON_HALF_MP if wagon else TRUCK_HALF_MP)
    else:
        # rule: EF-6.84.d
        d.put("tracks", f"city_{_city_of(d.now, place)[0]}", d.now.turn)
    put(d, Supply(side, place, points, wagon and points == 1, moved=moved, spent=spent))


def entry_cost(state: CrimeaState, wagon: bool, place: int) -> int:
    """Half movement points of a mobile unit for the hex where it comes in."""
    table = prices(state, FOOT if wagon else HEAVY)
    near = state.board.grid.neighbours[place]
    return min((cost for n in near for cost in table.get((n, place), ()) if cost is not None), default=2)
