"""The map as read from ``data``: what is in a hex and on its sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.scenario.board import Border, Ground
from sandtable.games.eastfront.scenario.files import data
from sandtable.games.eastfront.scenario.world import BASE, ODESSA, World, ends, is_inner, number
from sandtable.kernel.cases import CaseError
from sandtable.kernel.hexes import HexGrid

HEX_FIELDS = ("terrain", "woods", "place", "coastal", "canal", "port", "works", "name", "zone", "shallow")


COVERED = "covered"
"""The ground of a hex of map Q that lies under the enlarged map: nobody stands there."""


def maps(grid: HexGrid) -> tuple[str, ...]:
    """The files in which the hexes of a grid are drawn."""
    if isinstance(grid, World):
        return ("map_q", "map_sevastopol")
    if grid.base == BASE:
        return ("map_sevastopol",)
    return ("map_odessa",) if grid.prefix == ODESSA else ("map_q",)


def _hex(grid: HexGrid, place: int) -> dict[str, Any]:
    """What the maps say of a hex."""
    if is_inner(place):
        return dict(data("map_sevastopol")["hexes"][f"{place - BASE:04d}"])
    found = dict(data(maps(grid)[0])["hexes"][f"{place:04d}"])
    # rule: EF-PB5.12, EF-PB5.14
    if isinstance(grid, World) and place in grid.covered and found["terrain"] != "sea":
        return {"terrain": COVERED}
    return found


def terrain(grid: HexGrid, facts: Mapping[str, Any]) -> tuple[dict[int, Ground], dict[tuple[int, int], Border]]:
    """The hexes and hexsides of a part of the map; ``facts`` change some, or begin with open ground (``bare``)."""
    drawn = [data(name) for name in maps(grid)]
    bare = bool(facts.get("bare"))
    hexes = {h: _hex(grid, h) for h in grid.hexes}
    ports = {} if grid.prefix == ODESSA else data("sea")["ports"]
    for written, port in ports.items():
        if int(number(written)) in hexes:
            hexes[int(number(written))]["zone"] = port["zone"]
    if bare:
        covered = grid.covered if isinstance(grid, World) else ()
        hexes = {h: {"terrain": COVERED if h in covered else "open"} for h in grid.hexes}
    for written, fact in (facts.get("hexes") or {}).items():
        if (place := int(number(str(written)))) in hexes:
            hexes[place] = {**hexes[place], **fact}
    ground = {h: Ground(**{k: v for k, v in fact.items() if k in HEX_FIELDS}) for h, fact in hexes.items()}
    sides: dict[tuple[int, int], dict[str, Any]] = {}

    def side(a: str | int, b: str | int) -> dict[str, Any]:
        first, second = sorted((int(a), int(b)))
        if second not in grid.neighbours.get(first, ()):
            return {}
        return sides.setdefault((first, second), {})

    _check_neighbours(grid, facts)
    for known in (*([] if bare else [one["sides"] for one in drawn]), facts.get("sides") or {}):
        for written, fact in known.items():
            side(*ends(str(written))).update(_side_facts(fact))
    for known in (*([] if bare else [one["roads"] for one in drawn]), facts.get("roads") or []):
        for a, b, kind in known:
            side(number(str(a)), number(str(b)))["road"] = kind
    for known in (*([] if bare else [one["rails"] for one in drawn]), facts.get("rails") or []):
        for a, b, *_ in known:
            side(number(str(a)), number(str(b)))["rail"] = True
    borders: dict[tuple[int, int], Border] = {}
    for (a, b), fact in sides.items():
        borders[a, b] = borders[b, a] = Border(**fact)
    return ground, borders


def _check_neighbours(grid: HexGrid, facts: Mapping[str, Any]) -> None:
    """Raise where facts speak of the side between two hexes that have none."""
    pairs = [(("sides", written), ends(written)) for written in facts.get("sides") or {}]
    pairs += [((part, n), row[:2]) for part in ("roads", "rails") for n, row in enumerate(facts.get(part) or ())]
    for where, pair in pairs:
        a, b = (int(number(str(end))) for end in pair)
        if a in grid.neighbours and b in grid.neighbours and b not in grid.neighbours[a]:
            raise CaseError(where, f"{pair[0]} and {pair[1]} are no neighbours")


def _side_facts(fact: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "river" in fact:
        found["river"] = fact["river"]
    if "water" in fact:
        found["water"] = fact["water"]
    if "bridge" in fact:
        bridge = fact["bridge"]
        found["bridge"] = (bridge,) if isinstance(bridge, str) else tuple(bridge)
    if "fortified" in fact:
        found["line"] = int(fact["fortified"]["defender"])
    return found
