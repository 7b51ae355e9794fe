"""Command line: build the map files, check the pins, draw a preview.

python -m tools.maps.crimea build            write map_q.json, map_q_art.json, map_sevastopol.json and map_odessa.json
python -m tools.maps.crimea check            report pins the committed map breaks
python -m tools.maps.crimea preview FILE     draw the built map as SVG
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.maps.crimea import enlarged, inputs, pins
from tools.maps.crimea.art import art_q
from tools.maps.crimea.build import map_q
from tools.maps.crimea.preview import Preview

DATA = Path(__file__).resolve().parents[3] / "src" / "sandtable" / "games" / "eastfront" / "data"
MAP_FILE, ART_FILE = DATA / "map_q.json", DATA / "map_q_art.json"


def rendered(document: dict[str, Any]) -> str:
    """Canonical JSON text: one hex, hexside, link or outline a line, so that a change reads well in a diff."""
    lines = []
    for key, value in document.items():
        if isinstance(value, dict) and key in ("hexes", "sides", "mega_hexes", "boundary"):
            rows = ",\n".join(f"  {json.dumps(k)}: {_flat(v)}" for k, v in value.items())
            lines.append(f" {json.dumps(key)}: {{\n{rows}\n }}")
        elif isinstance(value, list):
            rows = ",\n".join(f"  {_flat(v)}" for v in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {_flat(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def built() -> tuple[str, str]:
    """The text of both files."""
    given = inputs.load()
    chart = map_q(given)
    return rendered(chart), rendered(art_q(given, chart))


def written(path: Path, text: str) -> None:
    """Write to a temporary file beside the target, flush to disk, rename."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def main(arguments: list[str]) -> int:
    """Run one command; the exit status says whether the map keeps its pins."""
    match arguments:
        case ["build"]:
            chart, art = built()
            broken = list(pins.violations(json.loads(chart)))
            print("\n".join(broken) or f"every pin holds; writing {MAP_FILE.name} and {ART_FILE.name}")
            if not broken:
                written(MAP_FILE, chart)
                written(ART_FILE, art)
                for name, drawn in enlarged.maps().items():
                    written(DATA / name, rendered(drawn))
            return 1 if broken else 0
        case ["check"]:
            broken = list(pins.violations(json.loads(MAP_FILE.read_text(encoding="utf-8"))))
            print("\n".join(broken) or "every pin holds")
            return 1 if broken else 0
        case ["preview", target]:
            chart, art = (json.loads(text) for text in built())
            written(Path(target), Preview(chart, art).svg())
            return 0
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
