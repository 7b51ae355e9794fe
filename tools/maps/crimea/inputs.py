"""The committed inputs of the builder, read once and brought to the hex plane."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tools.maps.crimea.grid import Hex, Point, from_lonlat
from tools.maps.crimea.shapes import Ring, Warp, roughened, warped

FOLDER = Path(__file__).parent / "inputs"


@dataclass(frozen=True)
class Inputs:
    """Everything the map is made from."""

    land: list[Ring]
    lakes: list[Ring]
    sivash: Ring
    warps: list[Warp]
    relief: dict[Hex, tuple[int, int]]
    geonames: dict[str, list[Point]]
    water: dict[str, Any]
    terrain: dict[str, Any]
    lines: dict[str, Any]
    places: dict[str, Any]

    def plane(self, lon: float, lat: float) -> Point:
        """A position on the globe in the warped hex plane."""
        return warped(from_lonlat(lon, lat), self.warps)


def _yaml(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return loaded


def _json(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return loaded


def load() -> Inputs:
    """Read the inputs folder."""
    water, coast = _yaml("water.yaml"), _json("coast.json")
    warps = [Warp(tuple(w["at"]), tuple(w["by"]), w["radius"]) for w in water["warps"]]

    def rings(key: str) -> list[Ring]:
        return [[warped((u, v), warps) for u, v in ring] for ring in coast[key]]

    outline = roughened([from_lonlat(lon, lat) for lon, lat in water["sivash"]])
    relief = {
        column + row: (height, rise)
        for column, rows in _json("relief.json")["columns"].items()
        for row, (height, rise) in rows.items()
    }
    geonames: dict[str, list[Point]] = {}
    for name, lon, lat in _json("geonames.json")["places"]:
        geonames.setdefault(name, []).append((lon, lat))
    return Inputs(
        land=rings("land"),
        lakes=rings("lakes"),
        sivash=[warped(p, warps) for p in outline],
        warps=warps,
        relief=relief,
        geonames=geonames,
        water=water,
        terrain=_yaml("terrain.yaml"),
        lines=_yaml("lines.yaml"),
        places=_yaml("places.yaml"),
    )
