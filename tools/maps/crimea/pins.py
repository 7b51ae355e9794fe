"""The constraint table: every fact the rulebook states about the map, checked against the built one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from tools.maps.crimea import grid
from tools.maps.crimea.grid import Hex

TABLE = Path(__file__).parent / "pins.yaml"
Map = dict[str, Any]
# Attributes that are a fact about the hex itself and so are shown as printed.
_OWN = ("land", "coastal", "town", "city", "port", "shallow", "rail", "open", "river", "secondary", "victory", "edge")


def load() -> list[dict[str, Any]]:
    """The rows of pins.yaml."""
    rows: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))["pins"]
    return rows


def printed_attributes() -> dict[Hex, list[str]]:
    """Hex -> attributes the rulebook states."""
    found: dict[Hex, set[str]] = {}
    for row in load():
        if row["attribute"] in _OWN:
            for code in row.get("hexes", ()):
                found.setdefault(code, set()).add(row["attribute"])
    return {code: sorted(attributes) for code, attributes in sorted(found.items())}


def violations(built: Map) -> Iterator[str]:
    """One sentence for every pin the map breaks."""
    for row in load():
        attribute, where = row["attribute"], f"({row['why']}, lines {row['lines']})"
        if attribute in _PAIR_CHECKS:
            for a, b in row["pairs"]:
                if not _PAIR_CHECKS[attribute](built, a, b):
                    yield f"{a}/{b} must be {attribute} {where}"
        elif attribute == "reachable":
            reached = _reached(built, row["hexes"][0])
            for code in row["hexes"]:
                if code not in reached:
                    yield f"{code} cannot be reached over land from {row['hexes'][0]} {where}"
        else:
            for code in row["hexes"]:
                if code not in built["hexes"] or not _HEX_CHECKS[attribute](built, code):
                    yield f"{code} must be {attribute} {where}"


def is_land(built: Map, code: Hex) -> bool:
    """Whether ground units may stand in the hex."""
    return code in built["hexes"] and built["hexes"][code]["terrain"] not in ("sea", "lake")


def is_passable(built: Map, a: Hex, b: Hex) -> bool:
    """Whether ground units may cross from a to b by land or bridge."""
    side = built["sides"].get(grid.side_key(a, b), {})
    return is_land(built, a) and is_land(built, b) and ("water" not in side or "bridge" in side)


def _on(built: Map, kind: str, code: Hex) -> bool:
    return any(code in link[:2] for link in built[kind])


def _on_road(built: Map, code: Hex, kind: str) -> bool:
    return any(code in link[:2] and link[2] == kind for link in built["roads"])


def _reached(built: Map, start: Hex) -> set[Hex]:
    seen, queue = {start}, deque([start])
    while queue:
        at = queue.popleft()
        for there in grid.neighbours(at):
            if there not in seen and is_passable(built, at, there):
                seen.add(there)
                queue.append(there)
    return seen


def _is_fortified(built: Map, defender: Hex, front: Hex) -> bool:
    side = built["sides"].get(grid.side_key(defender, front), {})
    return bool(side.get("fortified", {}).get("defender") == defender)


def _near_coast(built: Map, code: Hex) -> bool:
    zones = {built["hexes"][n].get("zone") for n in (code, *grid.neighbours(code))}
    wider = {built["hexes"][m].get("zone") for n in grid.neighbours(code) for m in grid.neighbours(n)}
    return {"odessa", "sevastopol"} <= zones | wider


_HEX_CHECKS: dict[str, Callable[[Map, Hex], bool]] = {
    "land": is_land,
    "coastal": lambda m, h: bool(m["hexes"][h].get("coastal")),
    "shallow": lambda m, h: bool(m["hexes"][h].get("shallow")),
    "town": lambda m, h: m["hexes"][h].get("place") in ("town", "city"),
    "city": lambda m, h: m["hexes"][h].get("place") == "city",
    "victory": lambda m, h: bool(m["hexes"][h].get("victory")),
    "port": lambda m, h: "port" in m["hexes"][h] and bool(m["hexes"][h].get("coastal")),
    "open": lambda m, h: m["hexes"][h]["terrain"] == "open" and "woods" not in m["hexes"][h],
    "edge": lambda m, h: grid.is_edge(h),
    "rail": lambda m, h: _on(m, "rails", h),
    "road": lambda m, h: _on(m, "roads", h),
    "secondary": lambda m, h: _on_road(m, h, "secondary"),
    "trunk": lambda m, h: _on(m, "rails", h) or _on_road(m, h, "primary"),
    "river": lambda m, h: any("river" in s for key, s in m["sides"].items() if h in key.split("-")),
    "outside_detail": lambda m, h: "detail" not in m["hexes"][h].get("areas", ()),
    "near_coast": _near_coast,
}
_PAIR_CHECKS: dict[str, Callable[[Map, Hex, Hex], bool]] = {"passable": is_passable, "fortified": _is_fortified}
