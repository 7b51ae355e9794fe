"""Build the map of Axis & Allies: python -m tools.maps.axisallies [FILE]."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tools.maps.axisallies.build import DATA, build_map, written


def main(arguments: list[str]) -> int:
    """Write the map, by default into the game's data folder."""
    target = Path(arguments[0]) if arguments else DATA / "map.json"
    text = written(build_map())
    fresh = target.with_suffix(".tmp")
    with fresh.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(target)
    print(f"{target.name}: {len(text) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
