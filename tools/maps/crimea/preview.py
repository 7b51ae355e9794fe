"""A preview of the built map as one SVG file, for people who check it by eye."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import Any

from tools.maps.crimea import grid
from tools.maps.crimea.art import rings_of
from tools.maps.crimea.grid import Hex, Point

_TINTS = {
    "open": "#F1E9D4",
    "sand": "#F0DFAE",
    "hill": "#DCC79D",
    "marsh": "#D9E2CF",
    "swamp": "#BFD2BE",
    "lake": "#C4DAE4",
}
_SEA, _COAST, _LABEL, _HALO = "#CFDFE6", "#5E8698", "#26231D", "#F7F1E1"
_BANDS = ((0.62, "#C4D8E1"), (0.36, "#B7CFDA"), (0.16, "#A9C5D2"))


class Preview:
    """Draws at a given size of one hex, in pixels flat to flat."""

    def __init__(self, built: dict[str, Any], art: dict[str, Any], hex_px: float = 44, language: str = "en") -> None:
        self.built, self.art, self.size, self.language = built, art, hex_px, language
        left, top = grid.centre(grid.number(grid.FIRST_COLUMN, grid.FIRST_ROW))
        right, bottom = grid.centre(grid.number(grid.LAST_COLUMN, grid.LAST_ROW))
        self.origin = left - 0.7, top - 0.7
        self.width = (right - left + 1.4) * hex_px
        self.height = (bottom - top + 2.0) * hex_px

    def svg(self) -> str:
        """The finished document."""
        w, h = round(self.width), round(self.height)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">',
            self._waters_and_land(),
            self._grid(),
            self._lines(),
            self._forts(),
            self._labels(),
            "</svg>\n",
        ]
        return "".join(parts)

    def _xy(self, point: Point) -> Point:
        return (point[0] - self.origin[0]) * self.size, (point[1] - self.origin[1]) * self.size

    def _path(self, points: Iterable[Point], closed: bool) -> str:
        body = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self._xy, points))
        return f"M{body}{'Z' if closed else ''}"

    def _outline(self, key: str) -> str:
        return "".join(self._path(rings_of(flat), closed=True) for flat in self.art[key])

    def _hexagon(self, code: Hex) -> str:
        return self._path(grid.corners(code), closed=True)

    def _waters_and_land(self) -> str:
        land, s = self._outline("coast"), self.size
        out = [
            f'<defs><clipPath id="land"><path d="{land}" clip-rule="evenodd"/></clipPath></defs>',
            f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="{_SEA}"/>',
        ]
        for width, colour in _BANDS:
            out.append(f'<path d="{land}" fill="none" stroke="{colour}" stroke-width="{width * s:.1f}"/>')
        out.append(f'<path d="{land}" fill="{_TINTS["open"]}" fill-rule="evenodd"/><g clip-path="url(#land)">')
        for name, tint in _TINTS.items():
            cells = [h for h, d in self.built["hexes"].items() if d["terrain"] == name and name != "open"]
            out.append(f'<path d="{"".join(map(self._hexagon, cells))}" fill="{tint}"/>')
        out.append(self._texture())
        out.append("</g>")
        lagoon, lakes = self._outline("sivash"), self._outline("lakes")
        out.append(f'<path d="{lagoon}" fill="#C4D8E1" stroke="{_COAST}" stroke-width="1"/>')
        out.append(f'<path d="{lakes}" fill="#C4DAE4" stroke="{_COAST}" stroke-width=".8"/>')
        out.append(f'<path d="{land}" fill="none" stroke="{_COAST}" stroke-width="1.2"/>')
        return "".join(out)

    def _texture(self) -> str:
        peaks, crowns, tufts = [], [], []
        for code, data in self.built["hexes"].items():
            for i in range(6):
                angle = int(code) * 7919 % 628 / 100 + i * math.pi / 3
                reach = 0.2 + (int(code) * 31 + i * 17) % 10 / 50
                u, v = grid.centre(code)
                x, y = self._xy((u + reach * math.cos(angle), v + reach * math.sin(angle)))
                q = self.size / 80
                if data.get("relief") == "mountain" and i < 3:
                    peaks.append(f"M{x - 9 * q:.1f} {y + 5 * q:.1f}l{9 * q:.1f} {-13 * q:.1f}l{9 * q:.1f} {13 * q:.1f}")
                elif data["terrain"] == "hill" and i < 3:
                    peaks.append(f"M{x - 7 * q:.1f} {y:.1f}q{7 * q:.1f} {-9 * q:.1f} {14 * q:.1f} 0")
                if data.get("woods") and i >= 2:
                    crowns.append(f"M{x - 4 * q:.1f} {y:.1f}a{4 * q:.1f} {4 * q:.1f} 0 1 1 {8 * q:.1f} 0z")
                if data["terrain"] in ("marsh", "swamp"):
                    tufts.append(f"M{x - 5 * q:.1f} {y:.1f}h{10 * q:.1f}M{x:.1f} {y - q:.1f}v{-5 * q:.1f}")
        return (
            f'<path d="{"".join(crowns)}" fill="#A9B983" stroke="#6F8350" stroke-width=".7"/>'
            f'<path d="{"".join(peaks)}" fill="none" stroke="#8A7448" stroke-width="1"/>'
            f'<path d="{"".join(tufts)}" fill="none" stroke="#5F8A86" stroke-width=".8"/>'
        )

    def _grid(self) -> str:
        cells = "".join(map(self._hexagon, self.built["hexes"]))
        numbers = "".join(
            f'<text x="{x:.1f}" y="{y:.1f}">{code}</text>'
            for code in self.built["hexes"]
            for x, y in [self._xy((grid.centre(code)[0], grid.centre(code)[1] - 0.36))]
        )
        return (
            f'<path d="{cells}" fill="none" stroke="#6E6347" stroke-width=".6" opacity=".38"/>'
            f'<g font-family="sans-serif" font-size="{self.size * 0.14:.1f}" fill="{_LABEL}" opacity=".5" '
            f'text-anchor="middle">{numbers}</g>'
        )

    def _lines(self) -> str:
        rivers = "".join(self._path(rings_of(river["line"]), False) for river in self.art["rivers"])
        out = [f'<path d="{rivers}" fill="none" stroke="#4F8BA8" stroke-width="2.2"/>']
        for road in self.art["roads"]:
            width = 2.1 if road["class"] == "primary" else 1.1
            path = self._path(rings_of(road["line"]), False)
            out.append(f'<path d="{path}" fill="none" stroke="#FFF9EC" stroke-width="{width + 2}" opacity=".8"/>')
            out.append(f'<path d="{path}" fill="none" stroke="#B0493A" stroke-width="{width}"/>')
        for rail in self.art["rails"]:
            path = self._path(rings_of(rail["line"]), False)
            out.append(f'<path d="{path}" fill="none" stroke="#3A3833" stroke-width="1.3"/>')
            out.append(f'<path d="{path}" fill="none" stroke="#3A3833" stroke-width="5" stroke-dasharray="1.2 7"/>')
        return "".join(out)

    def _forts(self) -> str:
        """Fortified lines with teeth outwards, water sides dotted, bridges as bars: facts a checker must see."""
        out = []
        for key, side in self.built["sides"].items():
            a, b = key.split("-")
            corners = grid.corners(a)
            n = grid.side_between(a, b)
            ends = corners[n], corners[(n + 1) % 6]
            if "water" in side:
                path = self._path(ends, False)
                out.append(f'<path d="{path}" stroke="#2A6DA0" stroke-width="2" stroke-dasharray="2 3"/>')
            if "bridge" in side:
                out.append(f'<path d="{self._path(ends, False)}" stroke="#000" stroke-width="4"/>')
            if "fortified" in side:
                c = grid.centre(side["fortified"]["defender"])
                pulled = [(e[0] + (c[0] - e[0]) * 0.08, e[1] + (c[1] - e[1]) * 0.08) for e in ends]
                path = self._path(pulled, False)
                out.append(f'<path d="{path}" stroke="#5A3A1E" stroke-width="3"/>')
                out.append(f'<path d="{path}" stroke="#5A3A1E" stroke-width="8" stroke-dasharray="2 4"/>')
        return f'<g fill="none">{"".join(out)}</g>'

    def _labels(self) -> str:
        out = []
        for water in self.art["waters"]:
            (x, y), size = self._xy(rings_of(water["at"])[0]), water["size"] * self.size / 100
            turn = f"rotate({water['turn']} {x:.1f} {y:.1f})"
            out.append(
                f'<text x="{x:.1f}" y="{y:.1f}" transform="{turn}" font-family="serif" '
                f'font-style="italic" font-size="{size:.1f}" letter-spacing="{water["spacing"] * self.size / 100:.1f}" '
                f'fill="#35606F" text-anchor="middle">{escape(water["name"][self.language])}</text>'
            )
        return "".join(out) + "".join(map(self._symbol, self.art["places"]))

    def _symbol(self, place: dict[str, Any]) -> str:
        x, y = self._xy(rings_of(place["at"])[0])
        lx, ly = self._xy(rings_of(place["label"]["at"])[0])
        size = {"city": 0.34, "town": 0.3}.get(place["class"], 0.23) * self.size
        r = {"city": 6.0, "town": 4.5}.get(place["class"], 2.6) * self.size / 60
        fill = _LABEL if place["class"] == "city" else _HALO
        weight = 700 if place["class"] == "city" else 500
        mark = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{_LABEL}" stroke-width="1.4"/>'
            if place["class"] == "village"
            else f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}" fill="{fill}" '
            f'stroke="{_LABEL}" stroke-width="1.6"/>'
        )
        return mark + (
            f'<text x="{lx:.1f}" y="{ly:.1f}" font-family="serif" font-size="{size:.1f}" font-weight="{weight}" '
            f'text-anchor="{place["label"]["anchor"]}" fill="{_LABEL}" stroke="{_HALO}" stroke-width="2.6" '
            f'paint-order="stroke">{escape(place["name"][self.language])}</text>'
        )
