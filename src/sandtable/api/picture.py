"""Any position as an SVG picture of its map: plain, self-contained, for notebooks and reports.

The table in the browser draws finer; this one needs nothing but the data that a game gives to whoever draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from math import sqrt
from typing import Any

HEX = 40.0
"""Height of a hex."""
WIDE = HEX * sqrt(3) / 2
CARD = (110.0, 78.0)
AREA_SCALE = 1 / 10
MOST_SHOWN = 4
"""Counters of one place that are drawn; of more, how many there are."""

GROUND = {
    "sea": "#a9c6d9",
    "lake": "#a9c6d9",
    "open": "#efe8d2",
    "clear": "#efe8d2",
    "flat": "#efe8d2",
    "rough": "#d9c9a0",
    "hill": "#d9c9a0",
    "mountain": "#c0aa84",
    "highland": "#c0aa84",
    "woods": "#b9cfa0",
    "forest": "#b9cfa0",
    "marsh": "#c2d6c4",
    "city": "#c9b6ae",
    "urban": "#c9b6ae",
}
PLAIN = "#e6dfca"
SIDES = ("#5b6f8c", "#a5584a", "#6f8a52", "#b58a3c", "#7a5c86", "#4f8a87", "#94694a", "#5c5c5c", "#c17b9a")


def picture(board: Mapping[str, Any] | None, state: Mapping[str, Any]) -> str:
    """The map of a board with the counters of a position on it; an empty picture where a game draws nothing."""
    if not board:
        return _svg((0, 0, 10, 10), "")
    match board.get("kind"):
        case "hex":
            ground, places = _hexes(board)
        case "cards":
            ground, places = _cards(board, state)
        case _:
            ground, places = _areas(board)
    counters = "".join(_counters(board, state, places))
    return _svg(_bounds(places), "".join(ground) + counters)


Places = dict[int, tuple[float, float]]


def _hexes(board: Mapping[str, Any]) -> tuple[list[str], Places]:
    low = board.get("grid", {}).get("low", "odd")
    places: Places = {}
    ground: list[str] = []
    for key, row in board["hexes"].items():
        column, line = divmod(int(key) % 10_000, 100)
        is_low = column % 2 == (1 if low == "odd" else 0)
        x, y = column * WIDE, line * HEX + (HEX / 2 if is_low else 0.0)
        places[int(key)] = (x, y)
        tint = GROUND.get(str(row.get("terrain", "")), PLAIN)
        ground.append(f'<polygon points="{_corners(x, y)}" fill="{tint}" stroke="#8a8573" stroke-width=".6"/>')
    return ground, places


def _corners(x: float, y: float) -> str:
    half, side = HEX / 2, HEX / sqrt(3)
    at = ((side, 0), (side / 2, half), (-side / 2, half), (-side, 0), (-side / 2, -half), (side / 2, -half))
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in at)


def _cards(board: Mapping[str, Any], state: Mapping[str, Any]) -> tuple[list[str], Places]:
    wide, high = CARD
    places: Places = {}
    ground: list[str] = []
    terrain = board.get("terrain", {})
    for key, row in state.get(str(board.get("table", "cards")), {}).items():
        column, line = divmod(int(key), 100)
        x, y = column * wide, -line * high
        places[int(key)] = (x, y)
        known = terrain.get(str(row.get("terrain", "")), {})
        tint = GROUND.get(str(known.get("kind", "")), PLAIN)
        box = f'x="{x - wide / 2 + 2:.1f}" y="{y - high / 2 + 2:.1f}" width="{wide - 4:.1f}" height="{high - 4:.1f}"'
        ground.append(f'<rect {box} rx="5" fill="{tint}" stroke="#8a8573"/>')
        name = escape(str(known.get("name", "?")))
        ground.append(f'<text x="{x:.1f}" y="{y - high / 2 + 14:.1f}" font-size="9" text-anchor="middle">{name}</text>')
    return ground, places


def _areas(board: Mapping[str, Any]) -> tuple[list[str], Places]:
    kinds = {int(one["id"]): str(one.get("kind", "")) for one in board.get("places", ())}
    places: Places = {}
    ground: list[str] = []
    for key, row in board.get("map", {}).get("places", {}).items():
        tint = GROUND["sea"] if kinds.get(int(key)) == "sea" else PLAIN
        for ring in row.get("rings", ()):
            points = " ".join(
                f"{x * AREA_SCALE:.1f},{y * AREA_SCALE:.1f}" for x, y in zip(ring[::2], ring[1::2], strict=False)
            )
            ground.append(f'<polygon points="{points}" fill="{tint}" stroke="#8a8573" stroke-width=".4"/>')
        x, y = row["chip"]["far"] if "chip" in row else row["label"][:2]
        places[int(key)] = (x * AREA_SCALE, y * AREA_SCALE)
    return ground, places


def _counters(board: Mapping[str, Any], state: Mapping[str, Any], places: Places) -> Iterator[str]:
    """Counters where they stand, a few of each place, coloured by their side."""
    colours: dict[str, str] = {}
    for place, standing in sorted(_standing(board, state, places).items()):
        x, y = places[place]
        for n, (side, title) in enumerate(standing[:MOST_SHOWN]):
            colour = colours.setdefault(side, SIDES[len(colours) % len(SIDES)])
            dx = (n - (min(len(standing), MOST_SHOWN) - 1) / 2) * 6
            box = f'x="{x - 9 + dx:.1f}" y="{y - 8 - dx / 3:.1f}" width="18" height="16"'
            told = f"<title>{escape(title)}</title>"
            yield f'<rect {box} rx="2.5" fill="{colour}" stroke="#fff" stroke-width="1">{told}</rect>'
        if len(standing) > 1:
            yield f'<text x="{x:.1f}" y="{y + 19:.1f}" font-size="9" text-anchor="middle">{len(standing)}</text>'


def _standing(board: Mapping[str, Any], state: Mapping[str, Any], places: Places) -> dict[int, list[tuple[str, str]]]:
    """What stands where: side and name of each counter."""
    found: dict[int, list[tuple[str, str]]] = {}
    for kind in board.get("pieces", ()):
        names = board.get("counters" if kind["of"] in ("piece", "unit") else f"{kind['of']}s", {})
        for key, row in (state.get(kind["table"]) or {}).items():
            at = row.get(kind["at"])
            if not isinstance(at, int) or at not in places:
                continue
            counter = names.get(str(key), {}) if isinstance(names, Mapping) else {}
            counter = counter if isinstance(counter, Mapping) else {}
            printed = board.get("types", {}).get(counter.get("type"), {})
            side = row.get(kind.get("side", "side")) or counter.get("side") or printed.get("side") or kind["of"]
            title = counter.get("name") or row.get("kind") or printed.get("name") or f"{kind['of']} {key}"
            found.setdefault(at, []).append((str(side), str(title)))
    return found


def _bounds(places: Places) -> tuple[float, float, float, float]:
    if not places:
        return 0, 0, 10, 10
    across, down = [x for x, _ in places.values()], [y for _, y in places.values()]
    edge = 60
    return min(across) - edge, min(down) - edge, max(across) - min(across) + 2 * edge, max(down) - min(down) + 2 * edge


def _svg(box: tuple[float, float, float, float], inside: str) -> str:
    view = " ".join(f"{one:.0f}" for one in box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{min(box[2], 1200):.0f}"'
    return f'{head} font-family="sans-serif" fill="#333" role="img">{inside}</svg>'
