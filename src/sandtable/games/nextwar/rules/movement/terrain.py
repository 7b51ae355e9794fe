"""Rule 8.3: what ground and roads cost, in sixths of a movement point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.games.nextwar.model import ROK, STEP_MP, STORM, KoreaState
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.counters import CLASSES
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import Border
from sandtable.kernel.graph import cheapest

FULL_FLIGHT, THINNING, LAST_FLIGHT = 1, 2, 3
"""All roads congested; all but highways; the last turn of it."""
FAR = 8 * STEP_MP
"""Searches toward a hex go so far, or twice as far, and so on."""
Way = tuple[int, int | None, int | None]
"""A neighbour, what it costs across country, and what it costs along a road; ``None`` where there is no way."""


# rule: NWT-TEC, NW-4.1.3.c
@cache
def _cost(row: str, mobility: str, storm: bool) -> int | None:
    """A cell of the terrain chart."""
    found: int | None = chart("terrain")["rows"][row][storm][CLASSES.index(mobility)]
    return found


# rule: NW-8.3, NW-8.3.1.6, NW-8.3.3.d
def across(korea: KoreaScenario, place: int, mobility: str, storm: bool) -> int | None:
    """What it costs to enter a hex without a road; ``None`` where the ground is closed."""
    ground = korea.ground[place]
    if not ground.is_land:
        return None
    # rule: NW-8.3.2.c
    if ground.is_urban:
        return _cost("primary_road", mobility, storm)
    # rule: NWK-2.1
    return _cost(korea.terrain(place), mobility, storm)


# rule: NW-8.3.1.1, NW-8.3.3.b
def crossing(border: Border, mobility: str, storm: bool) -> int | None:
    """What the hexside adds: a river without a bridge costs, water without one is closed."""
    if border.is_closed:
        return None
    return river_cost(mobility, storm) if border.river and not border.is_bridged else 0


def river_cost(mobility: str, storm: bool) -> int:
    """What a river without a bridge adds, or a ferry."""
    return _cost("river_or_ferry_side", mobility, storm) or 0


# rule: NW-8.3.2.a, NW-8.3.2.c
def along(korea: KoreaScenario, border: Border, to: int, mobility: str, storm: bool, flight: int = 0) -> int | None:
    """What it costs to enter a hex by the road on its side; roads into urban hexes are primary ones."""
    if not border.road or not korea.ground[to].is_land:
        return None
    grade = "primary" if korea.ground[to].is_urban else border.road
    if korea.ground[to].country == ROK:
        grade = congested(grade, flight)
    if not grade:
        return None
    return _cost("highway" if grade == "highway" else f"{grade}_road", mobility, storm)


# rule: NWK-15.11
def congested(grade: str, flight: int) -> str:
    """What a road of the ROK is worth while people flee: one grade less, highways only in the first turn."""
    if not flight or (grade == "highway" and flight == THINNING):
        return grade
    return {"highway": "primary", "primary": "secondary"}.get(grade, "")


# rule: NWK-15.11
def flight(state: KoreaState) -> int:
    """How many flee: most in the first turn, fewer in the second and third, then nobody."""
    if not state.board.settings.refugees or state.turn > LAST_FLIGHT:
        return 0
    return FULL_FLIGHT if state.turn == 1 else THINNING


def road_cost(grade: str, mobility: str, storm: bool) -> int:
    """What a road of a grade costs for each hex."""
    return _cost("highway" if grade == "highway" else f"{grade}_road", mobility, storm) or 0


class Ways(dict[int, tuple[Way, ...]]):
    """The ways out of hexes for a mobility class in some weather, each worked out when somebody comes there."""

    def __init__(self, korea: KoreaScenario, mobility: str, storm: bool, flight: int = 0) -> None:
        super().__init__()
        self.board, self.mobility, self.storm, self.flight = korea, mobility, storm, flight
        self.least = Least(self)

    def __missing__(self, place: int) -> tuple[Way, ...]:
        korea, mobility, storm = self.board, self.mobility, self.storm
        found: list[Way] = []
        for to in korea.near.get(place, ()):
            border = korea.border(place, to)
            ground, side = across(korea, to, mobility, storm), crossing(border, mobility, storm)
            off = ground + side if ground is not None and side is not None else None
            on = along(korea, border, to, mobility, storm, self.flight)
            if off is not None or on is not None:
                found.append((to, off, on))
        out = self[place] = tuple(found)
        return out


class Least(dict[int, tuple[tuple[int, int], ...]]):
    """The neighbours of hexes with the lesser of both costs, for searches."""

    def __init__(self, ways_: Ways) -> None:
        super().__init__()
        self.ways = ways_

    def __missing__(self, place: int) -> tuple[tuple[int, int], ...]:
        out = self[place] = tuple(
            (to, min(cost for cost in (off, on) if cost is not None)) for to, off, on in self.ways[place]
        )
        return out


def least_to(state: KoreaState, mobility: str, goal: int, points: int) -> Mapping[int, int]:
    """What it costs at least, whoever stands in the way, to get to a hex from those around: no unit does better.

    Hexes from which it is further than that many sixths are left out, as far as that saves a search.
    """
    table, most = ways(state, mobility), -(-points // FAR) * FAR
    known: dict[object, Mapping[int, int]] = state.board.map.cache
    key = ("least", goal, most, mobility, table.storm, state.board.is_winter, table.flight)
    if key not in known:
        river, ferries = river_cost(mobility, table.storm), state.board.map.ferries

        def ways_in(place: int) -> list[tuple[int, int]]:
            found = [(h, cost) for h in state.board.near[place] for to, cost in table.least[h] if to == place]
            return found + [(a, river) for a, b in ferries if b == place]

        known[key] = cheapest([goal], ways_in, most).costs
    return known[key]


def ways(state: KoreaState, mobility: str) -> Ways:
    """The ways out of every hex for a mobility class in this weather."""
    storm = state.weather == STORM
    fleeing = flight(state)
    key = ("ways", mobility, storm, state.board.is_winter, fleeing)
    known: dict[object, Ways] = state.board.map.cache
    if key not in known:
        known[key] = Ways(state.board, mobility, storm, fleeing)
    return known[key]
