"""What a client needs to draw the map and the counters. No rule hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import Any, TypeVar

from sandtable.games.nextwar.scenario import Counter, KoreaScenario
from sandtable.games.nextwar.scenario.counters import KINDS, LIGHT, Face
from sandtable.games.nextwar.scenario.ground import (
    EAST_AT_SEA,
    EAST_INSHORE,
    FIRST_BOX,
    FIRST_IMAGINARY,
    ROADS,
    YELLOW_AT_SEA,
    YELLOW_INSHORE,
    KoreaMap,
)
from sandtable.kernel.hexes import DIRECTIONS

WIDE = sqrt(3) / 2
CORNERS = ((-1, -2), (1, -2), (2, 0), (1, 2), (-1, 2), (-2, 0))
"""Corners of a hex from the top left clockwise, in units of a quarter of its width and height."""
WATERS = (
    {"name": {"en": "Yellow Sea", "it": "Mar Giallo"}, "at": [15_000, 26_000], "turn": 0, "size": 95, "spacing": 45},
    {"name": {"en": "East Sea", "it": "Mare dell’Est"}, "at": [44_500, 15_000], "turn": 0, "size": 95, "spacing": 45},
)
SEA_TITLES = {
    str(YELLOW_AT_SEA): "Yellow Sea, At Sea",
    str(YELLOW_INSHORE): "Yellow Sea, Inshore",
    str(EAST_AT_SEA): "East Sea, At Sea",
    str(EAST_INSHORE): "East Sea, Inshore",
}
"""What is written on the boxes of the sea."""
CARD = {
    "at": "2820",
    "pieces": [["2717", "dprk"], ["2817", "dprk"], ["2617", "dprk"], ["2818", "rok"], ["2819", "rok"], ["2918", "us"]],
}
"""What the picture of the game looks at: the way from the border to Seoul, with a few counters on it."""
WAVER = 60
"""How far a road passes from the middle of a hex, in thousandths, so that roads do not look ruled."""

Point = tuple[int, int]
End = TypeVar("End", int, Point)


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
        "art": _art(scenario.map),
        "boxes": {str(p): SEA_TITLES.get(str(p), g.label) for p, g in scenario.ground.items() if p > FIRST_IMAGINARY},
        "counters": {str(key): _counter(unit) for key, unit in scenario.units.items()},
        "helicopters": {
            str(key): {
                "name": unit.type,
                "side": unit.nation,
                "steps": unit.steps,
                "support": unit.support[::-1],
                "range": unit.range,
            }
            for key, unit in scenario.helicopters.items()
        },
        "ships": {
            str(key): {
                "name": ship.name,
                "side": ship.nation,
                "kind": ship.kind,
                "support": ship.support,
                "range": ship.range,
            }
            for key, ship in scenario.ships.items()
        },
        "wings": {
            str(key): [face["csr2"] for face in (unit.front, unit.back or unit.front)]
            for key, unit in scenario.aircraft.items()
        },
        "trays": ["support", "command"],
        "seas": list(SEA_TITLES),
        "titles": {
            "place": SEA_TITLES,
            "piece": {str(key): title(unit) for key, unit in scenario.units.items() if "?" in unit.name},
        },
        "pieces": [
            {"table": "units", "of": "piece", "at": "hex"},
            {"table": "helicopters", "of": "helicopter", "at": "hex"},
            {"table": "ships", "of": "ship", "at": "hex"},
        ],
        "turns": scenario.card["turns"],
        "card": CARD,
    }


def title(unit: Counter) -> str:
    """The name of a unit without the mark of a number that nobody knows."""
    return unit.name.replace("?/", "").replace("? ", "")


def _hex(scenario: KoreaScenario, place: int) -> dict[str, Any]:
    ground = scenario.ground[place]
    row: dict[str, Any] = {"terrain": ground.terrain}
    if ground.is_urban:
        row["place"] = "major_city"
    elif ground.is_city:
        row["place"] = "city"
    elif "town" in ground.features:
        row["place"] = "town"
    if ground.name:
        row["name"] = _said(ground.name)
    if ground.features:
        row["features"] = list(ground.features)
    return {**row, "country": ground.country, "closed": place in scenario.closed, "source": "public"}


def _said(name: str) -> dict[str, str]:
    name = name.replace("'", "’")
    return {"en": name, "it": name}


def centre(place: int) -> Point:
    """The middle of a hex in thousandths of its height."""
    return _middle(*divmod(place, 100))


def corner(place: int, number: int) -> Point:
    """A corner of a hex; the same point for all hexes that share it."""
    return _corner(*divmod(place, 100), number)


def _middle(column: int, row: int) -> Point:
    return round(column * WIDE * 1000), 1000 * row + (500 if column % 2 else 0)


def _corner(column: int, row: int, number: int) -> Point:
    x, y = _middle(column, row)
    dx, dy = CORNERS[number]
    return round((x + dx * 1000 * WIDE / 3) / 5) * 5, round((y + dy * 250) / 5) * 5


@cache
def _art(drawn: KoreaMap) -> dict[str, Any]:
    """Coast, channels, rivers, roads, the border, places and waters."""
    roads = []
    for grade in ROADS:
        ways = [(a, b) for (a, b), border in drawn.borders.items() if a < b < FIRST_IMAGINARY and border.road == grade]
        lines = ([value for h in chain for value in _wayside(h)] for chain in chains(ways))
        roads += [{"class": grade, "line": line} for line in lines]
    return {
        "coast": _coast(drawn),
        "channels": _lines(drawn, lambda a, b: drawn.border(a, b).water and _is_land(drawn, a, b)),
        "rivers": _lines(drawn, lambda a, b: drawn.border(a, b).river),
        "border": _lines(
            drawn, lambda a, b: _is_land(drawn, a, b) and drawn.ground[a].country != drawn.ground[b].country
        ),
        "roads": roads,
        "places": [*_places(drawn)],
        "waters": list(WATERS),
    }


def _places(drawn: KoreaMap) -> Iterator[dict[str, Any]]:
    """Towns and cities by name, the biggest first; a city of several hexes is named once, in its middle."""
    named: dict[str, list[int]] = {}
    for h, ground in drawn.ground.items():
        if ground.name and h < FIRST_BOX:
            big = ground.is_urban or ground.is_city
            named.setdefault(ground.name if big else f"{ground.name} {h}", []).append(h)
    for hexes in sorted(named.values(), key=len, reverse=True):
        spread = [centre(h) for h in hexes]
        x, y = sum(x for x, _ in spread) // len(spread), sum(y for _, y in spread) // len(spread)
        middle = min(hexes, key=lambda h: (not drawn.ground[h].is_urban, hypot(centre(h)[0] - x, centre(h)[1] - y), h))
        for h in hexes:
            ground = drawn.ground[h]
            rank = "urban" if ground.is_urban else "city" if ground.is_city else "town"
            right, down = centre(h)
            label = {"at": [right, down + (60 if ground.is_urban else 230)], "anchor": "middle"}
            name = _said(ground.name if h == middle else "")
            yield {"hex": f"{h:04d}", "name": name, "class": rank, "at": [right, down], "label": label}


def _is_land(drawn: KoreaMap, a: int, b: int) -> bool:
    return drawn.ground[a].is_land and drawn.ground[b].is_land


def _wayside(place: int) -> Point:
    """Where roads pass through a hex."""
    column, row = divmod(place, 100)
    turn = (column * 92821 + row * 68917) % 1000 / 1000 * 2 * pi
    x, y = centre(place)
    return round(x + WAVER * cos(turn)), round(y + WAVER * sin(turn))


def _lines(drawn: KoreaMap, runs: Callable[[int, int], bool]) -> list[dict[str, list[int]]]:
    """Lines along the hexsides between hexes for which ``runs`` is true."""
    sides = []
    for h in drawn.grid.hexes:
        for direction in range(DIRECTIONS // 2):
            beyond = drawn.grid.toward(h, direction)
            if beyond is not None and runs(h, beyond):
                sides.append((corner(h, direction), corner(h, (direction + 1) % DIRECTIONS)))
    return [{"line": [value for point in chain for value in point]} for chain in chains(sides)]


def chains(pairs: Iterable[tuple[End, End]]) -> Iterator[list[End]]:
    """Pairs joined to long lines; a line ends where it forks."""
    beside: dict[End, list[End]] = {}
    for a, b in sorted(pairs):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ways = {end: len(others) for end, others in beside.items()}
    for start in sorted(beside, key=lambda end: (ways[end] == 2, end)):
        while beside[start]:
            chain = [start]
            while beside[chain[-1]] and (len(chain) == 1 or ways[chain[-1]] == 2):
                following = beside[chain[-1]].pop()
                beside[following].remove(chain[-1])
                chain.append(following)
            yield chain


def _coast(drawn: KoreaMap) -> list[list[int]]:
    """The outline of all land as closed rings; at the edge of the map the land goes on, out of sight."""
    land = {divmod(h, 100) for h in drawn.grid.hexes if drawn.ground[h].is_land}
    printed = {divmod(h, 100) for h in drawn.grid.hexes}
    land |= {beyond for hexagon in land for beyond in _around(*hexagon) if beyond not in printed}
    following: dict[Point, list[Point]] = {}
    for hexagon in sorted(land):
        for direction, beyond in enumerate(_around(*hexagon)):
            if beyond not in land:
                ends = _corner(*hexagon, direction), _corner(*hexagon, (direction + 1) % DIRECTIONS)
                following.setdefault(ends[0], []).append(ends[1])
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


def _around(column: int, row: int) -> tuple[Point, ...]:
    """The neighbours of a hex from the north clockwise, also beyond the map."""
    low = column % 2
    return (
        (column, row - 1),
        (column + 1, row - 1 + low),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row - 1 + low),
    )


def _counter(unit: Counter) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": unit.label.replace("?", "") or KINDS[unit.kind],
        "side": unit.branch or unit.nation,
        "seat": unit.side,
        "kind": unit.kind,
        "size": unit.size,
        "stack": unit.front.stack2 / 2,
        "steps": unit.steps,
        "source": unit.source,
        **_face(unit, unit.front, "front"),
    }
    if unit.formation:
        row["formation"] = unit.formation
    if unit.back is not None:
        row |= _face(unit, unit.back, "back")
    return row


def _face(unit: Counter, face: Face, name: str) -> Mapping[str, Any]:
    """The values of one side of a counter; a defence in parentheses counts only alone."""
    defence = f"({face.defence})" if unit.defends_alone else str(face.defence)
    row: dict[str, Any] = {name: f"{face.attack}-{defence}-{face.allowance}", f"{name}_efficiency": face.efficiency}
    return {**row, "light": True} if face.mobility == LIGHT else row
