"""Korea, 5.5.2: the movement lines off the map."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.nextwar.model import ROK, STORM, KoreaState
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.terrain import Way, congested, flight, road_cost
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.ground import BUSAN, Line, is_hex
from sandtable.kernel import Refusal, refuse


# rule: NWK-5.5.2
def lines(state: KoreaState) -> tuple[Line, ...]:
    """The lines that are in play: all where the whole map is."""
    return () if state.board.card["area"] else state.board.map.lines


def ends(state: KoreaState) -> frozenset[int]:
    """All places where a line begins or ends."""
    known, key = state.board.map.cache, ("line_ends", bool(state.board.card["area"]))
    if key not in known:
        known[key] = frozenset(place for line in lines(state) for place in (line.start, line.to))
    found: frozenset[int] = known[key]
    return found


# rule: NWK-5.5.3
def has_line(state: KoreaState, place: int) -> bool:
    """Whether a line begins or ends in a place; none does in Japan."""
    return place in ends(state)


# rule: NWK-5.5.2, NWK-5.5.2.a
def cost(state: KoreaState, line: Line, mobility: str) -> int:
    """What a line costs from end to end: a highway in the ROK, a primary road in the DPRK."""
    # rule: NWK-15.11
    grade = congested("highway", flight(state)) if state.board.ground[line.start].country == ROK else "primary"
    return line.hexes * road_cost(grade, mobility, state.weather == STORM)


def ways(state: KoreaState, mobility: str) -> Mapping[int, tuple[Way, ...]]:
    """The ways along lines out of each place, for a mobility class in this weather."""
    known = state.board.map.cache
    key = ("lines", mobility, state.weather == STORM, bool(state.board.card["area"]), flight(state))
    if key not in known:
        found: dict[int, list[Way]] = {}
        for line in lines(state):
            price = cost(state, line, mobility)
            found.setdefault(line.start, []).append((line.to, None, price))
            found.setdefault(line.to, []).append((line.start, None, price))
        known[key] = {place: tuple(out) for place, out in found.items()}
    table: Mapping[int, tuple[Way, ...]] = known[key]
    return table


# rule: NWK-5.5.1.a
def why_closed(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why a unit may not enter a box off the map: it belongs to the other side, or is no more."""
    # rule: NWK-15.10.a
    if to == BUSAN and state.busan_lost:
        return refuse("NWK-15.10.a", "refuse.busan_lost", ref(key), at(to), unit=ref(key), place=at(to))
    if is_hex(to) or controller(state, to) == state.board.units[key].side:
        return None
    return refuse("NWK-5.5.1.a", "refuse.their_box", ref(key), at(to), unit=ref(key), place=at(to))
