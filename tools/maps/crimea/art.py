"""The drawing layer: smooth coast, lakes, river curves and label positions in hex-plane units."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Hex, Point
from tools.maps.crimea.ground import Ground, survey
from tools.maps.crimea.inputs import Inputs
from tools.maps.crimea.rivers import corner_graph, snapped
from tools.maps.crimea.shapes import Region, Ring, samples, smoothed, thinned

FORMAT = 1
_GAP = 0.03  # hexes between two points of an outline: about 250 m
_NUDGE = 0.06
_STRIP_PERCENT = 45  # below this share of land a line keeps to the land instead of the centre of the hex


def art_q(inputs: Inputs, built: dict[str, Any]) -> dict[str, Any]:
    """Everything a client draws that the rules do not read."""
    ground = survey(inputs)
    stops = _stops(inputs, ground)
    return {
        "format": FORMAT,
        "map": "Q",
        "units": "hex plane: u = column * sqrt(3) / 2, v = row + 1/2 for odd columns; thousandths",
        "attribution": "Coast: GSHHG (Wessel and Smith), LGPL-3.0. Places: GeoNames, CC BY 4.0. Sivash: drawn by hand.",
        "coast": [_ints(thinned(ring, _GAP)) for ring in inputs.land],
        "lakes": [_ints(thinned(ring, _GAP)) for ring in inputs.lakes],
        "sivash": [_ints(inputs.sivash)],
        "rivers": _rivers(inputs, ground),
        "roads": _curves(built["roads"], ("primary", "secondary"), stops),
        "rails": _curves([[a, b, "rail"] for a, b, _ in built["rails"]], ("rail",), stops),
        "places": _places(inputs),
        "waters": [_water(label) for label in inputs.water["labels"]],
    }


def place_position(place: dict[str, Any], inputs: Inputs) -> Point:
    """Where a place really lies, in the hex plane."""
    if "near" in place:
        return inputs.plane(*place["near"])
    if "at" not in place:
        return grid.centre(place["hex"])
    target = grid.centre(place["hex"])
    return min((inputs.plane(*p) for p in inputs.geonames[place["at"]]), key=lambda p: math.dist(p, target))


def _ints(points: Iterable[Point]) -> list[int]:
    return [round(1000 * x) for point in points for x in point]


def _rivers(inputs: Inputs, ground: Ground) -> list[dict[str, Any]]:
    edges = corner_graph(ground)
    out = []
    for river in inputs.water["rivers"]:
        corners = snapped([inputs.plane(lon, lat) for lon, lat in river["line"]], edges)
        bends = [_nudged(grid.corner_point(key), key[0] * 31 + key[1]) for key in corners]
        mouth = inputs.plane(*river["line"][-1])
        curve = smoothed([*bends, mouth] if math.dist(mouth, bends[-1]) > 0.05 else bends)
        out.append({"name": river["name"], "line": _ints(curve)})
    return out


def _nudged(point: Point, seed: int) -> Point:
    angle = (seed * 2654435761 % 1000) / 1000 * 2 * math.pi
    return point[0] + _NUDGE * math.cos(angle), point[1] + _NUDGE * math.sin(angle)


def _stops(inputs: Inputs, ground: Ground) -> dict[Hex, Point]:
    """Where a line passes a hex: through its town, along its strip of land, else near its centre."""
    land, lagoon = Region(inputs.land), Region([inputs.sivash])
    stops = {}
    for code in grid.all_hexes():
        dry = [p for p in samples(code) if p in land and p not in lagoon]
        if ground.land_share[code] < _STRIP_PERCENT and dry:
            stops[code] = (sum(u for u, _ in dry) / len(dry), sum(v for _, v in dry) / len(dry))
        else:
            stops[code] = _nudged(grid.centre(code), int(code))
    for place in inputs.places["places"]:
        stops[place["hex"]] = _inside(place_position(place, inputs), place["hex"])
    return stops


def _curves(links: list[list[str]], kinds: tuple[str, ...], stops: dict[Hex, Point]) -> list[dict[str, Any]]:
    """Links joined into long chains, so that a client strokes few smooth lines."""
    out = []
    for kind in kinds:
        for chain in _chains([(a, b) for a, b, k in links if k == kind]):
            line = _ints(smoothed([stops[code] for code in chain]))
            out.append({"class": kind, "hexes": chain, "line": line})
    return out


def _chains(links: list[tuple[Hex, Hex]]) -> list[list[Hex]]:
    """Maximal runs between hexes where the number of links is not two."""
    near: dict[Hex, list[Hex]] = {}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    unused = {frozenset(link) for link in links}
    chains = []
    ends = sorted(h for h in near if len(near[h]) != 2)
    for start in [*ends, *sorted(near)]:
        for step in sorted(near[start]):
            if frozenset((start, step)) not in unused:
                continue
            chain = [start, step]
            unused.discard(frozenset((start, step)))
            while len(near[chain[-1]]) == 2:
                ahead = next((h for h in sorted(near[chain[-1]]) if frozenset((chain[-1], h)) in unused), None)
                if ahead is None:
                    break
                unused.discard(frozenset((chain[-1], ahead)))
                chain.append(ahead)
            chains.append(chain)
    return chains


def _places(inputs: Inputs) -> list[dict[str, Any]]:
    offsets = inputs.places["label_offsets"]
    out = []
    for place in inputs.places["places"]:
        u, v = _inside(place_position(place, inputs), place["hex"])
        dx, dy, anchor = offsets.get(place["hex"], (0, 34, "middle"))
        out.append(
            {
                "hex": place["hex"],
                "name": {"en": place["en"], "it": place["it"]},
                "class": place["class"],
                "at": _ints([(u, v)]),
                "label": {"at": _ints([(u + dx / 100, v + dy / 100)]), "anchor": anchor},
            }
        )
    return out


def _inside(point: Point, code: Hex) -> Point:
    """The point drawn back into the inner part of its hex, so that the symbol stands where the rules say."""
    centre = grid.centre(code)
    far = math.dist(point, centre)
    if far <= 0.3:
        return point
    return centre[0] + (point[0] - centre[0]) * 0.3 / far, centre[1] + (point[1] - centre[1]) * 0.3 / far


def _water(label: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": {"en": label["en"], "it": label["it"]},
        "at": _ints([tuple(label["at"])]),
        "turn": label["turn"],
        "size": label["size"],
        "spacing": label["spacing"],
    }


def rings_of(flat: list[int]) -> Ring:
    """A written outline back as points."""
    return [(flat[i] / 1000, flat[i + 1] / 1000) for i in range(0, len(flat), 2)]
