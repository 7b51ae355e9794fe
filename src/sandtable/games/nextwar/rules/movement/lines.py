"""Korea, 5.5.2: the movement lines off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.nextwar.model import ROK, STORM, KoreaState, enemy
from sandtable.games.nextwar.rules.movement import imaginary_hexes
from sandtable.games.nextwar.rules.movement.control import controller, is_gone
from sandtable.games.nextwar.rules.movement.terrain import Way, congested, flight, road_cost
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.ground import Line, is_hex
from sandtable.kernel import Refusal, refuse

LEAST = 1
"""Hexes that a line is long at least."""


# rule: NWK-5.5.2
def lines(state: KoreaState) -> tuple[Line, ...]:
    """The lines that are in play: all where the whole map is."""
    return () if state.board.card["area"] else state.board.map.lines


def ends(state: KoreaState) -> frozenset[int]:
    """All places where a line begins or ends, the imaginary hexes beside the map among them."""
    known, key = state.board.map.cache, ("line_ends", bool(state.board.card["area"]))
    if key not in known:
        known[key] = frozenset(place for start, to, _ in stretches(state) for place in (start, to))
    found: frozenset[int] = known[key]
    return found


# rule: NWK-5.5.3
def has_line(state: KoreaState, place: int) -> bool:
    """Whether a line begins or ends in a place; none does in Japan."""
    return place in ends(state)


# rule: NWK-5.5.2, NWK-5.5.2.a
def cost(state: KoreaState, start: int, mobility: str) -> int:
    """What each hex of a line from a hex costs: a highway in the ROK, a primary road in the DPRK."""
    # rule: NWK-15.11
    grade = congested("highway", flight(state)) if state.board.ground[start].country == ROK else "primary"
    return road_cost(grade, mobility, state.weather == STORM)


# rule: NWK-5.5.2.1.a
def stretches(state: KoreaState) -> Iterator[tuple[int, int, int]]:
    """What lines join, with the hexes between: their ends, and the imaginary hex before an end on the map."""
    beside = state.board.map.imaginary
    for line in lines(state):
        short = max(LEAST, line.hexes - 1)
        yield line.start, line.to, line.hexes
        yield beside[line.start], line.to, short
        if is_hex(line.to):
            yield line.start, beside[line.to], short


def ways(state: KoreaState, mobility: str) -> Mapping[int, tuple[Way, ...]]:
    """The ways along lines out of each place, for a mobility class in this weather."""
    known = state.board.map.cache
    key = ("lines", mobility, state.weather == STORM, bool(state.board.card["area"]), flight(state))
    if key not in known:
        found: dict[int, list[Way]] = {}
        for start, to, hexes in stretches(state):
            price = hexes * cost(state, start, mobility)
            found.setdefault(start, []).append((to, None, price))
            found.setdefault(to, []).append((start, None, price))
        known[key] = {place: tuple(out) for place, out in found.items()}
    table: Mapping[int, tuple[Way, ...]] = known[key]
    return table


# rule: NWK-5.5.1.a
def why_closed(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why a unit may not enter a box off the map: it belongs to the other side, or is no more."""
    # rule: NWK-15.10.a
    if is_gone(state, to):
        return refuse("NWK-15.10.a", "refuse.busan_lost", ref(key), at(to), unit=ref(key), place=at(to))
    # rule: NWK-5.5.2.1.a
    if imaginary_hexes.is_imaginary(state, to):
        end, foe = imaginary_hexes.end_of(state, to), enemy(state.board.units[key].side)
        if holders(state).get(end) == foe:
            return None
        return refuse("NWK-5.5.2.1.a", "refuse.end_is_open", ref(key), at(end), unit=ref(key), place=at(end))
    if is_hex(to) or controller(state, to) == state.board.units[key].side:
        return None
    return refuse("NWK-5.5.1.a", "refuse.their_box", ref(key), at(to), unit=ref(key), place=at(to))
