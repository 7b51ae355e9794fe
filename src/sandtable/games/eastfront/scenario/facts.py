"""Facts laid over the data, from a case file or from an owner's folder: names and values are checked before use.

A fact that nobody would read (a unit that is not there, a field misspelt) is an error that says what there is instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.games.eastfront.scenario.counters import AIR_FIELDS
from sandtable.games.eastfront.scenario.files import data

PARTS = ("aircraft", "bare", "card", "formations", "hexes", "rails", "roads", "sides", "types", "units")
FACE = re.compile(r"(\*|\d+A?)-\d+-\d+")
FACES = ("front", "back", "mobile")
NUMBERS = ("stack", "steps", "range", "command", "recovery")
WORDS = ("label", "side", "nation", "type", "size", "colour", "formation", "substitute", "cup", "on_foot", "source")
FLAGS = ("detaches", "guards", "nkvd", "two_sided", "zone_of_control")
UNIT_FIELDS = (*FACES, *NUMBERS, *WORDS, *FLAGS, "home", "note", "printed")
HEX_FIELDS = ("terrain", "woods", "place", "coastal", "shallow", "canal", "port", "works", "name", "source", "printed")
NEW = "new"
"""In place of a name: rows of units that the data does not have."""
MOST_STEPS = 4
FEW, ALIKE = 30, 0.5
"""Names that are all told, and how much one must look like what was written where there are more."""


def checked(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts, once every name in them is known; a ``ValueError`` or ``TypeError`` says what to write instead."""
    for part in facts:
        _known("part", str(part), PARTS)
    units = facts.get("units") or {}
    drawn = data("counters")
    kinds = (*drawn["types"], *(facts.get("types") or {}))
    names = [row["id"] for row in drawn["units"]]
    for name, row in _rows("units", units):
        _known("unit", name, names)
        _check_unit(name, row, kinds)
    for row in units.get(NEW, ()):
        _check_unit(str(row.get("id")), {k: v for k, v in row.items() if k != "id"}, kinds)
    types = [row["id"] for row in data("air_units")["units"]]
    for name, row in _rows("aircraft", facts.get("aircraft") or {}):
        _known("aircraft", name, types)
        for field in row:
            _known(f"value of {name}", field, AIR_FIELDS)
    for name, row in _rows("hexes", facts.get("hexes") or {}):
        _known("hex", name, data("map_q")["hexes"])
        for field in row:
            _known(f"value of {name}", field, HEX_FIELDS)
    return facts


def _rows(part: str, found: Any) -> Iterable[tuple[str, Mapping[str, Any]]]:
    if not isinstance(found, Mapping):
        raise TypeError(f"{part} should be a mapping of names to values")
    for name, row in found.items():
        if name == NEW:
            continue
        if not isinstance(row, Mapping):
            raise TypeError(f"{part}: {name} should be a mapping of values, such as {{front: 8-9-5}}")
        yield str(name), row


def _check_unit(name: str, row: Mapping[str, Any], kinds: tuple[str, ...]) -> None:
    for field, value in row.items():
        _known(f"value of {name}", field, UNIT_FIELDS)
        if field in FACES and not (isinstance(value, str) and FACE.fullmatch(value)):
            raise ValueError(f"{name}: {field} is written attack-defence-movement, such as 8-9-5, and not {value!r}")
        if field in NUMBERS and not (isinstance(value, int) and value >= 0):
            raise ValueError(f"{name}: {field} is a number from 0 on, and not {value!r}")
    if not 1 <= row.get("steps", 1) <= MOST_STEPS:
        raise ValueError(f"{name}: a unit has 1 to {MOST_STEPS} steps, and not {row['steps']}")
    if "type" in row:
        _known(f"type of {name}", row["type"], kinds)


def _known(what: str, given: str, known: Iterable[str]) -> None:
    """Raise where a name is not known, with those that are, or of many those that look like it."""
    names = tuple(known)
    if given in names:
        return
    near = names if len(names) <= FEW else get_close_matches(given, names, cutoff=ALIKE)
    raise ValueError(f"there is no {what} {given!r}" + (f"; there is {', '.join(near)}" if near else ""))
