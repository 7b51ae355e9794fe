"""Where the values on the table come from, counted: printed, public, ruled, or drawn by us."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandtable.games.axisallies.scenario import GlobalScenario, table
from sandtable.kernel.sheets import Sheet, counted_by_source

COUNTED = {
    "units": "units",
    "installations": "installations",
    "combined_arms": "pairs",
    "powers": "powers",
    "objectives": "objectives",
    "research": "breakthroughs",
    "places": "places",
    "canals": "canals",
    "doubts": "doubts",
    "map": "places",
}
"""Files of values, each with the part whose entries are counted."""


def sources(board: GlobalScenario) -> Sheet:
    """One line for each kind of value."""
    setup = board.tables["setup"]
    counted = {name: _entries(table(name), part) for name, part in COUNTED.items()}
    counted["connections"] = _pairs(table("connections"))
    counted["setup"] = Counter({setup["source"]: sum(map(_pieces, setup["units"].values()))})
    return counted_by_source(dict(sorted(counted.items())))


def _entries(file: dict[str, Any], part: str) -> Counter[str]:
    """The entries of a file, each with its own source or that of the file."""
    rows = file[part].values() if isinstance(file[part], dict) else file[part]
    return Counter(row.get("source", file["source"]) for row in rows)


def _pairs(file: dict[str, Any]) -> Counter[str]:
    return Counter({file["source"]: sum(map(len, file["connections"].values()))})


def _pieces(places: list[dict[str, Any]]) -> int:
    return sum(sum(place["units"].values()) for place in places)
