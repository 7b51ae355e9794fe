"""Facts laid over the data, from a case file or from an owner's folder: names and values are checked before use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.games.nextwar.scenario.files import data

PARTS = ("aircraft", "bare", "card", "hexes", "sides", "units")
UNIT_FIELDS = (
    "front",
    "back",
    "formation",
    "nation",
    "type",
    "size",
    "independent",
    "defends_alone",
    "reserve",
    "branch",
    "army",
    "commands",
    "range",
    "supreme",
)
AIR_FIELDS = ("nation", "service", "range", "steps", "front", "back", "all_weather", "stealth", "optional")
HEX_FIELDS = ("terrain", "country", "features", "name", "coastal", "sea_zone")
SIDE_FIELDS = ("road", "river", "water", "bridge", "ferry", "acv")
FACE = 6
"""Values of a face: attack, defence, efficiency, allowance, half stack points, mobility."""
FEW = 30


def checked(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts, once every name in them is known; a ``ValueError`` or ``TypeError`` says what to write instead."""
    for part in facts:
        _known("part", str(part), PARTS)
    for name, row in _rows("units", facts):
        for field, value in row.items():
            _known(f"value of {name}", field, UNIT_FIELDS)
            if field in ("front", "back") and (not isinstance(value, list) or len(value) != FACE):
                raise ValueError(f"{name}: {field} is a list such as [6, 8, 5, 4, 4, foot], and not {value!r}")
    for name, row in _rows("aircraft", facts):
        for field in row:
            _known(f"value of {name}", field, AIR_FIELDS)
    drawn = data("hexes")["hexes"]
    for name, row in _rows("hexes", facts):
        _known("hex", name, drawn)
        for field in row:
            _known(f"value of {name}", field, HEX_FIELDS)
    for name, row in _rows("sides", facts):
        for end in name.partition("-")[::2]:
            _known("hex", end, drawn)
        for field in row:
            _known(f"value of {name}", field, SIDE_FIELDS)
    return facts


def _rows(part: str, facts: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    found = facts.get(part) or {}
    if not isinstance(found, Mapping):
        raise TypeError(f"{part} should be a mapping of names to values")
    for name, row in found.items():
        if not isinstance(row, Mapping):
            raise TypeError(f"{part}: {name} should be a mapping of values")
        yield str(name), row


def _known(what: str, given: str, known: Iterable[str]) -> None:
    """Raise where a name is not known, with those that are, or of many those that look like it."""
    names = tuple(known)
    if given in names:
        return
    near = names if len(names) <= FEW else get_close_matches(given, names, cutoff=0.5)
    raise ValueError(f"there is no {what} {given!r}" + (f"; there is {', '.join(near)}" if near else ""))
