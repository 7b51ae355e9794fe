"""What a client needs to draw the map and the counters. No rule hangs on it."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

from sandtable.games.nextwar.scenario import Counter, KoreaScenario
from sandtable.games.nextwar.scenario.ground import FIRST_BOX, ROADS, KoreaMap
from sandtable.kernel.hexes import DIRECTIONS

WIDE = sqrt(3) / 2
CORNERS = ((-1, -2), (1, -2), (2, 0), (1, 2), (-1, 2), (-2, 0))
"""Corners of a hex from the top left clockwise, in units of a quarter of its width and height."""
TERRAIN: dict[str, dict[str, Any]] = {
    "sea": {"terrain": "sea"},
    "flat": {"terrain": "open"},
    "flat_woods": {"terrain": "open", "woods": True},
    "rough": {"terrain": "hill"},
    "rough_woods": {"terrain": "hill", "woods": True},
    "highland": {"terrain": "hill", "relief": "hills"},
    "highland_woods": {"terrain": "hill", "relief": "hills", "woods": True},
    "mountain": {"terrain": "hill", "relief": "mountain"},
    "marsh": {"terrain": "marsh"},
    "urban": {"terrain": "open"},
}
"""Our terrain in the words in which clients draw ground."""
WATERS = (
    {"name": {"en": "Yellow Sea", "it": "Mar Giallo"}, "at": [15_000, 26_000], "turn": 0, "size": 95, "spacing": 45},
    {"name": {"en": "East Sea", "it": "Mare dell'Est"}, "at": [44_500, 15_000], "turn": 0, "size": 95, "spacing": 45},
)

Point = tuple[int, int]


def board(scenario: KoreaScenario) -> dict[str, Any]:
    """The hexes of the map, the drawing over them, and every counter as printed."""
    grid = scenario.grid
    return {
        "kind": "hex",
        "attribution": "map.attribution",
        "grid": {
            "columns": [grid.columns[0], grid.columns[-1]],
            "rows": [grid.rows[0], grid.rows[-1]],
            "low": grid.low,
        },
        "hexes": {f"{h:04d}": _hex(scenario, h) for h in grid.hexes},
        "labels": {f"{h:04d}": scenario.ground[h].label for h in grid.hexes},
        "sides": _rivers(scenario.map),
        "art": _art(scenario.map),
        "boxes": {str(p): g.label for p, g in scenario.ground.items() if p > FIRST_BOX},
        "counters": {str(key): _counter(unit) for key, unit in scenario.units.items()},
        "pieces": [{"table": "units", "of": "piece", "at": "hex"}],
    }


def _hex(scenario: KoreaScenario, place: int) -> dict[str, Any]:
    ground = scenario.ground[place]
    row: dict[str, Any] = dict(TERRAIN[ground.terrain])
    if ground.is_urban:
        row["place"] = "major_city"
    elif ground.is_city:
        row["place"] = "city"
    elif "town" in ground.features:
        row["place"] = "town"
    if ground.name:
        row["name"] = {"en": ground.name, "it": ground.name}
    if ground.features:
        row["features"] = list(ground.features)
    return {**row, "country": ground.country, "closed": place in scenario.closed, "source": "public"}


def _rivers(drawn: KoreaMap) -> dict[str, Any]:
    sides: dict[str, Any] = {}
    for (a, b), border in drawn.borders.items():
        if a < b and border.river:
            sides[f"{a:04d}-{b:04d}"] = {"river": "minor"}
        elif a < b and border.water and drawn.ground[a].is_land and drawn.ground[b].is_land:
            sides[f"{a:04d}-{b:04d}"] = {"river": "major"}
    return sides


def centre(place: int) -> Point:
    """The middle of a hex in thousandths of its height."""
    column, row = divmod(place, 100)
    return round(column * WIDE * 1000), 1000 * row + (500 if column % 2 else 0)


def corner(place: int, number: int) -> Point:
    """A corner of a hex; the same point for all hexes that share it."""
    x, y = centre(place)
    dx, dy = CORNERS[number]
    return round((x + dx * 1000 * WIDE / 3) / 5) * 5, round((y + dy * 250) / 5) * 5


@cache
def _art(drawn: KoreaMap) -> dict[str, Any]:
    """Coast, roads, places and waters."""
    roads = []
    for (a, b), border in drawn.borders.items():
        if a < b and border.road:
            line = [*centre(a), *centre(b)]
            rank = "secondary" if border.road == ROADS[0] else "primary"
            roads.append({"class": rank, "hexes": [f"{a:04d}", f"{b:04d}"], "line": line})
    places = []
    for h, ground in drawn.ground.items():
        if ground.name and h < FIRST_BOX:
            rank = "city" if ground.is_urban or ground.is_city else "town"
            x, y = centre(h)
            places.append(
                {"hex": f"{h:04d}", "name": {"en": ground.name, "it": ground.name}, "class": rank, "at": [x, y]}
            )
    return {"coast": _coast(drawn), "roads": roads, "places": places, "waters": list(WATERS)}


def _coast(drawn: KoreaMap) -> list[list[int]]:
    """The outline of all land as closed rings."""
    following: dict[Point, list[Point]] = {}
    for h in drawn.grid.hexes:
        if not drawn.ground[h].is_land:
            continue
        for direction in range(DIRECTIONS):
            beyond = drawn.grid.toward(h, direction)
            if beyond is None or not drawn.ground[beyond].is_land:
                following.setdefault(corner(h, direction), []).append(corner(h, (direction + 1) % DIRECTIONS))
    rings = []
    while following:
        start = min(following)
        ring, here = [start], following[start].pop()
        while here != start:
            ring.append(here)
            here = following[here].pop()
        following = {point: ends for point, ends in following.items() if ends}
        rings.append([value for point in ring for value in point])
    return rings


def _counter(unit: Counter) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": unit.label,
        "side": unit.nation,
        "kind": unit.kind,
        "size": unit.size,
        "stack": unit.front.stack2 / 2,
        "steps": unit.steps,
        "source": unit.source,
        "efficiency": unit.front.efficiency,
        "front": str(unit.front),
    }
    if unit.back is not None:
        row["back"] = str(unit.back)
    return row
