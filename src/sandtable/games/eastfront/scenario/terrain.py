"""The map as read from ``data``: what is in a hex and on its sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.scenario.board import Border, Ground
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel.cases import CaseError
from sandtable.kernel.hexes import HexGrid

HEX_FIELDS = ("terrain", "woods", "place", "coastal", "canal", "port", "works", "name", "zone", "shallow")


def terrain(grid: HexGrid, facts: Mapping[str, Any]) -> tuple[dict[int, Ground], dict[tuple[int, int], Border]]:
    """The hexes and hexsides of a part of the map; ``facts`` change some, or begin with open ground (``bare``)."""
    drawn = data("map_q")
    bare = bool(facts.get("bare"))
    hexes = {h: dict(drawn["hexes"][grid.label(h)]) for h in grid.hexes}
    for number, port in data("sea")["ports"].items():
        if int(number) in hexes:
            hexes[int(number)]["zone"] = port["zone"]
    if bare:
        hexes = {h: {"terrain": "open"} for h in grid.hexes}
    for number, fact in (facts.get("hexes") or {}).items():
        if (place := int(number)) in hexes:
            hexes[place] = {**hexes[place], **fact}
    ground = {h: Ground(**{k: v for k, v in fact.items() if k in HEX_FIELDS}) for h, fact in hexes.items()}
    sides: dict[tuple[int, int], dict[str, Any]] = {}

    def side(a: str | int, b: str | int) -> dict[str, Any]:
        first, second = sorted((int(a), int(b)))
        if second not in grid.neighbours.get(first, ()):
            return {}
        return sides.setdefault((first, second), {})

    _check_neighbours(grid, facts)
    for known in ({} if bare else drawn["sides"], facts.get("sides") or {}):
        for ends, fact in known.items():
            side(*str(ends).split("-")).update(_side_facts(fact))
    for known in ([] if bare else drawn["roads"], facts.get("roads") or []):
        for a, b, kind in known:
            side(a, b)["road"] = kind
    for known in ([] if bare else drawn["rails"], facts.get("rails") or []):
        for a, b, *_ in known:
            side(a, b)["rail"] = True
    borders: dict[tuple[int, int], Border] = {}
    for (a, b), fact in sides.items():
        borders[a, b] = borders[b, a] = Border(**fact)
    return ground, borders


def _check_neighbours(grid: HexGrid, facts: Mapping[str, Any]) -> None:
    """Raise where facts speak of the side between two hexes that have none."""
    pairs = [(("sides", written), written.split("-")) for written in facts.get("sides") or {}]
    pairs += [((part, n), row[:2]) for part in ("roads", "rails") for n, row in enumerate(facts.get(part) or ())]
    for where, (a, b) in pairs:
        if int(a) in grid.neighbours and int(b) in grid.neighbours and int(b) not in grid.neighbours[int(a)]:
            raise CaseError(where, f"{a} and {b} are no neighbours")


def _side_facts(fact: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "river" in fact:
        found["river"] = fact["river"]
    if "water" in fact:
        found["water"] = fact["water"]
    if "bridge" in fact:
        found["bridge"] = tuple(fact["bridge"])
    if "fortified" in fact:
        found["line"] = int(fact["fortified"]["defender"])
    return found
