"""Chapter 3: sides, stacks, control of hexes and zones of control."""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    DRY,
    FROST,
    MUD,
    SNOW,
    SOVIET,
    Piece,
    Position,
    side_key,
)
from sandtable.games.eastfront.scenario import CITIES, SETTLED, Counter, Values
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

STACKING_LIMIT = 10
LOSS_MARKER = 2
"""What a loss marker takes from attack and defence."""


def ref(piece: int) -> Ref:
    """A link to a ground unit."""
    return Ref("piece", piece)


def at(place: int) -> Ref:
    """A link to a hex."""
    return Ref("place", place)


@derived("pieces")
def stacks(state: Position) -> dict[int, tuple[int, ...]]:
    """The ground units in each occupied hex."""
    found: dict[int, list[int]] = {}
    for key, piece in state.pieces.items():
        if piece.hex:
            found.setdefault(piece.hex, []).append(key)
    return {h: tuple(keys) for h, keys in sorted(found.items())}


# rule: EF-2.33.a
@derived("pieces")
def holders(state: Position) -> dict[int, str]:
    """The side whose combat units stand in each occupied hex."""
    units = state.theatre.units
    return {h: units[keys[0]].side for h, keys in stacks(state).items()}


def unit(state: Position, key: int) -> Counter:
    """The counter of a piece."""
    return state.theatre.units[key]


@derived("pieces")
def on_map(state: Position, side: str) -> tuple[int, ...]:
    """A side's units on the map."""
    units = state.theatre.units
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
    turned = lost >= (2 if counter.steps == 4 else 1)
    marked = lost == 1 if not turned else lost >= (3 if counter.steps == 4 else 2)
    face = counter.back if turned else counter.front
    if not marked:
        return face
    return Values(
        max(face.attack - LOSS_MARKER, 0), max(face.defence - LOSS_MARKER, 1), face.allowance, face.attack_only
    )


def strength(state: Position, key: int) -> Values:
    """The strengths of a piece on the map now."""
    return values(state.theatre.units[key], state.pieces[key])


# rule: EF-3.31, EF-3.32.a, EF-3.33
@derived("pieces")
def stacking(state: Position) -> dict[int, int]:
    """Stacking points in each occupied hex."""
    units = state.theatre.units
    return {h: sum(units[key].stack for key in keys) for h, keys in stacks(state).items()}


# rule: EF-3.32.b
@derived("pieces")
def overstacked(state: Position, side: str) -> tuple[int, ...]:
    """Hexes where a side has more than the limit."""
    held = holders(state)
    return tuple(h for h, points in stacking(state).items() if points > STACKING_LIMIT and held[h] == side)


def why_no_room(state: Position, newcomers: tuple[int, ...], place: int) -> Refusal | None:
    """Why units may not end in a hex: its stack would be too big."""
    there = stacks(state).get(place, ())
    points = stacking(state).get(place, 0)
    points += sum(state.theatre.units[key].stack for key in newcomers if key not in there)
    if points <= STACKING_LIMIT:
        return None
    return refuse("EF-3.32.a", "refuse.stack", at(place), points=points, limit=STACKING_LIMIT, place=at(place))


def is_frozen(state: Position) -> bool:
    """Whether rivers and lakes bear weight."""
    return state.frozen or state.weather in (SNOW, ARCTIC)


# rule: EF-3.43, EF-3.44, EF-10.6.n, EF-10.79
def carries_zone(state: Position, a: int, b: int, motorised: bool) -> bool:
    """Whether terrain and weather let a zone of control reach from a hex into its neighbour."""
    theatre = state.theatre
    border, into = theatre.border(a, b), theatre.ground[b]
    if not into.is_land or into.place == "major_city":
        return False
    is_water = border.water in ("lake", "sivash") or border.river == "major"
    if border.water == "sea" or (is_water and not is_frozen(state)):
        return False
    if not motorised or border.is_way:
        return True
    if state.weather in (MUD, SNOW, ARCTIC):
        return into.place in SETTLED
    return not (into.terrain == "swamp" and state.weather != FROST)


def _carried(state: Position, place: int, motorised: bool) -> tuple[int, ...]:
    """The hexes that a zone of control reaches from a hex in this weather, worked out once."""
    key = ("zone", state.weather, state.frozen, motorised)
    theatre = state.theatre
    table: dict[int, tuple[int, ...]] = theatre.cache.setdefault(key, {})
    if place not in table:
        near = theatre.grid.neighbours[place]
        table[place] = tuple(n for n in near if carries_zone(state, place, n, motorised))
    return table[place]


# rule: EF-3.4, EF-3.41, EF-3.42, EF-3.47
@derived("pieces", "weather", "frozen")
def zones(state: Position) -> dict[int, tuple[int, ...]]:
    """For each occupied hex, the hexes around it that its units have in their zone of control."""
    units = state.theatre.units
    found = {}
    for h, keys in stacks(state).items():
        if any(units[k].exerts and not state.pieces[k].overrun for k in keys):
            # One unit with a zone gives it to all that stand with it, so only a wholly motorised stack is bound by mud.
            found[h] = _carried(state, h, all(units[k].is_motorised for k in keys))
    return found


@derived("pieces", "weather", "frozen")
def zoc(state: Position, side: str) -> dict[int, tuple[int, ...]]:
    """The hexes in a side's zone of control, each with the hexes of the units that exert it."""
    held = holders(state)
    found: dict[int, list[int]] = {}
    for h, into in zones(state).items():
        if held[h] == side:
            for n in into:
                found.setdefault(n, []).append(h)
    return {h: tuple(sources) for h, sources in sorted(found.items())}


# rule: EF-3.46
def is_contested(state: Position, place: int) -> bool:
    """Whether both sides have the hex in their zone of control."""
    return place in zoc(state, AXIS) and place in zoc(state, SOVIET)


# rule: EF-3.21.a, EF-3.21.b
@derived("pieces", "weather", "frozen", "control")
def control_changes(state: Position) -> tuple[tuple[int, str], ...]:
    """Hexes that changed hands: entered, or in the uncontested zone of the other side."""
    axis, soviet, control = zoc(state, AXIS), zoc(state, SOVIET), state.control
    claims = {h: AXIS for h in axis if h not in soviet and control.get(h) != AXIS}
    claims.update((h, SOVIET) for h in soviet if h not in axis and control.get(h) != SOVIET)
    claims.update(holders(state))
    return tuple((h, side) for h, side in sorted(claims.items()) if control.get(h) != side)


def settle_control(d: Draft[Position]) -> None:
    """Give every hex to whom it belongs."""
    for h, side in control_changes(d.now):
        d.put("control", h, side)


def is_friendly(state: Position, place: int, side: str) -> bool:
    """Whether a side controls a hex."""
    return state.control.get(place) == side


# rule: EF-18.11, EF-18.21
def line_between(state: Position, start: int, to: int) -> int:
    """The hex that an undestroyed fortified line between two neighbours defends, or 0."""
    line = state.theatre.border(start, to).line
    return line if line and side_key(start, to) not in state.razed else 0


def has_fortification(state: Position, place: int, against: str) -> bool:
    """Whether a hex has an undestroyed strongpoint or fortified line that serves the enemies of a side."""
    point = state.strongpoints.get(place)
    if point is not None and point.side != against and not point.building:
        return True
    return against == AXIS and place in lines(state)


@derived("razed")
def lines(state: Position) -> dict[int, tuple[int, ...]]:
    """Hexes with undestroyed fortified hexsides, each with the hexes across those sides."""
    found: dict[int, list[int]] = {}
    for (a, b), border in state.theatre.borders.items():
        if border.line == a and side_key(a, b) not in state.razed:
            found.setdefault(a, []).append(b)
    return {h: tuple(sorted(across)) for h, across in sorted(found.items())}


def in_city(state: Position, place: int) -> bool:
    """Whether a hex is a city or a major city."""
    return state.theatre.ground[place].place in CITIES


def is_dry_or_frost(state: Position) -> bool:
    """Whether the weather is one in which armour works with the other arms."""
    return state.weather in (DRY, FROST)


def has_lingering_mud(state: Position, place: int) -> bool:
    """Whether a hex keeps the mud of the turn before."""
    was_mud = bool(state.past) and state.past[0] == MUD
    return state.weather == DRY and was_mud and state.theatre.ground[place].woods
