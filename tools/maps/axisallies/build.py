"""Build the drawing of the board: labels, outlines, names, chips, connectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.maps.axisallies import borders, layout
from tools.maps.axisallies.coasts import settle_coasts
from tools.maps.axisallies.islets import draw_islets, grow_small
from tools.maps.axisallies.outlines import UNIT, arcs_of, rings_of
from tools.maps.axisallies.pieces import Labels
from tools.maps.axisallies.projection import HEIGHT, WIDTH, Projection
from tools.maps.axisallies.raster import ICE, SCENERY, land_mask, read_inputs, share_out, tidy

DATA = Path(__file__).parents[3] / "src" / "sandtable" / "games" / "axisallies" / "data"
BUILDINGS = frozenset({"major_ic", "minor_ic", "air_base", "naval_base"})
NOTE = (
    "Our own drawing, built by python -m tools.maps.axisallies; for drawing and picking only, connections.json is "
    "the rule. All coordinates are whole tenths of a map unit, x then y; rings are flat lists, filled by the "
    "even-odd rule; neighbours share their vertices. label: x, y, angle in degrees clockwise, room along it; of a "
    "sea zone, where its number stands. chip: middle of the units at the far and at the near zoom. site: "
    "complexes and bases. city: capital or victory city. connectors: connections without a visible border; cut = "
    "one stub at each edge of the map. closed: drawn borders that nobody may cross. ice and scenery are no "
    "spaces."
)


def read(name: str) -> dict[str, Any]:
    """One of the game's data files."""
    data: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return data


def read_connections() -> tuple[set[borders.Pair], set[borders.Pair]]:
    """All connections, and those across the cut of the map, lower id first."""
    data = read("connections.json")
    pairs = {(int(a), b) for a, row in data["connections"].items() for b in row}
    return pairs, {(a, b) for a, b in data["seam"]}


def label_raster(projection: Projection, inputs: dict[str, Any], places: list[Any]) -> Labels:
    """One label per cell: a space, pack ice or scenery."""
    sea = frozenset(p["id"] for p in places if p["kind"] == "sea")
    joined, _ = read_connections()
    zones: dict[int, set[int]] = {p["id"]: set() for p in places if p.get("island")}
    for a, b in joined:
        if b in zones and a in sea:
            zones[b].add(a)
    owner = [int(key) for key, points in inputs["seeds"].items() for _ in points]
    points = [projection.point(lon, lat) for line in inputs["seeds"].values() for lon, lat in line]
    owner += [ICE] * len(inputs["ice"])
    points += [projection.point(lon, lat) for lon, lat in inputs["ice"]]
    labels = share_out(land_mask(projection, inputs), np.array(points), np.array(owner, dtype=np.int32), sea)
    tidy(labels, sea)
    islets = inputs["islets"]
    grow_small(labels, {island: around for island, around in zones.items() if str(island) not in islets})
    draw_islets(labels, projection, islets, {int(key): min(zones[int(key)]) for key in islets})
    tidy(labels, sea)
    settle_coasts(labels, joined, sea, {p["id"] for p in places if p.get("impassable")} | {ICE, SCENERY})
    tidy(labels, sea)
    return labels


def build_map() -> dict[str, Any]:
    """Everything the board needs to be drawn."""
    projection, inputs = Projection(), read_inputs()
    places = read("places.json")["places"]
    sea = frozenset(p["id"] for p in places if p["kind"] == "sea")
    labels = label_raster(projection, inputs, places)
    arcs = arcs_of(labels, sea)
    joined, cut = read_connections()
    touching = borders.contacts(labels)
    impassable = {p["id"] for p in places if p.get("impassable")} | {ICE, SCENERY}
    joined = {pair for pair in joined if not impassable & set(pair)}
    depth = layout.clearance(labels)
    drawn = _placed(labels, depth, places)
    for p in places:
        entry = drawn[p["id"]]
        entry["rings"] = [[v for point in ring for v in point] for ring in rings_of(arcs, p["id"])]
        if str(p["id"]) in inputs["cities"]:
            wanted = projection.point(*inputs["cities"][str(p["id"])])
            entry["city"] = layout.tenths(*layout.inner_point(labels, depth, p["id"], wanted))
    passages = [
        {"id": canal["id"], "at": layout.tenths(*projection.point(*inputs["passages"][canal["id"]]))}
        for canal in read("canals.json")["canals"]
    ]
    flat = {
        name: [[v for point in ring for v in point] for ring in rings_of(arcs, label)]
        for name, label in (("ice", ICE), ("scenery", SCENERY))
    }
    return {
        "source": "reconstructed",
        "note": NOTE,
        "width": WIDTH,
        "height": HEIGHT,
        "unit": UNIT,
        "near_zoom": [round(layout.NEAR_ZOOM * 100), 100],
        "places": {str(key): drawn[key] for key in sorted(drawn)},
        "passages": passages,
        "connectors": borders.connectors(labels, touching, joined, cut),
        "closed": borders.closed_borders(arcs, touching, joined, impassable),
        **flat,
    }


def _placed(labels: Labels, depth: NDArray[np.int32], places: list[Any]) -> dict[int, dict[str, Any]]:
    """Name, chip and building points of every space."""
    spots = [layout.spot_of(labels, depth, p["id"], level=p["kind"] == "sea") for p in places]
    stacks = layout.busy_stacks([read("setups/rulebook.json"), read("setups/box.json")])
    domains = {unit["id"]: unit["domain"] for unit in read("units.json")["units"]}
    busy = np.array([p["id"] in stacks for p in places])
    home = np.array([(spot.x, spot.y) for spot in spots])
    far_sizes, near_sizes = [], []
    for p in places:
        filled = stacks.get(p["id"], [[]])
        far_sizes.append(np.max([layout.chip_size(units, domains) for units in filled], axis=0))
        near_sizes.append(np.max([layout.plate_size(units, BUILDINGS) for units in filled], axis=0))
    far = layout.pushed_apart(home, np.array(far_sizes), busy)
    near = layout.pushed_apart(home, np.array(near_sizes) / layout.NEAR_ZOOM, busy)
    entries: dict[int, dict[str, Any]] = {}
    for i, (p, spot) in enumerate(zip(places, spots, strict=True)):
        chip = (float(near[i, 0]), float(near[i, 1]))
        entries[p["id"]] = {
            "label": [*layout.tenths(spot.x, spot.y), spot.angle, *layout.tenths(spot.room)],
            "chip": {"far": layout.tenths(float(far[i, 0]), float(far[i, 1])), "near": layout.tenths(*chip)},
        }
        if p["kind"] == "land" and not p.get("impassable"):
            entries[p["id"]]["site"] = layout.tenths(*layout.site_of(labels, depth, p["id"], chip))
    return entries


def written(board: dict[str, Any]) -> str:
    """The file's text: one space, connector or outline a line, so that a change shows where it is."""
    lines = []
    for key, value in board.items():
        if isinstance(value, dict):
            rows = [f'    "{name}": {_dense(entry)}' for name, entry in value.items()]
            lines.append(f'  "{key}": {{\n' + ",\n".join(rows) + "\n  }")
        elif isinstance(value, list) and value and not isinstance(value[0], int):
            lines.append(f'  "{key}": [\n' + ",\n".join(f"    {_dense(row)}" for row in value) + "\n  ]")
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dense(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
