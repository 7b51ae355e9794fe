"""What a client needs to draw map Q and its counters. No rule hangs on it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from sandtable.games.eastfront.model import SOVIET
from sandtable.games.eastfront.queries.sources import PRINTED, placements
from sandtable.games.eastfront.scenario import Counter, CrimeaScenario, ShipCounter
from sandtable.games.eastfront.scenario.terrain import maps
from sandtable.games.eastfront.scenario.world import PREFIX, World, ends, number
from sandtable.kernel import codec

AIRCRAFT = {
    "table": "air",
    "of": "air",
    "at": "hex",
    "side": "side",
    "kind": "kind",
    "kinds": "aircraft",
    "names": True,
}
"""Aircraft bear a number; which type one is, its owner knows."""
HALVED = ("move", "strategic", "overrun", "haul", "haul_far")
"""Verbs whose ways cost movement points that the rules count in halves."""


@cache
def _file(name: str) -> dict[str, Any]:
    data = resources.files("sandtable.games.eastfront").joinpath("data", name).read_bytes()
    return codec.decode(data, dict[str, Any])


def board(scenario: CrimeaScenario) -> dict[str, Any]:
    """The hexes of a scenario, the drawing around them, and every counter as printed."""
    drawn = [_file(f"{name}.json") for name in maps(scenario.grid)]
    grid = scenario.grid
    return {
        "kind": "hex",
        "grid": {
            "columns": [grid.columns[0], grid.columns[-1]],
            "rows": [grid.rows[0], grid.rows[-1]],
            "low": grid.low,
            **({"base": grid.base, "prefix": grid.prefix} if grid.base else {}),
        },
        "attribution": "map.attribution",
        "hexes": {_number(one, h): hexagon for one in drawn for h, hexagon in one["hexes"].items()},
        "sides": {"-".join(ends(written)): side for one in drawn for written, side in one["sides"].items()},
        "art": _file("map_q_art.json") if drawn[0]["map"] == "Q" else {},
        "inset": _inset(scenario),
        "counters": {str(key): _counter(unit) for key, unit in scenario.units.items()},
        "ships": {str(key): _ship(ship) for key, ship in scenario.ships.items()},
        "pieces": [
            {"table": "pieces", "of": "piece", "at": "hex", "side": "side"},
            {"table": "ships", "of": "ship", "at": "hex"},
            # An aircraft bears a number; which type it is, its owner knows.
            {
                "table": "air",
                "of": "air",
                "at": "hex",
                "side": "side",
                "kind": "kind",
                "kinds": "aircraft",
                "names": True,
            },
        ],
        "halved": HALVED,
        "placed": {str(key): source for key, source in placements(scenario).items() if source != PRINTED},
        "calendar": [
            {"turn": row["turn"], "from": row.get("from", ""), "weather": scenario.days[row["turn"]].weather}
            for row in scenario.card["calendar"]
        ],
    }


def _number(drawn: dict[str, Any], written: str) -> str:
    """The number of a hex of one of the maps."""
    return number(f"{PREFIX}{written}") if drawn["map"] == "sevastopol" else written


# rule: EF-PB5.15
def _inset(scenario: CrimeaScenario) -> dict[str, Any] | None:
    """Where the enlarged map lies in map Q: its grid, and the seven hexes over each hex that it covers."""
    if not isinstance(scenario.grid, World):
        return None
    mega = _file("map_sevastopol.json")["mega_hexes"]
    covers = {outer: [number(f"{PREFIX}{h}") for h in seven] for outer, seven in mega.items()}
    return {"grid": scenario.grid.inner.drawing(), "covers": covers}


def _counter(unit: Counter) -> dict[str, Any]:
    faces = {"front": unit.front, "back": unit.back, "mobile": unit.mobile}
    return {
        "name": unit.label,
        "side": unit.nation,
        "kind": unit.kind,
        "size": unit.size,
        "stack": unit.stack,
        "steps": unit.steps,
        "rebuilt": [] if unit.hides else list(unit.rebuilt),
        **{face: "?" if unit.hides else str(values) for face, values in faces.items() if values is not None},
    }


# rule: EF-PB8.11
def _ship(ship: ShipCounter) -> dict[str, Any]:
    """A ship as printed: support, protection, transport and naval movement points, then range and recovery."""
    return {
        "name": ship.title,
        "side": SOVIET,
        "kind": ship.kind,
        "front": f"{ship.support}-{ship.protection}-{ship.transport}-{ship.points}",
        "range": ship.range,
        "recovery": ship.recovery,
        "rebuilt": list(ship.rebuilt),
    }
