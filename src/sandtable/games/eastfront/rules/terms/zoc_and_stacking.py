"""Chapter 3: sides, stacks, control of hexes and zones of control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    DRY,
    FROST,
    MUD,
    SNOW,
    SOVIET,
    CrimeaState,
    Piece,
    side_key,
)
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.enlarged_map import crowding, works
from sandtable.games.eastfront.scenario import BAY, CITIES, SETTLED, Counter, Values
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse
from sandtable.kernel.memory import Seen, patched

FIRST_ARCTIC = "first_arctic"
"""The turn in which Arctic cold came first."""
LOSS_MARKER = 2
"""What a loss marker takes from attack and defence."""


def ref(piece: int) -> Ref:
    """A link to a ground unit."""
    return Ref("piece", piece)


def at(place: int) -> Ref:
    """A link to a hex."""
    return Ref("place", place)


def _restack(state: CrimeaState, seen: Seen, before: memory.Before) -> Seen:
    """The stacks after some units moved."""
    hexes = memory.touched(state, before)
    if not hexes or not seen:
        return seen
    pieces, known = state.pieces, seen[()]
    stayed = {h: [key for key in known.get(h, ()) if key not in before] for h in hexes}
    for key in before:
        place = pieces[key].hex if key in pieces else 0
        if place in stayed:
            stayed[place].append(key)
    return {(): patched(known, {h: tuple(sorted(keys)) or None for h, keys in stayed.items()})}


@derived("pieces", pieces=_restack)
def stacks(state: CrimeaState) -> dict[int, tuple[int, ...]]:
    """The ground units in each occupied hex."""
    found: dict[int, list[int]] = {}
    for key, piece in state.pieces.items():
        if piece.hex:
            found.setdefault(piece.hex, []).append(key)
    return {h: tuple(keys) for h, keys in sorted(found.items())}


def _holder(state: CrimeaState, place: int) -> str | None:
    keys = stacks(state).get(place)
    return state.board.units[keys[0]].side if keys else None


# rule: EF-2.33.a, EF-2.33.b
@derived("pieces", pieces=memory.by_hex(_holder))
def holders(state: CrimeaState) -> dict[int, str]:
    """The side whose combat units stand in each occupied hex."""
    units = state.board.units
    return {h: units[keys[0]].side for h, keys in stacks(state).items()}


def is_train(counter: Counter) -> bool:
    """Whether a unit is an armoured train."""
    return counter.kind == "armoured_train"


def unit(state: CrimeaState, key: int) -> Counter:
    """The counter of a piece."""
    return state.board.units[key]


@derived("pieces", pieces=memory.unless(memory.came_or_went))
def on_map(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's units on the map."""
    units = state.board.units
    return tuple(key for key, piece in state.pieces.items() if piece.hex and units[key].side == side)


# rule: EF-16.23
def values(counter: Counter, piece: Piece) -> Values:
    """The strengths a unit has now: its face, less two for a loss marker.

    A unit of four steps turns over after its second loss, one of three after its first; the marker lies on the others.
    """
    if counter.mobile is not None and piece.back:
        return counter.mobile
    lost = counter.steps - piece.steps
    if lost <= 0 or counter.back is None:
        return counter.front
    turned = is_turned(counter, piece)
    marked = lost == 1 if not turned else lost >= (3 if counter.steps == 4 else 2)
    face = counter.back if turned else counter.front
    if not marked:
        return face
    return Values(
        max(face.attack - LOSS_MARKER, 0), max(face.defence - LOSS_MARKER, 1), face.allowance, face.attack_only
    )


def strength(state: CrimeaState, key: int) -> Values:
    """The strengths of a piece on the map now."""
    return values(state.board.units[key], state.pieces[key])


def is_turned(counter: Counter, piece: Piece) -> bool:
    """Whether losses have turned a unit to its reduced face."""
    return counter.back is not None and counter.steps - piece.steps >= (2 if counter.steps == 4 else 1)


# rule: EF-3.31
def stack_points(state: CrimeaState, key: int) -> int:
    """The stacking points of a unit: those of the face it shows."""
    counter = state.board.units[key]
    return counter.reduced_stack if is_turned(counter, state.pieces[key]) else counter.stack


def _points(state: CrimeaState, place: int) -> int | None:
    keys = stacks(state).get(place)
    return sum(stack_points(state, key) for key in keys) if keys else None


# rule: EF-3.31, EF-3.32.a, EF-3.33
@derived("pieces", pieces=memory.by_hex(_points, memory.changed_stack))
def stacking(state: CrimeaState) -> dict[int, int]:
    """Stacking points in each occupied hex."""
    return {h: sum(stack_points(state, key) for key in keys) for h, keys in stacks(state).items()}


# rule: EF-3.32.b
@derived("pieces", pieces=memory.unless(memory.changed_stack))
def overstacked(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes where a side has more than the limit."""
    held = holders(state)
    own = {h: points for h, points in stacking(state).items() if held[h] == side}
    full = [h for h, points in own.items() if points > crowding.limit_at(h)]
    return tuple(sorted({*full, *crowding.overfull(state.board, own)}))


def why_no_room(state: CrimeaState, newcomers: tuple[int, ...], place: int) -> Refusal | None:
    """Why units may not end in a hex: its stack would be too big."""
    there = stacks(state).get(place, ())
    points = stacking(state).get(place, 0)
    points += sum(stack_points(state, key) for key in newcomers if key not in there)
    if points > (limit := crowding.limit_at(place)):
        rule = "EF-3.32.a" if limit == crowding.OUTSIDE else "EF-PB5.23"
        return refuse(rule, "refuse.stack", at(place), points=points, limit=limit, place=at(place))
    return _why_boundary_full(state, newcomers, place)


# rule: EF-PB5.23.a
def _why_boundary_full(state: CrimeaState, newcomers: tuple[int, ...], place: int) -> Refusal | None:
    """Why units may not end in a transition hex: too many would face one hex of map Q."""
    for group in crowding.groups_of(state.board, place):
        keys = {k for h in group for k in stacks(state).get(h, ())} | set(newcomers)
        sides = {state.board.units[k].side for k in newcomers}
        points = sum(stack_points(state, k) for k in keys if state.board.units[k].side in sides)
        if points > crowding.FACING:
            limit = crowding.FACING
            return refuse("EF-PB5.23.a", "refuse.boundary_full", at(place), points=points, limit=limit, place=at(place))
    return None


def is_frozen(state: CrimeaState) -> bool:
    """Whether rivers and lakes bear weight."""
    return state.frozen or state.weather in (SNOW, ARCTIC)


# rule: EF-10.77.a
def bears(state: CrimeaState, place: int) -> bool:
    """Whether ground units can be in a hex now: on land, and on a lake while it is frozen."""
    ground = state.board.ground[place]
    return ground.is_land or (ground.may_bear and is_frozen(state))


def has_been_arctic(state: CrimeaState) -> bool:
    """Whether there has been a turn of Arctic cold: the waters never thaw again."""
    return FIRST_ARCTIC in state.tracks


# rule: EF-3.44
def carries_zone(state: CrimeaState, a: int, b: int, motorised: bool) -> bool:
    """Whether terrain and weather let a zone of control reach from a hex into its neighbour."""
    board = state.board
    border, into = board.border(a, b), board.ground[b]
    # rule: EF-10.79
    if not bears(state, b) or into.place == "major_city":
        return False
    is_water = border.water in ("lake", "sivash") or border.river == "major"
    # rule: EF-3.43
    if border.water in ("sea", BAY) or (is_water and not is_frozen(state)):
        return False
    if not motorised or border.is_way:
        return True
    # rule: EF-10.6.n
    if weather_in(state, b) in (MUD, SNOW, ARCTIC):
        return into.place in SETTLED
    return not (into.terrain == "swamp" and state.weather != FROST)


def carried(state: CrimeaState, place: int, motorised: bool) -> tuple[int, ...]:
    """The hexes that a zone of control reaches from a hex in this weather, worked out once."""
    key = ("zone", state.weather, keeps_mud(state), state.frozen, motorised)
    board = state.board
    table: dict[int, tuple[int, ...]] = board.cache.setdefault(key, {})
    if place not in table:
        near = board.grid.neighbours[place]
        table[place] = tuple(n for n in near if carries_zone(state, place, n, motorised))
    return table[place]


# rule: EF-3.4, EF-3.41
def zone_of(state: CrimeaState, place: int) -> tuple[int, ...] | None:
    """The hexes around a hex that the units in it have in their zone of control, if they have one."""
    keys, units, pieces = stacks(state).get(place, ()), state.board.units, state.pieces
    # rule: EF-PB8.74.b
    ashore = [k for k in keys if not pieces[k].ship]
    # rule: EF-3.42, EF-3.47
    if not any(units[k].exerts and not pieces[k].overrun for k in ashore):
        return None
    # One unit with a zone gives it to all that stand with it, so only a wholly motorised stack is bound by mud.
    zone = carried(state, place, all(units[k].is_motorised for k in keys))
    # rule: EF-PB5.31, EF-PB5.32, EF-PB5.33
    if not state.board.has_works:
        return zone
    return tuple(n for n in zone if not works.keeps_out(state, units[keys[0]].side, place, n))


@derived("pieces", "weather", "past", "frozen", "razed", pieces=memory.by_hex(zone_of))
def zones(state: CrimeaState) -> dict[int, tuple[int, ...]]:
    """For each occupied hex, the hexes around it that its units have in their zone of control."""
    found = ((h, zone_of(state, h)) for h in stacks(state))
    return {h: zone for h, zone in found if zone is not None}


def _rezone(state: CrimeaState, seen: Seen, before: memory.Before) -> Seen:
    """The zones of control of each side after some units moved: only hexes next to them can have changed."""
    hexes = memory.touched(state, before)
    if not hexes:
        return seen
    if len(hexes) > memory.MANY:
        return {}
    held, known, near = holders(state), zones(state), state.board.grid.neighbours
    reached = dict.fromkeys(n for h in hexes for n in near[h])
    exerted = {n: [h for h in sorted(near[n]) if n in known.get(h, ())] for n in reached}
    fresh: Seen = {}
    for args, table in seen.items():
        sources = {n: tuple(h for h in around if held[h] == args[0]) or None for n, around in exerted.items()}
        fresh[args] = patched(table, sources)
    return fresh


@derived("pieces", "weather", "past", "frozen", "razed", pieces=_rezone)
def zoc(state: CrimeaState, side: str) -> dict[int, tuple[int, ...]]:
    """The hexes in a side's zone of control, each with the hexes of the units that exert it."""
    held = holders(state)
    found: dict[int, list[int]] = {}
    for h, into in zones(state).items():
        if held[h] == side:
            for n in into:
                found.setdefault(n, []).append(h)
    return {h: tuple(sources) for h, sources in sorted(found.items())}


# rule: EF-3.46
def is_contested(state: CrimeaState, place: int) -> bool:
    """Whether both sides have the hex in their zone of control."""
    return place in zoc(state, AXIS) and place in zoc(state, SOVIET)


def _claims(state: CrimeaState, hexes: Iterable[int]) -> tuple[tuple[int, str], ...]:
    """Those of some hexes that changed hands, each with its new owner."""
    held, axis, soviet, control = holders(state), zoc(state, AXIS), zoc(state, SOVIET), state.control
    found = []
    for h in sorted(hexes):
        side = held.get(h)
        if side is None and (h in axis) != (h in soviet):
            side = AXIS if h in axis else SOVIET
        if side is not None and control.get(h) != side:
            found.append((h, side))
    return tuple(found)


def _reclaim(state: CrimeaState, seen: Seen, before: memory.Before) -> Seen:
    """The claims after some units moved: those that were open, and those of the hexes around them."""
    hexes, near = memory.touched(state, before), state.board.grid.neighbours
    if not hexes or not seen:
        return seen
    around = dict.fromkeys(n for h in hexes for n in (h, *near[h]))
    return {(): _claims(state, {**around, **dict(seen[()])})}


def _reassess(state: CrimeaState, seen: Seen, before: Mapping[int, str | None]) -> Seen:
    """The claims after some hexes changed hands."""
    return {args: _claims(state, {**before, **dict(open_claims)}) for args, open_claims in seen.items()}


# rule: EF-3.21.a, EF-3.21.b
@derived("pieces", "weather", "past", "frozen", "razed", "control", pieces=_reclaim, control=_reassess)
def control_changes(state: CrimeaState) -> tuple[tuple[int, str], ...]:
    """Hexes that changed hands: entered, or in the uncontested zone of the other side."""
    return _claims(state, {**zoc(state, AXIS), **zoc(state, SOVIET), **holders(state)})


def settle_control(d: Draft[CrimeaState]) -> None:
    """Give every hex to whom it belongs."""
    for h, side in control_changes(d.now):
        d.put("control", h, side)


def is_friendly(state: CrimeaState, place: int, side: str) -> bool:
    """Whether a side controls a hex."""
    return state.control.get(place) == side


# rule: EF-18.11, EF-18.21
def line_between(state: CrimeaState, start: int, to: int) -> int:
    """The hex that an undestroyed fortified line between two neighbours defends, or 0."""
    line = state.board.border(start, to).line
    return line if line and side_key(start, to) not in state.razed else 0


def has_fortification(state: CrimeaState, place: int, against: str) -> bool:
    """Whether a hex has a strongpoint, fortified line, citadel or belt that stands and serves the enemies of a side."""
    return has_field_works(state, place, against) or (against == AXIS and bool(works.works_at(state, place)))


def has_field_works(state: CrimeaState, place: int, against: str) -> bool:
    """Whether a hex has an undestroyed strongpoint or fortified line that serves the enemies of a side."""
    point = state.strongpoints.get(place)
    if point is not None and point.side != against and not point.building:
        return True
    return against == AXIS and place in lines(state)


@derived("razed")
def lines(state: CrimeaState) -> dict[int, tuple[int, ...]]:
    """Hexes with undestroyed fortified hexsides, each with the hexes across those sides."""
    found: dict[int, list[int]] = {}
    for (a, b), border in state.board.borders.items():
        if border.line == a and side_key(a, b) not in state.razed:
            found.setdefault(a, []).append(b)
    return {h: tuple(sorted(across)) for h, across in sorted(found.items())}


def in_city(state: CrimeaState, place: int) -> bool:
    """Whether a hex is a city or a major city."""
    return state.board.ground[place].place in CITIES


def is_dry_or_frost(state: CrimeaState) -> bool:
    """Whether the weather is one in which armour works with the other arms."""
    return state.weather in (DRY, FROST)


def keeps_mud(state: CrimeaState) -> bool:
    """Whether mud lingers among trees: it is dry after a turn of mud."""
    return state.weather == DRY and state.past[:1] == (MUD,)


def has_lingering_mud(state: CrimeaState, place: int) -> bool:
    """Whether a hex keeps the mud of the turn before."""
    return keeps_mud(state) and state.board.ground[place].woods


# rule: EF-5.14
def weather_in(state: CrimeaState, place: int) -> str:
    """The weather whose effects are felt in a hex."""
    return MUD if has_lingering_mud(state, place) else state.weather
