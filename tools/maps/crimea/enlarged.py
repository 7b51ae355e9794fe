"""The enlarged map of Sevastopol and the card of Odessa: checked, completed and written into the game's data.

Both are drawn by hand (``inputs/sevastopol.json``, ``inputs/odessa.json``). What follows from the grid is worked out
here: which seven hexes lie over which hex of map Q, and which hexes of the two maps touch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

INPUTS = Path(__file__).parent / "inputs"
ORIGIN_Q, ORIGIN_IN = (40, 3), (16, 9)
"""4023 and In-1617, on the axes: the mega hex of the one has the other in its middle."""
AROUND = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
MEGA_HEXES, HEXES = 26, 182

Axes = tuple[int, int]


def axes(code: str) -> Axes:
    """A printed number on two axes in which neighbours are simple; odd columns sit lower on both maps."""
    column, row = int(code[:2]), int(code[2:])
    return column, row - (column - column % 2) // 2


def code(place: Axes) -> str:
    """The printed number of a place on the axes."""
    q, r = place
    return f"{q:02d}{r + (q - q % 2) // 2:02d}"


def centre(outer: str) -> Axes:
    """The middle of the mega hex of a hex of map Q: one hex south there is two south and one south-east here."""
    q, r = axes(outer)
    dq, dr = q - ORIGIN_Q[0], r - ORIGIN_Q[1]
    return ORIGIN_IN[0] + 3 * dq + dr, ORIGIN_IN[1] - dq + 2 * dr


def seven(outer: str) -> list[str]:
    """The hexes of the enlarged map that lie over a hex of map Q."""
    q, r = centre(outer)
    return sorted(code((q + dq, r + dr)) for dq, dr in AROUND)


def boundary(covered: list[str]) -> dict[str, list[str]]:
    """Hexes of map Q outside the enlarged map, each with the hexes inside that they touch."""
    inside = {h for outer in covered for h in seven(outer)}
    rim = [code((axes(h)[0] + dq, axes(h)[1] + dr)) for h in covered for dq, dr in AROUND]
    found: dict[str, list[str]] = {}
    for outer in sorted(set(rim) - set(covered)):
        near = {code((axes(h)[0] + dq, axes(h)[1] + dr)) for h in seven(outer) for dq, dr in AROUND}
        if near & inside:
            found[outer] = sorted(near & inside)
    return found


def build() -> dict[str, Any]:
    """The enlarged map as the game reads it."""
    drawn: dict[str, Any] = json.loads((INPUTS / "sevastopol.json").read_text(encoding="utf-8"))
    covered = sorted(drawn.pop("covers"))
    mega = {outer: seven(outer) for outer in covered}
    hexes = sorted(h for group in mega.values() for h in group)
    if len(covered) != MEGA_HEXES or hexes != sorted(drawn["hexes"]) or len(hexes) != HEXES:
        raise SystemExit("the hexes that are drawn are not those that lie over the hexes of map Q")
    return {**drawn, "mega_hexes": mega, "boundary": boundary(covered)}


def maps() -> dict[str, dict[str, Any]]:
    """Both maps by the name of their file."""
    return {
        "map_sevastopol.json": build(),
        "map_odessa.json": json.loads((INPUTS / "odessa.json").read_text(encoding="utf-8")),
    }
