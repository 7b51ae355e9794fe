"""Where the values on the table come from, counted: what is printed, and what is our own because the print is lost."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sandtable.games.eastfront.model import SIDES
from sandtable.games.eastfront.scenario import Counter, CrimeaScenario
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Sheet, counted_by_source

PRINTED, REBUILT = "printed", "reconstructed"
FACES = ("front", "back", "mobile", "stack", "steps", "range", "command", "recovery")


def sources(board: CrimeaScenario) -> Sheet:
    """One line for each kind of value."""
    counted = {**_counters(board), **_map(board), **of_card(board), "charts": Tally(_groups(board.charts))}
    return counted_by_source(counted, Phrase("sheet.note.owners"))


def placements(board: CrimeaScenario) -> dict[int, str]:
    """The units of the card by number, each with where its hex at the start comes from."""
    numbers = {unit.name: number for number, unit in board.units.items()}
    return {
        numbers[row["unit"]]: source
        for side in SIDES
        for row, source in _rows(board.card, side, "units")
        if row.get("unit") in numbers
    }


def _counters(board: CrimeaScenario) -> dict[str, Tally[str]]:
    """Every value on the counters that this scenario can bring on the map."""
    known = [unit for unit in board.units.values() if not unit.hides]
    return {name: Tally(_origin(unit, name) for unit in known if name in unit.values) for name in FACES}


def _origin(unit: Counter, name: str) -> str:
    return REBUILT if name in unit.rebuilt else PRINTED


def _map(board: CrimeaScenario) -> dict[str, Tally[str]]:
    drawn = data("map_q")
    hexes = [row for name, row in drawn["hexes"].items() if int(name) in board.grid]
    sides = [row for ends, row in drawn["sides"].items() if all(int(end) in board.grid for end in ends.split("-"))]
    lines = [
        end for kind in ("roads", "rails") for *ends, _ in drawn[kind] for end in ends[:1] if int(end) in board.grid
    ]
    return {
        "hexes": Tally(row.get("source", drawn["source"]) for row in hexes),
        "facts": Tally({PRINTED: sum(len(row.get("printed", ())) for row in hexes)}),
        "sides": Tally(row.get("source", drawn["source"]) for row in sides),
        "lines": Tally({drawn["source"]: len(lines)}),
    }


def of_card(board: CrimeaScenario) -> dict[str, Tally[str]]:
    """The values of the scenario's card: where units stand, what else a side has, and the rest."""
    card = board.card
    rest = {name: part for name, part in card.items() if name not in SIDES}
    forces = {side: {k: v for k, v in (card.get(side) or {}).items() if k != "units"} for side in SIDES}
    return {
        "placements": Tally(source for side in SIDES for _, source in _rows(card, side, "units")),
        "forces": Tally(one for part in forces.values() for one in _groups(part)),
        "card": Tally(_groups(rest)),
    }


def _rows(card: Mapping[str, Any], side: str, name: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The rows of a part of the card, each with its own source or that of its side."""
    part = card.get(side) or {}
    for row in part.get(name, ()):
        yield row, row.get("source") or part.get("source") or card.get("source", REBUILT)


def _groups(value: Any) -> Iterator[str]:
    """The source of every group of values that names one."""
    if isinstance(value, Mapping):
        if "source" in value:
            yield value["source"]
        parts: Iterable[Any] = value.values()
    else:
        parts = value if isinstance(value, list | tuple) else ()
    for part in parts:
        yield from _groups(part)
