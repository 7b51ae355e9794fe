"""Assembles map Q: hexes, hexsides, roads and railways, each with where it comes from."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tools.maps.crimea import grid, pins
from tools.maps.crimea.grid import Hex
from tools.maps.crimea.ground import Ground, survey
from tools.maps.crimea.inputs import Inputs
from tools.maps.crimea.lines import expanded, links
from tools.maps.crimea.rivers import river_sides
from tools.maps.crimea.terrain import has_woods, is_mountain, terrain_of

FORMAT = 1


def map_q(inputs: Inputs) -> dict[str, Any]:
    """The whole map as plain data, ready to be written."""
    ground = survey(inputs)
    rivers = river_sides(inputs, ground)
    bridges = {grid.side_key(*b["side"]): b for b in inputs.lines["bridges"]}
    roads = _roads(inputs, ground, set(bridges))
    rails = _rails(inputs, ground, set(bridges))
    return {
        "format": FORMAT,
        "map": "Q",
        "source": "reconstructed",
        "note": "Our reconstruction from geography in the printed numbering, not the printed map; "
        "`printed` lists the attributes the rulebook states.",
        "grid": {
            "orientation": "flat",
            "high_columns": "even",
            "columns": [grid.FIRST_COLUMN, grid.LAST_COLUMN],
            "rows": [grid.FIRST_ROW, grid.LAST_ROW],
            "metres_per_hex": round(grid.KM_PER_HEX * 1000),
        },
        "supply_sources": inputs.terrain["supply_sources"],
        "hexes": _hexes(inputs, ground),
        "sides": _sides(inputs, ground, rivers, bridges),
        "roads": [[*pair, kind] for pair, kind in sorted(roads.items())],
        "rails": [[*pair, line] for pair, line in sorted(rails.items())],
    }


def _hexes(inputs: Inputs, ground: Ground) -> dict[Hex, dict[str, Any]]:
    places = {p["hex"]: p for p in inputs.places["places"]}
    printed = pins.printed_attributes()
    return {code: _hex(code, inputs, ground, places.get(code), printed) for code in grid.all_hexes()}


def _hex(
    code: Hex, inputs: Inputs, ground: Ground, place: dict[str, Any] | None, printed: dict[Hex, list[str]]
) -> dict[str, Any]:
    terrain = terrain_of(code, inputs, ground)
    out: dict[str, Any] = {"terrain": terrain}
    if has_woods(code, terrain, inputs):
        out["woods"] = True
    if is_mountain(code, terrain, inputs):
        out["relief"] = "mountain"
    if ground.is_coastal(code):
        out["coastal"] = True
    shallow = code in inputs.water["shallow"] or (
        (terrain == "sea" or ground.is_coastal(code)) and ground.is_sivash(code)
    )
    if shallow:
        out["shallow"] = True
    if terrain == "sea":
        out["zone"] = "sivash" if ground.is_sivash(code) else _zone(code, inputs)
    if place:
        out["name"] = {"en": place["en"], "it": place["it"]}
        out["place"] = place["class"]
        if "port" in place:
            out["port"] = place["port"]
    if code in inputs.terrain["victory_places"]:
        out["victory"] = True
    areas = _areas(code, inputs, ground)
    if areas:
        out["areas"] = areas
    out["source"] = "reconstructed"
    stated = set(printed.get(code, ())) | set((place or {}).get("printed", ()))
    if stated:
        out["printed"] = sorted(stated)
    return out


def _areas(code: Hex, inputs: Inputs, ground: Ground) -> list[str]:
    hand = inputs.terrain
    column, row = grid.split(code)
    found = ["detail"] if code in hand["detail"] else []
    if column >= hand["areas"]["kerch"]["first_column"] and ground.is_land[code]:
        found.append("kerch")
    west = hand["areas"]["northwest_coast"]
    inside = column <= west["last_column"] and row <= west["last_row"]
    if inside and ground.is_coastal(code) and not ground.is_sivash(code):
        found.append("northwest_coast")
    return found


def _zone(code: Hex, inputs: Inputs) -> str:
    column, row = grid.split(code)
    for rule in inputs.water["sea_zones"]:
        (c1, c2), (r1, r2) = rule["columns"], rule["rows"]
        if c1 <= column <= c2 and r1 <= row <= r2:
            return str(rule["zone"])
    raise ValueError(f"sea hex {code} lies in no sea zone: extend sea_zones in water.yaml")


def _sides(
    inputs: Inputs, ground: Ground, rivers: dict[str, str], bridges: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    sides: dict[str, dict[str, Any]] = defaultdict(dict)
    for key, water in ground.water_sides.items():
        sides[key]["water"] = water
    for key, name in rivers.items():
        sides[key].update(river="minor", river_name=name)
    for key, bridge in bridges.items():
        sides[key]["bridge"] = bridge["carries"]
    for line in inputs.lines["fortified_lines"]:
        for defender, front in line["sides"]:
            key = grid.side_key(defender, front)
            sides[key]["fortified"] = {"line": line["name"]["en"], "defender": defender, "source": line["source"]}
    for side in sides.values():
        side["source"] = "reconstructed"
    return dict(sorted(sides.items()))


def _roads(inputs: Inputs, ground: Ground, bridged: set[str]) -> dict[tuple[Hex, Hex], str]:
    roads: dict[tuple[Hex, Hex], str] = {}
    for road in inputs.lines["roads"]:
        for pair in links(expanded(road["hexes"], ground, bridged)):
            if roads.get(pair) != "primary":
                roads[pair] = road["class"]
    return roads


def _rails(inputs: Inputs, ground: Ground, bridged: set[str]) -> dict[tuple[Hex, Hex], str]:
    rails: dict[tuple[Hex, Hex], str] = {}
    for rail in inputs.lines["railways"]:
        for pair in links(expanded(rail["hexes"], ground, bridged)):
            rails.setdefault(pair, rail["name"])
    return rails
