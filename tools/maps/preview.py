"""A quick look at an area map: python -m tools.maps.preview OUT.svg [--near] [--box X Y WIDTH HEIGHT].

It reads the data of Axis & Allies and writes one SVG with areas, borders, connectors, names and the set-up's chips.
It is for the eyes of whoever changes the map; the table has its own drawing.
"""

from __future__ import annotations

import argparse
import json
from html import escape
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "src" / "sandtable" / "games" / "axisallies" / "data"
TINTS = {
    "germany": "#ABABA8",
    "italy": "#BBC28D",
    "japan": "#C6A18F",
    "ussr": "#E6B2B2",
    "uk": "#E5D3AB",
    "usa": "#B6E0A9",
    "china": "#CFC1DA",
    "anzac": "#CDE1E3",
    "france": "#B1BEE5",
}
BODIES = {
    "germany": "#3A445A",
    "italy": "#637F17",
    "japan": "#7E321B",
    "ussr": "#D77984",
    "uk": "#E2CEA2",
    "usa": "#57C757",
    "china": "#AD98D2",
    "anzac": "#C6DEE3",
    "france": "#7390EA",
}
DARK = ("germany", "italy", "japan")


def read(folder: Path, name: str) -> dict[str, Any]:
    """One data file of the game."""
    data: dict[str, Any] = json.loads((folder / name).read_text(encoding="utf-8"))
    return data


def path_of(rings: list[list[int]], unit: int) -> str:
    """SVG path data of flat rings."""
    return "".join(
        "M" + "L".join(f"{ring[i] / unit:g} {ring[i + 1] / unit:g}" for i in range(0, len(ring), 2)) + "Z"
        for ring in rings
    )


def line_of(line: list[int], unit: int) -> str:
    """SVG path data of an open line."""
    return "M" + "L".join(f"{line[i] / unit:g} {line[i + 1] / unit:g}" for i in range(0, len(line), 2))


def areas(board: dict[str, Any], places: list[dict[str, Any]]) -> list[str]:
    """Water, land, borders and connectors."""
    unit = board["unit"]
    by_kind: dict[str, list[str]] = {"sea": [], "land": []}
    for place in places:
        tint = "#CFE0E8" if place["kind"] == "sea" else TINTS.get(place.get("owner", ""), "#F3EFE4")
        if place.get("impassable"):
            tint = "#DDD0B0"
        d = path_of(board["places"][str(place["id"])]["rings"], unit)
        line = "#8FB0C0" if place["kind"] == "sea" else "#FBF7EC"
        by_kind[place["kind"]].append(
            f'<path d="{d}" fill="{tint}" fill-rule="evenodd" stroke="{line}" stroke-width=".7"/>'
        )
    coast = "".join(path_of(board["places"][str(p["id"])]["rings"], unit) for p in places if p["kind"] == "land")
    return [
        f'<path d="{path_of(board["ice"], unit)}" fill="#F4F8FA" fill-rule="evenodd"/>',
        *by_kind["sea"],
        f'<path d="{path_of(board["scenery"], unit)}" fill="#E4DDC8" stroke="#A79E84" stroke-width=".4"/>',
        f'<path d="{coast}" fill="none" stroke="#6C6552" stroke-width="1.6"/>',
        *by_kind["land"],
        *(
            f'<path d="{line_of(line, unit)}" fill="none" stroke="#8A2D1C" stroke-width="1.5"/>'
            for border in board["closed"]
            for line in border["lines"]
        ),
        *(
            f'<path d="{line_of(line, unit)}" stroke="#20303C" stroke-width="1.3" stroke-dasharray="3 2"/>'
            for join in board["connectors"]
            for line in join["lines"]
        ),
    ]


def names(board: dict[str, Any], places: list[dict[str, Any]], zoom: float) -> list[str]:
    """Names and sea zone numbers at their label points."""
    drawn = []
    for place in places:
        x, y, angle, room = (value / board["unit"] for value in board["places"][str(place["id"])]["label"])
        angle *= board["unit"]
        sea = place["kind"] == "sea"
        text = str(place["id"]) if sea else place["name"]["en"]
        size = 9 / zoom if sea else min(max(room / len(text) * 1.7, 5.5 / zoom), 13 / zoom)
        drawn.append(
            f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:.2f}" text-anchor="middle" font-family="serif"'
            f' fill="{"#4E7386" if sea else "#2B2A26"}" transform="rotate({angle:g} {x:g} {y:g})">{escape(text)}</text>'
        )
    return drawn


def chips(board: dict[str, Any], setup: dict[str, Any], zoom: float) -> list[str]:
    """One box per power and place, as big as the table will draw it, with a leader where it left its space."""
    near = zoom > 1
    stacks: dict[int, list[tuple[str, dict[str, int]]]] = {}
    for power, rows in setup["units"].items():
        for row in rows:
            units = {k: n for k, n in row["units"].items() if not k.endswith(("_ic", "_base"))}
            if units:
                stacks.setdefault(row["place"], []).append((power, units))
    drawn = []
    for place, plates in stacks.items():
        entry = board["places"][str(place)]
        x, y = (value / board["unit"] for value in entry["chip"]["near" if near else "far"])
        ax, ay = (value / board["unit"] for value in entry["label"][:2])
        drawn.append(f'<path d="M{ax:g} {ay:g}L{x:g} {y:g}" stroke="#3A3833" stroke-width="{0.8 / zoom:.2f}"/>')
        sizes = []
        for _, units in plates:
            columns = 2 if len(units) == 4 else min(3, len(units))
            rows_needed = -(-len(units) // columns)
            sizes.append((columns * 40 + 5, rows_needed * 20 + 6) if near else (18 + 6 * min(len(units), 3), 15))
        top = y - sum(height + 2 for _, height in sizes) / 2 / zoom
        for (power, units), (width, height) in zip(plates, sizes, strict=True):
            w, h = width / zoom, height / zoom
            drawn.append(
                f'<rect x="{x - w / 2:.2f}" y="{top:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{4 / zoom:.2f}"'
                f' fill="{BODIES[power]}" stroke="#3A3833" stroke-width="{0.8 / zoom:.2f}"/>'
                f'<text x="{x:g}" y="{top + h / 2 + 3.5 / zoom:.2f}" font-size="{10 / zoom:.2f}" text-anchor="middle"'
                f' fill="{"#FFF" if power in DARK else "#1B1F24"}">{sum(units.values())}</text>'
            )
            top += h + 2 / zoom
    return drawn


def main() -> int:
    """Write the picture."""
    parser = argparse.ArgumentParser(description="Draw the map of Axis & Allies as one SVG file.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--map", type=Path, default=DATA / "map.json")
    parser.add_argument("--near", action="store_true", help="plates of the near zoom instead of chips")
    parser.add_argument("--no-units", action="store_true")
    parser.add_argument("--box", type=float, nargs=4, metavar=("X", "Y", "WIDTH", "HEIGHT"))
    wanted = parser.parse_args()
    board = json.loads(wanted.map.read_text(encoding="utf-8"))
    places = read(DATA, "places.json")["places"]
    zoom = board["near_zoom"][0] / board["near_zoom"][1] if wanted.near else 1.0
    x, y, width, height = wanted.box or (0, 0, board["width"], board["height"])
    body = [*areas(board, places)]
    if not wanted.no_units:
        body += chips(board, read(DATA, "setups/rulebook.json"), zoom)
    body += names(board, places, zoom)
    wanted.out.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" width="{width * zoom:g}"'
        f' height="{height * zoom:g}">' + "\n".join(body) + "</svg>\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
