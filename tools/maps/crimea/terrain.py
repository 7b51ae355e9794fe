"""The terrain of each hex, in the names of the terrain effects chart."""

from __future__ import annotations

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Hex
from tools.maps.crimea.ground import Ground
from tools.maps.crimea.inputs import Inputs

_LAKE_PERCENT = 55  # a hex mostly under a lake would be a lake hex; none is today


def terrain_of(code: Hex, inputs: Inputs, ground: Ground) -> str:
    """One of open, sand, hill, marsh, swamp, lake, sea."""
    hand = inputs.terrain
    if not ground.is_land[code]:
        return "sea"
    if code in hand["spit"]["chain"] or code in hand["spit"]["also"]:
        return "sand"
    for name in ("open", "sand", "hill", "marsh", "swamp"):
        if code in hand[name]:
            return name
    if ground.lake_share[code] >= _LAKE_PERCENT:
        return "lake"
    return "hill" if _height(code, inputs) >= hand["rules"]["hill_height"] and _is_south(code, inputs) else "open"


def has_woods(code: Hex, terrain: str, inputs: Inputs) -> bool:
    """Whether woods cover the hex: the high slopes of the Crimean range."""
    hand = inputs.terrain
    if code in hand["woods"]:
        return True
    return terrain == "hill" and _height(code, inputs) >= hand["rules"]["woods_height"] and code not in hand["no_woods"]


def is_mountain(code: Hex, terrain: str, inputs: Inputs) -> bool:
    """Whether the drawing shows peaks; the chart of this volume has no row for mountains, so the rules see hills."""
    return terrain == "hill" and _height(code, inputs) >= inputs.terrain["rules"]["mountain_height"]


def _height(code: Hex, inputs: Inputs) -> int:
    height, rise = inputs.relief.get(code, (0, 0))
    return height + rise


def _is_south(code: Hex, inputs: Inputs) -> bool:
    return grid.split(code)[1] > inputs.terrain["rules"]["steppe_north_of_row"]
