"""Land and water: what share of each hex is land, which hexes are sea, which hexsides are all water."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Hex
from tools.maps.crimea.inputs import Inputs
from tools.maps.crimea.shapes import Region, along, samples

_SIDE_SAMPLES = 24
_WATER_SIDE_PERCENT = 80
_COAST_PERCENT = 2  # less water than this is drawing noise, not a coast


@dataclass
class Ground:
    """Shares are whole percents of the sampled points of a hex."""

    land_share: dict[Hex, int] = field(default_factory=dict)
    sivash_share: dict[Hex, int] = field(default_factory=dict)
    lake_share: dict[Hex, int] = field(default_factory=dict)
    is_land: dict[Hex, bool] = field(default_factory=dict)
    water_sides: dict[str, str] = field(default_factory=dict)

    def is_coastal(self, code: Hex) -> bool:
        """A land hex that touches open sea or the Sivash."""
        if not self.is_land[code]:
            return False
        sea = 100 - self.land_share[code] - self.lake_share[code]
        return sea >= _COAST_PERCENT or any(not self.is_land[n] for n in grid.neighbours(code))

    def is_sivash(self, code: Hex) -> bool:
        """Whether most of the water in or beside the hex is the lagoon."""
        near = [code, *(n for n in grid.neighbours(code) if not self.is_land[n])]
        lagoon = sum(self.sivash_share[h] for h in near)
        sea = sum(100 - self.land_share[h] - self.lake_share[h] - self.sivash_share[h] for h in near)
        return lagoon > sea


def survey(inputs: Inputs) -> Ground:
    """Sample every hex and every hexside between land hexes."""
    land, lakes, sivash = Region(inputs.land), Region(inputs.lakes), Region([inputs.sivash])
    lagoon_columns = (37, 56)  # water between the Arabat spit and Crimea is Sivash in the public coast too

    def kind(point: grid.Point, code: Hex) -> str:
        if point in sivash:
            return "sivash"
        if point in land:
            return "lake" if point in lakes else "land"
        return "sivash" if _behind_the_spit(point, code, lagoon_columns) else "sea"

    ground = Ground()
    rules = inputs.terrain
    threshold = rules["rules"]["land_share_percent"]
    for code in grid.all_hexes():
        kinds = [kind(p, code) for p in samples(code)]
        ground.land_share[code] = round(100 * kinds.count("land") / len(kinds))
        ground.sivash_share[code] = round(100 * kinds.count("sivash") / len(kinds))
        ground.lake_share[code] = round(100 * kinds.count("lake") / len(kinds))
        dry = ground.land_share[code] + ground.lake_share[code]
        forced = code in rules["land"] or code in rules["spit"]["chain"]
        ground.is_land[code] = (dry >= threshold or forced) and code not in rules["sea"]
    forced_land, forced_water = _forced_sides(inputs)
    for code in grid.all_hexes():
        for side in range(3):
            other = grid.neighbour(code, side)
            if not grid.is_on_map(other) or not (ground.is_land[code] and ground.is_land[other]):
                continue
            key = grid.side_key(code, other)
            ends = grid.corners(code)
            points = along(ends[side], ends[(side + 1) % 6], _SIDE_SAMPLES)
            kinds = [kind(p, code) for p in points]
            wet = [k for k in kinds if k != "land"]
            if key in forced_water:
                ground.water_sides[key] = forced_water[key]
            elif key not in forced_land and 100 * len(wet) >= _WATER_SIDE_PERCENT * len(kinds):
                ground.water_sides[key] = max(("sivash", "sea", "lake"), key=wet.count)
    return ground


def _forced_sides(inputs: Inputs) -> tuple[set[str], dict[str, str]]:
    """Hexsides settled by hand: those that are land, and those that are water of a kind."""
    rules, spit = inputs.terrain, inputs.terrain["spit"]
    chain = [*spit["chain"], spit["ends"][1]]
    land = {grid.side_key(a, b) for a, b in [*rules["land_sides"], *pairwise(chain)]}
    strip = {*spit["chain"], *spit["also"]}
    water = {
        grid.side_key(code, other): "sivash"
        for code in sorted(strip)
        for other in grid.neighbours(code)
        if other not in strip and other not in spit["ends"]
    }
    water |= {grid.side_key(a, b): what for a, b, what in rules["water_sides"]}
    return land, {key: what for key, what in water.items() if key not in land}


def _behind_the_spit(point: grid.Point, code: Hex, columns: tuple[int, int]) -> bool:
    """West of the Arabat spit, east of the Crimean shore: the straight run from Genichesk to Arabat."""
    column, row = grid.split(code)
    if not (columns[0] <= column <= columns[1] and 3 <= row <= 14):
        return False
    (u1, v1), (u2, v2) = grid.from_lonlat(34.835, 46.13), grid.from_lonlat(35.40, 45.32)
    line = u1 + (u2 - u1) * (point[1] - v1) / (v2 - v1)
    return point[0] < line - 0.05
